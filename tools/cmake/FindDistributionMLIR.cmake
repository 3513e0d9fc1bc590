# Finds the distribution's LLVM and MLIR 22 and prepares the TableGen helpers.
#
# The packages keep their CMake files below the prefix that llvm-config-22
# prints, which CMake does not search by itself.

find_program(LLVM_CONFIG_22 NAMES llvm-config-22 DOC "llvm-config of LLVM 22")
if(LLVM_CONFIG_22 AND NOT MLIR_DIR)
  execute_process(COMMAND ${LLVM_CONFIG_22} --prefix
    OUTPUT_VARIABLE llvm_prefix OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()

# MLIR's version file accepts only the same major.minor.
find_package(MLIR 22.1 REQUIRED CONFIG HINTS "${llvm_prefix}/lib/cmake/mlir")

set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${LLVM_RUNTIME_OUTPUT_INTDIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${LLVM_LIBRARY_OUTPUT_INTDIR})
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${LLVM_LIBRARY_OUTPUT_INTDIR})
set(MLIR_BINARY_DIR ${CMAKE_BINARY_DIR})

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

# One string with several -D flags; split, or each file warns of a redefinition.
separate_arguments(llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${llvm_definitions})

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

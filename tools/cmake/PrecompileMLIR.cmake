# Targets read these headers of MLIR once between them, not once in each file,
# which takes up to four fifths of a file's time. Files include what
# they use all the same: a preset builds without this.
option(TILED_LAYOUT_PRECOMPILE "Precompile the most used headers of MLIR" ON)

# add_precompiled(NAME header... [OPTIONS option...])
#
# The headers of MLIR and those of the list, for targets with these options.
function(add_precompiled name)
  cmake_parse_arguments(ARG "" "" "OPTIONS" ${ARGN})
  if(NOT TILED_LAYOUT_PRECOMPILE)
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/Precompiled.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/Precompiled.cpp)
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${name} PRIVATE
    <mlir/Dialect/Affine/IR/AffineOps.h>
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/LLVMIR/LLVMDialect.h>
    <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/MemRef/IR/MemRef.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/Dialect/Vector/IR/VectorOps.h>
    <mlir/IR/BuiltinOps.h>
    <mlir/Pass/Pass.h>
    <mlir/Transforms/DialectConversion.h>
    ${ARG_UNPARSED_ARGUMENTS})
endfunction()

# precompile(NAME [FROM])
#
# Reads what add_precompiled(FROM) made; its options must be NAME's.
function(precompile name)
  if(NOT TILED_LAYOUT_PRECOMPILE)
    return()
  endif()
  set(from TiledLayoutPrecompiled ${ARGN})
  list(GET from -1 from)
  target_precompile_headers(${name} REUSE_FROM ${from})
  get_target_property(type ${name} TYPE)
  if(type STREQUAL EXECUTABLE)
    # As the headers were compiled.
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIC)
  endif()
endfunction()

add_precompiled(TiledLayoutPrecompiled)

# Targets read these headers of MLIR once between them, not once in each file,
# which takes up to four fifths of a file's time. Files include what
# they use all the same: a preset builds without this.
option(TILED_LAYOUT_PRECOMPILE "Precompile the most used headers of MLIR" ON)
if(TILED_LAYOUT_PRECOMPILE)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/Precompiled.cpp CONTENT "")
  add_library(TiledLayoutPrecompiled OBJECT ${CMAKE_BINARY_DIR}/Precompiled.cpp)
  target_precompile_headers(TiledLayoutPrecompiled PRIVATE
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
    <mlir/Transforms/DialectConversion.h>)
endif()

# precompile(NAME)
function(precompile name)
  if(TILED_LAYOUT_PRECOMPILE)
    target_precompile_headers(${name} REUSE_FROM TiledLayoutPrecompiled)
    get_target_property(type ${name} TYPE)
    if(type STREQUAL EXECUTABLE)
      # As the headers were compiled.
      set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${name} PRIVATE -fPIC)
    endif()
  endif()
endfunction()

// Which memory spaces are refused before the conversion to LLVM, and where?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm --verify-diagnostics --split-input-file
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline --split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK: invalid-memory-spaces.mlir:[[@LINE+3]]:8: error: 'memref.alloc' op has no lowering to LLVM
func.func @alloc(%i: index) -> f32 {
  // expected-error @+1 {{'memref.alloc' op has no lowering to LLVM: the memory space "fast" is no integer; replace it by the target's}}
  %m = memref.alloc() : memref<8x128xf32, "fast">
  // expected-error @+1 {{'memref.cast' op has no lowering to LLVM: the memory space "fast" is no integer}}
  %u = memref.cast %m : memref<8x128xf32, "fast"> to memref<*xf32, "fast">
  %v = memref.load %m[%i, %i] : memref<8x128xf32, "fast">
  return %v : f32
}

// -----

// CHECK: invalid-memory-spaces.mlir:[[@LINE+2]]:1: error: 'func.func' op has no lowering to LLVM
// expected-error @+1 {{'func.func' op has no lowering to LLVM: the memory space "fast" is no integer}}
func.func @argument(%m: memref<8x128xf32, "fast">) {
  return
}

// -----

// Numbers are LLVM's address spaces.
func.func @number(%m: memref<8x128xf32, 3>) -> memref<8x128xf32, 3> {
  return %m : memref<8x128xf32, 3>
}

// -----

// Kernels are lowered for their own target.
func.func @kernel() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %m = memref.alloca() : memref<8xf32, #gpu.address_space<private>>
    gpu.terminator
  }
  return
}

// -----

// CHECK: :[[@LINE+2]]:1: error: 'func.func' op has no lowering to LLVM
// expected-error @+1 {{'func.func' op has no lowering to LLVM: the memory space "vmem" is no integer}}
func.func private @declared(memref<8xf32, "vmem">)

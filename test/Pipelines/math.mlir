// Do functions that LLVM has no intrinsic for become calls of the C library?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=approximate-math=false | FileCheck %s --implicit-check-not=math.

// CHECK-DAG: llvm.func @erff(f32) -> f32
// CHECK-DAG: llvm.func @cbrtf(f32) -> f32
// CHECK-LABEL: llvm.func @functions
// CHECK-COUNT-16: llvm.call @erff
// CHECK: llvm.call @cbrtf
func.func @functions(%a: memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %x: f32) -> f32 {
  linalg.erf ins(%a : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) outs(%a : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  %0 = math.cbrt %x : f32
  return %0 : f32
}

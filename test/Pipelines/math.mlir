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

// A bound by two numbers is two comparisons.
// CHECK-LABEL: llvm.func @bounded
// CHECK-NOT: llvm.call
// CHECK: llvm.return
func.func @bounded(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// Integer powers, and those of exponents that LLVM does not have, are functions of the module.
// CHECK-LABEL: llvm.func @powers
// CHECK: llvm.call @[[$IPOWI:.*ipowi_i32]](
// CHECK: llvm.call @[[$FPOWI:.*fpowi_f32_i64]](
// CHECK: llvm.intr.powi
// CHECK-DAG: llvm.func linkonce_odr @[[$IPOWI]](
// CHECK-DAG: llvm.func linkonce_odr @[[$FPOWI]](
func.func @powers(%a: memref<16x128xi32, #tiled_layout.layout<{1,0:T(8,128)}>>, %x: f32, %n: i64, %m: i32) -> (f32, f32) {
  linalg.map { math.ipowi } ins(%a, %a : memref<16x128xi32, #tiled_layout.layout<{1,0:T(8,128)}>>, memref<16x128xi32, #tiled_layout.layout<{1,0:T(8,128)}>>) outs(%a : memref<16x128xi32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  %0 = math.fpowi %x, %n : f32, i64
  %1 = math.fpowi %x, %m : f32, i32
  return %0, %1 : f32, f32
}

// Which powers have vectors? Those of a constant exponent, which become products.
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// A cube, as in the approximation of gelu by tanh.
// CHECK-LABEL: func @cube(
// CHECK: %[[X:.+]] = vector.load
// CHECK: %[[S:.+]] = arith.mulf %[[X]], %[[X]] : vector<16xf32>
// CHECK: arith.mulf %[[S]], %[[X]] : vector<16xf32>
func.func @cube(%a: memref<64x256xf32, #t>) {
  %three = arith.constant 3 : i32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : memref<64x256xf32, #t>) {
  ^bb0(%x: f32):
    %p = math.fpowi %x, %three : f32, i32
    linalg.yield %p : f32
  }
  return
}

// LLVM has no power whose exponents are a vector.
// LLVM-LABEL: llvm.func @powers(
// LLVM: llvm.intr.powi(%{{.+}}, %{{.+}}) : (f32, i32) -> f32
func.func @powers(%a: memref<64x256xf32, #t>, %n: memref<64x256xi32, #t>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%n : memref<64x256xi32, #t>) outs(%a : memref<64x256xf32, #t>) {
  ^bb0(%e: i32, %x: f32):
    %p = math.fpowi %x, %e : f32, i32
    linalg.yield %p : f32
  }
  return
}

// Are floats of 8 bits computed in f32, and converted by integers?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=LEFT

// CHECK-LABEL: func @sum
// CHECK-COUNT-2: arith.bitcast %{{.*}} : vector<16xf8E4M3FN> to vector<16xi8>
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK: arith.bitcast %{{.*}} : vector<16xi8> to vector<16xf8E4M3FN>
func.func @sum(%x: vector<16xf8E4M3FN>, %y: vector<16xf8E4M3FN>) -> vector<16xf8E4M3FN> {
  %s = arith.addf %x, %y : vector<16xf8E4M3FN>
  return %s : vector<16xf8E4M3FN>
}

// -----

// By way of f32, which has every number of 16 bits.
// CHECK-LABEL: func @half
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK-NOT: f8E5M2 to f16
func.func @half(%x: f8E5M2, %y: bf16) -> (f16, f8E5M2) {
  %a = arith.extf %x : f8E5M2 to f16
  %b = arith.truncf %y : bf16 to f8E5M2
  return %a, %b : f16, f8E5M2
}

// -----

// Other formats have no conversion here, nor have other ways to round; and the bodies of operations of linalg
// stay.
// LEFT-LABEL: func @others
// LEFT: arith.truncf %{{.*}} toward_zero : f32 to f8E5M2
// LEFT: arith.extf %{{.*}} : f8E4M3FNUZ to f32
// LEFT: linalg.matmul
func.func @others(%y: f8E4M3FNUZ, %z: f32, %m: memref<4x4xf8E5M2>, %n: memref<4x4xf32>) -> (f8E5M2, f32) {
  %c = arith.truncf %z toward_zero : f32 to f8E5M2
  %b = arith.extf %y : f8E4M3FNUZ to f32
  linalg.matmul ins(%m, %m : memref<4x4xf8E5M2>, memref<4x4xf8E5M2>) outs(%n : memref<4x4xf32>)
  return %c, %b : f8E5M2, f32
}

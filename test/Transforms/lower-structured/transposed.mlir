// Are rows loaded by halves, of which two are one vector of the transposition?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s

// 16 rows of f32: 16 vectors of two halves, two steps within 128 bits, one of such parts.
// CHECK-LABEL: func @sums
// CHECK-NOT: vector<16xf32>, memref<4096xf32>
// CHECK-COUNT-8: vector.shuffle {{.*}} : vector<8xf32>, vector<8xf32>
// CHECK-COUNT-24: vector.shuffle {{.*}} : vector<16xf32>, vector<16xf32>
// CHECK-COUNT-8: vector.shuffle {{.*}} : vector<8xf32>, vector<8xf32>
// CHECK-COUNT-24: vector.shuffle {{.*}} : vector<16xf32>, vector<16xf32>
// CHECK-NOT: vector.shuffle
// CHECK-LABEL: func @doubles
func.func @sums(%a: memref<64x64xf32, #tiled_layout.layout<{0,1}>>, %b: memref<64xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x64xf32, #tiled_layout.layout<{0,1}>>) outs(%b : memref<64xf32>) dimensions = [0]
  return
}

// 8 rows of f64: 24 shuffles of whole rows.
// CHECK-COUNT-24: vector.shuffle {{.*}} : vector<8xf64>, vector<8xf64>
// CHECK-NOT: vector.shuffle
func.func @doubles(%a: memref<64x64xf64, #tiled_layout.layout<{0,1}>>, %b: memref<64xf64>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x64xf64, #tiled_layout.layout<{0,1}>>) outs(%b : memref<64xf64>) dimensions = [0]
  return
}

// Windows of 2 that move by 2 are vectors of neighbours, which take turns; so are the first two
// columns of windows of 3. Behind the third, nothing is loaded.
// CHECK-LABEL: func @windows
// CHECK: vector.load {{.*}} vector<32xf32>
// CHECK-NEXT: vector.deinterleave
// CHECK: vector.maskedload {{.*}} vector<32xf32>
// CHECK-NOT: vector.shuffle
func.func @windows(%a: memref<64x33xf32>, %w: memref<3xf32>, %b: memref<64x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(c, i, k) -> (c, 2 * i + k)>, affine_map<(c, i, k) -> (k)>, affine_map<(c, i, k) -> (c, i)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %w : memref<64x33xf32>, memref<3xf32>) outs(%b : memref<64x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.maximumf %z, %x : f32
    linalg.yield %m : f32
  }
  return
}

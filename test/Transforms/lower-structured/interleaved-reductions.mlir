// Are partial results that are interleaved taken apart after the loops, not within, and lanes of
// several results combined together?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// CHECK-LABEL: func @columns
// CHECK: scf.for {{.*}} -> (vector<64xi8>
// CHECK-NOT: deinterleave
// CHECK: arith.maxsi {{.*}} : vector<64xi8>
// CHECK: scf.yield
// The last two rows of 62 are half of a turn.
// CHECK: arith.select %{{.*}} : vector<64xi1>, vector<64xi8>
// CHECK: vector.deinterleave
// CHECK: arith.maxsi {{.*}} : vector<16xi8>
// CHECK: vector.store {{.*}} vector<16xi8>
func.func @columns(%a: memref<62x256xi8, #bytes>, %b: memref<256xi8>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<62x256xi8, #bytes>) outs(%b : memref<256xi8>) dimensions = [0]
  return
}

// CHECK-LABEL: func @rows
// CHECK: scf.for {{.*}} -> (vector<64xi8>
// CHECK-NOT: deinterleave
// CHECK: arith.maxsi {{.*}} : vector<64xi8>
// CHECK: scf.yield
// CHECK: vector.deinterleave
// Eight rows have 7 shuffles of two each, then there are two lanes of each row.
// CHECK-COUNT-7: arith.maxsi {{.*}} : vector<16xi8>
// CHECK: vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK: vector.shuffle {{.*}} [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK: arith.maxsi {{.*}} : vector<8xi8>
// CHECK-NOT: vector.reduction
// CHECK: vector.store {{.*}} vector<8xi8>
func.func @rows(%a: memref<64x256xi8, #bytes>, %b: memref<64xi8>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<64x256xi8, #bytes>) outs(%b : memref<64xi8>) dimensions = [1]
  return
}

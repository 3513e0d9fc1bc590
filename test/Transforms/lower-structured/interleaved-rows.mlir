// Are rows loaded by whole registers before they are interleaved?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=WIDE

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func @bytes
// Four vectors from four loads: elements first, then halves of registers.
// CHECK-COUNT-4: vector.load {{.*}}strided<[1]>>, vector<32xi8>
// CHECK-COUNT-8: vector.shuffle {{.*}} [{{0, 32, 1|8, 40, 9}}, {{.*}} : vector<32xi8>
// CHECK: vector.shuffle {{.*}} [0, 1, {{.*}} 15, 32, 33, {{.*}} : vector<32xi8>
// CHECK: vector.shuffle {{.*}} [16, 17, {{.*}} 31, 48, 49, {{.*}} : vector<32xi8>
// CHECK-NOT: vector.interleave
// WIDE-LABEL: func @bytes
// WIDE-COUNT-4: vector.load {{.*}}strided<[1]>>, vector<64xi8>
// WIDE-COUNT-16: vector.shuffle {{.*}} : vector<64xi8>
// WIDE-NOT: vector.interleave
func.func @bytes(%a: memref<64x256xi8, #bytes>, %b: memref<64x256xi8>, %c: memref<64x256xi8, #bytes>) {
  linalg.add ins(%a, %b : memref<64x256xi8, #bytes>, memref<64x256xi8>) outs(%c : memref<64x256xi8, #bytes>)
  return
}

// CHECK-LABEL: func @halves
// WIDE-LABEL: func @halves
// CHECK: vector.shuffle {{.*}} [0, 16, 1, 17, 2, 18, 3, 19, 8, 24, {{.*}} : vector<16xi16>
// CHECK: vector.shuffle {{.*}} [4, 20, 5, 21, 6, 22, 7, 23, 12, 28, {{.*}} : vector<16xi16>
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, {{.*}} : vector<16xi16>
// CHECK: vector.shuffle {{.*}} [8, 9, 10, 11, 12, 13, 14, 15, 24, 25, {{.*}} : vector<16xi16>
func.func @halves(%a: memref<64x256xi16, #words>, %b: memref<64x256xi16>, %c: memref<64x256xi16, #words>) {
  linalg.add ins(%a, %b : memref<64x256xi16, #words>, memref<64x256xi16>) outs(%c : memref<64x256xi16, #words>)
  return
}

// Of 40 columns, 8 are no whole register of bytes.
// CHECK-LABEL: func @rest
// CHECK: vector.load {{.*}}, vector<8xi8>
// CHECK: vector.interleave
func.func @rest(%a: memref<64x40xi8, #bytes>, %b: memref<64x40xi8>, %c: memref<64x40xi8, #bytes>) {
  linalg.add ins(%a, %b : memref<64x40xi8, #bytes>, memref<64x40xi8>) outs(%c : memref<64x40xi8, #bytes>)
  return
}

// Words of four rows are two of two rows: pairs of bytes stay together.
// CHECK-LABEL: func @two_of_four
// WIDE-LABEL: func @two_of_four
// WIDE: %[[BYTES:.*]] = vector.load {{.*}} vector<64xi8>
// WIDE: %[[PAIRS:.*]] = vector.bitcast %[[BYTES]] : vector<64xi8> to vector<32xi16>
// WIDE: %[[FIRST:.*]], %{{.*}} = vector.deinterleave %[[PAIRS]]
// WIDE: %[[ROWS:.*]] = vector.bitcast %[[FIRST]] : vector<16xi16> to vector<32xi8>
// WIDE: arith.extsi %[[ROWS]]
func.func @two_of_four(%a: memref<64x256xi8, #bytes>, %b: memref<64x256xi16, #words>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x256xi8, #bytes>) outs(%b : memref<64x256xi16, #words>) {
  ^bb0(%x: i8, %y: i16):
    %w = arith.extsi %x : i8 to i16
    linalg.yield %w : i16
  }
  return
}

// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts --canonicalize --mlir-print-local-scope | FileCheck %s

#six = #tiled_layout.layout<{1,0:T(2,6)}>
#four = #tiled_layout.layout<{1,0:T(2,4)}>
#three = #tiled_layout.layout<{1,0:T(2,3)}>
#large = #tiled_layout.layout<{1,0:T(2,96)}>
#larger = #tiled_layout.layout<{1,0:T(2,80)}>

// Tiles of 6 and 4 columns repeat after 12, in six pieces of two. Each has its
// own code: where it lies is a constant.
// CHECK-LABEL: @pieces
// CHECK: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 24 + d1 * 6)>
// CHECK: vector.load %{{.*}}[%[[P]]] : memref<240xi32>, vector<2xi32>
// CHECK: %[[S:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 24 + d1 * 6 + 16)>
// CHECK: %[[V:.*]] = vector.load %{{.*}}[%[[S]]]
// CHECK: %[[D:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 24 + d1 * 4 + 18)>
// CHECK: vector.store %[[V]], %{{.*}}[%[[D]]]
// CHECK-NOT: vector.
// CHECK: return
func.func @pieces(%a: memref<4x60xf32, #six>, %b: memref<4x60xf32, #four>) {
  tiled_layout.relayout ins(%a : memref<4x60xf32, #six>)
                        outs(%b : memref<4x60xf32, #four>)
  return
}

// The last columns are no whole period: positions are computed for each piece.
// CHECK-LABEL: @ragged
// CHECK: scf.if
// CHECK: } else {
// CHECK: scf.for
// CHECK: arith.divsi
// CHECK: return
func.func @ragged(%a: memref<4x61xf32, #six>, %b: memref<4x61xf32, #four>) {
  tiled_layout.relayout ins(%a : memref<4x61xf32, #six>)
                        outs(%b : memref<4x61xf32, #four>)
  return
}

// Pieces of a single element.
// CHECK-LABEL: @elements
// CHECK-COUNT-12: vector.load {{.*}} vector<1xi32>
// CHECK: return
func.func @elements(%a: memref<4x60xf32, #three>, %b: memref<4x60xf32, #four>) {
  tiled_layout.relayout ins(%a : memref<4x60xf32, #three>)
                        outs(%b : memref<4x60xf32, #four>)
  return
}

// Pieces of a vector, of any number of columns.
// CHECK-LABEL: @dynamic
// CHECK: vector.load {{.*}} : memref<?xi32>, vector<16xi32>
func.func @dynamic(%a: memref<?x?xf32, #large>, %b: memref<?x?xf32, #larger>) {
  tiled_layout.relayout ins(%a : memref<?x?xf32, #large>)
                        outs(%b : memref<?x?xf32, #larger>)
  return
}

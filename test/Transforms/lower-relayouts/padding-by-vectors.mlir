// How are elements and padding written by the same stores, and padding alone?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=report-plans=1 --canonicalize 2>&1 | FileCheck %s

#t = #tiled_layout.layout<{2,1,0:T(8,128)}>

// CHECK: relaid by vectors
// CHECK:   a1: 24 of d1, source 33, destination 128
// CHECK:   a2: 128 of d2, source 1, destination 1
// CHECK: bound: a2 < 33, then padding, cuts blocks
// CHECK: bound: a1 < 17, then padding
// CHECK: padding: written with the elements

// CHECK-LABEL: func @batch
func.func @batch(%a: memref<4096x17x33xf32>, %b: memref<4096x17x33xf32, #t>) {
  // CHECK-NOT: fill_padding
  // The edge is a constant: two whole vectors, one lane of the third.
  // CHECK-DAG: %[[MASK:.+]] = arith.constant dense<[true, false, false, false,
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK-COUNT-2: vector.load
  // CHECK: vector.maskedload {{.*}}, %[[MASK]],
  // CHECK-NOT: vector.load
  // All of a row, by stores that stream.
  // CHECK-COUNT-8: vector.store {{.*}}nontemporal
  // CHECK: } else {
  // CHECK-COUNT-8: vector.store
  // The rows that a tile has in addition.
  // CHECK: scf.for
  // CHECK-NOT: vector.load
  // CHECK-COUNT-8: vector.store {{.*}}nontemporal
  // CHECK-NOT: maskedstore
  // CHECK: return
  tiled_layout.relayout ins(%a : memref<4096x17x33xf32>) outs(%b : memref<4096x17x33xf32, #t>) padding = zero
  return
}

// Elements are neither read nor written.
// CHECK-LABEL: func @alone
// CHECK-SAME: %[[ARRAY:[a-z0-9]+]]: memref{{.*}}, %[[VALUE:[a-z0-9]+]]: f32
func.func @alone(%a: memref<2x8x100xf32, #t>, %v: f32) {
  // CHECK: %[[BITS:.+]] = arith.bitcast %[[VALUE]] : f32 to i32
  // CHECK: %[[FLAT:.+]] = tiled_layout.to_physical %[[ARRAY]]
  // CHECK: scf.for
  // CHECK-NOT: vector.load
  // CHECK: vector.maskedstore %[[FLAT]]
  // CHECK: vector.store {{.*}}, %[[FLAT]]
  // CHECK-NOT: vector.{{.*}}store
  // CHECK: return
  tiled_layout.fill_padding ins(%v : f32) outs(%a : memref<2x8x100xf32, #t>)
  return
}

// CHECK-LABEL: func @none
func.func @none(%a: memref<2x8x128xf32, #t>, %v: f32) {
  // CHECK-NEXT: return
  tiled_layout.fill_padding ins(%v : f32) outs(%a : memref<2x8x128xf32, #t>)
  return
}

// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=threads=2 \
// RUN:   | FileCheck %s

// Only the last iteration of the loop that threads share has blocks that an
// edge cuts, so what is left of them is known there: 61 rows of the source, and
// as many lanes of each vector of the destination.

#columns = #tiled_layout.layout<{0,1}>

// CHECK-LABEL: @transpose
// CHECK: scf.forall
// CHECK: scf.if
// CHECK: } else {
// CHECK-NOT: arith.select
// CHECK-COUNT-61: vector.load {{.*}} vector<16xi8>
// CHECK-NOT: vector.load
// CHECK-NOT: vector.maskedload
// CHECK-COUNT-16: vector.maskedstore
// CHECK-NOT: arith.select
// CHECK: return
func.func @transpose(%a: memref<509x511xi8>, %b: memref<509x511xi8, #columns>) {
  tiled_layout.relayout ins(%a : memref<509x511xi8>)
    outs(%b : memref<509x511xi8, #columns>)
  return
}

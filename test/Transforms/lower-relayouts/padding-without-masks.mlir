// Is padding written in vectors where an edge cuts its blocks, and there are no masks for bytes?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-lower-relayouts | FileCheck %s

// The last four blocks of 16 rows are padding. A block has 16 words of four columns; of eight words, the third
// block has two.
// CHECK-LABEL: func @words
// CHECK: scf.for %{{.*}} = %c4 to %c8
// CHECK: affine.min
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<64xi8>
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: vector.store %[[ZERO]]
// CHECK-NOT: vector<1xi8>
// CHECK: return
func.func @words(%a: memref<63x65xi8>, %b: memref<63x65xi8, #tiled_layout.layout<{0,1:T(8,128)(4,1)}>>) {
  tiled_layout.relayout ins(%a : memref<63x65xi8>)
    outs(%b : memref<63x65xi8, #tiled_layout.layout<{0,1:T(8,128)(4,1)}>>) padding = zero
  return
}

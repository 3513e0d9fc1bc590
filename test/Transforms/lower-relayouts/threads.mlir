// The loop that threads share: the outermost one that has work for all of them.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=ONE
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=threads=4 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=threads=4 --scf-forall-to-parallel | FileCheck %s --check-prefix=PARALLEL
// RUN: not tiled-layout-opt %s --tiled-layout-lower-relayouts=threads=0 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: threads is 0, but must be from 1 to 1024

#tiled = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Eight rows of tiles.
// ONE-LABEL: @tiles
// ONE-NOT: scf.forall
// ONE-NOT: scf.parallel
// CHECK-LABEL: @tiles
// CHECK-NOT: scf.for
// CHECK: scf.forall ({{.*}}) in (8)
// CHECK: vector.load
// PARALLEL-LABEL: @tiles
// PARALLEL: %[[EIGHT:.*]] = arith.constant 8 : index
// PARALLEL: scf.parallel ({{.*}}) = ({{.*}}) to (%[[EIGHT]])
func.func @tiles(%a: memref<64x256xf32>, %b: memref<64x256xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<64x256xf32>)
                        outs(%b : memref<64x256xf32, #tiled>)
  return
}

// Two rows of tiles are too few for four threads: pairs of rows are shared, and
// how many there are depends on the edge.
// ONE-LABEL: @ragged
// CHECK-LABEL: @ragged
// CHECK: scf.for
// CHECK: scf.forall
// CHECK: vector.shuffle
// PARALLEL-LABEL: @ragged
// PARALLEL: scf.for
// PARALLEL: scf.parallel
func.func @ragged(%a: memref<15x256xbf16>, %b: memref<15x256xbf16, #packed>) {
  tiled_layout.relayout ins(%a : memref<15x256xbf16>)
                        outs(%b : memref<15x256xbf16, #packed>)
  return
}

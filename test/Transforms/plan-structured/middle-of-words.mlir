// How do sums along the middle run, of arrays whose rows share words?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v2 --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,SHORT
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,MANY
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v2 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOWERED

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#bytes3 = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#rows3 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#words3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>

// Vectors of four columns by four rows fill a register: no buffer takes results in another order. All registers hold
// partial results of the four rows of the output that share words.
// CHECK-LABEL: func @bytes
// CHECK-NOT: relayout
// SHORT: loops = [d0 by 4, d2 by 16, d1 by 8], vector = d2 x 4, interleave = d1 x 4
// MANY: loops = [d0 by 4, d2 by 32, d1 by 8], vector = d2 x 4, interleave = d1 x 4
// CHECK-NOT: relayout
// CHECK: return
// A step puts the sums of two elements of two rows side by side, then those of four.
// LOWERED-LABEL: func @bytes
// LOWERED: %[[BEFORE:.*]] = vector.load %[[OUT:[a-z_0-9]+]][%[[AT:[a-z_0-9]+]]] : memref<6144xi8>, vector<16xi8>
// LOWERED-NEXT: vector.shuffle {{.*}} [0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30]
// LOWERED-NEXT: vector.shuffle {{.*}} [1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31]
// LOWERED-NEXT: arith.addi
// LOWERED-NEXT: vector.shuffle {{.*}} [0, 16, 2, 18
// LOWERED-NEXT: vector.shuffle {{.*}} [1, 17, 3, 19
// LOWERED-NEXT: arith.addi
// LOWERED-NEXT: vector.shuffle {{.*}} [0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29]
// LOWERED-NEXT: vector.shuffle {{.*}} [2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31]
// LOWERED-NEXT: %[[SUM:.*]] = arith.addi
// LOWERED-NEXT: %[[AFTER:.*]] = arith.addi %[[BEFORE]], %[[SUM]]
// LOWERED: vector.store %[[AFTER]], %[[OUT]][%[[AT]]]
// LOWERED-NOT: interleave
// LOWERED: return
func.func @bytes(%a: memref<24x40x256xi8, #bytes3>, %c: memref<24x256xi8, #bytes>) {
  linalg.reduce { arith.addi } ins(%a : memref<24x40x256xi8, #bytes3>) outs(%c : memref<24x256xi8, #bytes>) dimensions = [1]
  return
}

// The last word of the output holds two rows, which are put beside the others.
// CHECK-LABEL: func @some_rows
// CHECK: vector = d2 x 4, interleave = d1 x 4
// LOWERED-LABEL: func @some_rows
// LOWERED: vector.shuffle {{.*}} [0, 16, 2, 18
// LOWERED: vector.deinterleave
func.func @some_rows(%a: memref<26x40x256xi8, #bytes3>, %c: memref<26x256xi8, #bytes>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<26x40x256xi8, #bytes3>) outs(%c : memref<26x256xi8, #bytes>) dimensions = [1]
  return
}

// CHECK-LABEL: func @shorts
// CHECK: loops = [d0 by 2, d2 by 32, d1 by 4], vector = d2 x 4, interleave = d1 x 2
// LOWERED-LABEL: func @shorts
// LOWERED: vector.shuffle {{.*}} [0, 8, 2, 10, 4, 12, 6, 14]
// LOWERED: vector.shuffle {{.*}} [1, 9, 3, 11, 5, 13, 7, 15]
// LOWERED-NOT: interleave
// LOWERED: return
func.func @shorts(%a: memref<24x40x256xi16, #words3>, %c: memref<24x256xi16, #words>) {
  linalg.reduce { arith.addi } ins(%a : memref<24x40x256xi16, #words3>) outs(%c : memref<24x256xi16, #words>) dimensions = [1]
  return
}

// What rows do not share is read in the order of memory: one block after another, or the rows of a tile.
// CHECK-LABEL: func @middle
// CHECK: loops = [d0 by 1, d2 by 32, d1 by 1], vector = d2 x 4
// CHECK-LABEL: func @outer
// CHECK: loops = [d1 by 8, d2 by 128, d1 by 1, d2 by 32, d0 by 1], vector = d2 x 4
func.func @middle(%a: memref<24x40x256xf32, #rows3>, %c: memref<24x256xf32, #rows>) {
  linalg.reduce { arith.addf } ins(%a : memref<24x40x256xf32, #rows3>) outs(%c : memref<24x256xf32, #rows>) dimensions = [1]
  return
}
func.func @outer(%a: memref<24x40x256xf32, #rows3>, %c: memref<40x256xf32, #rows>) {
  linalg.reduce { arith.addf } ins(%a : memref<24x40x256xf32, #rows3>) outs(%c : memref<40x256xf32, #rows>) dimensions = [0]
  return
}

// No input has the vectors: there is no order to follow.
// CHECK-LABEL: func @no_vectors_in_inputs(
// CHECK: vector = d0 x
func.func @no_vectors_in_inputs(%a: memref<100xf32>, %b: memref<256xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<100xf32>) outs(%b : memref<256xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %y, %x : f32
    linalg.yield %0 : f32
  }
  return
}

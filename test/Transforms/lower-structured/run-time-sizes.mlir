// Does a program with extents that are known at run time only compare its size with the plan's?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// One comparison in front of all loops. Tiles are whole lines, so that only the first address is
// looked at.
// CHECK-LABEL: func @tiled
// CHECK: %[[BOUND:.*]] = arith.constant 4096 : index
// CHECK: %[[LARGE:.*]] = arith.cmpi ugt, %{{.*}}, %[[BOUND]]
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[AT_LINE:.*]] = arith.cmpi eq
// CHECK-NOT: arith.remui
// CHECK: %[[BOTH:.*]] = arith.andi %[[LARGE]], %[[AT_LINE]]
// CHECK: scf.if %[[BOTH]]
// CHECK-COUNT-4: nontemporal = true
// CHECK: } else {
// CHECK-COUNT-4: vector.store %{{.*}}] : memref
// CHECK: llvm.fence seq_cst
// CHECK: return
func.func @tiled(%a: memref<?x?xf32, #t>, %c: memref<?x?xf32, #t>) {
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 1, d1 by 64], vector = d1 x 16, masked, streaming above 4096>}
    ins(%a : memref<?x?xf32, #t>) outs(%c : memref<?x?xf32, #t>)
  return
}

// Rows have to be whole lines, too.
// CHECK-LABEL: func @rows
// CHECK: arith.cmpi ugt
// CHECK: arith.remui %{{.*}}, %c64
// CHECK: arith.remui %{{.*}}, %c16
// CHECK: scf.if
// CHECK: nontemporal = true
func.func @rows(%a: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 1, d1 by 64], vector = d1 x 16, masked, streaming above 4096>}
    ins(%a : memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// Where the output is streamed, it is not fetched.
// CHECK-LABEL: func @fetched
// CHECK-COUNT-4: memref.prefetch
// CHECK: scf.if
// CHECK-NOT: memref.prefetch
// CHECK: } else {
// CHECK-COUNT-4: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @fetched(%a: memref<?x64xf32, #t>, %c: memref<?x64xf32, #t>) {
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 1, d1 by 64], vector = d1 x 16, streaming above 4096, prefetch = [0, 1], ahead = d0 by 8>}
    ins(%a : memref<?x64xf32, #t>) outs(%c : memref<?x64xf32, #t>)
  return
}

// The distance to what is fetched is 0 for a small array, and known in front of the loops.
// CHECK-LABEL: func @sum
// CHECK: %[[BYTES:.*]] = arith.constant 65536 : index
// CHECK: %[[LARGE:.*]] = arith.cmpi ugt, %{{.*}}, %[[BYTES]]
// CHECK: %[[AHEAD:.*]] = arith.select %[[LARGE]], %{{.*}}, %{{.*}}
// CHECK: scf.for
// CHECK: scf.for
// Eight rows of a tile, and eight of the next one.
// CHECK-COUNT-16: memref.prefetch
// CHECK-NOT: arith.select
func.func @sum(%a: memref<?x?xf32, #t>, %b: memref<?xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<?x?xf32, #t>) outs(%b : memref<?xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [0 along d1], prefetch = [0], ahead = d1 by 128 above 65536>}
  return
}

// One, two or three rows that are left of a word go by single vectors: no block of four is among these programs.
// CHECK-LABEL: func @words
// CHECK: vector<64xi8>
// CHECK: %[[LEFT:.*]] = arith.cmpi eq
// CHECK: scf.if %[[LEFT]] {
// CHECK-COUNT-2: scf.for
// CHECK: vector.create_mask
// CHECK-NOT: scf.for
// CHECK: arith.cmpi eq
func.func @words(%a: memref<?x?xi8, #w>, %c: memref<?x?xi8, #w>) {
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 8, d1 by 128, d0 by 4, d1 by 64], vector = d1 x 16, interleave = d0 x 4, masked>}
    ins(%a : memref<?x?xi8, #w>) outs(%c : memref<?x?xi8, #w>)
  return
}

// Where extents are known at run time only, does the plan leave it to the program whether results
// are written around the caches, and tiles fetched ahead?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target="target-cpu=x86-64-v4 fields=streaming-stores=0,prefetch-tiles=0" --tiled-layout-plan-structured | FileCheck %s --check-prefix=NONE

// NONE-NOT: above
// NONE: func.func @channels_last(
// NONE-NOT: above

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The last cache holds 32 MiB of three arrays.
// CHECK-LABEL: func @tiled
// CHECK: streaming above 11184810>
func.func @tiled(%a: memref<?x?xf32, #t>, %b: memref<?x?xf32, #t>, %c: memref<?x?xf32, #t>) {
  linalg.add ins(%a, %b : memref<?x?xf32, #t>, memref<?x?xf32, #t>) outs(%c : memref<?x?xf32, #t>)
  return
}

// Rows of any length, which may begin at lines.
// CHECK-LABEL: func @rows
// CHECK: streaming above 16777216>
func.func @rows(%a: memref<64x?xf32>, %c: memref<64x?xf32>) {
  linalg.copy ins(%a : memref<64x?xf32>) outs(%c : memref<64x?xf32>)
  return
}

// Known strides of parts of a line.
// CHECK-LABEL: func @parts
// CHECK-NOT: streaming
func.func @parts(%a: memref<?x40xf32>, %c: memref<?x40xf32>) {
  linalg.copy ins(%a : memref<?x40xf32>) outs(%c : memref<?x40xf32>)
  return
}

// CHECK-LABEL: func @sum
// CHECK: transposed = [0 along d1], {{.*}}prefetch = [0], {{.*}}ahead = d1 by 128 above 1048576>
func.func @sum(%a: memref<?x?xf32, #t>, %b: memref<?xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<?x?xf32, #t>) outs(%b : memref<?xf32>) dimensions = [1]
  return
}

// Partial results along rows.
// CHECK-LABEL: func @maximum
// CHECK: vector = d1 x 16, {{.*}}prefetch = [0], {{.*}}ahead = d1 by 128 above 1048576>
func.func @maximum(%a: memref<?x?xf32, #t>, %b: memref<?xf32>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<?x?xf32, #t>) outs(%b : memref<?xf32>) dimensions = [1]
  return
}

// Channels to the end: down the rows of the input's columns, which lie further apart than those of the output, be it known at
// run time only how far.
// CHECK-LABEL: func.func @channels_last(
// CHECK: loops = [d0 by 1, d1 by 1, d3 by 16, d2 by 16], vector = d3 x 16, transposed = [0 along d2]
#images = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
func.func @channels_last(%a: memref<4x?x?x?xf32, #images>, %b: memref<4x?x?x?xf32, #images>) {
  linalg.transpose ins(%a : memref<4x?x?x?xf32, #images>) outs(%b : memref<4x?x?x?xf32, #images>) permutation = [0, 2, 3, 1]
  return
}

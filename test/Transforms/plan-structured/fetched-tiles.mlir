// Reductions that go by tiles in columns of rows fetch the next tile, line by line.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=l2-bytes=65536 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=l2-bytes=65536,prefetch-tiles=0 --tiled-layout-plan-structured | FileCheck %s --check-prefix=NONE
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=znver5 fields=l2-bytes=65536' --tiled-layout-plan-structured | FileCheck %s --check-prefix=LINE-PAIRS
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=l2-bytes=65536 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=LINES

// NONE-NOT: ahead
// NONE: func.func @whole_rows(
// NONE-NOT: ahead

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Sixteen rows of 64 bytes, which are a line each. Steps that fetch are not unrolled.
// CHECK-LABEL: func @sum
// CHECK: loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [0 along d1], masked, prefetch = [0], {{.*}}ahead = d1 by 128
// Lines come by pairs. The rows of one tile keep up with memory, and are fetched one after the other.
// LINE-PAIRS-LABEL: func @sum
// LINE-PAIRS: loops = [d0 by 8, d1 by 128, d1 by 32], vector = d0 x 8, transposed = [0 along d1], masked, prefetch = [0], ahead = d1 by 256 in rows
// LINES-LABEL: func @sum
// LINES: scf.for
// LINES: scf.for
// LINES-COUNT-16: memref.prefetch %{{.*}}, read, locality<3>, data
// LINES-NOT: memref.prefetch
func.func @sum(%a: memref<256x512xf32, #t>, %b: memref<256xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<256x512xf32, #t>) outs(%b : memref<256xf32>) dimensions = [1]
  return
}

// Two rows lie in a line: 8 rows by 16 columns are 4 lines. Two tiles are a page.
// CHECK-LABEL: func @maximum
// CHECK: loops = [d0 by 8, d1 by 16], vector = d1 x 16, masked, prefetch = [0], ahead = d1 by 256
// LINES-LABEL: func @maximum
// LINES-COUNT-4: memref.prefetch %{{.*}}, read, locality<3>, data
// LINES-NOT: memref.prefetch
func.func @maximum(%a: memref<256x512xbf16, #pairs>, %b: memref<256xbf16>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<256x512xbf16, #pairs>) outs(%b : memref<256xbf16>) dimensions = [1]
  return
}

// Words of two rows: 8 columns are half of a line.
// CHECK-LABEL: func @sum_of_pairs
// CHECK: loops = [d0 by 16, d1 by 8], vector = d0 x 16, transposed
// LINES-LABEL: func @sum_of_pairs
// LINE-PAIRS-LABEL: func @sum_of_pairs
// LINE-PAIRS: loops = [d0 by 16, d1 by 32], vector = d0 x 16, transposed
func.func @sum_of_pairs(%a: memref<256x512xbf16, #pairs>, %b: memref<256xbf16>) {
  linalg.reduce { arith.addf } ins(%a : memref<256x512xbf16, #pairs>) outs(%b : memref<256xbf16>) dimensions = [1]
  return
}

// The second cache keeps this one, rows are no tiles, and a product reads its inputs often.
// LINES-LABEL: func @others
// CHECK-LABEL: func @others
// CHECK-NOT: ahead
func.func @others(%a: memref<64x128xf32, #t>, %b: memref<64xf32>, %c: memref<256x512xf32>, %d: memref<256xf32>,
                  %e: memref<512x512xf32, #t>, %f: memref<512x512xf32, #t>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x128xf32, #t>) outs(%b : memref<64xf32>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%c : memref<256x512xf32>) outs(%d : memref<256xf32>) dimensions = [1]
  linalg.matmul ins(%e, %e : memref<512x512xf32, #t>, memref<512x512xf32, #t>) outs(%f : memref<512x512xf32, #t>)
  return
}

// Blocks of whole rows of a tile follow one another in memory: a processor follows them.
// CHECK-LABEL: func @whole_rows
// CHECK-NOT: ahead
func.func @whole_rows(%a: memref<1024xf32>, %b: memref<1024x1024xf32, #t>, %c: memref<1024xf32>,
                      %d: memref<1024x1024xi8, #words>, %e: memref<1024xi8>) {
  linalg.vecmat ins(%a, %b : memref<1024xf32>, memref<1024x1024xf32, #t>) outs(%c : memref<1024xf32>)
  linalg.reduce { arith.addi } ins(%d : memref<1024x1024xi8, #words>) outs(%e : memref<1024xi8>) dimensions = [0]
  return
}

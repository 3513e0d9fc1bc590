// Do a few rows go by a large operand in steps that lie a page apart, so that it
// is read once, in the order of memory?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,SIXTEEN
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured=dot=true | FileCheck %s --check-prefix=DOT
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=znver5 fields=l1-bytes=1024' --tiled-layout-plan-structured=dot=true | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: func @few
// WIDE: loops = [d2 by 16, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16
// SIXTEEN: loops = [d2 by 8, d1 by 8, d0 by 8, d2 by 1], vector = d1 x 8
func.func @few(%a: memref<8x2048xf32>, %b: memref<2048x2048xf32>, %c: memref<8x2048xf32>) {
  linalg.matmul ins(%a, %b : memref<8x2048xf32>, memref<2048x2048xf32>) outs(%c : memref<8x2048xf32>)
  return
}

// Rows that lie a multiple of a way of the first cache apart would push one another out of it: they are packed
// where there are more than it has ways.
// CHECK-LABEL: func @one_set
// WIDE: loops = [pack 0, d2 by 16, d1 by 16, d0 by 16, d2 by 1]
// WIDE: loops = [d2 by 16, d1 by 16, d0 by 16, d2 by 1]
func.func @one_set(%a: memref<16x2048xf32>, %b: memref<2048x2048xf32>, %c: memref<16x2048xf32>,
                   %d: memref<16x2000xf32>, %e: memref<2000x2048xf32>) {
  linalg.matmul ins(%a, %b : memref<16x2048xf32>, memref<2048x2048xf32>) outs(%c : memref<16x2048xf32>)
  linalg.matmul ins(%d, %e : memref<16x2000xf32>, memref<2000x2048xf32>) outs(%c : memref<16x2048xf32>)
  return
}

// More results than half of the second cache holds go by in blocks.
// CHECK-LABEL: func @vocabulary
// WIDE: loops = [d1 by 32768, d2 by 16, d1 by 32, d0 by 4, d2 by 1]
func.func @vocabulary(%a: memref<4x2048xf32>, %b: memref<2048x64000xf32>, %c: memref<4x64000xf32>) {
  linalg.matmul ins(%a, %b : memref<4x2048xf32>, memref<2048x64000xf32>) outs(%c : memref<4x64000xf32>)
  return
}

// More rows than registers, tiles, and an operand that stays in the cache have
// other plans.
// CHECK-LABEL: func @others
// CHECK-NOT: loops = [d2 by {{16|8}},
// CHECK: return
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @others(%a: memref<24x2048xf32>, %b: memref<2048x2048xf32>, %c: memref<24x2048xf32>,
                  %d: memref<8x2048xf32>, %e: memref<2048x2048xf32, #t>, %f: memref<8x2048xf32>,
                  %g: memref<8x24xf32>, %h: memref<24x2048xf32>) {
  linalg.matmul ins(%a, %b : memref<24x2048xf32>, memref<2048x2048xf32>) outs(%c : memref<24x2048xf32>)
  linalg.matmul ins(%d, %e : memref<8x2048xf32>, memref<2048x2048xf32, #t>) outs(%f : memref<8x2048xf32>)
  linalg.matmul ins(%g, %h : memref<8x24xf32>, memref<24x2048xf32>) outs(%f : memref<8x2048xf32>)
  return
}

// No rows: sums of long columns, and a vector times a matrix, in rows or in tiles. Those that the
// second cache keeps are read column by column. With 16 registers, eight rows go by at a time (`sum-streams`),
// and of a tile all columns.
// CHECK-LABEL: func @columns
// WIDE: loops = [d0 by 16, d1 by 128, d0 by 1], vector = d1 x 16
// SIXTEEN: loops = [d0 by 8, d1 by 64, d0 by 1], vector = d1 x 8
// WIDE: loops = [d1 by 16, d0 by 128, d1 by 1], vector = d0 x 16
// SIXTEEN: loops = [d1 by 8, d0 by 128, d1 by 1], vector = d0 x 8
// WIDE: loops = [d1 by 128, d0 by 1], vector = d1 x 16
// SIXTEEN: loops = [d1 by 64, d0 by 1], vector = d1 x 8
func.func @columns(%a: memref<2048x2048xf32>, %v: memref<2048xf32>, %b: memref<2048x2048xf32, #t>,
                   %w: memref<2048xf32>, %c: memref<256x256xf32>, %u: memref<256xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<2048x2048xf32>) outs(%v : memref<2048xf32>) dimensions = [0]
  linalg.vecmat ins(%v, %b : memref<2048xf32>, memref<2048x2048xf32, #t>) outs(%w : memref<2048xf32>)
  linalg.reduce { arith.addf } ins(%c : memref<256x256xf32>) outs(%u : memref<256xf32>) dimensions = [0]
  return
}

// Each image has sums of its own. Columns of which the number is not known go by in parts of the first
// cache, which threads share.
// CHECK-LABEL: func @batch
// WIDE: loops = [d0 by 1, d1 by 16, d2 by 128, d1 by 1]
// CHECK: loops = [d1 by [[PART:4096|2048]], d0 by {{16|8}}, d1 by {{128|64}}, d0 by 1]
func.func @batch(%a: memref<8x2048x2048xf32>, %v: memref<8x2048xf32>, %b: memref<?x?xf32>, %w: memref<?xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<8x2048x2048xf32>) outs(%v : memref<8x2048xf32>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%b : memref<?x?xf32>) outs(%w : memref<?xf32>) dimensions = [0]
  return
}

// A tiled operand that no cache keeps is read once, too, some pages of whole tiles at a time, while the next
// ones are fetched. More than 64 rows do so where not even the last cache keeps it.
// CHECK-LABEL: func @tiles
// WIDE: loops = [d1 by 128, d2 by 32, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16, masked, fused, prefetch = [1], {{.*}}ahead = d2 by 32
// SIXTEEN: loops = [d1 by 128, d2 by 32, d1 by 16, d0 by 4, d2 by 1], vector = d1 x 8, masked, fused, prefetch = [1], {{.*}}ahead = d2 by 32
// CHECK: ahead = d2 by 32
// CHECK-NOT: ahead
// CHECK: return
func.func @tiles(%a: memref<13x4000xf32>, %b: memref<4000x3000xf32, #t>, %c: memref<13x3000xf32, #t>,
                 %d: memref<200x4096xf32, #t>, %e: memref<4096x4096xf32, #t>, %f: memref<200x4096xf32, #t>,
                 %g: memref<200x2048xf32, #t>, %h: memref<2048x2048xf32, #t>, %i: memref<200x2048xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<13x4000xf32>, memref<4000x3000xf32, #t>) outs(%c : memref<13x3000xf32, #t>)
  linalg.matmul ins(%d, %e : memref<200x4096xf32, #t>, memref<4096x4096xf32, #t>) outs(%f : memref<200x4096xf32, #t>)
  linalg.matmul ins(%g, %h : memref<200x2048xf32, #t>, memref<2048x2048xf32, #t>) outs(%i : memref<200x2048xf32, #t>)
  return
}

// Rows are widened once for all columns. What dot instructions take is packed: the rows in tiles, or parts of a few
// rows of the large operand, which the first cache keeps.
// CHECK-LABEL: func @narrow
// WIDE: loops = [pack 0 wide, d2 by 16, d1 by 16, d0 by 16, d2 by 1]
// WIDE: loops = [pack 0 wide, d1 by 128, d2 by 64, d1 by 32, d0 by 8, d2 by 2], {{.*}}ahead = d2 by 64
// A panel has two blocks of registers or more, however small the cache is.
// SMALL-LABEL: func @narrow
// SMALL: loops = [d2 by 32, d1 by 64, pack 1, d1 by 32, d0 by 8, d2 by 2]
// DOT-LABEL: func @narrow
// DOT: loops = [d2 by 32, d1 by 512, pack 1, d1 by 32, d0 by 8, d2 by 2], vector = d1 x 16, masked, fused, dot = d2 x 2
// DOT: loops = [pack 0, d1 by 128, d2 by 64, d1 by 32, d0 by 8, d2 by 2], {{.*}}dot = d2 x 2, {{.*}}ahead = d2 by 64
// DOT: loops = [d2 by 64, d1 by 512, pack 1, d1 by 32, d0 by 8, d2 by 4], vector = d1 x 16, masked, dot = d2 x 4
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @narrow(%a: memref<16x4096xbf16>, %b: memref<4096x4096xbf16>, %c: memref<16x4096xf32>,
                  %d: memref<16x4096xbf16, #w>, %e: memref<4096x4096xbf16, #w>, %f: memref<16x4096xf32, #t>,
                  %g: memref<16x4096xi8>, %h: memref<4096x4096xi8>, %i: memref<16x4096xi32>) {
  linalg.matmul ins(%a, %b : memref<16x4096xbf16>, memref<4096x4096xbf16>) outs(%c : memref<16x4096xf32>)
  linalg.matmul ins(%d, %e : memref<16x4096xbf16, #w>, memref<4096x4096xbf16, #w>) outs(%f : memref<16x4096xf32, #t>)
  linalg.matmul ins(%g, %h : memref<16x4096xi8>, memref<4096x4096xi8>) outs(%i : memref<16x4096xi32>)
  return
}

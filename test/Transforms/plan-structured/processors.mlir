// What depends on the processor, and what is copied to panels because of where it lies?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,EVEN
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,FEW
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s --check-prefix=SHORT

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#a = #tiled_layout.layout<{0,1:T(128,16)}>
#b = #tiled_layout.layout<{1,0:T(128,16)}>
#bytes = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
#image = #tiled_layout.layout<{3,2,1,0:T(8,128)}>

// Fewer loads than multiply-adds: all rows of a tile by two vectors, and a panel of B that fills half
// of the second cache.
// CHECK-LABEL: func @tiles
// EVEN: loops = [d1 by 512, d2 by 128, pack 1, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16, masked, fused, prefetch = [2], unroll = 4>
// FEW: loops = [d1 by 512, d2 by 512, pack 1, d0 by 8, d1 by 32, d2 by 1], vector = d1 x 16, masked, fused, unroll = 4>
// Few registers: three vectors to the four rows of a tile, anew in each tile. Those of the next tile are
// fetched.
// SHORT-LABEL: func @tiles
// SHORT: loops = [d1 by 128, d2 by 256, pack 1, d0 by 4, d1 by 24, d2 by 1], vector = d1 x 8, masked, fused, prefetch = [0], unroll = 4, ahead = d0 by 8 in rows>
func.func @tiles(%a: memref<1024x1024xf32, #t>, %b: memref<1024x1024xf32, #t>, %c: memref<1024x1024xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<1024x1024xf32, #t>, memref<1024x1024xf32, #t>) outs(%c : memref<1024x1024xf32, #t>)
  return
}

// Tiles that are no wider than a block of registers are panels already.
// CHECK-LABEL: func @panels_of_tiles
// EVEN: loops = [d1 by 512, d2 by 128, d0 by 256, pack 0, d1 by 32, d0 by 8, d2 by 1]
func.func @panels_of_tiles(%a: memref<1024x1024xf32, #a>, %b: memref<1024x1024xf32, #b>, %c: memref<1024x1024xf32, #b>) {
  linalg.matmul ins(%a, %b : memref<1024x1024xf32, #a>, memref<1024x1024xf32, #b>) outs(%c : memref<1024x1024xf32, #b>)
  return
}

// Up to 512 steps are taken whole where eight rows wait for no cache: results are loaded and stored once.
// B of 128 steps is not packed, however large it is.
// CHECK-LABEL: func @few_steps
// EVEN: loops = [d1 by 512, pack 1, d1 by 32, d0 by 8, d2 by 1]
func.func @few_steps(%a: memref<4096x384xf32, #t>, %b: memref<384x4096xf32, #t>, %c: memref<4096x4096xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<4096x384xf32, #t>, memref<384x4096xf32, #t>) outs(%c : memref<4096x4096xf32, #t>)
  return
}

// CHECK-LABEL: func @fewest_steps
// EVEN: loops = [d1 by 256, d1 by 32, d0 by 8, d2 by 1]
func.func @fewest_steps(%a: memref<4096x128xf32, #t>, %b: memref<128x8192xf32, #t>, %c: memref<4096x8192xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<4096x128xf32, #t>, memref<128x8192xf32, #t>) outs(%c : memref<4096x8192xf32, #t>)
  return
}

// Rows of 1024 f32 share a set of the first cache: a small B is packed from 64 results on. Its steps are
// as many as the ways of the set, or more.
// CHECK-LABEL: func @one_set
// EVEN: loops = [d1 by 256, pack 1, d0 by 8, d1 by 32, d2 by 1]
// FEW: pack 1
// SHORT-LABEL: func @one_set
// SHORT: pack 1
func.func @one_set(%a: memref<64x32xf32>, %b: memref<32x1024xf32>, %c: memref<64x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x1024xf32>) outs(%c : memref<64x1024xf32>)
  return
}

// CHECK-LABEL: func @other_sets
// CHECK: loops = [{{[dby0-9, ]+}}], vector
// SHORT-LABEL: func @other_sets
// SHORT: loops = [{{[dby0-9, ]+}}], vector
func.func @other_sets(%a: memref<64x32xf32>, %b: memref<32x1040xf32>, %c: memref<64x1040xf32>) {
  linalg.matmul ins(%a, %b : memref<64x32xf32>, memref<32x1040xf32>) outs(%c : memref<64x1040xf32>)
  return
}

// CHECK-LABEL: func @few_results
// CHECK: loops = [{{[dby0-9, ]+}}], vector
// SHORT-LABEL: func @few_results
// SHORT: loops = [{{[dby0-9, ]+}}], vector
func.func @few_results(%a: memref<32x32xf32>, %b: memref<32x1024xf32>, %c: memref<32x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<32x32xf32>, memref<32x1024xf32>) outs(%c : memref<32x1024xf32>)
  return
}

// B fits the second cache: four vectors to a row. The first cache does not keep 128 rows of a part of each tile: a panel of B
// pays from 256 results on.
// CHECK-LABEL: func @spread
// EVEN: loops = [d1 by 32, d0 by 8, d2 by 1]
// FEW: loops = [d2 by 128, pack 1, d1 by 64, d0 by 4, d2 by 1]
func.func @spread(%a: memref<256x256xf32, #t>, %b: memref<256x256xf32, #t>, %c: memref<256x256xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<256x256xf32, #t>, memref<256x256xf32, #t>) outs(%c : memref<256x256xf32, #t>)
  return
}

// CHECK-LABEL: func @fewer
// EVEN: loops = [d1 by 32, d0 by 8, d2 by 1]
// FEW: loops = [d2 by 128, d1 by 64, d0 by 4, d2 by 1]
func.func @fewer(%a: memref<248x256xf32, #t>, %b: memref<256x256xf32, #t>, %c: memref<248x256xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<248x256xf32, #t>, memref<256x256xf32, #t>) outs(%c : memref<248x256xf32, #t>)
  return
}

// A few columns: all steps at once, since the results are loaded for each block
// of steps.
// CHECK-LABEL: func @columns
// FEW: loops = [pack 1, d1 by 4, d0 by 8, d2 by 1], vector = d1 x 4,
func.func @columns(%a: memref<512x512xf32, #t>, %b: memref<512x4xf32, #t>, %c: memref<512x4xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xf32, #t>, memref<512x4xf32, #t>) outs(%c : memref<512x4xf32, #t>)
  return
}

// A block of two vectors and a half, then two blocks of as many vectors.
// CHECK-LABEL: func @cut
// EVEN: loops = [d1 by 32, d0 by 8, d2 by 1]
// FEW: loops = [d1 by 48, d0 by 8, d2 by 1]
func.func @cut(%a: memref<128x64xf32>, %b: memref<64x40xf32>, %c: memref<128x40xf32>) {
  linalg.matmul ins(%a, %b : memref<128x64xf32>, memref<64x40xf32>) outs(%c : memref<128x40xf32>)
  return
}

// CHECK-LABEL: func @alike
// EVEN: loops = [d1 by 32, d0 by 8, d2 by 1]
// FEW: loops = [d1 by 48, d0 by 8, d2 by 1]
func.func @alike(%a: memref<128x64xf32>, %b: memref<64x72xf32>, %c: memref<128x72xf32>) {
  linalg.matmul ins(%a, %b : memref<128x64xf32>, memref<64x72xf32>) outs(%c : memref<128x72xf32>)
  return
}

// CHECK-LABEL: func @half
// EVEN: loops = [d1 by 32, d0 by 8, d2 by 1]
// FEW: loops = [d1 by 32, d0 by 8, d2 by 1]
func.func @half(%a: memref<128x64xf32>, %b: memref<64x24xf32>, %c: memref<128x24xf32>) {
  linalg.matmul ins(%a, %b : memref<128x64xf32>, memref<64x24xf32>) outs(%c : memref<128x24xf32>)
  return
}

// No result of a row shares its factor: there is a register for each of them,
// and they are read in the order of memory.
// CHECK-LABEL: func @depthwise
// CHECK: loops = [d1 by 1, d0 by 1, d2 by 8, d3 by 32, d4 by 1, d5 by 1], vector = d3 x 16
// SHORT-LABEL: func @depthwise
// SHORT: loops = [d1 by 1, d0 by 1, d2 by 4, d3 by 16, d4 by 1, d5 by 1], vector = d3 x 8
func.func @depthwise(%a: memref<1x58x58x128xf32>, %b: memref<3x3x128xf32>, %c: memref<1x56x56x128xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : memref<1x58x58x128xf32>, memref<3x3x128xf32>)
                                    outs(%c : memref<1x56x56x128xf32>)
  return
}

// Windows visit each byte nine times, and sums are wider. Rows that take turns in
// words are copied to rows of their own first.
// CHECK-LABEL: func @words
// CHECK: loops = [d0 by 1, pack 0, d3 by 128, d1 by 1, d2 by 1, d4 by 1, d5 by 1], vector = d3 x 16
func.func @words(%a: memref<2x30x30x128xi8, #bytes>, %b: memref<3x3xi8>, %c: memref<2x28x28x128xi32>) {
  linalg.pooling_nhwc_sum ins(%a, %b : memref<2x30x30x128xi8, #bytes>, memref<3x3xi8>)
                          outs(%c : memref<2x28x28x128xi32>)
  return
}

// CHECK-LABEL: func @depthwise_words
// CHECK: loops = [d0 by 1, pack 0, d1 by 1, d2 by
func.func @depthwise_words(%a: memref<2x30x30x128xi8, #bytes>, %b: memref<3x3x128xi8>, %c: memref<2x28x28x128xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b : memref<2x30x30x128xi8, #bytes>, memref<3x3x128xi8>)
                                    outs(%c : memref<2x28x28x128xi32>)
  return
}

// All columns of a panel go by for the rows of a tile, which the second cache would not keep.
// SHORT-LABEL: func @large
// SHORT: loops = [d1 by 128, d2 by 256, pack 1, d0 by 4, d1 by 24, d2 by 1]
// CHECK-LABEL: func @large
// EVEN: loops = [d1 by 512, d2 by 128, pack 1, d1 by 32, d0 by 8, d2 by 1]
// FEW: loops = [d1 by 512, d2 by 512, pack 1, d0 by 8, d1 by 32, d2 by 1]
func.func @large(%a: memref<4096x4096xf32, #t>, %b: memref<4096x4096xf32, #t>, %c: memref<4096x4096xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<4096x4096xf32, #t>, memref<4096x4096xf32, #t>) outs(%c : memref<4096x4096xf32, #t>)
  return
}

// Six rows share columns for so long that the second cache delivers them in time. Rows that no tile holds
// together are fetched once for all columns of a panel, however many rows there are.
// Of short vectors, four rows do, too.
// SHORT-LABEL: func @rows
// SHORT: loops = [d1 by 128, d2 by 256, pack 1, d0 by 6, d1 by 16, d2 by 1]
// CHECK-LABEL: func @rows
// EVEN: loops = [d1 by 512, d2 by 256, pack 1, d0 by 14, d1 by 32, d2 by 1]
// FEW: loops = [d1 by 512, d2 by 512, pack 1, d0 by 6, d1 by 64, d2 by 1]
func.func @rows(%a: memref<896x1024xf32>, %b: memref<1024x1024xf32>, %c: memref<896x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<896x1024xf32>, memref<1024x1024xf32>) outs(%c : memref<896x1024xf32>)
  return
}

// Vectors of a row lie in several tiles.
// CHECK-LABEL: func @across
// EVEN: d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16
// FEW: d1 by 64, d0 by 4, d2 by 1], vector = d1 x 16
func.func @across(%a: memref<256x256xf32, #a>, %b: memref<256x256xf32, #b>, %c: memref<256x256xf32, #b>) {
  linalg.matmul ins(%a, %b : memref<256x256xf32, #a>, memref<256x256xf32, #b>) outs(%c : memref<256x256xf32, #b>)
  return
}

// A window of one pixel is no window: the image stays where it is. The first
// cache does not keep the filter in wide tiles.
// CHECK-LABEL: func @pixels
// EVEN-NOT: pack
// FEW: loops = [d6 by 128, pack 1, d3 by 64, d0 by 1, d1 by 1, d2 by 4,
// CHECK-LABEL: func @channels
func.func @pixels(%a: memref<1x56x56x256xf32, #image>, %b: memref<1x1x256x64xf32, #image>, %c: memref<1x56x56x64xf32, #image>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x56x56x256xf32, #image>, memref<1x1x256x64xf32, #image>)
                           outs(%c : memref<1x56x56x64xf32, #image>)
  return
}

// Three channels of 128 are copied to a panel without the padding.
// CHECK: loops = [pack 0, d0 by 1, d3 by
func.func @channels(%a: memref<1x229x229x3xf32, #image>, %b: memref<7x7x3x64xf32, #image>, %c: memref<1x112x112x64xf32, #image>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
    ins(%a, %b : memref<1x229x229x3xf32, #image>, memref<7x7x3x64xf32, #image>) outs(%c : memref<1x112x112x64xf32, #image>)
  return
}

// Without a panel, columns are outside of rows.
// SHORT-LABEL: func @tile_by_tile
// SHORT: loops = [d1 by 128, d2 by 128, d1 by 24, d0 by 4, d2 by 1]
func.func @tile_by_tile(%a: memref<21x531xf32, #t>, %b: memref<531x300xf32, #t>, %c: memref<21x300xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<21x531xf32, #t>, memref<531x300xf32, #t>) outs(%c : memref<21x300xf32, #t>)
  return
}

// 256 rows pay for a panel of what the first cache does not keep.
// SHORT-LABEL: func @small
// SHORT: loops = [d1 by 128, pack 1, d0 by 6, d1 by 16, d2 by 1]
func.func @small(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %c: memref<256x256xf32>) {
  linalg.matmul ins(%a, %b : memref<256x256xf32>, memref<256x256xf32>) outs(%c : memref<256x256xf32>)
  return
}

// A filter whose lines lie apart goes to a panel, whole where the second cache keeps it.
// SHORT-LABEL: func @filter
// SHORT: loops = [pack 1, d3 by 16, d0 by 1, d1 by 1, d2 by 6, d4 by 1, d5 by 1, d6 by 1]
// EVEN-LABEL: func @filter
// EVEN: loops = [d3 by 32, d0 by 1
// FEW-LABEL: func @filter
// FEW: loops = [d3 by 64, d0 by 1
func.func @filter(%a: memref<1x58x58x64xf32, #image>, %b: memref<3x3x64x64xf32, #image>, %c: memref<1x56x56x64xf32, #image>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x58x58x64xf32, #image>, memref<3x3x64x64xf32, #image>)
                           outs(%c : memref<1x56x56x64xf32, #image>)
  return
}

// In parts of whole tiles elsewhere, and blocks of three vectors in each.
// SHORT-LABEL: func @filter_in_parts
// SHORT: loops = [pack 0, d0 by 1, d3 by 128, d4 by 1, d5 by 1, pack 1, d3 by 24, d1 by 1, d2 by 4, d6 by 1]
func.func @filter_in_parts(%a: memref<1x30x30x256xf32, #image>, %b: memref<3x3x256x256xf32, #image>, %c: memref<1x28x28x256xf32, #image>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x30x30x256xf32, #image>, memref<3x3x256x256xf32, #image>)
                           outs(%c : memref<1x28x28x256xf32, #image>)
  return
}

// No panel of half a tile, even if there is one tile only.
// SHORT-LABEL: func @one_tile
// SHORT: loops = [d3 by 128, pack 1, d0 by 1, d1 by 1, d2 by 4, d3 by 24, d4 by 1
// SHORT-LABEL: func @one_row
// SHORT: loops = [d4 by 1, pack 1, d3 by 16, d0 by 1
func.func @one_tile(%a: memref<1x56x56x256xf32, #image>, %b: memref<1x1x256x64xf32, #image>, %c: memref<1x56x56x64xf32, #image>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x56x56x256xf32, #image>, memref<1x1x256x64xf32, #image>)
                           outs(%c : memref<1x56x56x64xf32, #image>)
  return
}
func.func @one_row(%a: memref<1x30x30x128xf32, #image>, %b: memref<3x3x128x128xf32, #image>, %c: memref<1x28x28x128xf32, #image>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x30x30x128xf32, #image>, memref<3x3x128x128xf32, #image>)
                           outs(%c : memref<1x28x28x128xf32, #image>)
  return
}

// Three vectors to four rows of tiles where columns have none: panels of whole blocks.
// SHORT-LABEL: func @rows_of_tiles
// SHORT: loops = [d1 by 72, pack 1, d0 by 4, d1 by 24, d2 by 1]
func.func @rows_of_tiles(%a: memref<512x512xf32, #t>, %b: memref<512x4096xf32>, %c: memref<512x4096xf32>) {
  linalg.matmul ins(%a, %b : memref<512x512xf32, #t>, memref<512x4096xf32>) outs(%c : memref<512x4096xf32>)
  return
}

// Rows in panels, too, if those of the columns are no wider than a tile.
// SHORT-LABEL: func @rows_in_panels
// SHORT: loops = [d1 by 128, d2 by 128, pack 1, d0 by 256, pack 0, d1 by 24, d0 by 4, d2 by 1]
func.func @rows_in_panels(%a: memref<512x512xf32, #t>, %b: memref<512x512xf32, #t>, %c: memref<512x512xf32, #t>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<512x512xf32, #t>, memref<512x512xf32, #t>) outs(%c : memref<512x512xf32, #t>)
  return
}

// Words of two rows are taken apart in registers, which leave room for five rows of results.
// SHORT-LABEL: func @words_apart
// SHORT: d3 by 5, d5 by 1, d6 by 1, d7 by 1, d8 by 2], vector = d4 x 8
#words = #tiled_layout.layout<{4,3,2,1,0:T(8,128)(2,1)}>
#volume = #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>
func.func @words_apart(%a: memref<1x10x18x18x32xbf16, #words>, %b: memref<3x3x3x32x32xbf16, #words>, %c: memref<1x8x16x16x32xf32, #volume>) {
  linalg.conv_3d_ndhwc_dhwcf {strides = dense<1> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>}
    ins(%a, %b : memref<1x10x18x18x32xbf16, #words>, memref<3x3x3x32x32xbf16, #words>) outs(%c : memref<1x8x16x16x32xf32, #volume>)
  return
}

// Sums of columns take all columns of a tile, maxima those of half of it: comparisons need registers of their own.
// SHORT-LABEL: func @whole_tiles
// SHORT: linalg.reduce {{.*}}loops = [d0 by 8, d1 by 128, d0 by 1]
// SHORT: linalg.reduce {{.*}}loops = [d0 by 16, d1 by 64, d0 by 1]
func.func @whole_tiles(%a: memref<4096x1024xf32, #t>, %s: memref<1024xf32>, %m: memref<1024xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4096x1024xf32, #t>) outs(%s : memref<1024xf32>) dimensions = [0]
  linalg.reduce { arith.maximumf } ins(%a : memref<4096x1024xf32, #t>) outs(%m : memref<1024xf32>) dimensions = [0]
  return
}

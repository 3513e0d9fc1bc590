// Windows that move along the columns of tiles: no vector lies within a tile, so that the image
// is packed, row-major, be the elements shared by other results or not. A filter whose last
// dimensions are tiled has nine numbers in 4 KiB: it is packed once, around all loops.

// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOWER

#v = #tiled_layout.layout<{0:T(1024)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#r = #tiled_layout.layout<{2,1,0:T(8,128)}>
#w = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#f = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#c = #tiled_layout.layout<{1,2,0:T(8,128)}>
#b = #tiled_layout.layout<{1,2,0:T(8,128)(4,1)}>

// CHECK-LABEL: @pool(
// CHECK: loops = [d0 by 1, d1 by 1, pack 0, d2 by 128, d3 by 1], vector = d2 x 16
func.func @pool(%a: memref<8x256x130xf32, #r>, %k: memref<3xf32, #v>,
                %o: memref<8x256x128xf32, #r>) {
  linalg.pooling_ncw_max ins(%a, %k : memref<8x256x130xf32, #r>, memref<3xf32, #v>)
    outs(%o : memref<8x256x128xf32, #r>)
  return
}

// Two channels share the words of the result: no loop over one of them is around the panel.
// CHECK-LABEL: @pool_words(
// CHECK: loops = [d0 by 1, pack 0, d2 by 128, d1 by 2, d3 by 1], vector = d2 x 16
func.func @pool_words(%a: memref<8x256x130xbf16, #w>, %k: memref<3xbf16>,
                      %o: memref<8x256x128xbf16, #w>) {
  linalg.pooling_ncw_max ins(%a, %k : memref<8x256x130xbf16, #w>, memref<3xbf16>)
    outs(%o : memref<8x256x128xbf16, #w>)
  return
}

// Four channels share a word, but vectors lie along the columns.
// CHECK-LABEL: @pool_bytes(
// CHECK: loops = [d0 by 1, pack 0, d1 by 128, d2 by 4, d3 by 1], vector = d1 x 64
func.func @pool_bytes(%a: memref<8x130x256xi8, #b>, %k: memref<3xi8>,
                      %o: memref<8x128x256xi8, #b>) {
  linalg.pooling_nwc_max ins(%a, %k : memref<8x130x256xi8, #b>, memref<3xi8>)
    outs(%o : memref<8x128x256xi8, #b>)
  return
}

// CHECK-LABEL: @one_channel(
// CHECK: loops = [pack 0, d1 by 128, d0 by 1, d2 by 1, d3 by 1], vector = d1 x 16
func.func @one_channel(%a: memref<258x258xf32, #m>, %k: memref<3x3xf32, #m>,
                       %o: memref<256x256xf32, #m>) {
  linalg.conv_2d ins(%a, %k : memref<258x258xf32, #m>, memref<3x3xf32, #m>)
    outs(%o : memref<256x256xf32, #m>)
  return
}

// CHECK-LABEL: @channels_first(
// CHECK: loops = [pack 1, d0 by 1, pack 0, d2 by 32, d1 by 8, d3 by 1, d4 by 1], vector = d2 x 16
func.func @channels_first(%a: memref<8x64x130xf32, #r>, %k: memref<64x64x3xf32, #r>,
                          %o: memref<8x64x128xf32, #r>) {
  linalg.conv_1d_ncw_fcw ins(%a, %k : memref<8x64x130xf32, #r>, memref<64x64x3xf32, #r>)
    outs(%o : memref<8x64x128xf32, #r>)
  return
}

// The filter lies across the vectors, in tiles of 8 columns of the window: its panel is whole.
// CHECK-LABEL: @filters_first(
// CHECK: loops = [pack 1, d3 by 32, d0 by 1, d1 by 1, d2 by 14, d4 by 1, d5 by 1, d6 by 1]
func.func @filters_first(%a: memref<1x30x30x64xf32, #f>, %k: memref<64x3x3x64xf32, #f>,
                         %o: memref<1x28x28x64xf32, #f>) {
  linalg.conv_2d_nhwc_fhwc ins(%a, %k : memref<1x30x30x64xf32, #f>, memref<64x3x3x64xf32, #f>)
    outs(%o : memref<1x28x28x64xf32, #f>)
  return
}

// Of one that fills more than its part of the cache, each panel has one column of the window:
// two would be a part of a tile.
// CHECK-LABEL: @large_filter(
// CHECK: loops = [{{.*}}d5 by 1, pack 1
func.func @large_filter(%a: memref<1x16x16x1024xf32, #f>, %k: memref<64x3x3x1024xf32, #f>,
                        %o: memref<1x14x14x64xf32, #f>) {
  linalg.conv_2d_nhwc_fhwc ins(%a, %k : memref<1x16x16x1024xf32, #f>, memref<64x3x3x1024xf32, #f>)
    outs(%o : memref<1x14x14x64xf32, #f>)
  return
}

// Extents that are known at run time only are those of the panel.
// CHECK-LABEL: @dynamic(
// CHECK: loops = [d0 by 1, d1 by 1, pack 0, d2 by 128, d3 by 1], vector = d2 x 16
// LOWER-LABEL: @dynamic(

// LOWER: memref.alloc(%{{.*}}) {{.*}} : memref<1x1x?xf32,
func.func @dynamic(%a: memref<?x?x?xf32, #r>, %k: memref<3xf32, #v>,
                   %o: memref<?x?x?xf32, #r>) {
  linalg.pooling_ncw_max ins(%a, %k : memref<?x?x?xf32, #r>, memref<3xf32, #v>)
    outs(%o : memref<?x?x?xf32, #r>)
  return
}

// An image in another order is packed so that columns of the result are columns of the panel.
// CHECK-LABEL: @columns_first(
// CHECK: loops = [d0 by 1, d2 by 1, pack 0, d1 by 128, d3 by 1], vector = d1 x 16
// LOWER-LABEL: @columns_first(
// LOWER: memref.alloc{{a?}}(){{.*}} : memref<1x130x1xf32, #tiled_layout.layout<{1,2,0}>>
func.func @columns_first(%a: memref<8x130x256xf32, #c>, %k: memref<3xf32, #v>,
                         %o: memref<8x128x256xf32, #c>) {
  linalg.pooling_nwc_max ins(%a, %k : memref<8x130x256xf32, #c>, memref<3xf32, #v>)
    outs(%o : memref<8x128x256xf32, #c>)
  return
}

// Neighbours of the filter are those of a window: few, be their number known or not.
// CHECK-LABEL: @dynamic_filter(
// CHECK: loops = [pack 1, d0 by 1, pack 0,
// LOWER-LABEL: @dynamic_filter(
// LOWER-DAG: memref.dim %arg1, %c2
// LOWER: memref.alloc(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {{.*}} : memref<?x?x?x?xf32,
func.func @dynamic_filter(%a: memref<?x?x?x?xf32, #f>, %k: memref<?x?x?x?xf32, #f>,
                          %o: memref<?x?x?x?xf32, #f>) {
  linalg.conv_2d_nchw_fchw ins(%a, %k : memref<?x?x?x?xf32, #f>, memref<?x?x?x?xf32, #f>)
    outs(%o : memref<?x?x?x?xf32, #f>)
  return
}

// A weighted mean along rows that share words: a panel has the rows of a tile, for each of which the words would be taken
// apart anew.
// CHECK-LABEL: func @mean_of_words(
// CHECK: loops = [d0 by 8, pack 0, d0 by 1, d1 by 128, d2 by 1], vector = d1 x 16
#rows = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @mean_of_words(%a: memref<512x775xbf16, #rows>, %w: memref<8xbf16>, %o: memref<512x768xf32, #m>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j + k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %w : memref<512x775xbf16, #rows>, memref<8xbf16>) outs(%o : memref<512x768xf32, #m>) {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}

// A panel is filled outside of the loops on which its operand does not depend, and of those of one
// step: the filter that all pixels share is packed once, not for each pixel.

// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured=dot=true \
// RUN:   | FileCheck %s --check-prefix=DOT

#i = #tiled_layout.layout<{3,4,2,1,0:T(8,128)}>

// CHECK-LABEL: @groups(
// CHECK: loops = [pack 1, d1 by 1, d2 by 1,
func.func @groups(%a: memref<1x30x30x4x16xf32, #i>, %k: memref<4x16x3x3x16xf32, #i>,
                  %o: memref<1x28x28x4x16xf32, #i>) {
  linalg.conv_2d_nhwgc_gfhwc
    ins(%a, %k : memref<1x30x30x4x16xf32, #i>, memref<4x16x3x3x16xf32, #i>)
    outs(%o : memref<1x28x28x4x16xf32, #i>)
  return
}

#n = #tiled_layout.layout<{3,2,1,0:T(8,128)}>

// Each element of a filter of 1x1 has a tile of its own, however large the extents are: it is packed around all loops.
// CHECK-LABEL: @pointwise(
// CHECK: loops = [pack 1, d2 by 1, d3 by
func.func @pointwise(%a: memref<1x?x?x?xf32, #n>, %k: memref<?x?x1x1xf32, #n>, %o: memref<1x?x?x?xf32, #n>) {
  linalg.conv_2d_nchw_fchw
    ins(%a, %k : memref<1x?x?x?xf32, #n>, memref<?x?x1x1xf32, #n>)
    outs(%o : memref<1x?x?x?xf32, #n>)
  return
}

// No input depends on the rows, which are all the same: the panel is that of rows of the widest elements.
// CHECK-LABEL: @broadcast(
// CHECK: loops = [d1 by 512, pack 0, d2 by 300, d0 by 8, d1 by 32, d2 by 1]
func.func @broadcast(%b: memref<300x1024xf32>, %c: memref<128x1024xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%b : memref<300x1024xf32>) outs(%c : memref<128x1024xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}

// Each row of A meets all columns of the panel before the next one, with dot instructions too: results are written
// in the order of memory.
// DOT-LABEL: @rows(
// DOT: loops = [d1 by 256, pack 1, d0 by 8, d1 by 32, d2 by 2]
func.func @rows(%a: memref<1024x32xbf16>, %b: memref<32x1024xbf16>, %c: memref<1024x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<1024x32xbf16>, memref<32x1024xbf16>) outs(%c : memref<1024x1024xf32>)
  return
}

#row = #tiled_layout.layout<{1,0:T(256)}>
#b2 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// A panel takes whole tiles of 256 steps, not one step at a time.
// CHECK-LABEL: @long_tiles(
// CHECK: loops = [d2 by 256, pack
func.func @long_tiles(%a: memref<128x512xbf16, #row>, %b: memref<512x256xbf16, #b2>, %c: memref<128x256xf32, #row>) {
  linalg.matmul ins(%a, %b : memref<128x512xbf16, #row>, memref<512x256xbf16, #b2>) outs(%c : memref<128x256xf32, #row>)
  return
}

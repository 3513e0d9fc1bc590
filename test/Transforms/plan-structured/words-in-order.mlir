// Sums in order over dimensions whose indices share words, around another dimension: each index is
// added for itself, from its part of the words. With reassoc, blocks have whole words.

// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=x86-64-v3 \
// RUN:   --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=x86-64-v3 \
// RUN:   --tiled-layout-plan-structured=reassoc=true | FileCheck %s --check-prefix=REASSOC
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured \
// RUN:   --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOWER

#w = #tiled_layout.layout<{3,0,2,1:T(8,128)(2,1)}>
#a = #tiled_layout.layout<{3,0,2,1:T(8,128)}>

// CHECK-LABEL: func @channels(
// CHECK: loops = [d3 by 64, d0 by 1, d1 by 1, d2 by 1], vector = d3 x 8
// REASSOC-LABEL: func @channels(
// REASSOC: d0 by 2
// REASSOC-SAME: reassoc
// LOWER-LABEL: func @channels(
// LOWER: vector.load {{.*}} vector<16xbf16>
// LOWER: arith.shrui {{.*}} vector<8xi32>
func.func @channels(%x: memref<8x14x14x128xbf16, #w>, %s: memref<128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (c)>],
                  iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
    ins(%x : memref<8x14x14x128xbf16, #w>) outs(%s : memref<128xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %b = arith.extf %a : bf16 to f32
    %c = arith.addf %o, %b : f32
    linalg.yield %c : f32
  }
  return
}

// Blocks of several words of rows, whose number is known at run time only, are cut at their end by
// halves.
// CHECK-LABEL: func @blocks(
// CHECK: d1 by 4
// CHECK-SAME: vector = d3 x 8
func.func @blocks(%x: memref<1x?x?x?xbf16, #w>, %f: memref<?x?x3x3xbf16, #w>, %o: memref<1x?x?x?xf32, #a>) {
  linalg.conv_2d_nchw_fchw ins(%x, %f : memref<1x?x?x?xbf16, #w>, memref<?x?x3x3xbf16, #w>) outs(%o : memref<1x?x?x?xf32, #a>)
  return
}

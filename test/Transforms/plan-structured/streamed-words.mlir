// Are large outputs written around the caches where a vector is less than a line?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v2 --tiled-layout-plan-structured | FileCheck %s

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#map = affine_map<(i, j) -> (i, j)>

// Rows of words together: parts of a line follow one another.
// CHECK-LABEL: func @words(
// CHECK: streaming
func.func @words(%a: memref<8192x8192xbf16, #w>, %b: memref<8192x8192xbf16, #w>) {
  linalg.add ins(%a, %a : memref<8192x8192xbf16, #w>, memref<8192x8192xbf16, #w>) outs(%b : memref<8192x8192xbf16, #w>)
  return
}

// Both rows of a word to rows of their own, one after the other.
// CHECK-LABEL: func @widened(
// CHECK: streaming
func.func @widened(%a: memref<8192x8192xbf16, #w>, %b: memref<8192x8192xf32, #f>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<8192x8192xbf16, #w>) outs(%b : memref<8192x8192xf32, #f>) {
  ^bb0(%x: bf16, %y: f32):
    %0 = arith.extf %x : bf16 to f32
    linalg.yield %0 : f32
  }
  return
}

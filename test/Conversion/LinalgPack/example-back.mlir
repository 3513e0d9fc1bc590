// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-linalg-pack | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func.func @pack(
// CHECK-SAME:      %[[A:.*]]: tensor<16x256xbf16>) -> tensor<2x2x4x128x2xbf16>
// CHECK:         %[[P:.*]] = linalg.pack %[[A]] inner_dims_pos = [0, 1] inner_tiles = [8, 128]
// CHECK-SAME:      : tensor<16x256xbf16> -> tensor<2x2x8x128xbf16>
// CHECK:         %[[Q:.*]] = linalg.pack %[[P]] inner_dims_pos = [2] inner_tiles = [2]
// CHECK-SAME:      : tensor<2x2x8x128xbf16> -> tensor<2x2x4x128x2xbf16>
// CHECK:         return %[[Q]] : tensor<2x2x4x128x2xbf16>
func.func @pack(%a: tensor<16x256xbf16>) -> tensor<16x256xbf16, #t> {
  %e = tiled_layout.empty() : tensor<16x256xbf16, #t>
  %r = tiled_layout.relayout ins(%a : tensor<16x256xbf16>)
    outs(%e : tensor<16x256xbf16, #t>) -> tensor<16x256xbf16, #t>
  return %r : tensor<16x256xbf16, #t>
}

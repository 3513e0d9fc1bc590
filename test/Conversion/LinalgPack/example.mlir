// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --convert-linalg-pack-to-tiled-layout | FileCheck %s

// CHECK-LABEL: func.func @pack(
// CHECK-SAME:      %[[A:.*]]: tensor<20x300xf32>,
// CHECK:         %[[E:.*]] = tiled_layout.empty() : tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK:         %[[R:.*]] = tiled_layout.relayout ins(%[[A]] : tensor<20x300xf32>) outs(%[[E]] : {{.*}}) padding = 0.000000e+00 : f32
// CHECK:         %[[P:.*]] = tiled_layout.to_physical %[[R]] : {{.*}} to tensor<3x3x8x128xf32>
// CHECK:         return %[[P]] : tensor<3x3x8x128xf32>
func.func @pack(%a: tensor<20x300xf32>, %b: tensor<3x3x8x128xf32>)
    -> tensor<3x3x8x128xf32> {
  %zero = arith.constant 0.0 : f32
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0, 1]
    inner_tiles = [8, 128] into %b
    : tensor<20x300xf32> -> tensor<3x3x8x128xf32>
  return %p : tensor<3x3x8x128xf32>
}

// RUN: tiled-layout-opt %s --tiled-layout-linalg-to-physical | FileCheck %s

// The example in the description of the pass.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK: #[[$ID:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: @f
// CHECK-SAME: (%[[A:.*]]: tensor<16x256xf32, {{.*}}>, %[[B:.*]]: tensor<16x256xf32, {{.*}}>)
// CHECK-NEXT: %[[FLAT_A:.*]] = tiled_layout.to_physical %[[A]] : {{.*}} to tensor<4096xf32>
// CHECK-NEXT: %[[TILES_A:.*]] = tensor.expand_shape %[[FLAT_A]] {{\[\[}}0, 1, 2, 3]] output_shape [2, 2, 8, 128]
// CHECK-NEXT: %[[FLAT_B:.*]] = tiled_layout.to_physical %[[B]]
// CHECK-NEXT: %[[TILES_B:.*]] = tensor.expand_shape %[[FLAT_B]]
// CHECK-NEXT: %[[TILES:.*]] = linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%[[TILES_A]] : tensor<2x2x8x128xf32>) outs(%[[TILES_B]] : tensor<2x2x8x128xf32>)
// CHECK: math.exp
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[TILES]]
// CHECK-NEXT: %[[R:.*]] = tiled_layout.from_physical %[[FLAT]] : tensor<4096xf32> to tensor<16x256xf32,
// CHECK-NEXT: return %[[R]]
func.func @f(%a: tensor<16x256xf32, #t>, %b: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<16x256xf32, #t>)
         outs(%b : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %0 : tensor<16x256xf32, #t>
}

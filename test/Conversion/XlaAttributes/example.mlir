// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --convert-xla-attributes-to-tiled-layout | FileCheck %s

// CHECK-NOT:   mhlo.layout_mode
// CHECK-LABEL: func.func @main(
// CHECK-SAME:      %[[A:.*]]: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<256x16xf32> {
// CHECK:         %[[B:.*]] = "stablehlo.transpose"(%[[A]])
// CHECK-SAME:      {permutation = array<i64: 1, 0>} :
// CHECK-SAME:      (tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<256x16xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<256x16xf32>
// CHECK:         %[[R:.*]] = tiled_layout.relayout ins(%[[B]] : {{.*}}) outs(%[[E]] :
// CHECK:         return %[[R]]
func.func @main(%a: tensor<16x256xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"})
    -> (tensor<256x16xf32> {mhlo.layout_mode = "{1,0}"}) {
  %b = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>,
    xla_shape = "f32[256,16]{0,1:T(8,128)}"}
    : (tensor<16x256xf32>) -> tensor<256x16xf32>
  return %b : tensor<256x16xf32>
}

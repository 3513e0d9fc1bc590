// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s

// The example in the description of the pass.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: @f
// CHECK-SAME: (%[[A:.*]]: tensor<16x256xf32, #[[$T:.*]]>,
// CHECK-NEXT: %[[R:.*]] = math.exp %[[A]] : tensor<16x256xf32, {{.*}}>
// CHECK-NEXT: return %[[R]]
func.func @f(%a: tensor<16x256xf32, #t>, %e: tensor<16x256xf32>,
             %d: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>)
         outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %1 = math.exp %0 : tensor<16x256xf32>
  %2 = tiled_layout.relayout ins(%1 : tensor<16x256xf32>)
         outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %2 : tensor<16x256xf32, #t>
}

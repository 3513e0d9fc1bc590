// RUN: tiled-layout-opt %s --tiled-layout-relayout-constants | FileCheck %s

// The example in the description of the pass.

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// CHECK-LABEL: @f
// CHECK: %[[C:.*]] = arith.constant dense<{{\[\[}}0.0{{.*}}, 1.0{{.*}}, 2.0{{.*}}], [3.0{{.*}}, 4.0{{.*}}, 5.0{{.*}}]]> : tensor<2x3xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
// CHECK-NEXT: return %[[C]]
func.func @f() -> tensor<2x3xf32, #t> {
  %0 = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %1 = tiled_layout.empty() : tensor<2x3xf32, #t>
  %2 = tiled_layout.relayout ins(%0 : tensor<2x3xf32>)
         outs(%1 : tensor<2x3xf32, #t>) -> tensor<2x3xf32, #t>
  return %2 : tensor<2x3xf32, #t>
}

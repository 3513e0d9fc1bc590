// RUN: tiled-layout-opt %s --tiled-layout-relayout-constants | FileCheck %s

// A cast between layouts is a relayout here, too.
// CHECK-LABEL: @cast
// CHECK: %[[C:.*]] = arith.constant dense<{{.*}}> : tensor<2x2xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NEXT: return %[[C]]
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @cast() -> tensor<2x2xf32, #t> {
  %0 = arith.constant dense<[[1.0,2.0],[3.0,4.0]]> : tensor<2x2xf32>
  %1 = tensor.cast %0 : tensor<2x2xf32> to tensor<2x2xf32, #t>
  return %1 : tensor<2x2xf32, #t>
}

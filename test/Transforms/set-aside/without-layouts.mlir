// An operation that a pass between made, and that no layout of its operands or results lets
// verify, works without layouts.
//
// RUN: tiled-layout-opt %s --tiled-layout-restore-layouts | FileCheck %s

module attributes {tiled_layout.set_aside = [[#tiled_layout.layout<{1,0:T(8,128)}>, unit]]} {
  // CHECK-LABEL: func @rows
  // CHECK-SAME: %[[A:.*]]: tensor<16x256xf32, #tiled_layout
  // CHECK: %[[PLAIN:.*]] = tiled_layout.relayout ins(%[[A]] : {{.*}} -> tensor<16x256xf32>
  // CHECK: tensor.gather %[[PLAIN]]
  func.func @rows(%a: tensor<16x256xf32> {tiled_layout.set_aside = #tiled_layout.layout<{1,0:T(8,128)}>},
                  %rows: tensor<3x1xi64>) -> tensor<3x1x256xf32> {
    %x = tensor.gather %a[%rows] gather_dims([0]) : (tensor<16x256xf32>, tensor<3x1xi64>) -> tensor<3x1x256xf32>
    return %x : tensor<3x1x256xf32>
  }

  // A function of another dialect that has none.
  // CHECK: llvm.func @free(!llvm.ptr)
  llvm.func @free(!llvm.ptr)

  // CHECK-LABEL: func @result
  // CHECK: %[[G:.*]] = tensor.gather {{.*}} -> tensor<16x256xf32>
  // CHECK: %[[R:.*]] = tiled_layout.relayout ins(%[[G]] : {{.*}} -> tensor<16x256xf32, #tiled_layout
  // CHECK: return %[[R]]
  func.func @result(%a: tensor<256xf32>, %places: tensor<16x256x1xi64>)
      -> (tensor<16x256xf32> {tiled_layout.set_aside = #tiled_layout.layout<{1,0:T(8,128)}>}) {
    %x = tensor.gather %a[%places] gather_dims([0]) : (tensor<256xf32>, tensor<16x256x1xi64>) -> tensor<16x256xf32>
    return %x : tensor<16x256xf32>
  }
}

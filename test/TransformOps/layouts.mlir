// A script gives arrays of a program layouts; the pipelines then do the rest.
//
// RUN: tiled-layout-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// Operands of a product: the destination's result goes back to its old type.
// CHECK-LABEL: func.func @product(
// CHECK: %[[A:.+]] = tiled_layout.relayout ins(%arg0 : tensor<16x256xf32>) {{.*}} -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: %[[C:.+]] = tiled_layout.relayout ins(%arg2 : tensor<16x128xf32>) {{.*}} -> tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: %[[R:.+]] = linalg.matmul
// CHECK-SAME: ins(%[[A]], %arg1 : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, tensor<256x128xf32>)
// CHECK-SAME: outs(%[[C]] : tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK: %[[BACK:.+]] = tiled_layout.relayout ins(%[[R]] : tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {{.*}} {moved} -> tensor<16x128xf32>
// CHECK: return %[[BACK]]
func.func @product(%a: tensor<16x256xf32>, %b: tensor<256x128xf32>,
                   %c: tensor<16x128xf32>) -> tensor<16x128xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x256xf32>, tensor<256x128xf32>)
                     outs(%c : tensor<16x128xf32>) -> tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %moved = transform.tiled_layout.relayout_operands %product[0, 2]
      to (#tiled_layout.layout<{1,0:T(8,128)}>)
      : (!transform.any_op) -> !transform.any_op
    transform.annotate %moved "moved" : !transform.any_op
    transform.yield
  }
}

// -----

// An argument: the function reads it through a relayout, and so do callers.
// CHECK-LABEL: func.func @callee(
// CHECK-SAME: %[[ARG:.+]]: tensor<?x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>) -> tensor<?x256xbf16>
// CHECK: %[[PLAIN:.+]] = tiled_layout.relayout ins(%[[ARG]] : {{.*}} -> tensor<?x256xbf16>
// CHECK: math.exp %[[PLAIN]] : tensor<?x256xbf16>
// CHECK-LABEL: func.func @caller(
// CHECK: %[[PACKED:.+]] = tiled_layout.relayout ins(%arg0 : tensor<?x256xbf16>)
// CHECK: call @callee(%[[PACKED]]) : (tensor<?x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>) -> tensor<?x256xbf16>
func.func @callee(%a: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  %r = math.exp %a : tensor<?x256xbf16>
  return %r : tensor<?x256xbf16>
}
func.func @caller(%a: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  %r = call @callee(%a) : (tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %r : tensor<?x256xbf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} attributes{sym_name = "callee"} in %root
      : (!transform.any_op) -> !transform.any_op
    %moved = transform.tiled_layout.set_argument_layouts %function[0]
      to (#tiled_layout.layout<{1,0:T(8,128)(2,1)}>)
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

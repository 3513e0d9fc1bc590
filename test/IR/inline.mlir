// RUN: tiled-layout-opt %s --inline --mlir-print-local-scope | FileCheck %s

// Functions that relay, view and compute positions are inlined like others.
// CHECK-LABEL: func.func @f(
// CHECK-NOT: call
// CHECK: tiled_layout.relayout
// CHECK: tiled_layout.to_physical
// CHECK: tiled_layout.linearize
// CHECK-NOT: call
// CHECK: return
#t = #tiled_layout.layout<{0:T(4)}>
func.func private @relay(%a: tensor<8xf32>) -> tensor<8xf32, #t> {
  %e = tiled_layout.empty() : tensor<8xf32, #t>
  %r = tiled_layout.relayout ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32, #t>) -> tensor<8xf32, #t>
  return %r : tensor<8xf32, #t>
}
func.func private @view(%a: tensor<8xf32, #t>, %i: index) -> (tensor<2x4xf32>, index) {
  %r = tiled_layout.to_physical %a : tensor<8xf32, #t> to tensor<2x4xf32>
  %p = tiled_layout.linearize %a[%i] : tensor<8xf32, #t>
  return %r, %p : tensor<2x4xf32>, index
}
func.func @f(%a: tensor<8xf32>, %i: index) -> (tensor<2x4xf32>, index) {
  %r = call @relay(%a) : (tensor<8xf32>) -> tensor<8xf32, #t>
  %s:2 = call @view(%r, %i) : (tensor<8xf32, #t>, index) -> (tensor<2x4xf32>, index)
  return %s#0, %s#1 : tensor<2x4xf32>, index
}

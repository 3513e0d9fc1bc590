// Scripts of the transform dialect have our operations in the distribution's own
// mlir-opt, too.
// UNSUPPORTED: sanitizer
//
// RUN: mlir-opt %s --load-dialect-plugin=%tiled_layout_plugin --load-pass-plugin=%tiled_layout_plugin \
// RUN:   --pass-pipeline='builtin.module(transform-interpreter)' | FileCheck %s

// CHECK: linalg.exp ins(%{{.*}} : tensor<16xf32, #tiled_layout.layout<{0:T(8)}>>)
func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.exp ins(%a : tensor<16xf32>) outs(%a : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.relayout_operands %op[0] to (#tiled_layout.layout<{0:T(8)}>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

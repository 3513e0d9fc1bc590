// Replaces each operation of StableHLO by a call of the function that says what it is.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["stablehlo.dot_general"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %0 with @dot : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["stablehlo.broadcast_in_dim"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %1 with @broadcast
      : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["stablehlo.add"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %2 with @add : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.match ops{["stablehlo.constant"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %3 with @zero : (!transform.any_op) -> !transform.any_op
    %4 = transform.structured.match ops{["stablehlo.maximum"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %4 with @maximum
      : (!transform.any_op) -> !transform.any_op
    %5 = transform.structured.match ops{["stablehlo.transpose"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %5 with @transpose
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// Lowers what product.mlir marks as `scripted`, by plans of its own.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %relayout = transform.structured.match ops{["tiled_layout.relayout"]} attributes {scripted}
      in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %relayout
      by (#tiled_layout.plan<vector-bits = 512,
            loops = [2 of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1]>)
      : (!transform.any_op) -> !transform.any_op

    %nest = transform.structured.match ops{["affine.for"]} attributes {scripted}
      in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.tile_loops %nest : (!transform.any_op) -> !transform.any_op

    %product = transform.structured.match ops{["linalg.matmul"]} attributes {scripted}
      in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %product
      by (#tiled_layout.structured_plan<
            loops = [d2 by 128, d0 by 4, d1 by 32, d2 by 1], vector = d1 x 16, masked, fused>)
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// RUN: tiled-layout-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error @below {{only an operation in destination style reads operands in any layout}}
  %r = math.exp %a : tensor<16xf32>
  return %r : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.relayout_operands %op[0] to (#tiled_layout.layout<{0:T(8)}>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error @below {{there is no operand 2: the operation has 2}}
  %r = linalg.exp ins(%a : tensor<16xf32>) outs(%a : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.relayout_operands %op[2] to (#tiled_layout.layout<{0:T(8)}>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error @below {{the layout is not legal for operand 0 of type 'tensor<16xf32>'}}
  %r = linalg.exp ins(%a : tensor<16xf32>) outs(%a : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.relayout_operands %op[0] to (#tiled_layout.layout<{1,0:T(8,128)}>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%v: f32) {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{needs a layout attribute, but has 8 : i64}}
    transform.tiled_layout.set_argument_layouts %op[0] to (8) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{argument 0 is no ranked tensor, but of type 'f32'}}
func.func @f(%v: f32) {
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.set_argument_layouts %op[0] to (#tiled_layout.layout<{0:T(8)}>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// RUN: tiled-layout-opt %s --allow-unregistered-dialect --transform-interpreter --split-input-file --verify-diagnostics

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

func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error @below {{the layout is not legal for operand 0 of type 'tensor<16xf32>': its elements do not hold 32 bits}}
  %r = linalg.exp ins(%a : tensor<16xf32>) outs(%a : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.relayout_operands %op[0] to (#tiled_layout.layout<{0:E(4)}>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{the layout is not legal for argument 0 of type 'tensor<16xf32>': its elements do not hold 32 bits}}
func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  return %a : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.set_argument_layouts %f[0] to (#tiled_layout.layout<{0:E(4)}>) : (!transform.any_op) -> !transform.any_op
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

// -----

func.func @f(%a: memref<16x256xf32>, %b: memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  // expected-error @below {{cannot be lowered to loops: the plan is one of a structured operation}}
  tiled_layout.relayout ins(%a : memref<16x256xf32>) outs(%b : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["tiled_layout.relayout"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %op by (#tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: memref<16x256xf32>, %b: memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  // expected-error @below {{has a plan that it cannot be done by}}
  tiled_layout.relayout ins(%a : memref<16x256xf32>) outs(%b : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["tiled_layout.relayout"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %op by (#tiled_layout.plan<vector-bits = 512, loops = [2 of d0/8], block = [16 of d1]>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: tensor<16x256xf32>, %b: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>> {
  // expected-error @below {{cannot be lowered to loops: it works on no ranked memrefs}}
  %r = tiled_layout.relayout ins(%a : tensor<16x256xf32>) outs(%b : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %r : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["tiled_layout.relayout"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: memref<16x256xf32>, %b: memref<256x128xf32>, %c: memref<16x128xf32>) {
  // expected-error @below {{cannot be lowered to loops: the plan is one of a relayout}}
  linalg.matmul ins(%a, %b : memref<16x256xf32>, memref<256x128xf32>) outs(%c : memref<16x128xf32>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %op by (#tiled_layout.plan<vector-bits = 512, loops = [2 of d0/8], block = [16 of d1]>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: memref<16x256xf32>, %b: memref<256x128xf32>, %c: memref<16x128xf32>) {
  // expected-error @below {{cannot be lowered to loops: }}
  linalg.matmul ins(%a, %b : memref<16x256xf32>, memref<256x128xf32>) outs(%c : memref<16x128xf32>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %op by (#tiled_layout.structured_plan<loops = [d0 by 3, d0 by 4, d1 by 16, d2 by 1], vector = d1 x 16>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: f32) -> f32 {
  // expected-error @below {{cannot be lowered to loops: it is neither a relayout nor a structured operation}}
  %r = math.exp %a : f32
  return %r : f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.lower %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: f32) -> f32 {
  // expected-error @below {{is no loop}}
  %r = math.exp %a : f32
  return %r : f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.tile_loops %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: memref<16x256xf32>, %z: f32) {
  affine.for %i = 0 to 16 {
    // expected-error @below {{lies within another loop of the handle, which is cut with it}}
    affine.for %j = 0 to 256 {
      affine.store %z, %a[%i, %j] : memref<16x256xf32>
    }
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.tile_loops %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{since an operation that is not registered may be a symbol table}}
func.func @f(%a: tensor<16xf32>) -> tensor<16xf32> {
  // expected-note @below {{here}}
  "mine.region"() ({ "mine.end"() : () -> () }) : () -> ()
  return %a : tensor<16xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.set_argument_layouts %op[0] to (#tiled_layout.layout<{0:T(8)}>) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @g(%a: f32) -> f32 {
  return %a : f32
}
func.func @f(%a: f32) {
  "mine.region"() ({
    // expected-error @below {{lies within an operation that is not registered and may be a symbol table, where a call finds no function @g}}
    %r = "mine.op"(%a) : (f32) -> f32
    "mine.end"(%r) : (f32) -> ()
  }) : () -> ()
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["mine.op"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %op with @g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @g(%a: f32) -> f32 {
  return %a : f32
}
func.func @f(%a: f32) -> f32 {
  // expected-error @below {{has regions or successors, which a call has not}}
  %r = "mine.region"(%a) ({ "mine.end"() : () -> () }) : (f32) -> f32
  return %r : f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["mine.region"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %op with @g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f(%a: f32) -> f32 {
  // expected-error @below {{there is no function @g}}
  %r = math.exp %a : f32
  return %r : f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %op with @g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func private @g(f32, f32) -> f32
func.func @f(%a: f32) -> f32 {
  // expected-error @below {{has 1 operands, but the function 2}}
  %r = math.exp %a : f32
  return %r : f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %op with @g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func private @g(f32) -> f64
func.func @f(%a: f32) -> f32 {
  // expected-error @below {{result 0 is of type 'f32', but the function's is 'f64'}}
  %r = math.exp %a : f32
  return %r : f32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.tiled_layout.replace_by_call %op with @g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{needs a plan of a relayout or of a structured operation, but has 3 : i64}}
    transform.tiled_layout.lower %root by (3) : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

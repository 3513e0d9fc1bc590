// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --convert-xla-attributes-to-tiled-layout

// expected-error @+1 {{'mhlo.layout_mode' of argument 0 is "{1,1}", which is neither "default", "auto" nor a layout: column 4: }}
func.func @mode(%a: tensor<4x8xf32> {mhlo.layout_mode = "{1,1}"}) {
  return
}

// -----

// expected-error @+1 {{'mhlo.layout_mode' of result 1 is "{0:T(8}", which is neither}}
func.func private @result(tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32> {mhlo.layout_mode = "{0:T(8}"})

// -----

// expected-error @+1 {{'mhlo.layout_mode' of argument 0 must be a string, but is 3 : i64}}
func.func @mode(%a: tensor<4x8xf32> {mhlo.layout_mode = 3}) {
  return
}

// -----

// expected-error @+1 {{'mhlo.layout_mode' of argument 0 does not fit 'tensor<4x8xf32>': }}
func.func @rank(%a: tensor<4x8xf32> {mhlo.layout_mode = "{0}"}) {
  return
}

// -----

// expected-error @+1 {{'mhlo.layout_mode' of argument 0 states a layout of 'f32', which is no ranked tensor}}
func.func @scalar(%a: f32 {mhlo.layout_mode = "{0}"}) {
  return
}

// -----

// expected-error @+1 {{'mhlo.layout_mode' of argument 0 states a layout of 'tensor<4xf32, "other">', which has an encoding already}}
func.func @encoding(%a: tensor<4xf32, "other"> {mhlo.layout_mode = "{0:T(4)}"}) {
  return
}

// -----

module attributes {
  mhlo.xla_entry_computation_parameter_layouts = [dense<[0, 1]> : tensor<2xindex>]
} {
  // expected-error @+1 {{'mhlo.layout_mode' of argument 0 states {1,0}, but 'mhlo.xla_entry_computation_parameter_layouts' states {0,1}}}
  func.func @main(%a: tensor<4x8xf32> {mhlo.layout_mode = "{1,0}"}) {
    return
  }
}

// -----

// expected-error @+1 {{'mhlo.xla_entry_computation_parameter_layouts' states layouts of 2 arrays, but @main has 1 arguments}}
module attributes {
  mhlo.xla_entry_computation_parameter_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>]
} {
  func.func @main(%a: tensor<4xf32>) {
    return
  }
}

// -----

// expected-error @+1 {{has 'mhlo.xla_entry_computation_result_layout', but no function @main that it speaks of}}
module attributes {
  mhlo.xla_entry_computation_result_layout = [dense<0> : tensor<1xindex>]
} {
}

// -----

// expected-error @+1 {{has 'mhlo.xla_entry_computation_result_tiles' without 'mhlo.xla_entry_computation_result_layout'}}
module attributes {
  mhlo.xla_entry_computation_result_tiles = [[]]
} {
}

// -----

// expected-error @+1 {{and must be as long}}
module attributes {
  mhlo.xla_entry_computation_result_layout = [dense<0> : tensor<1xindex>],
  mhlo.xla_entry_computation_result_tiles = [[], []]
} {
  func.func private @main() -> tensor<4xf32>
}

// -----

// expected-error @+1 {{'mhlo.xla_entry_computation_result_tiles' is no layout: tile}}
module attributes {
  mhlo.xla_entry_computation_result_layout = [dense<0> : tensor<1xindex>],
  mhlo.xla_entry_computation_result_tiles = [[dense<0> : tensor<1xindex>]]
} {
  func.func private @main() -> tensor<4xf32>
}

// -----

func.func @order(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'operand_layouts' is no layout: minor_to_major}}
  "stablehlo.custom_call"(%a) {operand_layouts = [dense<[0, 0]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @list(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'operand_layouts' must hold lists of integers, such as dense<[1, 0]> : tensor<2xindex>, but has "x"}}
  "stablehlo.custom_call"(%a) {operand_layouts = ["x"]} : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @count(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'operand_layouts' states layouts of 0 operands, but there are 1}}
  "stablehlo.custom_call"(%a) {operand_layouts = []} : (tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @conflict(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'result_layout' states {0,1}, but 'xla_shape' states {1,0:T(8,128)}}}
  %b = "mhlo.copy"(%a) {xla_shape = "f32[4,8]{1,0:T(8,128)}", result_layout = dense<[0, 1]> : tensor<2xindex>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @shape(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'xla_shape' has "bf16[4,8]{1,0}", but the result is 'tensor<4x8xf32>'}}
  %b = "mhlo.copy"(%a) {xla_shape = "bf16[4,8]{1,0}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @text(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'xla_shape' has "f32[4,8]{1,0", which is no shape: column 13: expected '}' after a layout, but found the end of the text}}
  %b = "mhlo.copy"(%a) {xla_shape = "f32[4,8]{1,0"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @tuple(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{which has 2 arrays, but there are 1 results}}
  %b = "mhlo.copy"(%a) {xla_shape = "(f32[4,8], f32[4,8])"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @registered(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{'math.exp' op cannot take the layout that is stated of operand 0, 'tensor<4x8xf32, #tiled_layout.layout<{0,1}>>'}}
  %b = math.exp %a {operand_layouts = [dense<[0, 1]> : tensor<2xindex>]} : tensor<4x8xf32>
  return
}

// -----

func.func @token(%a: !stablehlo.token) {
  // expected-error @+1 {{'operand_layouts' states a layout of '!stablehlo.token', which is no ranked tensor}}
  "stablehlo.custom_call"(%a) {operand_layouts = [dense<[0]> : tensor<1xindex>]} : (!stablehlo.token) -> ()
  return
}

// -----

func.func @token_shape(%a: tensor<4xf32>) {
  // expected-error @+1 {{'xla_shape' has "token[]", which is no shape}}
  %b = "mhlo.copy"(%a) {xla_shape = "token[]"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{'mhlo.layout_mode' of argument 0 states a layout of 'tuple<tensor<4xf32>>', which is no ranked tensor}}
func.func @tuple_mode(%a: tuple<tensor<4xf32>> {mhlo.layout_mode = "{0:T(2)}"}) {
  return
}

// -----

func.func private @f(%a: tensor<4xf32> {mhlo.layout_mode = "{0:T(2)}"})
func.func @reference(%a: tensor<4xf32>) {
  // expected-error @+1 {{refers to @f, whose arguments or results get layouts; only func.call can follow}}
  "stablehlo.custom_call"(%a) {called_computations = [@f]} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @open_tuple(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'xla_shape' has "(f32[4]{0}", which is no shape}}
  %b = "mhlo.copy"(%a) {xla_shape = "(f32[4]{0}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @deep_tuple(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'xla_shape' has tuples in more than 32 others}}
  %b = "mhlo.copy"(%a) {xla_shape = "((((((((((((((((((((((((((((((((((((((((f32[4]))))))))))))))))))))))))))))))))))))))))"} : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

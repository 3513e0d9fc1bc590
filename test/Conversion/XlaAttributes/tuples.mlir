// Tokens, tuples, and orders that say less than there is.
//
// RUN: tiled-layout-opt %s --split-input-file --allow-unregistered-dialect --convert-xla-attributes-to-tiled-layout --mlir-print-local-scope | FileCheck %s

// A token has no layout, whatever lists of layouts say of it.
// CHECK-LABEL: func.func @tokens(
// CHECK-SAME:      %[[A:.*]]: tensor<4x8xf32>, %[[K:.*]]: !stablehlo.token)
// CHECK-NEXT:    %[[R:.*]]:2 = "stablehlo.recv"(%[[K]]) {{.*}} : (!stablehlo.token) -> (tensor<4x8xf32, #tiled_layout.layout<{1,0:T(4,128)}>>, !stablehlo.token)
// CHECK-NEXT:    %[[C:.*]] = "stablehlo.custom_call"(%[[R]]#0, %[[R]]#1) : ({{.*}}, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT:    return %[[C]]
func.func @tokens(%a: tensor<4x8xf32>, %k: !stablehlo.token) -> !stablehlo.token {
  %r:2 = "stablehlo.recv"(%k) {xla_shape = "(f32[4,8]{1,0:T(4,128)}, token[])", channel = 1 : i64}
    : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  %c = "stablehlo.custom_call"(%r#0, %r#1) {
    operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>],
    result_layouts = [dense<> : tensor<0xindex>]} : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %c : !stablehlo.token
}

// -----

// The result of a call is a tuple: its elements have the layouts, and so has
// what is taken out. A tuple is of the arrays that it is made of.
// CHECK-LABEL: func.func @results(
// CHECK:         %[[C:.*]] = "stablehlo.custom_call"() : () -> tuple<tensor<4x8xf32, #tiled_layout.layout<{0,1}>>, tuple<tensor<6xf32, #tiled_layout.layout<{0:T(4)}>>, !stablehlo.token>>
// CHECK-NEXT:    %[[T:.*]] = "stablehlo.get_tuple_element"(%[[C]]) {index = 0 : i32} : {{.*}} -> tensor<4x8xf32, #tiled_layout.layout<{0,1}>>
// CHECK-NEXT:    %[[U:.*]] = "stablehlo.get_tuple_element"(%[[C]]) {index = 1 : i32} : {{.*}} -> tuple<tensor<6xf32, #tiled_layout.layout<{0:T(4)}>>, !stablehlo.token>
// CHECK-NEXT:    %[[V:.*]] = "stablehlo.get_tuple_element"(%[[U]]) {index = 0 : i32} : {{.*}} -> tensor<6xf32, #tiled_layout.layout<{0:T(4)}>>
// CHECK-NEXT:    %[[W:.*]] = "stablehlo.tuple"(%[[V]], %[[T]]) : {{.*}} -> tuple<tensor<6xf32, #tiled_layout.layout<{0:T(4)}>>, tensor<4x8xf32, #tiled_layout.layout<{0,1}>>>
// CHECK-NEXT:    "stablehlo.custom_call"(%[[W]])
func.func @results() {
  %c = "stablehlo.custom_call"() {xla_shape = "(f32[4,8]{0,1}, (f32[6]{0:T(4)}, token[]))",
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, [dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]]}
    : () -> tuple<tensor<4x8xf32>, tuple<tensor<6xf32>, !stablehlo.token>>
  %t = "stablehlo.get_tuple_element"(%c) {index = 0 : i32} : (tuple<tensor<4x8xf32>, tuple<tensor<6xf32>, !stablehlo.token>>) -> tensor<4x8xf32>
  %u = "stablehlo.get_tuple_element"(%c) {index = 1 : i32} : (tuple<tensor<4x8xf32>, tuple<tensor<6xf32>, !stablehlo.token>>) -> tuple<tensor<6xf32>, !stablehlo.token>
  %v = "stablehlo.get_tuple_element"(%u) {index = 0 : i32, xla_shape = "f32[6]{0:T(4)}"} : (tuple<tensor<6xf32>, !stablehlo.token>) -> tensor<6xf32>
  %w = "stablehlo.tuple"(%v, %t) : (tensor<6xf32>, tensor<4x8xf32>) -> tuple<tensor<6xf32>, tensor<4x8xf32>>
  "stablehlo.custom_call"(%w) : (tuple<tensor<6xf32>, tensor<4x8xf32>>) -> ()
  return
}

// -----

// Tuples of the entry computation are flattened, as the attribute is or is not.
// What a function returns is what it says: its tuple is made anew.
// CHECK:       module {
// CHECK-LABEL: func.func @main(
// CHECK-SAME:      %[[P:.*]]: tuple<tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, tensor<4x8xf32>>, %{{.*}}: tensor<4xf32>)
// CHECK-SAME:      -> tuple<tensor<16x256xf32>, tensor<4x8xf32, #tiled_layout.layout<{0,1}>>> {
// CHECK:         %[[X:.*]] = "stablehlo.get_tuple_element"(%[[P]]) {index = 0 : i32}
// CHECK:         %[[XR:.*]] = tiled_layout.relayout ins(%[[X]]
// CHECK:         %[[Y:.*]] = "stablehlo.get_tuple_element"(%[[P]]) {index = 1 : i32}
// CHECK:         %[[YR:.*]] = tiled_layout.relayout ins(%[[Y]]
// CHECK:         %[[T:.*]] = "stablehlo.tuple"(%[[XR]], %[[YR]])
// CHECK:         return %[[T]]
module attributes {
  mhlo.xla_entry_computation_parameter_layouts = [
    [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>], dense<0> : tensor<1xindex>],
  mhlo.xla_entry_computation_parameter_tiles = [[[dense<[8, 128]> : tensor<2xindex>], []], []],
  mhlo.xla_entry_computation_result_layout = [dense<[1, 0]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>],
  mhlo.xla_entry_computation_result_tiles = [[], []]
} {
  func.func @main(%p: tuple<tensor<16x256xf32>, tensor<4x8xf32>>, %q: tensor<4xf32>) -> tuple<tensor<16x256xf32>, tensor<4x8xf32>> {
    return %p : tuple<tensor<16x256xf32>, tensor<4x8xf32>>
  }
}

// -----

// An order alone agrees with any tiles: no relayout.
// CHECK-LABEL: func.func @order(
// CHECK-SAME:      %[[A:.*]]: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NEXT:    "stablehlo.custom_call"(%[[A]])
// CHECK-NEXT:    %[[E:.*]] = tiled_layout.empty() : tensor<16x256xf32, #tiled_layout.layout<{0,1}>>
// CHECK-NEXT:    %[[R:.*]] = tiled_layout.relayout ins(%[[A]] {{.*}} outs(%[[E]]
// CHECK-NEXT:    "stablehlo.custom_call"(%[[R]])
func.func @order(%a: tensor<16x256xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"}) {
  "stablehlo.custom_call"(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<16x256xf32>) -> ()
  "stablehlo.custom_call"(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<16x256xf32>) -> ()
  return
}

// -----

// A loop carries what it returns; a reduction reads any layout, since its body
// gets elements; so do branches.
// CHECK-LABEL: func.func @bodies(
// CHECK-SAME:      %[[A:.*]]: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %[[B:.*]]: tensor<16x256xf32>, %[[Z:[^:]*]]: tensor<f32>, %[[C:.*]]: tensor<i1>)
// CHECK-NEXT:    "stablehlo.reduce"(%[[A]], %[[Z]])
// CHECK:         %[[R:.*]] = tiled_layout.relayout ins(%[[B]]
// CHECK-NEXT:    %[[W:.*]] = "stablehlo.while"(%[[R]]) ({
// CHECK-NEXT:    ^bb0(%{{.*}}: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>):
// CHECK-NEXT:      "stablehlo.return"(%[[C]])
// CHECK:         ^bb0(%[[S:.*]]: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>):
// CHECK-NEXT:      %[[X:.*]] = "stablehlo.exponential"(%[[S]]) : ({{.*}}) -> tensor<16x256xf32>
// CHECK:           %[[XR:.*]] = tiled_layout.relayout ins(%[[X]]
// CHECK-NEXT:      "stablehlo.return"(%[[XR]])
// CHECK:         "stablehlo.if"(%[[C]])
// CHECK-NEXT:      "stablehlo.return"(%[[W]])
// CHECK:           %[[BR:.*]] = tiled_layout.relayout ins(%[[B]]
// CHECK-NEXT:      "stablehlo.return"(%[[BR]])
// CHECK:         (tensor<i1>) -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @bodies(%a: tensor<16x256xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"}, %b: tensor<16x256xf32>, %z: tensor<f32>, %c: tensor<i1>) {
  %r = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<16x256xf32>, tensor<f32>) -> tensor<f32>
  %w = "stablehlo.while"(%b) ({
  ^bb0(%s: tensor<16x256xf32>):
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%s: tensor<16x256xf32>):
    %x = "stablehlo.exponential"(%s) : (tensor<16x256xf32>) -> tensor<16x256xf32>
    "stablehlo.return"(%x) : (tensor<16x256xf32>) -> ()
  }) {xla_shape = "f32[16,256]{1,0:T(8,128)}"} : (tensor<16x256xf32>) -> tensor<16x256xf32>
  %i = "stablehlo.if"(%c) ({
    "stablehlo.return"(%w) : (tensor<16x256xf32>) -> ()
  }, {
    "stablehlo.return"(%b) : (tensor<16x256xf32>) -> ()
  }) {xla_shape = "f32[16,256]{1,0:T(8,128)}"} : (tensor<i1>) -> tensor<16x256xf32>
  return
}

// Where layouts come from: each attribute by itself.
//
// RUN: tiled-layout-opt %s --split-input-file --allow-unregistered-dialect --convert-xla-attributes-to-tiled-layout | FileCheck %s

// The entry computation's. Tuples are flattened, a list without tiles has none.
// CHECK:       module {
// CHECK-LABEL: func.func @main(
// CHECK-SAME:      %[[A:.*]]: tensor<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>,
// CHECK-SAME:      %[[B:.*]]: tensor<4x8xf32>,
// CHECK-SAME:      %[[C:.*]]: tensor<2x3x5xf32, #tiled_layout.layout<{0,1,2:T(*,4)}>>)
// CHECK-SAME:      -> (tensor<4x8xf32, #tiled_layout.layout<{0,1}>>, tensor<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>)
// CHECK:         %[[R:.*]] = tiled_layout.relayout ins(%[[B]]
// CHECK:         return %[[R]], %[[A]]
module attributes {
  mhlo.xla_entry_computation_parameter_layouts = [
    [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>],
    dense<[0, 1, 2]> : tensor<3xindex>],
  mhlo.xla_entry_computation_parameter_tiles = [
    [[dense<[8, 128]> : tensor<2xindex>, dense<[2, 1]> : tensor<2xindex>], []],
    [dense<[-9223372036854775808, 4]> : tensor<2xindex>, dense<> : tensor<0xindex>]],
  mhlo.xla_entry_computation_result_layout = [dense<[0, 1]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>],
  mhlo.xla_entry_computation_result_tiles = [[], [dense<[8, 128]> : tensor<2xindex>, dense<[2, 1]> : tensor<2xindex>]]
} {
  func.func @main(%a: tensor<16x256xbf16>, %b: tensor<4x8xf32>, %c: tensor<2x3x5xf32>)
      -> (tensor<4x8xf32>, tensor<16x256xbf16>) {
    return %b, %a : tensor<4x8xf32>, tensor<16x256xbf16>
  }
}

// -----

// An order alone agrees with a whole layout, which adds the tiles. What is left
// to be chosen stays so.
// CHECK:       module {
// CHECK-LABEL: func.func @main(
// CHECK-SAME:      %{{.*}}: tensor<4x8xf32, #tiled_layout.layout<{0,1:T(2)}>>, %{{.*}}: tensor<4xf32> {mhlo.layout_mode = "auto"}, %{{.*}}: tensor<4xf32>)
module attributes {
  mhlo.xla_entry_computation_parameter_layouts = [
    dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>]
} {
  func.func @main(%a: tensor<4x8xf32> {mhlo.layout_mode = "{0,1:T(2)}"},
                  %b: tensor<4xf32> {mhlo.layout_mode = "auto"},
                  %c: tensor<4xf32> {mhlo.layout_mode = "default"}) {
    return
  }
}

// -----

// Operations: orders of operands and results, whole shapes, tuples; also where
// they are printed as properties.
// CHECK-LABEL: func.func @operations(
// CHECK-SAME:      %[[A:.*]]: tensor<4x8xf32>, %[[N:.*]]: tensor<?x8xi8>)
// CHECK:         %[[T:.*]] = tiled_layout.relayout ins(%[[A]] : {{.*}} -> tensor<4x8xf32, #tiled_layout.layout<{0,1}>>
// CHECK:         %[[C:.*]] = "stablehlo.custom_call"(%[[T]]) <{call_target_name = "f"}> : (tensor<4x8xf32, #tiled_layout.layout<{0,1}>>) -> tensor<4x8xf32, #tiled_layout.layout<{0,1}>>
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK:         %[[R:.*]] = tiled_layout.relayout ins(%[[C]] : {{.*}}) outs(%[[E]]
// CHECK:         %[[B:.*]] = "mhlo.bitcast"(%[[R]]) : (tensor<4x8xf32>) -> tensor<8x4xf32, #tiled_layout.layout<{0,1}>>
// CHECK:         %[[P:.*]]:2 = "mhlo.split"(%[[B]], %[[N]]) : ({{.*}}) -> (tensor<4x4xf32, #tiled_layout.layout<{1,0:T(2,128)S(1)}>>, tensor<4x?xui8, #tiled_layout.layout<{1,0:E(8)}>>)
func.func @operations(%a: tensor<4x8xf32>, %n: tensor<?x8xi8>) {
  %c = "stablehlo.custom_call"(%a) <{call_target_name = "f",
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = "mhlo.bitcast"(%c) {source_layout = dense<[1, 0]> : tensor<2xindex>,
    result_layout = dense<[0, 1]> : tensor<2xindex>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %p:2 = "mhlo.split"(%b, %n) {xla_shape = "(f32[4,4]{1,0:T(2,128)S(1)}, u8[4,<=9]{1,0:E(8)})"}
    : (tensor<8x4xf32>, tensor<?x8xi8>) -> (tensor<4x4xf32>, tensor<4x?xui8>)
  return
}

// -----

// Calls follow the function, registered operations take no layout, dynamic
// extents are passed on.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:      %[[X:.*]]: tensor<?x8xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<?x8xf32>
// CHECK:         %[[D:.*]] = tensor.dim %[[X]]
// CHECK:         %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?x8xf32>
// CHECK:         %[[R:.*]] = tiled_layout.relayout ins(%[[X]] : {{.*}}) outs(%[[E]]
// CHECK:         math.exp %{{.*}} : tensor<?x8xf32>
func.func private @callee(%x: tensor<?x8xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"}) -> tensor<?x8xf32> {
  %y = math.exp %x : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:      %[[A:.*]]: tensor<?x8xf32>)
// CHECK:         %[[E:.*]] = tiled_layout.empty(
// CHECK:         %[[R:.*]] = tiled_layout.relayout ins(%[[A]] : {{.*}}) outs(%[[E]]
// CHECK:         call @callee(%[[R]])
func.func @caller(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = call @callee(%a) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// -----

// An extent is the same in any layout, and our operations know them.
// CHECK-LABEL: func.func @known(
// CHECK-NOT:     relayout
// CHECK:         tensor.dim
// CHECK-NOT:     relayout
// CHECK:         tiled_layout.linearize
// CHECK-NOT:     relayout
// CHECK:         return
func.func @known(%a: tensor<?x8xf32> {mhlo.layout_mode = "{0,1}"}) -> (index, index) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %p = tiled_layout.linearize %a[%c0, %c0] : tensor<?x8xf32>
  return %n, %p : index, index
}

// -----

// What has a layout in its type already keeps it, with its operations: only
// what attributes state is new.
// CHECK-LABEL: func.func @memref(
// CHECK-NEXT:    memref.load %{{.*}} : memref<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
func.func @memref(%m: memref<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>, %i: index) -> f32 {
  %v = memref.load %m[%i, %i] : memref<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
  return %v : f32
}
// CHECK-LABEL: func.func @typed(
// CHECK-NEXT:    tensor.insert %{{.*}} : tensor<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
// CHECK-NEXT:    return
func.func @typed(%a: tensor<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>, %v: f32, %i: index) -> tensor<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>> {
  %0 = tensor.insert %v into %a[%i, %i] : tensor<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
  return %0 : tensor<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
}

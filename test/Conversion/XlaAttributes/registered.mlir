// Layouts of operations of registered dialects: they take the types where their
// verifiers let them, and are relaid where not. XLA's own dialects are known by
// name, here from IRDL.
//
// RUN: split-file %s %t
// RUN: tiled-layout-opt %t/program.mlir --irdl-file=%t/dialect.mlir --convert-xla-attributes-to-tiled-layout --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @upstream(
// CHECK-SAME:      %[[A:.*]]: tensor<4x8xf32>)
// CHECK-NEXT:    %[[B:.*]] = math.exp %[[A]] : tensor<4x8xf32>
// CHECK-NEXT:    %[[E:.*]] = tiled_layout.empty() : tensor<4x8xf32, #tiled_layout.layout<{0,1}>>
// CHECK-NEXT:    %[[R:.*]] = tiled_layout.relayout ins(%[[B]] : {{.*}} outs(%[[E]]
// CHECK-NEXT:    %[[D:.*]] = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:    linalg.transpose ins(%[[R]] : tensor<4x8xf32, #tiled_layout.layout<{0,1}>>) outs(%[[D]]

// CHECK-LABEL: func.func @xla(
// CHECK-SAME:      %[[A:.*]]: tensor<4x8xf32, #tiled_layout.layout<{1,0:T(2,4)}>>)
// CHECK-NEXT:    "stablehlo.custom_call"(%[[A]]) : ({{.*}}) -> tensor<4x8xf32, #tiled_layout.layout<{0,1}>>
// CHECK-NEXT:    return

//--- dialect.mlir
irdl.dialect @stablehlo {
  irdl.operation @custom_call {
    %0 = irdl.any
    irdl.operands(argument: variadic %0)
    %1 = irdl.any
    irdl.results(result: %1)
  }
}

//--- program.mlir
func.func @upstream(%a: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %b = math.exp %a {xla_shape = "f32[4,8]{0,1}"} : tensor<4x8xf32>
  %d = tensor.empty() : tensor<8x4xf32>
  %c = linalg.transpose ins(%b : tensor<4x8xf32>) outs(%d : tensor<8x4xf32>) permutation = [1, 0] {operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>]}
  return %c : tensor<8x4xf32>
}
func.func @xla(%a: tensor<4x8xf32> {mhlo.layout_mode = "{1,0:T(2,4)}"}) {
  %b = "stablehlo.custom_call"(%a) {
    operand_layouts = [dense<[1, 0]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// Where a padding value comes from: outside, a constant of the body, computed in the body, or from the position.
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-bufferize | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,4)}>

// CHECK-LABEL: func.func @constant(
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: linalg.fill ins(%[[ONE]] : f32)
// CHECK: memref.copy
func.func @constant(%a: tensor<2x3xf32, #t>) -> tensor<2x5xf32, #t> {
  %r = tensor.pad %a low[0, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %one = arith.constant 1.0 : f32
    tensor.yield %one : f32
  } : tensor<2x3xf32, #t> to tensor<2x5xf32, #t>
  return %r : tensor<2x5xf32, #t>
}

// CHECK-LABEL: func.func @computed(
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: linalg.fill ins(%[[SUM]] : f32)
// CHECK: memref.copy
func.func @computed(%a: tensor<2x3xf32, #t>, %x: f32) -> tensor<2x5xf32, #t> {
  %r = tensor.pad %a low[0, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %sum = arith.addf %x, %x : f32
    tensor.yield %sum : f32
  } : tensor<2x3xf32, #t> to tensor<2x5xf32, #t>
  return %r : tensor<2x5xf32, #t>
}

// CHECK-LABEL: func.func @position(
// CHECK: linalg.generic
// CHECK: linalg.index 1
// CHECK: memref.copy
func.func @position(%a: tensor<2x3xi32, #t>) -> tensor<2x5xi32, #t> {
  %r = tensor.pad %a low[0, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %v = arith.index_cast %j : index to i32
    tensor.yield %v : i32
  } : tensor<2x3xi32, #t> to tensor<2x5xi32, #t>
  return %r : tensor<2x5xi32, #t>
}

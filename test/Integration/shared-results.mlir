// Do two results of a function that are one tensor have a buffer each, so that
// a caller may write to one of them?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// CHECK: [2,  4,  6,  8]
// CHECK: {{\[\[}}1,   2],
// CHECK-NEXT: [3,   4{{\]\]}}

func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @twice(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) attributes {no_inline} {
  return %a, %a : tensor<4xi32>, tensor<4xi32>
}
func.func @inner(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<2x2xi32>) {
  %t:2 = func.call @twice(%a) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %x = tensor.expand_shape %t#0 [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %s = linalg.add ins(%t#0, %a : tensor<4xi32>, tensor<4xi32>) outs(%t#1 : tensor<4xi32>) -> tensor<4xi32>
  return %s, %x : tensor<4xi32>, tensor<2x2xi32>
}
func.func @main() {
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r:2 = call @inner(%a) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<2x2xi32>)
  %m = bufferization.to_buffer %r#0 : tensor<4xi32> to memref<4xi32>
  %n = bufferization.to_buffer %r#1 : tensor<2x2xi32> to memref<2x2xi32>
  %u = memref.cast %m : memref<4xi32> to memref<*xi32>
  %v = memref.cast %n : memref<2x2xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  call @printMemrefI32(%v) : (memref<*xi32>) -> ()
  return
}

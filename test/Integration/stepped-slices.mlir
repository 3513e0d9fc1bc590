// Slices of every second row of arrays in an order without tiles, whose size is known at run time:
// views with a stride, in memory and on tensors.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#rows = #tiled_layout.layout<{1,0}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @view(%a: memref<7x3xi32, #rows>, %n: index) -> i32 attributes {no_inline} {
  %0 = tiled_layout.subview %a[1, 0] [%n, 3] [2, 1]
    : memref<7x3xi32, #rows> to memref<?x3xi32, #tiled_layout.layout<{1,0}, strides = [6, 1]>>
  %c1 = arith.constant 1 : index
  %x = memref.load %0[%c1, %c1] : memref<?x3xi32, #tiled_layout.layout<{1,0}, strides = [6, 1]>>
  return %x : i32
}
func.func private @slice(%a: tensor<7x3xi32, #rows>, %n: index) -> tensor<?x3xi32> attributes {no_inline} {
  %0 = tensor.extract_slice %a[0, 0] [%n, 3] [2, 1] : tensor<7x3xi32, #rows> to tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}
// One index of a dimension of extent 1, by steps of 2.
func.func private @single(%a: tensor<1x1xi32>) -> tensor<1xi32> attributes {no_inline} {
  %s = tensor.extract_slice %a[0, 0] [1, 1] [2, 1] : tensor<1x1xi32> to tensor<1x1xi32>
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<1x1xi32> into tensor<1xi32>
  %1 = tensor.empty() : tensor<1xi32>
  %2 = linalg.add ins(%0, %0 : tensor<1xi32>, tensor<1xi32>) outs(%1 : tensor<1xi32>) -> tensor<1xi32>
  return %2 : tensor<1xi32>
}
func.func @main() {
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<7x3xi32, #rows>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 3 {
      %n = affine.apply affine_map<(i, j) -> (10 * i + j)>(%i, %j)
      %x = arith.index_cast %n : index to i32
      affine.store %x, %a[%i, %j] : memref<7x3xi32, #rows>
    }
  }
  %x = call @view(%a, %c3) : (memref<7x3xi32, #rows>, index) -> i32
  // CHECK: 31
  vector.print %x : i32
  %t = bufferization.to_tensor %a restrict : memref<7x3xi32, #rows> to tensor<7x3xi32, #rows>
  %s = call @slice(%t, %c3) : (tensor<7x3xi32, #rows>, index) -> tensor<?x3xi32>
  %m = bufferization.to_buffer %s : tensor<?x3xi32> to memref<?x3xi32>
  %u = memref.cast %m : memref<?x3xi32> to memref<*xi32>
  // CHECK: [0,   1,   2],
  // CHECK-NEXT: [20,   21,   22],
  // CHECK-NEXT: [40,   41,   42]
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  %one = arith.constant dense<21> : tensor<1x1xi32>
  %two = call @single(%one) : (tensor<1x1xi32>) -> tensor<1xi32>
  %c0 = arith.constant 0 : index
  %y = tensor.extract %two[%c0] : tensor<1xi32>
  // CHECK: 42
  vector.print %y : i32
  return
}

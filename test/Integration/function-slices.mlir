// Is a slice that a function returns or is called with a whole array, also
// without a layout?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// CHECK: {{\[\[}}0,   1],
// CHECK-NEXT: [10,   11],
// CHECK-NEXT: [20,   21{{\]\]}}
// CHECK: {{\[\[}}1,   2],
// CHECK-NEXT: [11,   12],
// CHECK-NEXT: [21,   22{{\]\]}}

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @inner(%a: tensor<3x5xi32>, %n: index) -> tensor<3x?xi32> {
  %r = tensor.extract_slice %a[0, 0] [3, %n] [1, 1] : tensor<3x5xi32> to tensor<3x?xi32>
  return %r : tensor<3x?xi32>
}
func.func private @show(%r: tensor<3x?xi32>) {
  %t = tensor.cast %r : tensor<3x?xi32> to tensor<3x?xi32, #t>
  %e = tensor.cast %t : tensor<3x?xi32, #t> to tensor<3x?xi32>
  %m = bufferization.to_buffer %e : tensor<3x?xi32> to memref<3x?xi32>
  %u = memref.cast %m : memref<3x?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func @main() {
  %a = arith.constant dense<[[0,1,2,3,4],[10,11,12,13,14],[20,21,22,23,24]]> : tensor<3x5xi32>
  %n = arith.constant 2 : index
  %r = call @inner(%a, %n) : (tensor<3x5xi32>, index) -> tensor<3x?xi32>
  call @show(%r) : (tensor<3x?xi32>) -> ()
  %s = tensor.extract_slice %a[0, 1] [3, %n] [1, 1] : tensor<3x5xi32> to tensor<3x?xi32>
  call @show(%s) : (tensor<3x?xi32>) -> ()
  return
}

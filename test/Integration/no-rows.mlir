// Is an insertion of no rows, as constants of a call say, nothing?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#to = #tiled_layout.layout<{1,0:T(8,128)}>
#from = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func private @printMemrefI32(memref<*xi32>)
func.func private @insert(%s: tensor<?x64xi16, #from>, %d: tensor<2x64xi16, #to>, %at: index, %rows: index) -> tensor<2x64xi16, #to> attributes {no_inline} {
  %r = tensor.insert_slice %s into %d[%at, 0] [%rows, 64] [1, 1] : tensor<?x64xi16, #from> into tensor<2x64xi16, #to>
  return %r : tensor<2x64xi16, #to>
}
// CHECK: [7, 7]
// CHECK: [9, 7]
func.func @show(%r: tensor<2x64xi16, #to>) {
  %p = tensor.cast %r : tensor<2x64xi16, #to> to tensor<2x64xi16>
  %c = tensor.extract_slice %p[0, 63] [2, 1] [1, 1] : tensor<2x64xi16> to tensor<2xi16>
  %w = arith.extsi %c : tensor<2xi16> to tensor<2xi32>
  %m = bufferization.to_buffer %w : tensor<2xi32> to memref<2xi32>
  %u = memref.cast %m : memref<2xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i16
  %nine = arith.constant 9 : i16
  %a = tensor.splat %nine : tensor<1x64xi16, #from>
  %s = tensor.cast %a : tensor<1x64xi16, #from> to tensor<?x64xi16, #from>
  %n = tensor.extract_slice %s[0, 0] [%c0, 64] [1, 1] : tensor<?x64xi16, #from> to tensor<?x64xi16, #from>
  %d = tensor.splat %seven : tensor<2x64xi16, #to>
  %r0 = call @insert(%n, %d, %c0, %c0) : (tensor<?x64xi16, #from>, tensor<2x64xi16, #to>, index, index) -> tensor<2x64xi16, #to>
  call @show(%r0) : (tensor<2x64xi16, #to>) -> ()
  %r1 = call @insert(%s, %d, %c0, %c1) : (tensor<?x64xi16, #from>, tensor<2x64xi16, #to>, index, index) -> tensor<2x64xi16, #to>
  call @show(%r1) : (tensor<2x64xi16, #to>) -> ()
  return
}

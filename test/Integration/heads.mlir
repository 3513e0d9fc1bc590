// The heads of an attention, split and merged: one transposition each, from and
// to a view of the matrix, without a relayout. The results are those of arrays
// without layouts.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s --check-prefix=BUFFERS --implicit-check-not=tiled_layout.relayout
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,4)}>
#heads = #tiled_layout.layout<{2,1,0:T(2,4)}>

// BUFFERS-LABEL: func.func @split(
// BUFFERS: tiled_layout.from_physical {{.+}} to memref<3x4x2xi32, #tiled_layout.layout<{2,1,0:T(2,2,2)}>>
// BUFFERS: linalg.transpose
func.func @split(%x: tensor<3x8xi32, #t>) -> tensor<4x3x2xi32, #heads> attributes {no_inline} {
  %h = tensor.expand_shape %x [[0], [1, 2]] output_shape [3, 4, 2] : tensor<3x8xi32, #t> into tensor<3x4x2xi32, #heads>
  %e = tensor.empty() : tensor<4x3x2xi32, #heads>
  %y = linalg.transpose ins(%h : tensor<3x4x2xi32, #heads>) outs(%e : tensor<4x3x2xi32, #heads>) permutation = [1, 0, 2]
  return %y : tensor<4x3x2xi32, #heads>
}

// BUFFERS-LABEL: func.func @merge(
// BUFFERS: linalg.transpose {{.+}} outs({{.+}} : memref<3x4x2xi32, #tiled_layout.layout<{2,1,0:T(2,2,2)}>>)
// BUFFERS: tiled_layout.from_physical {{.+}} to memref<3x8xi32, #tiled_layout.layout<{1,0:T(2,4)}>>
func.func @merge(%x: tensor<4x3x2xi32, #heads>) -> tensor<3x8xi32, #t> attributes {no_inline} {
  %e = tensor.empty() : tensor<3x4x2xi32, #heads>
  %h = linalg.transpose ins(%x : tensor<4x3x2xi32, #heads>) outs(%e : tensor<3x4x2xi32, #heads>) permutation = [1, 0, 2]
  %y = tensor.collapse_shape %h [[0], [1, 2]] : tensor<3x4x2xi32, #heads> into tensor<3x8xi32, #t>
  return %y : tensor<3x8xi32, #t>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7], [10, 11, 12, 13, 14, 15, 16, 17], [20, 21, 22, 23, 24, 25, 26, 27]]> : tensor<3x8xi32, #t>
  %heads = call @split(%x) : (tensor<3x8xi32, #t>) -> tensor<4x3x2xi32, #heads>
  %y = call @merge(%heads) : (tensor<4x3x2xi32, #heads>) -> tensor<3x8xi32, #t>
  %zero = arith.constant 0 : i32
  %h = vector.transfer_read %heads[%c0, %c0, %c0], %zero : tensor<4x3x2xi32, #heads>, vector<4x3x2xi32>
  %v = vector.transfer_read %y[%c0, %c0], %zero : tensor<3x8xi32, #t>, vector<3x8xi32>
  // CHECK: ( ( ( 0, 1 ), ( 10, 11 ), ( 20, 21 ) ), ( ( 2, 3 ), ( 12, 13 ), ( 22, 23 ) ), ( ( 4, 5 ), ( 14, 15 ), ( 24, 25 ) ), ( ( 6, 7 ), ( 16, 17 ), ( 26, 27 ) ) )
  vector.print %h : vector<4x3x2xi32>
  // CHECK: ( ( 0, 1, 2, 3, 4, 5, 6, 7 ), ( 10, 11, 12, 13, 14, 15, 16, 17 ), ( 20, 21, 22, 23, 24, 25, 26, 27 ) )
  vector.print %v : vector<3x8xi32>
  return
}

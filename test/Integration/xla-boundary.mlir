// A module with layouts on its boundary, from tensors to running code: the
// transposition between them moves no byte.
//
// RUN: tiled-layout-opt %s --convert-xla-attributes-to-tiled-layout --tiled-layout-fold-relayouts --canonicalize --tiled-layout-bufferize | FileCheck %s --check-prefix=MOVES
// RUN: tiled-layout-opt %s --convert-xla-attributes-to-tiled-layout --tiled-layout-fold-relayouts --tiled-layout-bufferize --tiled-layout-to-llvm-pipeline | mlir-runner -e run --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

// MOVES-LABEL: func.func @main(
// MOVES-SAME:      memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>) -> memref<5x3xf32, #tiled_layout.layout<{0,1:T(2,2)}>>
// MOVES-NOT:     relayout
// MOVES-NOT:     memref.copy
// MOVES-NOT:     memref.alloc
// MOVES-NOT:     linalg
// MOVES:         return
func.func @main(%a: tensor<3x5xf32> {mhlo.layout_mode = "{1,0:T(2,2)}"})
    -> (tensor<5x3xf32> {mhlo.layout_mode = "{0,1:T(2,2)}"}) {
  %e = tensor.empty() : tensor<5x3xf32>
  %t = linalg.transpose ins(%a : tensor<3x5xf32>) outs(%e : tensor<5x3xf32>)
    permutation = [1, 0]
  return %t : tensor<5x3xf32>
}

// Into the argument's layout, and out of the result's.
// MOVES-LABEL: func.func @run(
// MOVES-COUNT-2: tiled_layout.relayout
// MOVES-NOT:     relayout
// MOVES-NOT:     memref.copy
// MOVES:         return
// CHECK:      sizes = [5, 3]
// CHECK: {{\[\[}}0, 10, 20],
// CHECK-NEXT: {{ *}}[1, 11, 21],
// CHECK-NEXT: {{ *}}[2, 12, 22],
// CHECK-NEXT: {{ *}}[3, 13, 23],
// CHECK-NEXT: {{ *}}[4, 14, 24]]
func.func @run() {
  %a = arith.constant dense<[
    [0.0, 1.0, 2.0, 3.0, 4.0], [10.0, 11.0, 12.0, 13.0, 14.0],
    [20.0, 21.0, 22.0, 23.0, 24.0]]> : tensor<3x5xf32>
  %r = call @main(%a) : (tensor<3x5xf32>) -> tensor<5x3xf32>
  %m = bufferization.to_buffer %r : tensor<5x3xf32> to memref<5x3xf32>
  %u = memref.cast %m : memref<5x3xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

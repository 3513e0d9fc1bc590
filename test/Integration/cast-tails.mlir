// Does an array keep its elements when a cast forgets or tells extents under an
// L(n) that adds nothing, always or to this shape alone? One of the two arrays
// may be flat then.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// CHECK-COUNT-3: [0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  11,  12,  13,  14,  15]
// CHECK: {{\[\[}}0,   1,   2,   3,   4,   5,   6,   7],
// CHECK-NEXT: [10,   11,   12,   13,   14,   15,   16,   17],
// CHECK-NEXT: [20,   21,   22,   23,   24,   25,   26,   27{{\]\]}}

// T(8) is always a multiple of 2.
#a = #tiled_layout.layout<{0:T(8)L(2)}>
// Two tiles of 8 are a multiple of 16.
#b = #tiled_layout.layout<{0:T(8)L(16)}>
// Rows of two tiles of 4 are a multiple of 8, others may not be.
#c = #tiled_layout.layout<{1,0:T(4)L(8)}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @always(%a: tensor<16xi32, #a>) -> tensor<?xi32, #a> attributes {no_inline} {
  %r = tensor.cast %a : tensor<16xi32, #a> to tensor<?xi32, #a>
  return %r : tensor<?xi32, #a>
}
func.func private @forget(%a: tensor<16xi32, #b>) -> tensor<?xi32, #b> attributes {no_inline} {
  %r = tensor.cast %a : tensor<16xi32, #b> to tensor<?xi32, #b>
  return %r : tensor<?xi32, #b>
}
func.func private @tell(%a: tensor<?xi32, #b>) -> tensor<16xi32, #b> attributes {no_inline} {
  %r = tensor.cast %a : tensor<?xi32, #b> to tensor<16xi32, #b>
  return %r : tensor<16xi32, #b>
}
func.func private @rows(%a: tensor<?x8xi32, #c>) -> tensor<?x?xi32, #c> attributes {no_inline} {
  %r = tensor.cast %a : tensor<?x8xi32, #c> to tensor<?x?xi32, #c>
  return %r : tensor<?x?xi32, #c>
}
func.func private @show(%a: tensor<?xi32>) attributes {no_inline} {
  %m = bufferization.to_buffer %a : tensor<?xi32> to memref<?xi32>
  %u = memref.cast %m : memref<?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func @main() {
  %v = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi32>
  %a = tensor.cast %v : tensor<16xi32> to tensor<16xi32, #a>
  %a1 = call @always(%a) : (tensor<16xi32, #a>) -> tensor<?xi32, #a>
  %a2 = tensor.cast %a1 : tensor<?xi32, #a> to tensor<?xi32>
  call @show(%a2) : (tensor<?xi32>) -> ()
  %b = tensor.cast %v : tensor<16xi32> to tensor<16xi32, #b>
  %b1 = call @forget(%b) : (tensor<16xi32, #b>) -> tensor<?xi32, #b>
  %b2 = tensor.cast %b1 : tensor<?xi32, #b> to tensor<?xi32>
  call @show(%b2) : (tensor<?xi32>) -> ()
  %b3 = call @tell(%b1) : (tensor<?xi32, #b>) -> tensor<16xi32, #b>
  %b4 = tensor.cast %b3 : tensor<16xi32, #b> to tensor<?xi32>
  call @show(%b4) : (tensor<?xi32>) -> ()
  %w = arith.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7], [10, 11, 12, 13, 14, 15, 16, 17], [20, 21, 22, 23, 24, 25, 26, 27]]> : tensor<3x8xi32>
  %c = tensor.cast %w : tensor<3x8xi32> to tensor<?x8xi32, #c>
  %c1 = call @rows(%c) : (tensor<?x8xi32, #c>) -> tensor<?x?xi32, #c>
  %c2 = tensor.cast %c1 : tensor<?x?xi32, #c> to tensor<?x?xi32>
  %m = bufferization.to_buffer %c2 : tensor<?x?xi32> to memref<?x?xi32>
  %u = memref.cast %m : memref<?x?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}

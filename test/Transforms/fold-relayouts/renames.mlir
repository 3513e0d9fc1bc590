// Relayouts go through operations that only name elements or extents otherwise.
//
// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s

#m2 = #tiled_layout.layout<{1,0:T(8,128)}>
#m3 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#m4 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#s2 = #tiled_layout.layout<{1,0:T(8,128)S(1)}>

// A product of collapsed heads reads the tiles, whatever the batch is.
// CHECK-LABEL: func @heads
// CHECK-NOT: tiled_layout.relayout
// CHECK: %[[C:.+]] = tensor.collapse_shape %arg1 {{.*}} into tensor<?x512x64xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>
// CHECK: linalg.batch_matmul ins(%arg0, %[[C]]
func.func @heads(%q: tensor<?x4x512xf32>, %k: tensor<?x8x512x64xf32, #m4>, %c: tensor<?x4x64xf32>) -> tensor<?x4x64xf32> {
  %rows = tensor.cast %k : tensor<?x8x512x64xf32, #m4> to tensor<?x8x512x64xf32>
  %h = tensor.collapse_shape %rows [[0, 1], [2], [3]] : tensor<?x8x512x64xf32> into tensor<?x512x64xf32>
  %r = linalg.batch_matmul ins(%q, %h : tensor<?x4x512xf32>, tensor<?x512x64xf32>) outs(%c : tensor<?x4x64xf32>) -> tensor<?x4x64xf32>
  return %r : tensor<?x4x64xf32>
}

// What is computed is written in tiles, and expanded there.
// CHECK-LABEL: func @result
// CHECK-NOT: tiled_layout.relayout
// CHECK: %[[E:.+]] = linalg.exp {{.*}} -> tensor<32x512x64xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>
// CHECK: %[[R:.+]] = tensor.expand_shape %[[E]] {{.*}} into tensor<4x8x512x64xf32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>
// CHECK: return %[[R]]
func.func @result(%x: tensor<32x512x64xf32>) -> tensor<4x8x512x64xf32, #m4> {
  %e = tensor.empty() : tensor<32x512x64xf32>
  %0 = linalg.exp ins(%x : tensor<32x512x64xf32>) outs(%e : tensor<32x512x64xf32>) -> tensor<32x512x64xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2], [3]] output_shape [4, 8, 512, 64] : tensor<32x512x64xf32> into tensor<4x8x512x64xf32>
  %2 = tensor.cast %1 : tensor<4x8x512x64xf32> to tensor<4x8x512x64xf32, #m4>
  return %2 : tensor<4x8x512x64xf32, #m4>
}

// Rows of several images fill a tile: the collapsed rows lie otherwise.
// CHECK-LABEL: func @rows_of_tiles
// CHECK: tiled_layout.relayout
// CHECK: tensor.collapse_shape {{.*}} into tensor<56x64xf32>
func.func @rows_of_tiles(%x: tensor<8x7x64xf32, #m3>, %e: tensor<56x64xf32>) -> tensor<56x64xf32> {
  %rows = tensor.cast %x : tensor<8x7x64xf32, #m3> to tensor<8x7x64xf32>
  %c = tensor.collapse_shape %rows [[0, 1], [2]] : tensor<8x7x64xf32> into tensor<56x64xf32>
  %r = linalg.exp ins(%c : tensor<56x64xf32>) outs(%e : tensor<56x64xf32>) -> tensor<56x64xf32>
  return %r : tensor<56x64xf32>
}

// A caller of known extents, and a function of any.
func.func private @any(tensor<?x64xf32, #m2>) -> tensor<?x64xf32, #m2>
// CHECK-LABEL: func @extents
// CHECK-NOT: tiled_layout.relayout
// CHECK: %[[C:.+]] = tensor.cast %arg0
// CHECK: %[[R:.+]] = call @any(%[[C]])
// CHECK: %[[D:.+]] = tensor.cast %[[R]]
// CHECK: return %[[D]]
func.func @extents(%x: tensor<5x64xf32, #m2>) -> tensor<5x64xf32, #m2> {
  %0 = tensor.cast %x : tensor<5x64xf32, #m2> to tensor<5x64xf32>
  %1 = tensor.cast %0 : tensor<5x64xf32> to tensor<?x64xf32>
  %2 = tensor.cast %1 : tensor<?x64xf32> to tensor<?x64xf32, #m2>
  %3 = call @any(%2) : (tensor<?x64xf32, #m2>) -> tensor<?x64xf32, #m2>
  %4 = tensor.cast %3 : tensor<?x64xf32, #m2> to tensor<?x64xf32>
  %5 = tensor.cast %4 : tensor<?x64xf32> to tensor<5x64xf32>
  %6 = tensor.cast %5 : tensor<5x64xf32> to tensor<5x64xf32, #m2>
  return %6 : tensor<5x64xf32, #m2>
}

// A result that is returned in tiles is read there, too.
// CHECK-LABEL: func @read_again
// CHECK-NOT: tiled_layout.relayout
// CHECK: %[[M:.+]] = linalg.exp {{.*}} -> tensor<64x64xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: %[[N:.+]] = linalg.tanh ins(%[[M]]
// CHECK: return %[[M]], %[[N]]
func.func @read_again(%x: tensor<64x64xf32>) -> (tensor<64x64xf32, #m2>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %m = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = linalg.tanh ins(%m : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = tensor.cast %m : tensor<64x64xf32> to tensor<64x64xf32, #m2>
  return %t, %n : tensor<64x64xf32, #m2>, tensor<64x64xf32>
}

// Columns of one tile lie like rows, but a flat array of a slice would be a copy: the slice is read
// where it is.
// CHECK-LABEL: func @slice
// CHECK-NOT: tiled_layout.to_physical
// CHECK: %[[S:.+]] = tensor.extract_slice %arg0
// CHECK: linalg.exp ins(%[[S]]
func.func @slice(%x: tensor<64x384xf32, #m2>, %e: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %s = tensor.extract_slice %x[0, 128] [64, 128] [1, 1] : tensor<64x384xf32, #m2> to tensor<64x128xf32, #m2>
  %rows = tensor.cast %s : tensor<64x128xf32, #m2> to tensor<64x128xf32>
  %r = linalg.exp ins(%rows : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// There are no flat arrays in another memory.
// CHECK-LABEL: func @other_memory
// CHECK-NOT: tiled_layout.to_physical
// CHECK: return
func.func @other_memory(%x: tensor<8x128xf32, #s2>) -> tensor<8x128xf32, #tiled_layout.layout<{1,0:T(1,128)S(1)}>> {
  %0 = tensor.cast %x : tensor<8x128xf32, #s2> to tensor<8x128xf32, #tiled_layout.layout<{1,0:T(1,128)S(1)}>>
  return %0 : tensor<8x128xf32, #tiled_layout.layout<{1,0:T(1,128)S(1)}>>
}

// What is only a destination of another relayout needs no relayout, and is no reason to move one.
// CHECK-LABEL: func @destination
// CHECK: tensor.pad
// CHECK: return
func.func @destination(%x: tensor<9x130xf32, #m2>, %z: tensor<60x200xf32, #tiled_layout.layout<{0,1}>>) -> tensor<60x200xf32> {
  %c = arith.constant 1.5 : f32
  %e = tensor.empty() : tensor<9x130xf32>
  %r = tiled_layout.relayout ins(%x : tensor<9x130xf32, #m2>) outs(%e : tensor<9x130xf32>) -> tensor<9x130xf32>
  %p = tensor.pad %r low[0, 0] high[51, 70] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<9x130xf32> to tensor<60x200xf32>
  %q = tiled_layout.relayout ins(%z : tensor<60x200xf32, #tiled_layout.layout<{0,1}>>) outs(%p : tensor<60x200xf32>) -> tensor<60x200xf32>
  return %q : tensor<60x200xf32>
}

// CHECK-LABEL: func @unranked
// CHECK: tensor.dim
func.func @unranked(%a: tensor<*xf32>) -> index {
  %c0 = arith.constant 0 : index
  %n = arith.negf %a : tensor<*xf32>
  %d = tensor.dim %n, %c0 : tensor<*xf32>
  return %d : index
}

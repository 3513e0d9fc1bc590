// What reads memory stays in front of what writes or frees this memory.
//
// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s --check-prefix=FUSED

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>
#tr = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: @freed
// CHECK:       linalg.generic
// CHECK:       memref.dealloc
// CHECK:       tiled_layout.relayout
//
// BUFFERS-LABEL: @freed
// BUFFERS:       linalg.generic
// BUFFERS:       memref.dealloc
// BUFFERS:       tiled_layout.relayout
func.func @freed(%a: tensor<256x256xf32>) -> tensor<256x256xf32, #t> {
  %alloc = memref.alloc() : memref<256x256xf32>
  %0 = bufferization.to_tensor %alloc restrict writable : memref<256x256xf32> to tensor<256x256xf32>
  %1 = linalg.transpose ins(%a : tensor<256x256xf32>) outs(%0 : tensor<256x256xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<256x256xf32>
  %2 = linalg.generic {indexing_maps = [#id, #tr, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %1 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %3 = arith.mulf %x, %y : f32
    linalg.yield %3 : f32
  } -> tensor<256x256xf32>
  memref.dealloc %alloc : memref<256x256xf32>
  %r = tensor.cast %2 : tensor<256x256xf32> to tensor<256x256xf32, #t>
  return %r : tensor<256x256xf32, #t>
}

// CHECK-LABEL: @overwritten
// CHECK:       linalg.transpose
// CHECK:       linalg.fill
// CHECK:       tiled_layout.relayout
//
// BUFFERS-LABEL: @overwritten
// BUFFERS:       linalg.transpose
// BUFFERS:       linalg.fill
// BUFFERS:       tiled_layout.relayout
func.func @overwritten(%m: memref<256x256xf32>, %seven: f32) -> tensor<256x256xf32, #t> {
  %0 = bufferization.to_tensor %m restrict : memref<256x256xf32> to tensor<256x256xf32>
  %e = tensor.empty() : tensor<256x256xf32>
  %1 = linalg.transpose ins(%0 : tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) permutation = [1, 0]
  linalg.fill ins(%seven : f32) outs(%m : memref<256x256xf32>)
  %r = tensor.cast %1 : tensor<256x256xf32> to tensor<256x256xf32, #t>
  return %r : tensor<256x256xf32, #t>
}

// What is written is another array: the operation writes in the layout of the relayout.
//
// CHECK-LABEL: @another_array
// CHECK-NOT:   tiled_layout.relayout
// CHECK:       return
func.func @another_array(%m: memref<256x256xf32>, %seven: f32) -> tensor<256x256xf32, #t> {
  %0 = bufferization.to_tensor %m restrict : memref<256x256xf32> to tensor<256x256xf32>
  %e = tensor.empty() : tensor<256x256xf32>
  %1 = linalg.exp ins(%0 : tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %n = memref.alloc() : memref<256x256xf32>
  linalg.fill ins(%seven : f32) outs(%n : memref<256x256xf32>)
  %r = tensor.cast %1 : tensor<256x256xf32> to tensor<256x256xf32, #t>
  return %r : tensor<256x256xf32, #t>
}

// FUSED-LABEL: @two_operations
// FUSED:       arith.negf
// FUSED:       linalg.fill
// FUSED:       arith.addf
func.func @two_operations(%m: memref<256x256xf32>, %seven: f32) -> tensor<256x256xf32> {
  %0 = bufferization.to_tensor %m restrict : memref<256x256xf32> to tensor<256x256xf32>
  %e = tensor.empty() : tensor<256x256xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%x: f32, %out: f32):
    %3 = arith.negf %x : f32
    linalg.yield %3 : f32
  } -> tensor<256x256xf32>
  linalg.fill ins(%seven : f32) outs(%m : memref<256x256xf32>)
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<256x256xf32>) outs(%e : tensor<256x256xf32>) {
  ^bb0(%x: f32, %out: f32):
    %3 = arith.addf %x, %x : f32
    linalg.yield %3 : f32
  } -> tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}

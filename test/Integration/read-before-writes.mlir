// Operations on tensors of memory read it before the program writes to it or frees it, wherever the
// layout of what they compute is decided.
//
// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>

func.func private @overwritten(%a: tensor<16x256xf32>, %m: memref<16x256xf32>) -> tensor<256x16xf32, #t> attributes {no_inline} {
  %seven = arith.constant 7.0 : f32
  %0 = bufferization.to_tensor %m restrict writable : memref<16x256xf32> to tensor<16x256xf32>
  %1 = linalg.exp ins(%a : tensor<16x256xf32>) outs(%0 : tensor<16x256xf32>) -> tensor<16x256xf32>
  %e = tensor.empty() : tensor<256x16xf32>
  %2 = linalg.transpose ins(%1 : tensor<16x256xf32>) outs(%e : tensor<256x16xf32>) permutation = [1, 0]
  linalg.fill ins(%seven : f32) outs(%m : memref<16x256xf32>)
  %r = tensor.cast %2 : tensor<256x16xf32> to tensor<256x16xf32, #t>
  return %r : tensor<256x16xf32, #t>
}

func.func private @fused(%m: memref<16x256xf32>) -> tensor<16x256xf32, #t> attributes {no_inline} {
  %seven = arith.constant 7.0 : f32
  %t = bufferization.to_tensor %m restrict : memref<16x256xf32> to tensor<16x256xf32>
  %e = tensor.empty() : tensor<16x256xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<16x256xf32>) outs(%e : tensor<16x256xf32>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<16x256xf32>
  linalg.fill ins(%seven : f32) outs(%m : memref<16x256xf32>)
  %f = tensor.empty() : tensor<16x256xf32, #t>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<16x256xf32>) outs(%f : tensor<16x256xf32, #t>) {
  ^bb0(%x: f32, %out: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<16x256xf32, #t>
  return %2 : tensor<16x256xf32, #t>
}

func.func private @in_a_loop(%m: memref<16x256xf32>, %n: index) -> tensor<16x256xf32, #t> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7.0 : f32
  %t = bufferization.to_tensor %m restrict : memref<16x256xf32> to tensor<16x256xf32>
  %e = tensor.empty() : tensor<16x256xf32>
  %1 = linalg.negf ins(%t : tensor<16x256xf32>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %seven, %m[%i, %i] : memref<16x256xf32>
  }
  %r = tensor.cast %1 : tensor<16x256xf32> to tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<16x256xf32>
  %a = tensor.splat %zero : tensor<16x256xf32>

  // CHECK: 1
  %0 = call @overwritten(%a, %m) : (tensor<16x256xf32>, memref<16x256xf32>) -> tensor<256x16xf32, #t>
  %x0 = tensor.extract %0[%c3, %c0] : tensor<256x16xf32, #t>
  vector.print %x0 : f32

  // CHECK-NEXT: 4
  linalg.fill ins(%one : f32) outs(%m : memref<16x256xf32>)
  %1 = call @fused(%m) : (memref<16x256xf32>) -> tensor<16x256xf32, #t>
  %x1 = tensor.extract %1[%c0, %c0] : tensor<16x256xf32, #t>
  vector.print %x1 : f32

  // CHECK-NEXT: -1
  linalg.fill ins(%one : f32) outs(%m : memref<16x256xf32>)
  %2 = call @in_a_loop(%m, %c3) : (memref<16x256xf32>, index) -> tensor<16x256xf32, #t>
  %x2 = tensor.extract %2[%c0, %c0] : tensor<16x256xf32, #t>
  vector.print %x2 : f32
  memref.dealloc %m : memref<16x256xf32>
  return
}

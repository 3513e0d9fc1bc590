// Is all memory freed that bufferization allocates? Upstream's deallocation
// works on strided memrefs, so it comes after the layouts are lowered.
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=deallocate=true | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=deallocate=true -o /dev/null

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Two buffers: one is returned, the other freed.
// CHECK-LABEL: func.func @layers(
// CHECK-DAG: %[[A:.*]] = memref.alloc() {{.*}} : memref<3x3x8x128xf32>
// CHECK-DAG: %[[B:.*]] = memref.alloc() {{.*}} : memref<3x1x8x128xf32>
// CHECK: memref.dealloc %[[A]]
// CHECK-NOT: memref.dealloc
// CHECK: return %[[B]]
func.func @layers(%x: tensor<20x300xf32, #t> {bufferization.writable = false}, %w: tensor<300x64xf32, #t>) -> tensor<20x64xf32, #t> {
  %zero = arith.constant 0.0 : f32
  %e = math.exp %x : tensor<20x300xf32, #t>
  %f = tensor.empty() : tensor<20x64xf32, #t>
  %i = linalg.fill ins(%zero : f32) outs(%f : tensor<20x64xf32, #t>) -> tensor<20x64xf32, #t>
  %m = linalg.matmul ins(%e, %w : tensor<20x300xf32, #t>, tensor<300x64xf32, #t>) outs(%i : tensor<20x64xf32, #t>) -> tensor<20x64xf32, #t>
  return %m : tensor<20x64xf32, #t>
}

// Of a dynamic shape, and one for all iterations of a loop.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[A:.*]] = memref.alloc(
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK: scf.yield
// CHECK: memref.dealloc %[[A]]
// CHECK: return
func.func @loop(%x: tensor<?x300xf32, #t>, %n: index, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %f) -> f32 {
    %y = tensor.insert %s into %x[%k, %i] : tensor<?x300xf32, #t>
    %v = tensor.extract %y[%i, %i] : tensor<?x300xf32, #t>
    %u = tensor.extract %x[%k, %k] : tensor<?x300xf32, #t>
    %w = arith.addf %u, %v : f32
    scf.yield %w : f32
  }
  return %r : f32
}

// Is each buffer freed that bufferization allocates and nothing needs after its
// block?
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=deallocate=true | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=deallocate=false | FileCheck %s --check-prefix=KEPT

// LLVM-LABEL: llvm.func @layers(
// LLVM: llvm.call @free(
// KEPT-NOT: llvm.call @free(
// KEPT: llvm.func @call_unknown(
// KEPT-NOT: llvm.call @free(

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

// What the program allocates, and what a call of an unknown function may return,
// are not freed.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func private @same(memref<16x128xf32>) -> memref<16x128xf32>
func.func @kept(%x: tensor<16x128xf32, #t>, %y: tensor<16x128xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %own = memref.alloc() : memref<4xf32>
  %u = memref.load %own[%c0] : memref<4xf32>
  %e = math.exp %y : tensor<16x128xf32>
  %m = bufferization.to_buffer %e : tensor<16x128xf32> to memref<16x128xf32>
  %s = call @same(%m) : (memref<16x128xf32>) -> memref<16x128xf32>
  %v = memref.load %s[%c0, %c0] : memref<16x128xf32>
  %r = scf.if %c -> tensor<16x128xf32, #t> {
    %n = math.exp %x : tensor<16x128xf32, #t>
    scf.yield %n : tensor<16x128xf32, #t>
  } else {
    scf.yield %x : tensor<16x128xf32, #t>
  }
  %w = tensor.extract %r[%c0, %c0] : tensor<16x128xf32, #t>
  %a = arith.addf %u, %v : f32
  %b = arith.addf %a, %w : f32
  return %b : f32
}

// What runs later needs its buffers.
// CHECK-LABEL: func.func @later(
// CHECK: async.execute
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @later(%y: tensor<16x128xf32>, %r: memref<f32>) -> !async.token {
  %c0 = arith.constant 0 : index
  %e = math.exp %y : tensor<16x128xf32>
  %m = bufferization.to_buffer %e : tensor<16x128xf32> to memref<16x128xf32>
  %t = async.execute {
    %v = memref.load %m[%c0, %c0] : memref<16x128xf32>
    memref.store %v, %r[] : memref<f32>
    async.yield
  }
  return %t : !async.token
}

// A function allocates what it returns: its callers free it, in each iteration of a loop too.
// CHECK-LABEL: func.func private @doubled(
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func private @doubled(%x: tensor<16x?xf32, #t> {bufferization.writable = false}) -> tensor<16x?xf32, #t> {
  %d = arith.addf %x, %x : tensor<16x?xf32, #t>
  return %d : tensor<16x?xf32, #t>
}
// CHECK-LABEL: func.func @call_new(
// CHECK: %[[A:.*]]:2 = call @doubled(
// CHECK: %[[B:.*]]:2 = call @doubled(%[[A]]#0
// CHECK-NEXT: memref.dealloc %[[A]]#0
// CHECK: memref.load %[[B]]#0
// CHECK-NEXT: memref.dealloc %[[B]]#0
// CHECK: scf.for
// CHECK: %[[C:.*]]:2 = func.call @doubled(
// CHECK: memref.dealloc %[[C]]#0
// CHECK: }
// CHECK: return
func.func @call_new(%x: tensor<16x?xf32, #t> {bufferization.writable = false}, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = call @doubled(%x) : (tensor<16x?xf32, #t>) -> tensor<16x?xf32, #t>
  %b = call @doubled(%a) : (tensor<16x?xf32, #t>) -> tensor<16x?xf32, #t>
  %v = tensor.extract %b[%c0, %i] : tensor<16x?xf32, #t>
  %s = scf.for %k = %c0 to %i step %c1 iter_args(%f = %v) -> f32 {
    %c = func.call @doubled(%x) : (tensor<16x?xf32, #t>) -> tensor<16x?xf32, #t>
    %w = tensor.extract %c[%c0, %k] : tensor<16x?xf32, #t>
    %g = arith.addf %f, %w : f32
    scf.yield %g : f32
  }
  return %s : f32
}

// It returns what it is given: the caller frees its own buffer once, and after the last use of what is returned.
func.func private @in_place(%x: tensor<16x?xf32, #t>) -> tensor<16x?xf32, #t> {
  %e = math.exp %x : tensor<16x?xf32, #t>
  return %e : tensor<16x?xf32, #t>
}
// CHECK-LABEL: func.func @call_in_place(
// CHECK: %[[A:.*]] = memref.alloc(
// CHECK: %[[R:.*]]:2 = call @in_place(%[[A]]
// CHECK-NOT: memref.dealloc
// CHECK: memref.load %[[R]]#0
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @call_in_place(%x: tensor<16x?xf32, #t> {bufferization.writable = false}, %i: index) -> f32 {
  %a = call @in_place(%x) : (tensor<16x?xf32, #t>) -> tensor<16x?xf32, #t>
  %v = tensor.extract %a[%i, %i] : tensor<16x?xf32, #t>
  return %v : f32
}

// One buffer is returned twice, and one of a function that calls itself may be any: neither is freed.
// CHECK-LABEL: func.func @call_unknown(
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func private @twice(%x: memref<16x8xf32>) -> (memref<16x8xf32>, memref<16x8xf32>) {
  %a = memref.alloc() : memref<16x8xf32>
  memref.copy %x, %a : memref<16x8xf32> to memref<16x8xf32>
  return %a, %a : memref<16x8xf32>, memref<16x8xf32>
}
func.func private @again(%x: tensor<16x8xf32> {bufferization.writable = false}, %c: i1) -> tensor<16x8xf32> {
  %r = scf.if %c -> tensor<16x8xf32> {
    %a = func.call @again(%x, %c) : (tensor<16x8xf32>, i1) -> tensor<16x8xf32>
    scf.yield %a : tensor<16x8xf32>
  } else {
    scf.yield %x : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}
func.func @call_unknown(%x: tensor<16x8xf32> {bufferization.writable = false}, %m: memref<16x8xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %a = call @again(%x, %c) : (tensor<16x8xf32>, i1) -> tensor<16x8xf32>
  %v = tensor.extract %a[%c0, %c0] : tensor<16x8xf32>
  %t:2 = call @twice(%m) : (memref<16x8xf32>) -> (memref<16x8xf32>, memref<16x8xf32>)
  %w = memref.load %t#0[%c0, %c0] : memref<16x8xf32>
  %s = arith.addf %v, %w : f32
  return %s : f32
}

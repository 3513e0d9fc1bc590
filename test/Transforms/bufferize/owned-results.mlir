// Who frees what a branch or a loop hands over, if only some paths make a new buffer?
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize=deallocate=true | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// One branch makes a new buffer, the other one yields an argument: it yields a copy, and the result is freed.
// CHECK-LABEL: func.func @branch(
// CHECK: %[[R:.*]] = scf.if
// CHECK: %[[N:.*]] = memref.alloc(
// CHECK: scf.yield %[[N]]
// CHECK: else
// CHECK: %[[C:.*]] = memref.alloc(
// CHECK: scf.yield %[[C]]
// CHECK: memref.load %[[R]]
// CHECK-NEXT: memref.dealloc %[[R]]
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @branch(%x: tensor<16x?xf32, #t> {bufferization.writable = false}, %c: i1, %i: index) -> f32 {
  %r = scf.if %c -> tensor<16x?xf32, #t> {
    %e = math.exp %x : tensor<16x?xf32, #t>
    scf.yield %e : tensor<16x?xf32, #t>
  } else {
    scf.yield %x : tensor<16x?xf32, #t>
  }
  %v = tensor.extract %r[%i, %i] : tensor<16x?xf32, #t>
  return %v : f32
}

// Each iteration has new extents, and so a new buffer: it frees the one before. The first is a copy of the argument.
// CHECK-LABEL: func.func @iterations(
// CHECK: %[[FIRST:.*]] = memref.alloc(
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[OLD:.*]] = %[[FIRST]])
// CHECK: %[[NEW:.*]] = memref.alloc(
// CHECK: memref.dealloc %[[OLD]]
// CHECK: scf.yield %[[NEW]]
// CHECK: memref.load %[[R]]
// CHECK-NEXT: memref.dealloc %[[R]]
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @iterations(%x: tensor<?x?xf32, #t> {bufferization.writable = false}, %n: index, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?x?xf32, #t> {
    %rows = tensor.dim %s, %c0 : tensor<?x?xf32, #t>
    %columns = tensor.dim %s, %c1 : tensor<?x?xf32, #t>
    %e = tensor.empty(%columns, %rows) : tensor<?x?xf32, #t>
    %t = linalg.transpose ins(%s : tensor<?x?xf32, #t>) outs(%e : tensor<?x?xf32, #t>) permutation = [1, 0]
    scf.yield %t : tensor<?x?xf32, #t>
  }
  %v = tensor.extract %r[%i, %i] : tensor<?x?xf32, #t>
  return %v : f32
}

// The caller frees what such a function returns, too.
// CHECK-LABEL: func.func @call_halves(
// CHECK: %[[H:.*]] = call @halves(
// CHECK: memref.load %[[H]]
// CHECK-NEXT: memref.dealloc %[[H]]
// CHECK: return
func.func private @halves(%x: tensor<?x?xf32, #t> {bufferization.writable = false}) -> tensor<?x?xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%s = %x) : (tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t> {
    %rows = tensor.dim %s, %c0 : tensor<?x?xf32, #t>
    %isMany = arith.cmpi ugt, %rows, %c1 : index
    scf.condition(%isMany) %s : tensor<?x?xf32, #t>
  } do {
  ^bb0(%s: tensor<?x?xf32, #t>):
    %rows = tensor.dim %s, %c0 : tensor<?x?xf32, #t>
    %columns = tensor.dim %s, %c1 : tensor<?x?xf32, #t>
    %half = arith.shrui %rows, %c1 : index
    %top = tensor.extract_slice %s[0, 0] [%half, %columns] [1, 1] : tensor<?x?xf32, #t> to tensor<?x?xf32, #t>
    %e = math.exp %top : tensor<?x?xf32, #t>
    scf.yield %e : tensor<?x?xf32, #t>
  }
  return %r : tensor<?x?xf32, #t>
}
func.func @call_halves(%x: tensor<?x?xf32, #t> {bufferization.writable = false}, %i: index) -> f32 {
  %r = call @halves(%x) : (tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t>
  %v = tensor.extract %r[%i, %i] : tensor<?x?xf32, #t>
  return %v : f32
}

// Two tensors change places, and are in new buffers in each iteration.
// CHECK-LABEL: func.func @exchange(
// CHECK: %[[A:.*]] = memref.alloc(
// CHECK: %[[B:.*]] = memref.alloc(
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %[[A]], %[[Y:.*]] = %[[B]])
// CHECK: %[[NEW:.*]] = memref.alloc(
// CHECK-DAG: memref.dealloc %[[X]]
// CHECK-DAG: memref.dealloc %[[Y]]
// CHECK: scf.yield %{{.*}}, %[[NEW]]
// CHECK-DAG: memref.dealloc %[[R]]#0
// CHECK-DAG: memref.dealloc %[[R]]#1
// CHECK: return
func.func @exchange(%x: tensor<?x?xf32, #t> {bufferization.writable = false}, %y: tensor<?x?xf32, #t> {bufferization.writable = false}, %n: index, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x, %u = %y) -> (tensor<?x?xf32, #t>, tensor<?x?xf32, #t>) {
    %rows = tensor.dim %s, %c0 : tensor<?x?xf32, #t>
    %columns = tensor.dim %s, %c1 : tensor<?x?xf32, #t>
    %e = tensor.empty(%columns, %rows) : tensor<?x?xf32, #t>
    %t = linalg.transpose ins(%s : tensor<?x?xf32, #t>) outs(%e : tensor<?x?xf32, #t>) permutation = [1, 0]
    scf.yield %u, %t : tensor<?x?xf32, #t>, tensor<?x?xf32, #t>
  }
  %v = tensor.extract %r#0[%i, %i] : tensor<?x?xf32, #t>
  %w = tensor.extract %r#1[%i, %i] : tensor<?x?xf32, #t>
  %z = arith.addf %v, %w : f32
  return %z : f32
}

// Branches that the program wrote on memrefs are its own.
// CHECK-LABEL: func.func @own_branch(
// CHECK-NOT: memref.copy
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @own_branch(%x: memref<16x8xf32>, %y: tensor<4xf32> {bufferization.writable = false}, %c: i1, %i: index) -> (f32, f32) {
  %r = scf.if %c -> memref<16x8xf32> {
    %a = memref.alloc() : memref<16x8xf32>
    scf.yield %a : memref<16x8xf32>
  } else {
    scf.yield %x : memref<16x8xf32>
  }
  %v = memref.load %r[%i, %i] : memref<16x8xf32>
  %w = tensor.extract %y[%i] : tensor<4xf32>
  return %v, %w : f32, f32
}

// A loop that carries memory of the program's beside a tensor: what is stored there reaches the argument.
// CHECK-LABEL: func.func @beside_memory(
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<4xf32>
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %[[M]]
// CHECK: memref.store %{{.*}}, %[[X]]
// CHECK-NOT: memref.dealloc %[[X]]
// CHECK: return
func.func @beside_memory(%m: memref<4xf32>, %y: tensor<?x?xf32, #t> {bufferization.writable = false}, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %m, %s = %y) -> (memref<4xf32>, tensor<?x?xf32, #t>) {
    memref.store %one, %x[%k] : memref<4xf32>
    %a = memref.alloc() : memref<4xf32>
    %rows = tensor.dim %s, %c0 : tensor<?x?xf32, #t>
    %columns = tensor.dim %s, %c1 : tensor<?x?xf32, #t>
    %e = tensor.empty(%columns, %rows) : tensor<?x?xf32, #t>
    %t = linalg.transpose ins(%s : tensor<?x?xf32, #t>) outs(%e : tensor<?x?xf32, #t>) permutation = [1, 0]
    scf.yield %a, %t : memref<4xf32>, tensor<?x?xf32, #t>
  }
  %v = memref.load %r#0[%c0] : memref<4xf32>
  %w = tensor.extract %r#1[%c0, %c0] : tensor<?x?xf32, #t>
  return %v, %w : f32, f32
}

// The program's own allocation is no buffer to hand over, and what a function makes of a tensor as a memref is its own.
// CHECK-LABEL: func.func @own_first(
// CHECK: %[[OWN:.*]] = memref.alloc(%{{.*}}) : memref<?x?xf32>
// CHECK: %[[COPY:.*]] = memref.alloc(
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[COPY]])
// CHECK-NOT: memref.dealloc %[[OWN]]
// CHECK: return
// CHECK-LABEL: func.func @call_make(
// CHECK: call @make(
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @own_first(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n, %n) : memref<?x?xf32>
  %x = bufferization.to_tensor %a restrict writable : memref<?x?xf32> to tensor<?x?xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?x?xf32> {
    %rows = tensor.dim %s, %c0 : tensor<?x?xf32>
    %columns = tensor.dim %s, %c1 : tensor<?x?xf32>
    %e = tensor.empty(%columns, %rows) : tensor<?x?xf32>
    %t = linalg.transpose ins(%s : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
    scf.yield %t : tensor<?x?xf32>
  }
  %v = tensor.extract %r[%c0, %c0] : tensor<?x?xf32>
  return %v : f32
}
func.func private @make(%x: tensor<4xf32> {bufferization.writable = false}) -> memref<4xf32> {
  %e = math.exp %x : tensor<4xf32>
  %m = bufferization.to_buffer %e : tensor<4xf32> to memref<4xf32>
  return %m : memref<4xf32>
}
func.func @call_make(%y: tensor<4xf32> {bufferization.writable = false}) -> f32 {
  %c0 = arith.constant 0 : index
  %made = call @make(%y) : (tensor<4xf32>) -> memref<4xf32>
  %w = memref.load %made[%c0] : memref<4xf32>
  return %w : f32
}

// Does an elementwise operation write to an input that nothing needs after it?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-bufferize | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// The bias is added where the product is.
// CHECK-LABEL: func.func @bias(
// CHECK: %[[R:.*]] = memref.alloc()
// CHECK-NOT: memref.alloc
// CHECK: linalg.matmul {{.*}} outs(%[[R]] :
// CHECK: linalg.generic {{.*}} ins(%[[R]], %{{.*}} outs(%[[R]] :
// CHECK: return %[[R]]
func.func @bias(%x: tensor<16x256xf32, #t>, %w: tensor<256x256xf32, #t>, %b: tensor<256xf32>) -> tensor<16x256xf32, #t> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %m = linalg.matmul ins(%x, %w : tensor<16x256xf32, #t>, tensor<256x256xf32, #t>) outs(%f : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<16x256xf32, #t>, tensor<256xf32>) outs(%e : tensor<16x256xf32, #t>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// What reads the input before may be any operation with a destination.
// CHECK-LABEL: func.func @read_before(
// CHECK: %[[R:.*]] = memref.alloc() {{.*}} : memref<16x256xf32,
// CHECK: linalg.exp {{.*}} outs(%[[R]] :
// CHECK: linalg.reduce {{.*}} ins(%[[R]] :
// CHECK: linalg.negf ins(%[[R]] : {{.*}} outs(%[[R]] :
func.func @read_before(%x: tensor<16x256xf32, #t>, %i: tensor<16xf32>) -> (tensor<16xf32>, tensor<16x256xf32, #t>) {
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %a = linalg.exp ins(%x : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<16x256xf32, #t>) outs(%i : tensor<16xf32>) dimensions = [1]
  %n = linalg.negf ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %s, %n : tensor<16xf32>, tensor<16x256xf32, #t>
}

// A softmax of one's own: the exponentials are where the scores were, and the quotients where they
// were.
// CHECK-LABEL: func.func @softmax(
// CHECK: %[[S:.*]] = memref.alloc() {{.*}} : memref<16x256xf32,
// CHECK-NOT: memref.alloc() {{.*}} : memref<16x256xf32,
// CHECK: linalg.exp ins(%[[S]] : {{.*}} outs(%[[S]] :
// CHECK: linalg.reduce {{.*}} ins(%[[S]] :
// CHECK: linalg.generic {{.*}} ins(%[[S]], %{{.*}} outs(%[[S]] :
// CHECK: return %[[S]]
#row = affine_map<(d0, d1) -> (d0)>
func.func @softmax(%x: tensor<16x256xf32, #t>, %y: tensor<16x256xf32, #t>, %i: tensor<16xf32>) -> tensor<16x256xf32, #t> {
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %s = linalg.add ins(%x, %y : tensor<16x256xf32, #t>, tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %e0 = tensor.empty() : tensor<16x256xf32, #t>
  %a = linalg.exp ins(%s : tensor<16x256xf32, #t>) outs(%e0 : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %n = linalg.reduce { arith.addf } ins(%a : tensor<16x256xf32, #t>) outs(%i : tensor<16xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %n : tensor<16x256xf32, #t>, tensor<16xf32>) outs(%e0 : tensor<16x256xf32, #t>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %d = arith.divf %p, %q : f32
    linalg.yield %d : f32
  } -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// What is read after it, an argument, and an operand that is read at other
// indices too stay as they are.
// CHECK-LABEL: func.func @needed(
// CHECK-SAME: %[[X:[a-z0-9]+]]:
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK: linalg.exp ins(%[[X]] : {{.*}} outs(%[[A]] :
// CHECK: %[[B:.*]] = memref.alloc()
// CHECK: linalg.negf ins(%[[A]] : {{.*}} outs(%[[B]] :
// CHECK: linalg.add ins(%[[A]], %[[B]] : {{.*}} outs(%[[B]] :
// CHECK: linalg.generic {{.*}} ins(%[[B]], %[[B]] :
// CHECK-NOT: outs(%[[B]] :
// CHECK: return
#turned = affine_map<(d0, d1) -> (d1, d0)>
func.func @needed(%x: tensor<16x16xf32, #t>) -> tensor<16x16xf32, #t> {
  %e = tensor.empty() : tensor<16x16xf32, #t>
  %a = linalg.exp ins(%x : tensor<16x16xf32, #t>) outs(%e : tensor<16x16xf32, #t>) -> tensor<16x16xf32, #t>
  %b = linalg.negf ins(%a : tensor<16x16xf32, #t>) outs(%e : tensor<16x16xf32, #t>) -> tensor<16x16xf32, #t>
  %s = linalg.add ins(%a, %b : tensor<16x16xf32, #t>, tensor<16x16xf32, #t>) outs(%b : tensor<16x16xf32, #t>) -> tensor<16x16xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %s : tensor<16x16xf32, #t>, tensor<16x16xf32, #t>) outs(%e : tensor<16x16xf32, #t>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %d = arith.subf %p, %q : f32
    linalg.yield %d : f32
  } -> tensor<16x16xf32, #t>
  return %r : tensor<16x16xf32, #t>
}

// What is computed before a loop is read in each of its iterations.
// CHECK-LABEL: func.func @in_loop(
// CHECK: linalg.exp {{.*}} outs(%[[A:[a-z0-9_]+]] :
// CHECK: scf.for
// CHECK-NOT: outs(%[[A]] :
// CHECK: return
func.func @in_loop(%x: tensor<16x256xf32, #t>, %y: tensor<16x256xf32, #t>, %n: index) -> tensor<16x256xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %a = linalg.exp ins(%x : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> tensor<16x256xf32, #t> {
    %b = linalg.negf ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    %u = linalg.add ins(%s, %b : tensor<16x256xf32, #t>, tensor<16x256xf32, #t>) outs(%s : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    scf.yield %u : tensor<16x256xf32, #t>
  }
  return %r : tensor<16x256xf32, #t>
}

// A product and what is computed of it lie where the caller wants the result.
// CHECK-LABEL: func.func @to_memory(
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<16x256xf32, {{[^%]*}}>) {
// CHECK-NOT: memref.alloc
// CHECK: linalg.matmul {{.*}} outs(%[[OUT]] :
// CHECK: linalg.generic {{.*}} ins(%[[OUT]], %{{.*}} outs(%[[OUT]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @to_memory(%x: tensor<16x256xf32, #t>, %w: tensor<256x256xf32, #t>, %b: tensor<256xf32>, %out: memref<16x256xf32, #t>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %m = linalg.matmul ins(%x, %w : tensor<16x256xf32, #t>, tensor<256x256xf32, #t>) outs(%f : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %g = tensor.empty() : tensor<16x256xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<16x256xf32, #t>, tensor<256xf32>) outs(%g : tensor<16x256xf32, #t>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<16x256xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<16x256xf32, #t>, memref<16x256xf32, #t>) -> ()
  return
}

// The memory of the result is read behind the product. What is computed of the
// product is written there all the same, without a copy.
// CHECK-LABEL: func.func @to_memory_that_is_read(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, {{.*}}, %[[OUT:[a-z0-9]+]]: memref<?x256xf32, {{[^%]*}}>) ->
// CHECK: %[[M:.*]] = memref.alloc(%[[N]])
// CHECK-NOT: memref.alloc
// CHECK: linalg.matmul {{.*}} outs(%[[M]] :
// CHECK: memref.load %[[OUT]]
// CHECK: linalg.negf ins(%[[M]] : {{.*}} outs(%[[M]] :
// CHECK: linalg.exp ins(%[[M]] : {{.*}} outs(%[[OUT]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @to_memory_that_is_read(%n: index, %x: tensor<?x256xf32, #t>, %w: tensor<256x256xf32, #t>, %out: memref<?x256xf32, #t>) -> f32 {
  %z = arith.constant 0 : index
  %c = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x256xf32, #t>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<?x256xf32, #t>) -> tensor<?x256xf32, #t>
  %m = linalg.matmul ins(%x, %w : tensor<?x256xf32, #t>, tensor<256x256xf32, #t>) outs(%f : tensor<?x256xf32, #t>) -> tensor<?x256xf32, #t>
  %v = memref.load %out[%z, %z] : memref<?x256xf32, #t>
  %s = linalg.negf ins(%m : tensor<?x256xf32, #t>) outs(%e : tensor<?x256xf32, #t>) -> tensor<?x256xf32, #t>
  %g = tensor.empty(%n) : tensor<?x256xf32, #t>
  %r = linalg.exp ins(%s : tensor<?x256xf32, #t>) outs(%g : tensor<?x256xf32, #t>) -> tensor<?x256xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<?x256xf32, #t>, memref<?x256xf32, #t>) -> ()
  return %v : f32
}

// Memory that is computed in place is not looked at.
// CHECK-LABEL: func.func @in_memory(
// CHECK-SAME: %[[A:[a-z0-9]+]]:
// CHECK-NEXT: linalg.exp ins(%[[A]] : {{.*}} outs(%[[A]] :
func.func @in_memory(%a: memref<16x256xf32, #t>) {
  linalg.exp ins(%a : memref<16x256xf32, #t>) outs(%a : memref<16x256xf32, #t>)
  return
}

// The result cannot be computed in memory that is read between. It is computed
// in the buffer of its input, as where there is no such memory.
// CHECK-LABEL: func.func @copied_to_memory(
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<16x256xf32, {{[^%]*}}>, %{{[a-z0-9]+}}: index) -> f32
// CHECK: %[[P:.*]] = memref.alloc()
// CHECK-NOT: memref.alloc
// CHECK: linalg.negf ins(%[[P]] : {{.*}} outs(%[[P]] :
// CHECK: memref.load %[[OUT]]
// CHECK: memref.copy %[[P]], %[[OUT]]
func.func @copied_to_memory(%a: tensor<16x256xf32, #t>, %out: memref<16x256xf32, #t>, %i: index) -> f32 {
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %p = linalg.exp ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %r = linalg.negf ins(%p : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %v = memref.load %out[%i, %i] : memref<16x256xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<16x256xf32, #t>, memref<16x256xf32, #t>) -> ()
  return %v : f32
}

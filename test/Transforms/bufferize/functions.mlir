// Do layouts survive functions, calls, loops and branches, and does S(n) become
// the memory space?
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#s = #tiled_layout.layout<{1,0:T(8,128)S(2)}>
#c = #tiled_layout.layout<{1,0:T(*,4)}>

// A global holds the values in their logical order; its type says where they
// lie.
// CHECK: memref.global "private" constant @[[$GLOBAL:.*]] : memref<2x2xf32, #tiled_layout.layout<{1,0:T(8,128)}>> = dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]>

// CHECK: func.func private @declared(memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func private @declared(tensor<?x300xf32, #t>) -> tensor<?x300xf32, #t>

// CHECK-LABEL: func.func @call(
// CHECK-SAME: %[[A:.*]]: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @call(%a: tensor<20x300xf32, #t>) -> tensor<?x300xf32, #t> {
  // CHECK: %[[CAST:.*]] = memref.cast %[[A]] : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>> to memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  // CHECK: %[[R:.*]] = call @declared(%[[CAST]])
  // CHECK: return %[[R]]
  %0 = tensor.cast %a : tensor<20x300xf32, #t> to tensor<?x300xf32, #t>
  %1 = call @declared(%0) : (tensor<?x300xf32, #t>) -> tensor<?x300xf32, #t>
  return %1 : tensor<?x300xf32, #t>
}

// Memory space 2, which a cast from the host's memory reaches in two steps: a
// relayout in the host's memory, and a copy.
// CHECK-LABEL: func.func @memory_space(
// CHECK-SAME: %[[A:.*]]: memref<20x300xf32>) -> memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)S(2)}>, 2>
func.func @memory_space(%a: tensor<20x300xf32>) -> tensor<20x300xf32, #s> {
  // CHECK-DAG: %[[THERE:.*]] = memref.alloc() {{.*}} : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)S(2)}>, 2>
  // CHECK-DAG: %[[HERE:.*]] = memref.alloc() {{.*}} : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  // CHECK: tiled_layout.relayout ins(%[[A]] : {{.*}}) outs(%[[HERE]] :
  // CHECK-NEXT: memref.copy %[[HERE]], %[[THERE]]
  // CHECK-NEXT: return %[[THERE]]
  %0 = tensor.cast %a : tensor<20x300xf32> to tensor<20x300xf32, #s>
  return %0 : tensor<20x300xf32, #s>
}

// The way back: the copy first, and the padding's value last.
// CHECK-LABEL: func.func @from_memory_space(
// CHECK-SAME: %[[A:.*]]: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)S(2)}>, 2>
func.func @from_memory_space(%a: tensor<20x300xf32, #s>, %b: tensor<20x300xf32, #c>) -> tensor<20x300xf32, #c> {
  // CHECK: %[[HERE:.*]] = memref.alloc() {{.*}} : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  // CHECK: memref.copy %[[A]], %[[HERE]]
  // CHECK: tiled_layout.relayout ins(%[[HERE]] : {{.*}}) outs(%{{.*}} : {{.*}}) padding = zero
  %0 = tiled_layout.relayout ins(%a : tensor<20x300xf32, #s>) outs(%b : tensor<20x300xf32, #c>) padding = zero -> tensor<20x300xf32, #c>
  return %0 : tensor<20x300xf32, #c>
}

// The memref says which extents its map needs.
// CHECK-LABEL: func.func @bounds(
// CHECK-SAME: memref<20x300xf32, #tiled_layout.layout<{1,0:T(*,4)}, bounds = [20, 300]>>
// CHECK-SAME: -> memref<?x300xf32, #tiled_layout.layout<{1,0:T(*,4)}, bounds = [?, 300]>>
func.func @bounds(%a: tensor<20x300xf32, #c>) -> tensor<?x300xf32, #c> {
  // CHECK: %[[FLAT:.*]] = tiled_layout.to_physical %{{.*}} to memref<6000xf32>
  // CHECK: %[[ANY:.*]] = memref.cast %[[FLAT]] : memref<6000xf32> to memref<?xf32>
  // CHECK: tiled_layout.from_physical %[[ANY]](%{{.*}})
  %0 = tensor.cast %a : tensor<20x300xf32, #c> to tensor<?x300xf32, #c>
  return %0 : tensor<?x300xf32, #c>
}

// Nothing is allocated or copied in the loop.
// CHECK-LABEL: func.func @loop(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: linalg.generic
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @loop(%a: tensor<20x300xf32, #t>, %n: index) -> tensor<20x300xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> tensor<20x300xf32, #t> {
    %t = arith.addf %s, %s : tensor<20x300xf32, #t>
    scf.yield %t : tensor<20x300xf32, #t>
  }
  return %r : tensor<20x300xf32, #t>
}

// CHECK-LABEL: func.func @branches(
// CHECK: scf.if %{{.*}} -> (memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
func.func @branches(%c: i1, %a: tensor<20x300xf32, #t>, %b: tensor<20x300xf32, #t>) -> tensor<20x300xf32, #t> {
  cf.cond_br %c, ^bb1(%a : tensor<20x300xf32, #t>), ^bb2(%b : tensor<20x300xf32, #t>)
^bb1(%x: tensor<20x300xf32, #t>):
  cf.br ^bb2(%x : tensor<20x300xf32, #t>)
^bb2(%y: tensor<20x300xf32, #t>):
  return %y : tensor<20x300xf32, #t>
}

// CHECK-LABEL: func.func @constant(
// CHECK: memref.get_global @[[$GLOBAL]] : memref<2x2xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @constant() -> tensor<2x2xf32, #t> {
  %c = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32, #t>
  return %c : tensor<2x2xf32, #t>
}

// Tensors without layouts are bufferized, too, and a program without tensors is
// left alone.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME: memref<20x300xf32>) -> memref<20x300xf32>
func.func @plain(%a: tensor<20x300xf32>) -> tensor<20x300xf32> {
  return %a : tensor<20x300xf32>
}

// Branches yield arrays of the extents that all of them know.
// CHECK-LABEL: func.func @known_extents(
// CHECK: scf.if {{.*}} -> (memref<16xf32, #tiled_layout.layout<{0:T(4)}>>)
// CHECK: memref.cast {{.*}} to memref<?xf32, #tiled_layout.layout<{0:T(4)}>>
#four = #tiled_layout.layout<{0:T(4)}>
func.func @known_extents(%a: tensor<16xf32, #four>, %b: tensor<16xf32, #four>, %c: i1) -> tensor<?xf32, #four> {
  %d = tensor.cast %a : tensor<16xf32, #four> to tensor<?xf32, #four>
  %e = tensor.cast %b : tensor<16xf32, #four> to tensor<?xf32, #four>
  %r = scf.if %c -> tensor<?xf32, #four> {
    scf.yield %d : tensor<?xf32, #four>
  } else {
    scf.yield %e : tensor<?xf32, #four>
  }
  return %r : tensor<?xf32, #four>
}

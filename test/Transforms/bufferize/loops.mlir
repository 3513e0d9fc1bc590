// What do loops allocate in each iteration? Nothing, where one buffer does.
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-bufferize | FileCheck %s

#t = #tiled_layout.layout<{0,1:T(8,128)}>

// A relayout in a loop, of an extent that is known before it.
// CHECK-LABEL: func.func @relayout(
// CHECK: %[[N:.*]] = memref.dim
// CHECK: %[[BUFFER:.*]] = memref.alloc(%[[N]])
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: tiled_layout.relayout ins(%{{.*}}) outs(%[[BUFFER]]
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @relayout(%a: tensor<?x256xf32>, %n: index, %h: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %h) -> tensor<256xf32> {
    %t = tensor.cast %a : tensor<?x256xf32> to tensor<?x256xf32, #t>
    %v = linalg.reduce { arith.addf } ins(%t : tensor<?x256xf32, #t>) outs(%x : tensor<256xf32>) dimensions = [0]
    scf.yield %v : tensor<256xf32>
  }
  return %r : tensor<256xf32>
}

// -----

#t = #tiled_layout.layout<{0,1:T(8,128)}>

// Of an extent that each iteration has another one of.
// CHECK-LABEL: func.func @growing(
// CHECK: scf.for %[[I:.*]] =
// CHECK: memref.alloc(%[[I]])
func.func @growing(%a: tensor<?x256xf32>, %n: index, %h: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %h) -> tensor<256xf32> {
    %s = tensor.extract_slice %a[0, 0] [%i, 256] [1, 1] : tensor<?x256xf32> to tensor<?x256xf32>
    %t = tensor.cast %s : tensor<?x256xf32> to tensor<?x256xf32, #t>
    %v = linalg.reduce { arith.addf } ins(%t : tensor<?x256xf32, #t>) outs(%x : tensor<256xf32>) dimensions = [0]
    scf.yield %v : tensor<256xf32>
  }
  return %r : tensor<256xf32>
}

// -----

#t = #tiled_layout.layout<{0,1:T(8,128)}>

// Iterations at the same time do not share a buffer.
// CHECK-LABEL: func.func @parallel(
// CHECK: scf.forall
// CHECK: memref.alloc
func.func @parallel(%a: tensor<64x16x256xf32>, %h: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %r = scf.forall (%i) in (64) shared_outs(%x = %h) -> tensor<64x256xf32> {
    %s = tensor.extract_slice %a[%i, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<64x16x256xf32> to tensor<16x256xf32>
    %t = tensor.cast %s : tensor<16x256xf32> to tensor<16x256xf32, #t>
    %o = tensor.extract_slice %x[%i, 0] [1, 256] [1, 1] : tensor<64x256xf32> to tensor<256xf32>
    %v = linalg.reduce { arith.addf } ins(%t : tensor<16x256xf32, #t>) outs(%o : tensor<256xf32>) dimensions = [0]
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %x[%i, 0] [1, 256] [1, 1] : tensor<256xf32> into tensor<64x256xf32>
    }
  }
  return %r : tensor<64x256xf32>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{0,1:T(8,128)}>

// The condition hands the body another layout: the loop carries a buffer for
// each, and nothing is copied.
// CHECK-LABEL: func.func @while(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref
// CHECK: %[[U:.*]] = memref.alloc() {{.*}} : memref<16x256xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
// CHECK: scf.while (%{{.*}} = %{{.*}}, %[[X:.*]] = %[[A]], %[[Y:.*]] = %[[U]])
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: tiled_layout.relayout ins(%[[X]] : {{.*}}) outs(%[[Y]] :
// CHECK: scf.condition
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @while(%a: tensor<16x256xf32, #t>, %n: index) -> tensor<16x256xf32, #u> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<16x256xf32, #t>) -> (index, tensor<16x256xf32, #u>) {
    %c = arith.cmpi ult, %i, %n : index
    %y = tensor.cast %x : tensor<16x256xf32, #t> to tensor<16x256xf32, #u>
    scf.condition(%c) %i, %y : index, tensor<16x256xf32, #u>
  } do {
  ^bb0(%i: index, %y: tensor<16x256xf32, #u>):
    %j = arith.addi %i, %c1 : index
    %w = tensor.cast %y : tensor<16x256xf32, #u> to tensor<16x256xf32, #t>
    scf.yield %j, %w : index, tensor<16x256xf32, #t>
  }
  return %r#1 : tensor<16x256xf32, #u>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// A buffer that the program frees in each iteration is a new one in each.
// CHECK-LABEL: func.func @freed(
// CHECK: scf.for
// CHECK: memref.alloc
// CHECK: memref.dealloc
func.func @freed(%a: tensor<16x256xf32>, %n: index, %h: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %h) -> tensor<256xf32> {
    %t = tensor.cast %a : tensor<16x256xf32> to tensor<16x256xf32, #t>
    %v = linalg.reduce { arith.addf } ins(%t : tensor<16x256xf32, #t>) outs(%x : tensor<256xf32>) dimensions = [0]
    bufferization.dealloc_tensor %t : tensor<16x256xf32, #t>
    scf.yield %v : tensor<256xf32>
  }
  return %r : tensor<256xf32>
}

// -----

#t = #tiled_layout.layout<{0,1:T(8,128)}>

// That a program frees other memory, and that a function frees what it is given, keeps only
// what they may touch.
// CHECK-LABEL: func.func @others_freed(
// CHECK: memref.alloc() {{.*}} : memref<16x256xf32, #tiled_layout
// CHECK: scf.for
// CHECK: %[[OWN:.*]] = memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: call @take(%[[OWN]])
func.func private @take(%m: memref<8xf32>) {
  memref.dealloc %m : memref<8xf32>
  return
}
func.func @others_freed(%a: tensor<16x256xf32>, %n: index, %h: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %h) -> tensor<256xf32> {
    %own = memref.alloc() : memref<8xf32>
    %t = tensor.cast %a : tensor<16x256xf32> to tensor<16x256xf32, #t>
    %v = linalg.reduce { arith.addf } ins(%t : tensor<16x256xf32, #t>) outs(%x : tensor<256xf32>) dimensions = [0]
    func.call @take(%own) : (memref<8xf32>) -> ()
    scf.yield %v : tensor<256xf32>
  }
  return %r : tensor<256xf32>
}

// -----

#t = #tiled_layout.layout<{0,1:T(8,128)}>

// In branches, of an extent that is computed there; two branches have a buffer each.
// CHECK-LABEL: func.func @branches(
// CHECK-DAG: memref.alloc(%{{.*}}) {{.*}} : memref<?x256xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
// CHECK-DAG: memref.alloc(%{{.*}}) {{.*}} : memref<?x256xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @branches(%a: tensor<?x256xf32>, %b: tensor<?x256xf32>, %n: index, %h: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %h) -> tensor<256xf32> {
    %rest = arith.remui %i, %c2 : index
    %isOdd = arith.cmpi eq, %rest, %c1 : index
    %v = scf.if %isOdd -> tensor<256xf32> {
      %t = tensor.cast %a : tensor<?x256xf32> to tensor<?x256xf32, #t>
      %s = linalg.reduce { arith.addf } ins(%t : tensor<?x256xf32, #t>) outs(%x : tensor<256xf32>) dimensions = [0]
      scf.yield %s : tensor<256xf32>
    } else {
      %t = tensor.cast %b : tensor<?x256xf32> to tensor<?x256xf32, #t>
      %s = linalg.reduce { arith.maximumf } ins(%t : tensor<?x256xf32, #t>) outs(%x : tensor<256xf32>) dimensions = [0]
      scf.yield %s : tensor<256xf32>
    }
    scf.yield %v : tensor<256xf32>
  }
  return %r : tensor<256xf32>
}

// -----

// A loop that a program wrote on memrefs: what one iteration hands to the next one stays.
// CHECK-LABEL: func.func @carried(
// CHECK: scf.for
// CHECK: memref.alloc() : memref<8xf32>
func.func @carried(%n: index, %first: memref<8xf32>) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first) -> memref<8xf32> {
    %m = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%m : memref<8xf32>)
    scf.yield %m : memref<8xf32>
  }
  return %r : memref<8xf32>
}

// -----

#e = #tiled_layout.layout<{0:T(8)}, exact>

// Where extents are checked, they are checked only if the program comes there.
// CHECK-LABEL: func.func @checked(
// CHECK: scf.for
// CHECK: scf.if
// CHECK: memref.alloc
func.func private @use(memref<?xf32, #e>)
func.func @checked(%n: index, %k: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %m = memref.alloc(%k) : memref<?xf32, #e>
      func.call @use(%m) : (memref<?xf32, #e>) -> ()
    }
  }
  return
}

// What the program allocates in each iteration, a function that is called may keep; the buffer of a
// tensor it may not.
func.func private @keep(memref<8xf32>)
func.func private @read(tensor<8xf32>)
// CHECK-LABEL: func.func @kept(
// CHECK: memref.alloc()
// CHECK: scf.for
// CHECK: %[[OWN:.*]] = memref.alloc()
// CHECK: call @keep(%[[OWN]])
// CHECK-NOT: memref.alloc
// CHECK: call @read
func.func @kept(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<8xf32>
    func.call @keep(%m) : (memref<8xf32>) -> ()
    %e = tensor.empty() : tensor<8xf32>
    %f = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    func.call @read(%f) : (tensor<8xf32>) -> ()
  }
  return
}

// Nor is a result computed in memory that a function has kept, before another one may read it.
// CHECK-LABEL: func.func @kept_result(
// CHECK: %[[M:.*]] = memref.alloc()
// CHECK: call @keep(%[[M]])
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[E:.*]] :
// CHECK: call @look
// CHECK: memref.copy %[[E]], %[[M]]
func.func private @look() -> f32
func.func @kept_result(%x: f32) -> f32 {
  %m = memref.alloc() : memref<8xf32>
  call @keep(%m) : (memref<8xf32>) -> ()
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %v = call @look() : () -> f32
  bufferization.materialize_in_destination %f in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  return %v : f32
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// What each iteration computes has the extents that the first one began with, so that one buffer is carried.
// CHECK-LABEL: func.func @unknown(
// CHECK-COUNT-1: memref.alloc(
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK: linalg.add ins(%[[BUFFER:.*]], %{{.*}}) outs(%[[BUFFER]] :
// CHECK: return
func.func @unknown(%a: tensor<?x?xf32, #t>, %b: tensor<?x?xf32, #t> {bufferization.writable = false}, %n: index) -> tensor<?x?xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %a, %c0 : tensor<?x?xf32, #t>
  %columns = tensor.dim %a, %c1 : tensor<?x?xf32, #t>
  %first = tensor.empty(%rows, %columns) : tensor<?x?xf32, #t>
  %copy = linalg.copy ins(%b : tensor<?x?xf32, #t>) outs(%first : tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %copy) -> tensor<?x?xf32, #t> {
    %e = tensor.empty(%rows, %columns) : tensor<?x?xf32, #t>
    %y = linalg.add ins(%x, %b : tensor<?x?xf32, #t>, tensor<?x?xf32, #t>) outs(%e : tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t>
    scf.yield %y : tensor<?x?xf32, #t>
  }
  return %r : tensor<?x?xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The extents are asked of another operand: that the operation takes both says that they are the same.
// CHECK-LABEL: func.func @other_operand(
// CHECK-COUNT-1: memref.alloc(
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK: linalg.add
// CHECK: return
func.func @other_operand(%a: tensor<?x?xf32, #t>, %b: tensor<?x?xf32, #t> {bufferization.writable = false}, %n: index) -> tensor<?x?xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %a, %c0 : tensor<?x?xf32, #t>
  %columns = tensor.dim %a, %c1 : tensor<?x?xf32, #t>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %b) -> tensor<?x?xf32, #t> {
    %e = tensor.empty(%rows, %columns) : tensor<?x?xf32, #t>
    %y = linalg.add ins(%x, %a : tensor<?x?xf32, #t>, tensor<?x?xf32, #t>) outs(%e : tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t>
    scf.yield %y : tensor<?x?xf32, #t>
  }
  return %r : tensor<?x?xf32, #t>
}

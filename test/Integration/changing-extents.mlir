// Do loops that carry tensors whose extents change, or that no proof keeps the same, compute what
// they say? Each iteration has a new buffer.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// One element less each time.
// CHECK: sizes = [5]
// CHECK-NEXT: [32, 40, 48, 56, 64]
// One row more each time: a cache of keys.
// CHECK: sizes = [4, 2]
// CHECK-NEXT: {{\[\[}}9, 9],
// CHECK-NEXT: [0, 0],
// CHECK-NEXT: [1, 1],
// CHECK-NEXT: [2, 2{{\]\]}}
// Halves until two are left.
// CHECK: sizes = [2]
// CHECK-NEXT: [32, 40]
// A loop of blocks, whose extents stay.
// CHECK: sizes = [8]
// CHECK-NEXT: [8, 16, 24, 32, 40, 48, 56, 64]

#t = #tiled_layout.layout<{0:T(4)}>
#u = #tiled_layout.layout<{1,0:T(2,4)}>
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @less(%a: tensor<?xi32, #t>, %n: index) -> tensor<?xi32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?xi32, #t> {
    %d = tensor.dim %x, %c0 : tensor<?xi32, #t>
    %h = arith.subi %d, %c1 : index
    %s = tensor.extract_slice %x[1] [%h] [1] : tensor<?xi32, #t> to tensor<?xi32, #t>
    %y = arith.addi %s, %s : tensor<?xi32, #t>
    scf.yield %y : tensor<?xi32, #t>
  }
  return %r : tensor<?xi32, #t>
}

func.func @more(%a: tensor<?x2xi32, #u>, %n: index) -> tensor<?x2xi32, #u> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?x2xi32, #u> {
    %v = arith.index_cast %i : index to i32
    %row = tensor.splat %v : tensor<1x2xi32, #u>
    %y = tensor.concat dim(0) %x, %row : (tensor<?x2xi32, #u>, tensor<1x2xi32, #u>) -> tensor<?x2xi32, #u>
    scf.yield %y : tensor<?x2xi32, #u>
  }
  return %r : tensor<?x2xi32, #u>
}

func.func @halves(%a: tensor<?xi32, #t>) -> tensor<?xi32, #t> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = scf.while (%x = %a) : (tensor<?xi32, #t>) -> tensor<?xi32, #t> {
    %d = tensor.dim %x, %c0 : tensor<?xi32, #t>
    %p = arith.cmpi ugt, %d, %c2 : index
    scf.condition(%p) %x : tensor<?xi32, #t>
  } do {
  ^bb0(%x: tensor<?xi32, #t>):
    %d = tensor.dim %x, %c0 : tensor<?xi32, #t>
    %h = arith.divui %d, %c2 : index
    %s = tensor.extract_slice %x[0] [%h] [1] : tensor<?xi32, #t> to tensor<?xi32, #t>
    %e = tensor.extract_slice %x[%h] [%h] [1] : tensor<?xi32, #t> to tensor<?xi32, #t>
    %y = arith.addi %s, %e : tensor<?xi32, #t>
    scf.yield %y : tensor<?xi32, #t>
  }
  return %r : tensor<?xi32, #t>
}

func.func @blocks(%a: tensor<?xi32, #t>, %n: index) -> tensor<?xi32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^h(%a, %c0 : tensor<?xi32, #t>, index)
^h(%x: tensor<?xi32, #t>, %i: index):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^b, ^e
^b:
  %y = arith.addi %x, %x : tensor<?xi32, #t>
  %j = arith.addi %i, %c1 : index
  cf.br ^h(%y, %j : tensor<?xi32, #t>, index)
^e:
  return %x : tensor<?xi32, #t>
}

func.func private @show(%a: tensor<?xi32, #t>) attributes {no_inline} {
  %p = tensor.cast %a : tensor<?xi32, #t> to tensor<?xi32>
  %u = tensor.cast %p : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %nine = arith.constant 9 : i32
  %a = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  %b = tensor.cast %a : tensor<8xi32> to tensor<?xi32>
  %c = tensor.cast %b : tensor<?xi32> to tensor<?xi32, #t>
  %r0 = call @less(%c, %c3) : (tensor<?xi32, #t>, index) -> tensor<?xi32, #t>
  call @show(%r0) : (tensor<?xi32, #t>) -> ()

  %e = tensor.empty(%c1) : tensor<?x2xi32, #u>
  %f = linalg.fill ins(%nine : i32) outs(%e : tensor<?x2xi32, #u>) -> tensor<?x2xi32, #u>
  %r1 = call @more(%f, %c3) : (tensor<?x2xi32, #u>, index) -> tensor<?x2xi32, #u>
  %p1 = tensor.cast %r1 : tensor<?x2xi32, #u> to tensor<?x2xi32>
  %u1 = tensor.cast %p1 : tensor<?x2xi32> to tensor<*xi32>
  call @printMemrefI32(%u1) : (tensor<*xi32>) -> ()

  %a2 = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<16xi32>
  %b2 = tensor.cast %a2 : tensor<16xi32> to tensor<?xi32>
  %c2 = tensor.cast %b2 : tensor<?xi32> to tensor<?xi32, #t>
  %r2 = call @halves(%c2) : (tensor<?xi32, #t>) -> tensor<?xi32, #t>
  call @show(%r2) : (tensor<?xi32, #t>) -> ()

  %r3 = call @blocks(%c, %c3) : (tensor<?xi32, #t>, index) -> tensor<?xi32, #t>
  call @show(%r3) : (tensor<?xi32, #t>) -> ()
  return
}

// Do loops that carry on new tensors, or tensors that change places, compute what
// they say?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize=allow-return-allocs-from-loops --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// [[1, 1], [0, 1]] to the power of 6.
// CHECK: {{\[\[}}1,   6],
// CHECK-NEXT: [0,   1{{\]\]}}
// Doubled three times, in one layout and in the other.
// CHECK: {{\[\[}}8,   8],
// CHECK-NEXT: [0,   8{{\]\]}}
// Fibonacci numbers: x, y = y, x + y.
// CHECK: {{\[\[}}8,   8],
// CHECK-NEXT: [0,   8{{\]\]}}
// Three tensors that change places, and none is new.
// CHECK: {{\[\[}}2,   2],
// CHECK: {{\[\[}}3,   3],
// CHECK: {{\[\[}}1,   1],
// A loop in a loop.
// CHECK: {{\[\[}}1,   8],
// CHECK-NEXT: [0,   1{{\]\]}}

#t = #tiled_layout.layout<{1,0:T(2,2)}>
#u = #tiled_layout.layout<{0,1:T(4)}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @show(%a: tensor<2x2xi32, #t>) attributes {no_inline} {
  %p = tensor.cast %a : tensor<2x2xi32, #t> to tensor<2x2xi32>
  %m = bufferization.to_buffer %p : tensor<2x2xi32> to memref<2x2xi32>
  %u = memref.cast %m : memref<2x2xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func private @times(%x: tensor<2x2xi32, #t> {bufferization.writable = false}, %w: tensor<2x2xi32, #t> {bufferization.writable = false}) -> tensor<2x2xi32, #t> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32, #t>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t>
  %m = linalg.matmul ins(%x, %w : tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) outs(%f : tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t>
  return %m : tensor<2x2xi32, #t>
}
func.func private @power(%h: tensor<2x2xi32, #t>, %w: tensor<2x2xi32, #t>, %n: index) -> tensor<2x2xi32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %h) -> tensor<2x2xi32, #t> {
    %m = func.call @times(%x, %w) : (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t>
    scf.yield %m : tensor<2x2xi32, #t>
  }
  return %r : tensor<2x2xi32, #t>
}
func.func private @double(%a: tensor<2x2xi32, #t>, %n: index) -> tensor<2x2xi32, #u> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<2x2xi32, #t>) -> (index, tensor<2x2xi32, #u>) {
    %c = arith.cmpi ult, %i, %n : index
    %y = tensor.cast %x : tensor<2x2xi32, #t> to tensor<2x2xi32, #u>
    scf.condition(%c) %i, %y : index, tensor<2x2xi32, #u>
  } do {
  ^bb0(%i: index, %y: tensor<2x2xi32, #u>):
    %j = arith.addi %i, %c1 : index
    %z = arith.addi %y, %y : tensor<2x2xi32, #u>
    %w = tensor.cast %z : tensor<2x2xi32, #u> to tensor<2x2xi32, #t>
    scf.yield %j, %w : index, tensor<2x2xi32, #t>
  }
  return %r#1 : tensor<2x2xi32, #u>
}
func.func private @fibonacci(%a: tensor<2x2xi32, #t>, %n: index) -> tensor<2x2xi32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0> : tensor<2x2xi32, #t>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %z, %y = %a) -> (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) {
    %s = arith.addi %x, %y : tensor<2x2xi32, #t>
    scf.yield %y, %s : tensor<2x2xi32, #t>, tensor<2x2xi32, #t>
  }
  return %r#0 : tensor<2x2xi32, #t>
}
func.func private @rotate(%a: tensor<2x2xi32, #t>, %b: tensor<2x2xi32, #t>, %c: tensor<2x2xi32, #t>, %n: index) -> (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %c) -> (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) {
    scf.yield %y, %z, %x : tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, tensor<2x2xi32, #t>
  }
  return %r#0, %r#1, %r#2 : tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, tensor<2x2xi32, #t>
}
func.func private @nest(%h: tensor<2x2xi32, #t>, %w: tensor<2x2xi32, #t>, %n: index) -> tensor<2x2xi32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %h) -> tensor<2x2xi32, #t> {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<2x2xi32, #t> {
      %m = func.call @times(%y, %w) : (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t>
      scf.yield %m : tensor<2x2xi32, #t>
    }
    %m = func.call @times(%s, %w) : (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t>
    %l = func.call @times(%m, %w) : (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t>
    scf.yield %l : tensor<2x2xi32, #t>
  }
  return %r : tensor<2x2xi32, #t>
}
func.func @main() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xi32, #t>
  %w = arith.constant dense<[[1, 1], [0, 1]]> : tensor<2x2xi32, #t>
  %0 = call @power(%one, %w, %c6) : (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, index) -> tensor<2x2xi32, #t>
  call @show(%0) : (tensor<2x2xi32, #t>) -> ()
  %1 = call @double(%w, %c3) : (tensor<2x2xi32, #t>, index) -> tensor<2x2xi32, #u>
  %2 = tensor.cast %1 : tensor<2x2xi32, #u> to tensor<2x2xi32, #t>
  call @show(%2) : (tensor<2x2xi32, #t>) -> ()
  %3 = call @fibonacci(%w, %c6) : (tensor<2x2xi32, #t>, index) -> tensor<2x2xi32, #t>
  call @show(%3) : (tensor<2x2xi32, #t>) -> ()
  %a = arith.constant dense<1> : tensor<2x2xi32, #t>
  %b = arith.constant dense<2> : tensor<2x2xi32, #t>
  %c = arith.constant dense<3> : tensor<2x2xi32, #t>
  %4:3 = call @rotate(%a, %b, %c, %c4) : (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, index) -> (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, tensor<2x2xi32, #t>)
  call @show(%4#0) : (tensor<2x2xi32, #t>) -> ()
  call @show(%4#1) : (tensor<2x2xi32, #t>) -> ()
  call @show(%4#2) : (tensor<2x2xi32, #t>) -> ()
  %5 = call @nest(%one, %w, %c2) : (tensor<2x2xi32, #t>, tensor<2x2xi32, #t>, index) -> tensor<2x2xi32, #t>
  call @show(%5) : (tensor<2x2xi32, #t>) -> ()
  return
}

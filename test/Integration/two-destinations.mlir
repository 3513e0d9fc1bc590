// Do tensors that end in memory of the program get there, whatever shares their
// buffer or accesses that memory?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// The sum is computed from what ends in the second destination.
// CHECK: [2,  4,  6]
// CHECK: [1,  2,  3]
// A write in place after the first destination has its contents.
// CHECK: [1,  2,  3]
// CHECK: [2,  4,  6]
// The destination is read before it is written to at last.
// CHECK: [11,  22,  33]
// CHECK: [1,  2,  3]
// One branch hands on what is read again later, the other one computes anew.
// CHECK: [2,  4,  6]
// CHECK: [3,  6,  9]

#t = #tiled_layout.layout<{0:T(2)}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @f(%a: tensor<3xi32, #t> {bufferization.writable = false}, %o0: memref<3xi32, #t>, %o1: memref<3xi32, #t>) {
  %e = tensor.empty() : tensor<3xi32, #t>
  %v = linalg.copy ins(%a : tensor<3xi32, #t>) outs(%e : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  %w = linalg.add ins(%v, %v : tensor<3xi32, #t>, tensor<3xi32, #t>) outs(%v : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  bufferization.materialize_in_destination %w in restrict writable %o0 : (tensor<3xi32, #t>, memref<3xi32, #t>) -> ()
  bufferization.materialize_in_destination %v in restrict writable %o1 : (tensor<3xi32, #t>, memref<3xi32, #t>) -> ()
  return
}
func.func private @show(%m: memref<3xi32, #t>) {
  %t = bufferization.to_tensor %m restrict : memref<3xi32, #t> to tensor<3xi32, #t>
  %p = tensor.cast %t : tensor<3xi32, #t> to tensor<3xi32>
  %b = bufferization.to_buffer %p : tensor<3xi32> to memref<3xi32>
  %u = memref.cast %b : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func private @after(%a: tensor<3xi32, #t> {bufferization.writable = false}, %o0: memref<3xi32, #t>, %o1: memref<3xi32, #t>) {
  %e = tensor.empty() : tensor<3xi32, #t>
  %v = linalg.copy ins(%a : tensor<3xi32, #t>) outs(%e : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  bufferization.materialize_in_destination %v in restrict writable %o0 : (tensor<3xi32, #t>, memref<3xi32, #t>) -> ()
  %w = linalg.add ins(%v, %v : tensor<3xi32, #t>, tensor<3xi32, #t>) outs(%v : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  bufferization.materialize_in_destination %w in restrict writable %o1 : (tensor<3xi32, #t>, memref<3xi32, #t>) -> ()
  return
}
func.func private @between(%a: tensor<3xi32, #t> {bufferization.writable = false}, %o0: memref<3xi32, #t>, %o1: memref<3xi32, #t>) {
  %c10 = arith.constant 10 : i32
  %e = tensor.empty() : tensor<3xi32, #t>
  %f = linalg.fill ins(%c10 : i32) outs(%e : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  %v = linalg.mul ins(%a, %f : tensor<3xi32, #t>, tensor<3xi32, #t>) outs(%f : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  linalg.copy ins(%o0 : memref<3xi32, #t>) outs(%o1 : memref<3xi32, #t>)
  %b = bufferization.to_tensor %o1 restrict : memref<3xi32, #t> to tensor<3xi32, #t>
  %w = linalg.add ins(%v, %b : tensor<3xi32, #t>, tensor<3xi32, #t>) outs(%v : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  bufferization.materialize_in_destination %w in restrict writable %o0 : (tensor<3xi32, #t>, memref<3xi32, #t>) -> ()
  return
}
func.func private @branch(%a: tensor<3xi32, #t> {bufferization.writable = false}, %c: i1, %o0: memref<3xi32, #t>, %o1: memref<3xi32, #t>) attributes {no_inline} {
  %e = tensor.empty() : tensor<3xi32, #t>
  %v = linalg.copy ins(%a : tensor<3xi32, #t>) outs(%e : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  %w = scf.if %c -> tensor<3xi32, #t> {
    %d = arith.addi %v, %v : tensor<3xi32, #t>
    scf.yield %d : tensor<3xi32, #t>
  } else {
    scf.yield %v : tensor<3xi32, #t>
  }
  bufferization.materialize_in_destination %w in restrict writable %o0 : (tensor<3xi32, #t>, memref<3xi32, #t>) -> ()
  %g = tensor.empty() : tensor<3xi32, #t>
  %x = linalg.add ins(%w, %v : tensor<3xi32, #t>, tensor<3xi32, #t>) outs(%g : tensor<3xi32, #t>) -> tensor<3xi32, #t>
  bufferization.materialize_in_destination %x in restrict writable %o1 : (tensor<3xi32, #t>, memref<3xi32, #t>) -> ()
  return
}
func.func @main() {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32, #t>
  %o0 = memref.alloc() : memref<3xi32, #t>
  %o1 = memref.alloc() : memref<3xi32, #t>
  call @f(%a, %o0, %o1) : (tensor<3xi32, #t>, memref<3xi32, #t>, memref<3xi32, #t>) -> ()
  call @show(%o0) : (memref<3xi32, #t>) -> ()
  call @show(%o1) : (memref<3xi32, #t>) -> ()
  call @after(%a, %o0, %o1) : (tensor<3xi32, #t>, memref<3xi32, #t>, memref<3xi32, #t>) -> ()
  call @show(%o0) : (memref<3xi32, #t>) -> ()
  call @show(%o1) : (memref<3xi32, #t>) -> ()
  call @between(%a, %o0, %o1) : (tensor<3xi32, #t>, memref<3xi32, #t>, memref<3xi32, #t>) -> ()
  call @show(%o0) : (memref<3xi32, #t>) -> ()
  call @show(%o1) : (memref<3xi32, #t>) -> ()
  %true = arith.constant true
  call @branch(%a, %true, %o0, %o1) : (tensor<3xi32, #t>, i1, memref<3xi32, #t>, memref<3xi32, #t>) -> ()
  call @show(%o0) : (memref<3xi32, #t>) -> ()
  call @show(%o1) : (memref<3xi32, #t>) -> ()
  return
}

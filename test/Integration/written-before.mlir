// What the caller's memory holds is read and written in the order that the program has: a tensor of
// the memory comes after what is written to it before, also by a function that is called, and a
// result is not computed there before the memory is read by another name.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{0:T(128)}>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @write_first(%m: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %ones in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  %two = arith.constant 2.0 : f32
  %f = tensor.empty() : tensor<4xf32>
  %twos = linalg.fill ins(%two : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %t = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
  %r = tensor.insert_slice %twos into %t[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  bufferization.materialize_in_destination %r in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

func.func private @set(%m: memref<2xf32, #t>) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  memref.store %two, %m[%c0] : memref<2xf32, #t>
  return
}
func.func private @call_first(%m: memref<2xf32, #t>) {
  call @set(%m) : (memref<2xf32, #t>) -> ()
  %t = bufferization.to_tensor %m restrict writable : memref<2xf32, #t> to tensor<2xf32, #t>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %o = tensor.cast %one : tensor<2xf32> to tensor<2xf32, #t>
  %r = arith.addf %t, %o : tensor<2xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %m : (tensor<2xf32, #t>, memref<2xf32, #t>) -> ()
  return
}

func.func private @get(%n: memref<2xf32, #t>) -> f32 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %v = memref.load %n[%c0] : memref<2xf32, #t>
  return %v : f32
}
// Reads the memory that it then writes: passed twice, in a call, and selected.
func.func private @read_first(%x: tensor<2xf32, #t>, %m: memref<2xf32, #t>, %n: memref<2xf32, #t>,
                              %other: memref<2xf32, #t>, %c: i1, %out: memref<3xf32>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = arith.select %c, %m, %other : memref<2xf32, #t>
  %e = tensor.empty() : tensor<2xf32, #t>
  %y = linalg.square ins(%x : tensor<2xf32, #t>) outs(%e : tensor<2xf32, #t>) -> tensor<2xf32, #t>
  %v0 = memref.load %n[%c0] : memref<2xf32, #t>
  %v1 = call @get(%n) : (memref<2xf32, #t>) -> f32
  %v2 = memref.load %s[%c0] : memref<2xf32, #t>
  bufferization.materialize_in_destination %y in restrict writable %m : (tensor<2xf32, #t>, memref<2xf32, #t>) -> ()
  memref.store %v0, %out[%c0] : memref<3xf32>
  memref.store %v1, %out[%c1] : memref<3xf32>
  memref.store %v2, %out[%c2] : memref<3xf32>
  return
}
// The same of a tensor of the memory that a result is inserted in.
func.func private @insert_first(%x: tensor<1xf32, #t>, %m: memref<2xf32, #t>, %n: memref<2xf32, #t>) -> f32 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<1xf32, #t>
  %y = linalg.add ins(%x, %x : tensor<1xf32, #t>, tensor<1xf32, #t>) outs(%e : tensor<1xf32, #t>) -> tensor<1xf32, #t>
  %v = memref.load %n[%c0] : memref<2xf32, #t>
  %t = bufferization.to_tensor %m restrict writable : memref<2xf32, #t> to tensor<2xf32, #t>
  %r = tensor.insert_slice %y into %t[0] [1] [1] : tensor<1xf32, #t> into tensor<2xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %m : (tensor<2xf32, #t>, memref<2xf32, #t>) -> ()
  return %v : f32
}

// CHECK: [1, 1, 2, 2, 2, 2, 1, 1]
// CHECK: [3, 2]
// CHECK: [3, 3, 3]
// CHECK: [16, 16]
// CHECK: [16, 16]
// CHECK: [2, 16]
func.func @main() {
  %m = memref.alloc() : memref<8xf32>
  call @write_first(%m) : (memref<8xf32>) -> ()
  %u = memref.cast %m : memref<8xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %one = arith.constant 1.0 : f32
  %p = memref.alloc() : memref<2xf32>
  linalg.fill ins(%one : f32) outs(%p : memref<2xf32>)
  %n = memref.alloc() : memref<2xf32, #t>
  tiled_layout.relayout ins(%p : memref<2xf32>) outs(%n : memref<2xf32, #t>)
  call @call_first(%n) : (memref<2xf32, #t>) -> ()
  tiled_layout.relayout ins(%n : memref<2xf32, #t>) outs(%p : memref<2xf32>)
  %v = memref.cast %p : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%v) : (memref<*xf32>) -> ()
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %fours = arith.constant dense<4.0> : tensor<2xf32>
  %x = tensor.cast %fours : tensor<2xf32> to tensor<2xf32, #t>
  %other = memref.alloc() : memref<2xf32, #t>
  %out = memref.alloc() : memref<3xf32>
  call @read_first(%x, %n, %n, %other, %true, %out)
    : (tensor<2xf32, #t>, memref<2xf32, #t>, memref<2xf32, #t>, memref<2xf32, #t>, i1, memref<3xf32>) -> ()
  %w = memref.cast %out : memref<3xf32> to memref<*xf32>
  call @printMemrefF32(%w) : (memref<*xf32>) -> ()
  tiled_layout.relayout ins(%n : memref<2xf32, #t>) outs(%p : memref<2xf32>)
  call @printMemrefF32(%v) : (memref<*xf32>) -> ()
  %ones = arith.constant dense<1.0> : tensor<1xf32>
  %x1 = tensor.cast %ones : tensor<1xf32> to tensor<1xf32, #t>
  %read = call @insert_first(%x1, %n, %n) : (tensor<1xf32, #t>, memref<2xf32, #t>, memref<2xf32, #t>) -> f32
  linalg.fill ins(%read : f32) outs(%p : memref<2xf32>)
  call @printMemrefF32(%v) : (memref<*xf32>) -> ()
  tiled_layout.relayout ins(%n : memref<2xf32, #t>) outs(%p : memref<2xf32>)
  call @printMemrefF32(%v) : (memref<*xf32>) -> ()
  return
}

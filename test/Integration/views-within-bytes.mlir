// Are views whose first element lies within a byte read as what they are? A row whose dimension is dropped, a view
// of a view, and a transposed one, of rows of nine nibbles.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// Row i, column j holds 9 * i + j modulo 16.
// CHECK: [9, 10, 11, 12, 13, 14, 15, 0, 1]
// CHECK: [5, 6, 7, 14, 15, 0]
// CHECK: [9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15, 8, 0, 9, 1, 10]

#m = #tiled_layout.layout<{1,0:E(4)}>
#row = #tiled_layout.layout<{0:E(4)}, strides = [1]>
#v = #tiled_layout.layout<{1,0:E(4)}, strides = [9, 1]>
#vt = #tiled_layout.layout<{0,1:E(4)}, strides = [9, 1]>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @go(%a: memref<?x9xi4, #m>, %i: index, %j: index, %o: memref<9xi4>, %p: memref<2x3xi4>, %q: memref<9x2xi4>) attributes {no_inline} {
  %r = tiled_layout.subview %a[%i, 0] [1, 9] [1, 1] : memref<?x9xi4, #m> to memref<9xi4, #row>
  tiled_layout.relayout ins(%r : memref<9xi4, #row>) outs(%o : memref<9xi4>)
  %s = tiled_layout.subview %a[%i, 0] [3, 9] [1, 1] : memref<?x9xi4, #m> to memref<3x9xi4, #v>
  %t = tiled_layout.subview %s[%j, 3] [2, 3] [1, 1] : memref<3x9xi4, #v> to memref<2x3xi4, #v>
  tiled_layout.relayout ins(%t : memref<2x3xi4, #v>) outs(%p : memref<2x3xi4>)
  %u = tiled_layout.subview %a[%i, 0] [2, 9] [1, 1] : memref<?x9xi4, #m> to memref<2x9xi4, #v>
  %x = tiled_layout.transpose %u [1, 0] : memref<2x9xi4, #v> to memref<9x2xi4, #vt>
  tiled_layout.relayout ins(%x : memref<9x2xi4, #vt>) outs(%q : memref<9x2xi4>)
  return
}
func.func private @show(%m: memref<?xi4>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xi4>
  %w = memref.alloc(%n) : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %m[%i] : memref<?xi4>
    %e = arith.extui %v : i4 to i32
    memref.store %e, %w[%i] : memref<?xi32>
  }
  %u = memref.cast %w : memref<?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %w : memref<?xi32>
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %a = memref.alloc(%c5) : memref<?x9xi4, #m>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      %k = arith.muli %i, %c9 : index
      %l = arith.addi %k, %j : index
      %v = arith.index_cast %l : index to i4
      memref.store %v, %a[%i, %j] : memref<?x9xi4, #m>
    }
  }
  %o = memref.alloc() : memref<9xi4>
  %p = memref.alloc() : memref<2x3xi4>
  %q = memref.alloc() : memref<9x2xi4>
  call @go(%a, %c1, %c1, %o, %p, %q) : (memref<?x9xi4, #m>, index, index, memref<9xi4>, memref<2x3xi4>, memref<9x2xi4>) -> ()
  %o1 = memref.cast %o : memref<9xi4> to memref<?xi4>
  call @show(%o1) : (memref<?xi4>) -> ()
  %p0 = memref.collapse_shape %p [[0, 1]] : memref<2x3xi4> into memref<6xi4>
  %p1 = memref.cast %p0 : memref<6xi4> to memref<?xi4>
  call @show(%p1) : (memref<?xi4>) -> ()
  %q0 = memref.collapse_shape %q [[0, 1]] : memref<9x2xi4> into memref<18xi4>
  %q1 = memref.cast %q0 : memref<18xi4> to memref<?xi4>
  call @show(%q1) : (memref<?xi4>) -> ()
  memref.dealloc %a : memref<?x9xi4, #m>
  memref.dealloc %o : memref<9xi4>
  memref.dealloc %p : memref<2x3xi4>
  memref.dealloc %q : memref<9x2xi4>
  return
}

// A size that is known at run time stays the logical one, through a call, a
// loop and a branch, although the buffer is larger.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!array = memref<?x?xf32, #tiled_layout.layout<{1,0:T(8,128)}>>

func.func private @printI64(i64)
func.func private @printF32(f32)
func.func private @printNewline()

func.func private @print(%p: index) {
  %v = arith.index_cast %p : index to i64
  call @printI64(%v) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

// m[i, j] = 100 i + j, over the logical extents.
func.func private @fill(%m: !array) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %rows = memref.dim %m, %c0 : !array
  %columns = memref.dim %m, %c1 : !array
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %row = arith.muli %i, %c100 : index
      %sum = arith.addi %row, %j : index
      %integer = arith.index_cast %sum : index to i32
      %v = arith.sitofp %integer : i32 to f32
      memref.store %v, %m[%i, %j] : !array
    }
  }
  return
}

// Swaps the arrays `times` times.
func.func private @swap(%m: !array, %n: !array, %times: index) -> (!array, !array) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %times step %c1 iter_args(%a = %m, %b = %n) -> (!array, !array) {
    scf.yield %b, %a : !array, !array
  }
  return %r#0, %r#1 : !array, !array
}

func.func private @choose(%c: i1, %m: !array, %n: !array) -> !array {
  cf.cond_br %c, ^done(%m : !array), ^other
^other:
  cf.br ^done(%n : !array)
^done(%r: !array):
  return %r : !array
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c130 = arith.constant 130 : index
  %true = arith.constant true
  %m = memref.alloc(%c9, %c130) : !array
  %n = memref.alloc(%c5, %c7) : !array
  call @fill(%m) : (!array) -> ()
  call @fill(%n) : (!array) -> ()
  %s:2 = call @swap(%m, %n, %c3) : (!array, !array, index) -> (!array, !array)

  // CHECK: 5
  // CHECK-NEXT: 7
  // CHECK-NEXT: 9
  // CHECK-NEXT: 130
  %d0 = memref.dim %s#0, %c0 : !array
  call @print(%d0) : (index) -> ()
  %d1 = memref.dim %s#0, %c1 : !array
  call @print(%d1) : (index) -> ()
  %d2 = memref.dim %s#1, %c0 : !array
  call @print(%d2) : (index) -> ()
  %r = call @choose(%true, %s#1, %s#0) : (i1, !array, !array) -> !array
  %d3 = memref.dim %r, %c1 : !array
  call @print(%d3) : (index) -> ()

  // CHECK-NEXT: 929
  %last = arith.subi %d3, %c1 : index
  %v = memref.load %r[%c8, %last] : !array
  call @printF32(%v) : (f32) -> ()
  memref.dealloc %m : !array
  memref.dealloc %n : !array
  return
}

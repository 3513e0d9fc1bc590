// Stencils of arrays whose number of rows is known at run time, which may be
// large: rows of the tiles below are fetched, and the result is that of the same
// stencil of row-major arrays.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline -o %t
// RUN: FileCheck %s --check-prefix=FETCH --input-file=%t
// RUN: mlir-runner %t --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

func.func private @printI64(i64)

// FETCH-LABEL: llvm.func @tiled
// FETCH: llvm.intr.prefetch
// FETCH-LABEL: llvm.func @plain
// FETCH-NOT: llvm.intr.prefetch
func.func @tiled(%a: memref<?x512xi8, #t> {llvm.noalias}, %b: memref<?x512xi8, #t> {llvm.noalias}) {
  %zero = arith.constant 0 : index
  %rows = memref.dim %a, %zero : memref<?x512xi8, #t>
  affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%rows) {
    affine.for %j = 1 to 511 {
      %u = affine.load %a[%i - 1, %j] : memref<?x512xi8, #t>
      %d = affine.load %a[%i + 1, %j] : memref<?x512xi8, #t>
      %l = affine.load %a[%i, %j - 1] : memref<?x512xi8, #t>
      %r = affine.load %a[%i, %j + 1] : memref<?x512xi8, #t>
      %x = arith.subi %u, %d : i8
      %y = arith.xori %x, %l : i8
      %z = arith.addi %y, %r : i8
      affine.store %z, %b[%i, %j] : memref<?x512xi8, #t>
    }
  }
  return
}

func.func @plain(%a: memref<?x512xi8> {llvm.noalias}, %b: memref<?x512xi8> {llvm.noalias}) {
  %zero = arith.constant 0 : index
  %rows = memref.dim %a, %zero : memref<?x512xi8>
  affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%rows) {
    affine.for %j = 1 to 511 {
      %u = affine.load %a[%i - 1, %j] : memref<?x512xi8>
      %d = affine.load %a[%i + 1, %j] : memref<?x512xi8>
      %l = affine.load %a[%i, %j - 1] : memref<?x512xi8>
      %r = affine.load %a[%i, %j + 1] : memref<?x512xi8>
      %x = arith.subi %u, %d : i8
      %y = arith.xori %x, %l : i8
      %z = arith.addi %y, %r : i8
      affine.store %z, %b[%i, %j] : memref<?x512xi8>
    }
  }
  return
}

func.func @main() {
  %rows = arith.constant 61 : index
  %a = memref.alloc(%rows) : memref<?x512xi8, #t>
  %b = memref.alloc(%rows) : memref<?x512xi8, #t>
  %p = memref.alloc(%rows) : memref<?x512xi8>
  %q = memref.alloc(%rows) : memref<?x512xi8>
  %none = arith.constant 0 : i8
  %c31 = arith.constant 31 : index
  %c7 = arith.constant 7 : index
  affine.for %i = 0 to 61 {
    affine.for %j = 0 to 512 {
      %0 = arith.muli %i, %c31 : index
      %1 = arith.muli %j, %c7 : index
      %2 = arith.muli %0, %1 : index
      %3 = arith.addi %2, %1 : index
      %v = arith.index_cast %3 : index to i8
      affine.store %v, %a[%i, %j] : memref<?x512xi8, #t>
      affine.store %v, %p[%i, %j] : memref<?x512xi8>
      affine.store %none, %b[%i, %j] : memref<?x512xi8, #t>
      affine.store %none, %q[%i, %j] : memref<?x512xi8>
    }
  }
  call @tiled(%a, %b) : (memref<?x512xi8, #t>, memref<?x512xi8, #t>) -> ()
  call @plain(%p, %q) : (memref<?x512xi8>, memref<?x512xi8>) -> ()
  // How many elements agree: all 61 * 512.
  %start = arith.constant 0 : i64
  %same = affine.for %i = 0 to 61 iter_args(%s = %start) -> (i64) {
    %row = affine.for %j = 0 to 512 iter_args(%t = %s) -> (i64) {
      %x = affine.load %b[%i, %j] : memref<?x512xi8, #t>
      %y = affine.load %q[%i, %j] : memref<?x512xi8>
      %equal = arith.cmpi eq, %x, %y : i8
      %one = arith.extui %equal : i1 to i64
      %sum = arith.addi %t, %one : i64
      affine.yield %sum : i64
    }
    affine.yield %row : i64
  }
  // CHECK: 31232
  call @printI64(%same) : (i64) -> ()
  memref.dealloc %a : memref<?x512xi8, #t>
  memref.dealloc %b : memref<?x512xi8, #t>
  memref.dealloc %p : memref<?x512xi8>
  memref.dealloc %q : memref<?x512xi8>
  return
}

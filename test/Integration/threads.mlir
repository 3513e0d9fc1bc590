// Do relayouts and loops that threads share compute what they say, by OpenMP?
//
// REQUIRES: openmp
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=threads=3 > %t.mlir
// RUN: FileCheck %s --check-prefix=CODE < %t.mlir
// RUN: mlir-runner %t.mlir --entry-point-result=void --shared-libs=%runner_libs,%openmp_library | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=ONE
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// CODE: omp.parallel num_threads(%{{.*}} : i32)
// CODE: omp.wsloop
// ONE-NOT: omp.

// The sum of (i - j) over 1000 x 300, and of the user's own parallel loop.
// CHECK: 105000000
// CHECK-NEXT: 210000000
// The sum of a product of matrices of ones: 1000 * 300 * 296.
// CHECK-NEXT: 88800000
// Rows that each thread reverses in a buffer of its own on the stack, whose size is known at
// run time only, behind a branch.
// CHECK-NEXT: 105254150

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func private @fill(%a: memref<1000x300xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : memref<1000x300xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %d = arith.subi %i, %j : index
    %v = arith.index_cast %d : index to i32
    linalg.yield %v : i32
  }
  return
}
func.func private @sum(%a: memref<1000x300xi32, #t>) {
  %c0 = arith.constant 0 : i64
  %r = affine.for %i = 0 to 1000 iter_args(%x = %c0) -> i64 {
    %s = affine.for %j = 0 to 300 iter_args(%y = %x) -> i64 {
      %v = affine.load %a[%i, %j] : memref<1000x300xi32, #t>
      %w = arith.extsi %v : i32 to i64
      %z = arith.addi %y, %w : i64
      affine.yield %z : i64
    }
    affine.yield %s : i64
  }
  vector.print %r : i64
  return
}
func.func private @reverse(%b: memref<1000x300xi32, #t>, %n: index, %first: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %last = arith.subi %n, %c1 : index
  scf.parallel (%i) = (%c0) to (%c1000) step (%c1) {
    %isFar = arith.cmpi uge, %i, %first : index
    %row = memref.alloca(%n) : memref<?xi32>
    scf.if %isFar {
      scf.for %j = %c0 to %n step %c1 {
        %v = memref.load %b[%i, %j] : memref<1000x300xi32, #t>
        memref.store %v, %row[%j] : memref<?xi32>
      }
      scf.for %j = %c0 to %n step %c1 {
        %k = arith.subi %last, %j : index
        %v = memref.load %row[%k] : memref<?xi32>
        %w = arith.addi %v, %v : i32
        memref.store %w, %b[%i, %j] : memref<1000x300xi32, #t>
      }
    }
    scf.reduce
  }
  return
}
func.func @main() {
  %a = memref.alloc() : memref<1000x300xi32>
  %b = memref.alloc() : memref<1000x300xi32, #t>
  call @fill(%a) : (memref<1000x300xi32>) -> ()
  tiled_layout.relayout ins(%a : memref<1000x300xi32>) outs(%b : memref<1000x300xi32, #t>)
  call @sum(%b) : (memref<1000x300xi32, #t>) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c299 = arith.constant 299 : index
  %c300 = arith.constant 300 : index
  %c999 = arith.constant 999 : index
  %c1000 = arith.constant 1000 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1000, %c300) step (%c1, %c1) {
    %v = memref.load %b[%i, %j] : memref<1000x300xi32, #t>
    %w = arith.addi %v, %v : i32
    memref.store %w, %b[%i, %j] : memref<1000x300xi32, #t>
    scf.reduce
  }
  call @sum(%b) : (memref<1000x300xi32, #t>) -> ()
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %x = memref.alloc() : memref<1000x296xi32, #t>
  %y = memref.alloc() : memref<296x300xi32, #t>
  linalg.fill ins(%one : i32) outs(%x : memref<1000x296xi32, #t>)
  linalg.fill ins(%one : i32) outs(%y : memref<296x300xi32, #t>)
  linalg.fill ins(%zero : i32) outs(%b : memref<1000x300xi32, #t>)
  linalg.matmul ins(%x, %y : memref<1000x296xi32, #t>, memref<296x300xi32, #t>) outs(%b : memref<1000x300xi32, #t>)
  call @sum(%b) : (memref<1000x300xi32, #t>) -> ()
  tiled_layout.relayout ins(%a : memref<1000x300xi32>) outs(%b : memref<1000x300xi32, #t>)
  call @reverse(%b, %c300, %c1000) : (memref<1000x300xi32, #t>, index, index) -> ()
  call @reverse(%b, %c299, %c999) : (memref<1000x300xi32, #t>, index, index) -> ()
  call @sum(%b) : (memref<1000x300xi32, #t>) -> ()
  memref.dealloc %x : memref<1000x296xi32, #t>
  memref.dealloc %y : memref<296x300xi32, #t>
  memref.dealloc %a : memref<1000x300xi32>
  memref.dealloc %b : memref<1000x300xi32, #t>
  return
}

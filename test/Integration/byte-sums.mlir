// Are sums of all bytes right, with sign and without, of rows and of columns that share words?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=host \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s

// Nothing differs.
// CHECK: {{^0$}}

#w = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

func.func private @signed_rows(%a: memref<70x300xi8, #w>, %c: memref<70xi32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<70x300xi8, #w>) outs(%c : memref<70xi32>) {
    ^bb0(%x: i8, %y: i32):
      %0 = arith.extsi %x : i8 to i32
      %1 = arith.addi %y, %0 : i32
      linalg.yield %1 : i32
  }
  return
}
func.func private @rows(%a: memref<70x300xi8, #w>, %c: memref<70xi32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<70x300xi8, #w>) outs(%c : memref<70xi32>) {
    ^bb0(%x: i8, %y: i32):
      %0 = arith.extui %x : i8 to i32
      %1 = arith.addi %y, %0 : i32
      linalg.yield %1 : i32
  }
  return
}
func.func private @signed_columns(%a: memref<70x300xi8, #w>, %c: memref<300xi32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
    ins(%a : memref<70x300xi8, #w>) outs(%c : memref<300xi32>) {
    ^bb0(%x: i8, %y: i32):
      %0 = arith.extsi %x : i8 to i32
      %1 = arith.addi %y, %0 : i32
      linalg.yield %1 : i32
  }
  return
}
func.func private @columns(%a: memref<70x300xi8, #w>, %c: memref<300xi32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
    ins(%a : memref<70x300xi8, #w>) outs(%c : memref<300xi32>) {
    ^bb0(%x: i8, %y: i32):
      %0 = arith.extui %x : i8 to i32
      %1 = arith.addi %y, %0 : i32
      linalg.yield %1 : i32
  }
  return
}

// Counts the numbers that differ.
func.func private @count(%a: memref<?xi32>, %b: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%count = %zero) -> i32 {
    %x = memref.load %a[%i] : memref<?xi32>
    %y = memref.load %b[%i] : memref<?xi32>
    %differ = arith.cmpi ne, %x, %y : i32
    %more = arith.extui %differ : i1 to i32
    %next = arith.addi %count, %more : i32
    scf.yield %next : i32
  }
  return %r : i32
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c37 = arith.constant 37 : index
  %m = arith.constant 70 : index
  %n = arith.constant 300 : index
  %seven = arith.constant 7 : i32
  %a = memref.alloc() : memref<70x300xi8, #w>
  %r0 = memref.alloc() : memref<70xi32>
  %r1 = memref.alloc() : memref<70xi32>
  %r2 = memref.alloc() : memref<70xi32>
  %r3 = memref.alloc() : memref<70xi32>
  %k0 = memref.alloc() : memref<300xi32>
  %k1 = memref.alloc() : memref<300xi32>
  %k2 = memref.alloc() : memref<300xi32>
  %k3 = memref.alloc() : memref<300xi32>
  linalg.fill ins(%seven : i32) outs(%r0 : memref<70xi32>)
  linalg.fill ins(%seven : i32) outs(%r1 : memref<70xi32>)
  linalg.fill ins(%seven : i32) outs(%r2 : memref<70xi32>)
  linalg.fill ins(%seven : i32) outs(%r3 : memref<70xi32>)
  linalg.fill ins(%seven : i32) outs(%k0 : memref<300xi32>)
  linalg.fill ins(%seven : i32) outs(%k1 : memref<300xi32>)
  linalg.fill ins(%seven : i32) outs(%k2 : memref<300xi32>)
  linalg.fill ins(%seven : i32) outs(%k3 : memref<300xi32>)
  // The sums one element at a time: of rows, and of columns, with sign and without.
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = arith.muli %i, %c37 : index
      %1 = arith.addi %0, %j : index
      %x = arith.index_cast %1 : index to i8
      memref.store %x, %a[%i, %j] : memref<70x300xi8, #w>
      %s = arith.extsi %x : i8 to i32
      %u = arith.extui %x : i8 to i32
      memref.atomic_rmw addi %s, %r0[%i] : (i32, memref<70xi32>) -> i32
      memref.atomic_rmw addi %u, %r1[%i] : (i32, memref<70xi32>) -> i32
      memref.atomic_rmw addi %s, %k0[%j] : (i32, memref<300xi32>) -> i32
      memref.atomic_rmw addi %u, %k1[%j] : (i32, memref<300xi32>) -> i32
    }
  }
  call @signed_rows(%a, %r2) : (memref<70x300xi8, #w>, memref<70xi32>) -> ()
  call @rows(%a, %r3) : (memref<70x300xi8, #w>, memref<70xi32>) -> ()
  call @signed_columns(%a, %k2) : (memref<70x300xi8, #w>, memref<300xi32>) -> ()
  call @columns(%a, %k3) : (memref<70x300xi8, #w>, memref<300xi32>) -> ()
  %d0 = memref.cast %r0 : memref<70xi32> to memref<?xi32>
  %d1 = memref.cast %r1 : memref<70xi32> to memref<?xi32>
  %d2 = memref.cast %r2 : memref<70xi32> to memref<?xi32>
  %d3 = memref.cast %r3 : memref<70xi32> to memref<?xi32>
  %e0 = memref.cast %k0 : memref<300xi32> to memref<?xi32>
  %e1 = memref.cast %k1 : memref<300xi32> to memref<?xi32>
  %e2 = memref.cast %k2 : memref<300xi32> to memref<?xi32>
  %e3 = memref.cast %k3 : memref<300xi32> to memref<?xi32>
  %w0 = call @count(%d0, %d2) : (memref<?xi32>, memref<?xi32>) -> i32
  %w1 = call @count(%d1, %d3) : (memref<?xi32>, memref<?xi32>) -> i32
  %w2 = call @count(%e0, %e2) : (memref<?xi32>, memref<?xi32>) -> i32
  %w3 = call @count(%e1, %e3) : (memref<?xi32>, memref<?xi32>) -> i32
  %s0 = arith.addi %w0, %w1 : i32
  %s1 = arith.addi %w2, %w3 : i32
  %s2 = arith.addi %s0, %s1 : i32
  return %s2 : i32
}

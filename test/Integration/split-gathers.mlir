// Elements at indices that come from memory, of a tiled array and of the same
// without tiles: batches of positions, the last of which is a part, a sum that all
// of them carry, and two gathers in one loop.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline -o %t
// RUN: FileCheck %s --check-prefix=BATCH --input-file=%t
// RUN: mlir-runner %t --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
//
// The same in the linear form, and with extents of run time, in both forms.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=form=linear -o %t
// RUN: FileCheck %s --check-prefix=BATCH --input-file=%t
// RUN: mlir-runner %t --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/alloc() : memref<30x300xi32, #t>/alloc(%c30, %c300) : memref<30x300xi32, #t>/; s/30x300xi32, #t/?x?xi32, #t/g' %s > %t.mlir
// RUN: tiled-layout-opt %t.mlir --tiled-layout-to-llvm-pipeline -o %t
// RUN: FileCheck %s --check-prefix=WIDE --input-file=%t
// RUN: mlir-runner %t --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %t.mlir --tiled-layout-to-llvm-pipeline=form=linear -o %t
// RUN: FileCheck %s --check-prefix=WIDE --input-file=%t
// RUN: mlir-runner %t --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func private @printI64(i64)
func.func private @printNewline()

// BATCH-LABEL: llvm.func @tiled
// BATCH-COUNT-2: llvm.alloca %{{.+}} x i32
// WIDE-LABEL: llvm.func @tiled
// WIDE-COUNT-2: llvm.alloca %{{.+}} x i64
// BATCH-LABEL: llvm.func @plain
// BATCH-NOT: llvm.alloca %{{.+}} x i32
func.func @tiled(%a: memref<30x300xi32, #t>, %rows: memref<?xi32>, %columns: memref<?xi32>,
                 %s: memref<?xi32> {llvm.noalias}, %from: index, %to: index) -> i32 {
  %zero = arith.constant 0 : i32
  %c29 = arith.constant 29 : index
  %sum = affine.for %k = %from to %to iter_args(%before = %zero) -> i32 {
    %row = affine.load %rows[%k] : memref<?xi32>
    %i = arith.index_castui %row : i32 to index
    %column = affine.load %columns[%k] : memref<?xi32>
    %j = arith.index_castui %column : i32 to index
    %x = memref.load %a[%i, %j] : memref<30x300xi32, #t>
    %mirrored = arith.subi %c29, %i : index
    %y = memref.load %a[%mirrored, %j] : memref<30x300xi32, #t>
    %z = arith.xori %x, %y : i32
    affine.store %z, %s[%k] : memref<?xi32>
    %next = arith.addi %before, %x : i32
    affine.yield %next : i32
  }
  return %sum : i32
}

func.func @plain(%a: memref<30x300xi32>, %rows: memref<?xi32>, %columns: memref<?xi32>,
                 %s: memref<?xi32> {llvm.noalias}, %from: index, %to: index) -> i32 {
  %zero = arith.constant 0 : i32
  %c29 = arith.constant 29 : index
  %sum = affine.for %k = %from to %to iter_args(%before = %zero) -> i32 {
    %row = affine.load %rows[%k] : memref<?xi32>
    %i = arith.index_castui %row : i32 to index
    %column = affine.load %columns[%k] : memref<?xi32>
    %j = arith.index_castui %column : i32 to index
    %x = memref.load %a[%i, %j] : memref<30x300xi32>
    %mirrored = arith.subi %c29, %i : index
    %y = memref.load %a[%mirrored, %j] : memref<30x300xi32>
    %z = arith.xori %x, %y : i32
    affine.store %z, %s[%k] : memref<?xi32>
    %next = arith.addi %before, %x : i32
    affine.yield %next : i32
  }
  return %sum : i32
}

// Stores from one index to another one, the rest 0; returns both sums' difference
// and how many elements differ.
func.func @compare(%from: index, %to: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  %c300 = arith.constant 300 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<30x300xi32, #t>
  %p = memref.alloc() : memref<30x300xi32>
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 300 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 70001 + d1 * 31)>(%i, %j)
      %x = arith.index_cast %n : index to i32
      affine.store %x, %a[%i, %j] : memref<30x300xi32, #t>
      affine.store %x, %p[%i, %j] : memref<30x300xi32>
    }
  }
  %rows = memref.alloc(%c1000) : memref<?xi32>
  %columns = memref.alloc(%c1000) : memref<?xi32>
  %s = memref.alloc(%c1000) : memref<?xi32>
  %t = memref.alloc(%c1000) : memref<?xi32>
  affine.for %k = 0 to 1000 {
    %i = affine.apply affine_map<(d0) -> ((d0 * 17) mod 30)>(%k)
    %j = affine.apply affine_map<(d0) -> ((d0 * 211) mod 300)>(%k)
    %row = arith.index_cast %i : index to i32
    %column = arith.index_cast %j : index to i32
    affine.store %row, %rows[%k] : memref<?xi32>
    affine.store %column, %columns[%k] : memref<?xi32>
    affine.store %zero, %s[%k] : memref<?xi32>
    affine.store %zero, %t[%k] : memref<?xi32>
  }
  %x = call @tiled(%a, %rows, %columns, %s, %from, %to)
    : (memref<30x300xi32, #t>, memref<?xi32>, memref<?xi32>, memref<?xi32>, index, index) -> i32
  %y = call @plain(%p, %rows, %columns, %t, %from, %to)
    : (memref<30x300xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, index, index) -> i32
  %differ = affine.for %k = 0 to 1000 iter_args(%count = %c0) -> index {
    %u = affine.load %s[%k] : memref<?xi32>
    %v = affine.load %t[%k] : memref<?xi32>
    %isOther = arith.cmpi ne, %u, %v : i32
    %more = arith.addi %count, %c1 : index
    %next = arith.select %isOther, %more, %count : index
    affine.yield %next : index
  }
  %difference = arith.subi %x, %y : i32
  %d = arith.extsi %difference : i32 to i64
  %n = arith.index_cast %differ : index to i64
  %sum = arith.extsi %y : i32 to i64
  call @printI64(%sum) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%d) : (i64) -> ()
  call @printNewline() : () -> ()
  call @printI64(%n) : (i64) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %a : memref<30x300xi32, #t>
  memref.dealloc %p : memref<30x300xi32>
  memref.dealloc %rows : memref<?xi32>
  memref.dealloc %columns : memref<?xi32>
  memref.dealloc %s : memref<?xi32>
  memref.dealloc %t : memref<?xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c69 = arith.constant 69 : index
  %c70 = arith.constant 70 : index
  %c1000 = arith.constant 1000 : index
  // CHECK: {{^}}0{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  call @compare(%c5, %c5) : (index, index) -> ()
  // CHECK-NEXT: {{^[1-9][0-9]*$}}
  // CHECK-NEXT: {{^}}0{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  call @compare(%c5, %c69) : (index, index) -> ()
  // CHECK-NEXT: {{^[1-9][0-9]*$}}
  // CHECK-NEXT: {{^}}0{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  call @compare(%c5, %c70) : (index, index) -> ()
  // CHECK-NEXT: {{^[1-9][0-9]*$}}
  // CHECK-NEXT: {{^}}0{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  call @compare(%c0, %c1000) : (index, index) -> ()
  return
}

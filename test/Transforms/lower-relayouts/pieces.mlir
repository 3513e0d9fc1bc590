// Is a copy of pieces of memory, without tiled layouts, made of vectors, and not a call for each
// element? Slices of tensors without layouts become such copies.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-relayouts --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s --check-prefix=SUM

// CHECK-LABEL: func.func @slice(
// CHECK: vector.load {{.*}} vector<16xi32>
// CHECK-NOT: memref.copy
// CHECK: return
func.func @slice(%a: memref<20x50xf32>, %b: memref<16x32xf32>) {
  %s = memref.subview %a[1, 2] [16, 32] [1, 1] : memref<20x50xf32> to memref<16x32xf32, strided<[50, 1], offset: 52>>
  memref.copy %s, %b : memref<16x32xf32, strided<[50, 1], offset: 52>> to memref<16x32xf32>
  return
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: vector.load
// CHECK-NOT: memref.copy
// CHECK: return
func.func @dynamic(%a: memref<?x?xf32>, %b: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  memref.copy %a, %b : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return
}

// Copies of one piece are calls of memcpy, and other memories are upstream's.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: memref.copy
func.func @others(%a: memref<4x8xf32>, %b: memref<4x8xf32, strided<[8, 1], offset: 3>>,
    %d: memref<4x8xf32, strided<[9, 1]>>, %e: memref<4x8xf32, strided<[9, 1]>, 1>, %f: memref<?x?xf32>) {
  %g = memref.cast %a : memref<4x8xf32> to memref<?x?xf32>
  memref.copy %a, %b : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 3>>
  memref.copy %f, %g : memref<?x?xf32> to memref<?x?xf32>
  memref.copy %e, %d : memref<4x8xf32, strided<[9, 1]>, 1> to memref<4x8xf32, strided<[9, 1]>>
  return
}

// Arrays without dimensions, elements or strides, with negative strides, and of half bytes.
// CHECK-LABEL: func.func @corners(
// CHECK-COUNT-1: memref.copy %{{.*}} : memref<f32
// CHECK-NOT: memref.copy
// CHECK: return
func.func @corners(%a: memref<f32, strided<[], offset: 3>>, %b: memref<f32>,
    %c: memref<0x5xf32, strided<[9, 1]>>, %d: memref<0x5xf32>,
    %e: memref<4x6xf32, strided<[-9, -1], offset: 60>>, %f: memref<4x6xf32>,
    %g: memref<4x6xi4, strided<[9, 1]>>, %h: memref<4x6xi4>, %i: memref<1x2xf32, strided<[?, ?]>>, %j: memref<1x2xf32>) {
  memref.copy %a, %b : memref<f32, strided<[], offset: 3>> to memref<f32>
  memref.copy %c, %d : memref<0x5xf32, strided<[9, 1]>> to memref<0x5xf32>
  memref.copy %e, %f : memref<4x6xf32, strided<[-9, -1], offset: 60>> to memref<4x6xf32>
  memref.copy %g, %h : memref<4x6xi4, strided<[9, 1]>> to memref<4x6xi4>
  memref.copy %i, %j : memref<1x2xf32, strided<[?, ?]>> to memref<1x2xf32>
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

// 12x7 elements of 20x10, which hold their position, in and out again.
// SUM: 7560
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c10 = arith.constant 10 : index
  %c12 = arith.constant 12 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0 : i64
  %a = memref.alloc() : memref<20x10xi64>
  %b = memref.alloc(%c12, %c7) : memref<?x?xi64>
  %z = memref.alloc() : memref<20x10xi64>
  scf.for %i = %c0 to %c20 step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      %p = affine.apply affine_map<(i, j) -> (i * 10 + j)>(%i, %j)
      %v = arith.index_cast %p : index to i64
      memref.store %v, %a[%i, %j] : memref<20x10xi64>
      memref.store %zero, %z[%i, %j] : memref<20x10xi64>
    }
  }
  %s = memref.subview %a[3, 2] [%c12, %c7] [1, 1] : memref<20x10xi64> to memref<?x?xi64, strided<[10, 1], offset: 32>>
  memref.copy %s, %b : memref<?x?xi64, strided<[10, 1], offset: 32>> to memref<?x?xi64>
  %t = memref.subview %z[0, 1] [12, 7] [1, 1] : memref<20x10xi64> to memref<12x7xi64, strided<[10, 1], offset: 1>>
  %u = memref.cast %b : memref<?x?xi64> to memref<12x7xi64>
  memref.copy %u, %t : memref<12x7xi64> to memref<12x7xi64, strided<[10, 1], offset: 1>>
  %sum = scf.for %i = %c0 to %c20 step %c1 iter_args(%o = %zero) -> i64 {
    %row = scf.for %j = %c0 to %c10 step %c1 iter_args(%p = %o) -> i64 {
      %v = memref.load %z[%i, %j] : memref<20x10xi64>
      %q = arith.addi %p, %v : i64
      scf.yield %q : i64
    }
    scf.yield %row : i64
  }
  call @printI64(%sum) : (i64) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %a : memref<20x10xi64>
  memref.dealloc %b : memref<?x?xi64>
  memref.dealloc %z : memref<20x10xi64>
  return
}

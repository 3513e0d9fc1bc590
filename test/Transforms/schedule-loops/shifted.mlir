// Where is a loop cut whose index has an offset that no tile divides?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops --convert-tiled-layout-to-affine --canonicalize | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s --check-prefix=SUM

#t = #tiled_layout.layout<{1,0:T(2,8)}>
#v = #tiled_layout.layout<{0:T(8)}>

// The loop goes over the indices of the array: no division is left in it.
// CHECK-LABEL: func.func @read(
// CHECK-SAME: %[[A:.*]]: memref<5x8xf32>, %[[B:.*]]: memref<30xf32>, %[[S:.*]]: index)
// CHECK: affine.for %[[T:.*]] = #{{.*}}()[%[[S]]] to #{{.*}}()[%[[S]]] {
// CHECK-NEXT: affine.for %[[R:.*]] = max #{{.*}}(%[[T]])[%[[S]]] to min #{{.*}}(%[[T]])[%[[S]]] {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[A]][%[[T]], %[[R]]]
// CHECK-NEXT: affine.store %[[X]], %[[B]][%[[T]] * 8 + %[[R]] - symbol(%[[S]])]
// CHECK: affine.for %[[T:.*]] =
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 8 {
// CHECK-NEXT: affine.load %[[A]][%[[T]], %[[R]]]
func.func @read(%a: memref<40xf32, #v>, %b: memref<30xf32>, %s: index) {
  affine.for %i = 0 to 30 {
    %x = affine.load %a[%i + symbol(%s)] : memref<40xf32, #v>
    affine.store %x, %b[%i] : memref<30xf32>
  }
  return
}

// Bounds of scf.for need not be operands of affine loops, and sums may be written as they are.
// CHECK-LABEL: func.func @write(
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %{{.*}} to
// CHECK: scf.for %[[R:.*]] =
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %[[R]]]
func.func @write(%a: memref<5x40xf32, #t>, %n: index, %at: memref<index>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.load %at[] : memref<index>
  %two = arith.constant 2 : index
  scf.for %i = %c0 to %two step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %k = arith.addi %s, %i overflow<nsw> : index
      %l = arith.addi %j, %k overflow<nsw> : index
      memref.store %x, %a[%i, %l] : memref<5x40xf32, #t>
    }
  }
  return
}

// A loop as long as a tile is no loop over tiles.
// CHECK-LABEL: func.func @short(
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: floordiv
func.func @short(%a: memref<40xf32, #v>, %b: memref<8xf32>, %s: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i + symbol(%s)] : memref<40xf32, #v>
    affine.store %x, %b[%i] : memref<8xf32>
  }
  return
}

// An access that some iterations leave out says nothing of the bounds.
// CHECK-LABEL: func.func @guarded(
// CHECK: scf.for %{{.*}} = %c0 to %c30
func.func @guarded(%a: memref<40xf32, #v>, %s: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c30 step %c1 {
    %j = arith.addi %i, %s : index
    %is = arith.cmpi ult, %j, %c40 : index
    scf.if %is {
      memref.store %x, %a[%j] : memref<40xf32, #v>
    }
  }
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

// Elements 0 to 39 hold their index. All offsets of 0 to 10 and lengths of 0 to 30 are summed.
// SUM: 75020
func.func @sum(%a: memref<40xindex, #v>, %s: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%o = %c0) -> index {
    %j = arith.addi %i, %s : index
    %x = memref.load %a[%j] : memref<40xindex, #v>
    %p = arith.addi %x, %o : index
    scf.yield %p : index
  }
  return %sum : index
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %c31 = arith.constant 31 : index
  %c40 = arith.constant 40 : index
  %a = memref.alloc() : memref<40xindex, #v>
  scf.for %i = %c0 to %c40 step %c1 {
    memref.store %i, %a[%i] : memref<40xindex, #v>
  }
  %all = scf.for %s = %c0 to %c11 step %c1 iter_args(%o = %c0) -> index {
    %row = scf.for %n = %c0 to %c31 step %c1 iter_args(%p = %o) -> index {
      %x = func.call @sum(%a, %s, %n) : (memref<40xindex, #v>, index, index) -> index
      %q = arith.addi %p, %x : index
      scf.yield %q : index
    }
    scf.yield %row : index
  }
  %r = arith.index_cast %all : index to i64
  call @printI64(%r) : (i64) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %a : memref<40xindex, #v>
  return
}

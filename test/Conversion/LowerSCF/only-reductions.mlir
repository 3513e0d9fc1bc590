// Which parallel loops are put in order, for OpenMP to take the rest? And does the pipeline take
// them all for two threads?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-scf=only-reductions=true | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=threads=2 | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func @maximum
// CHECK-NOT: scf.parallel
// CHECK: scf.for {{.*}} iter_args
// LLVM-LABEL: llvm.func @maximum
// LLVM-NOT: omp.parallel
func.func @maximum(%a: memref<64xf32>, %n: index, %least: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%least) -> f32 {
    %x = memref.load %a[%i] : memref<64xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %m = arith.maximumf %p, %q : f32
      scf.reduce.return %m : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: func @sum
// CHECK: scf.parallel
// LLVM-LABEL: llvm.func @sum
// LLVM: omp.parallel
func.func @sum(%a: memref<64xf32>, %n: index, %zero: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %x = memref.load %a[%i] : memref<64xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %m = arith.addf %p, %q : f32
      scf.reduce.return %m : f32
    }
  }
  return %r : f32
}

// Upstream begins a maximum of floats at the greatest finite number below 0.
// CHECK-LABEL: func @selected_float
// CHECK-NOT: scf.parallel
// CHECK: scf.for
func.func @selected_float(%a: memref<64xf32>, %n: index, %least: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%least) -> f32 {
    %x = memref.load %a[%i] : memref<64xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %c = arith.cmpf ogt, %p, %q : f32
      %m = arith.select %c, %p, %q : f32
      scf.reduce.return %m : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: func @selected_integer
// CHECK: scf.parallel
func.func @selected_integer(%a: memref<64xi32>, %n: index, %least: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%least) -> i32 {
    %x = memref.load %a[%i] : memref<64xi32>
    scf.reduce(%x : i32) {
    ^bb0(%p: i32, %q: i32):
      %c = arith.cmpi sgt, %p, %q : i32
      %m = arith.select %c, %p, %q : i32
      scf.reduce.return %m : i32
    }
  }
  return %r : i32
}

// Upstream does not end for an index.
// CHECK-LABEL: func @selected_index
// CHECK-NOT: scf.parallel
// CHECK: scf.for
func.func @selected_index(%a: memref<64xindex>, %n: index, %least: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%least) -> index {
    %x = memref.load %a[%i] : memref<64xindex>
    scf.reduce(%x : index) {
    ^bb0(%p: index, %q: index):
      %c = arith.cmpi sgt, %p, %q : index
      %m = arith.select %c, %p, %q : index
      scf.reduce.return %m : index
    }
  }
  return %r : index
}

// Does the pass say which accesses keep their divisions, and why?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops --remark-format=emitRemark --remarks-filter-missed=tiled-layout 2>&1 | FileCheck %s
// Nothing is said unasked:
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops 2>&1 | FileCheck %s --check-prefix=SILENT
// SILENT-NOT: remark

#t = #tiled_layout.layout<{0:T(8)}>
#combined = #tiled_layout.layout<{1,0:T(*,8)}, bounds = [4, 7]>

func.func @indirect(%m: memref<64xf32, #t>, %at: memref<64xindex>, %v: f32) {
  affine.for %i = 0 to 64 {
    %j = affine.load %at[%i] : memref<64xindex>
    // CHECK: remarks.mlir:[[#@LINE+1]]:5: remark: {{.*}}index 0 is computed in the loop and no affine function of the induction variable
    memref.store %v, %m[%j] : memref<64xf32, #t>
  }
  return
}

func.func @step(%m: memref<64xf32, #t>, %step: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // CHECK: remarks.mlir:[[#@LINE+1]]:3: remark: {{.*}}the loop is not cut: its step is not a positive constant
  scf.for %i = %c0 to %c64 step %step {
    memref.store %v, %m[%i] : memref<64xf32, #t>
  }
  return
}

func.func @begin(%m: memref<64xf32, #t>, %from: index, %v: f32) {
  affine.for %i = %from to 64 step 3 {
    // CHECK: remarks.mlir:[[#@LINE+1]]:5: remark: {{.*}}the loop's lower bound is not known to be a multiple of 8 and its step is 3
    affine.store %v, %m[%i] : memref<64xf32, #t>
  }
  return
}

func.func @window(%m: memref<64xf32, #t>, %v: f32) {
  affine.for %i = 0 to 56 {
    affine.for %j = 0 to 5 {
      // CHECK: remarks.mlir:[[#@LINE+1]]:7: remark: {{.*}}its index has a term beside the induction variable that is not known to be a multiple of 8
      affine.store %v, %m[%i + %j] : memref<64xf32, #t>
    }
  }
  return
}

func.func @combined(%m: memref<4x7xf32, #combined>, %v: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 7 {
      // CHECK: remarks.mlir:[[#@LINE+1]]:7: remark: {{.*}}not known to be a multiple of 8
      affine.store %v, %m[%i, %j] : memref<4x7xf32, #combined>
    }
  }
  return
}

func.func @mapped(%m: memref<64xf32, #t>, %v: f32) {
  // CHECK: remarks.mlir:[[#@LINE+1]]:3: remark: {{.*}}the loop is not cut: its iterations are mapped to processors
  scf.forall (%i) in (64) {
    memref.store %v, %m[%i] : memref<64xf32, #t>
  } {mapping = [#gpu.thread<x>]}
  return
}

func.func @reduces(%m: memref<64xf32, #t>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // CHECK: remarks.mlir:[[#@LINE+1]]:10: remark: {{.*}}the loop is not cut: it reduces values across its iterations
  %sum = scf.parallel (%i) = (%c0) to (%c64) step (%c1) init (%init) -> f32 {
    %v = memref.load %m[%i] : memref<64xf32, #t>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  return %sum : f32
}

func.func @unsigned(%m: memref<64xf32, #t>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[#@LINE+1]]:3: remark: {{.*}}the loop is not cut: its bounds are compared as unsigned numbers
  scf.for unsigned %i = %c0 to %c64 step %c1 {
    memref.store %v, %m[%i] : memref<64xf32, #t>
  }
  return
}

func.func @results(%m: memref<64xf32, #t>, %v: f32, %t: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: remarks.mlir:[[#@LINE+1]]:8: remark: {{.*}}the loop is not cut: it has results
  %r = scf.forall (%i) in (64) shared_outs(%o = %t) -> tensor<64xf32> {
    memref.store %v, %m[%i] : memref<64xf32, #t>
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<64xf32>
}

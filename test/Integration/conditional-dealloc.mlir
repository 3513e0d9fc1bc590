// An array is freed if a condition holds and nobody retains it.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!t = memref<?x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>

func.func private @opaque(%x: i1) -> i1 {
  return %x : i1
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %true = arith.constant true
  %yes = func.call @opaque(%true) : (i1) -> i1
  %a = memref.alloc(%c3) : !t
  %b = memref.alloc(%c3) : !t
  // The first is retained, so that its owner is told to free it.
  // CHECK: 1
  %owned = bufferization.dealloc (%a, %b : !t, !t) if (%yes, %yes) retain (%a : !t)
  vector.print %owned : i1
  scf.if %owned {
    memref.dealloc %a : !t
  }
  return
}

// Are divisions made unsigned by the ranges of loops, in one function and across calls?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-optimize-ranges | FileCheck %s
// Where there is no call, functions are passes' roots, and threads may share them.
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-optimize-ranges --mlir-timing --mlir-timing-display=tree \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROOTS

// ROOTS: OptimizeRangesPass
// ROOTS: 'any' Pipeline

// CHECK-LABEL: func @f
// CHECK: arith.divui
func.func @f() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%x = %c0) -> index {
    %q = arith.divsi %i, %c8 : index
    scf.yield %q : index
  }
  return %r : index
}

// Nothing is known of arguments.
// CHECK-LABEL: func @argument
// CHECK: arith.divsi
// CHECK-LABEL: func private @unused
// CHECK: arith.divsi
func.func @argument(%i: index) -> index {
  %c8 = arith.constant 8 : index
  %q = arith.divsi %i, %c8 : index
  return %q : index
}
func.func private @unused(%i: index) -> index {
  %c8 = arith.constant 8 : index
  %q = arith.divsi %i, %c8 : index
  return %q : index
}

// -----

// All calls pass small numbers.
// CHECK-LABEL: func private @called
// CHECK: arith.divui
func.func private @called(%i: index) -> index {
  %c8 = arith.constant 8 : index
  %q = arith.divsi %i, %c8 : index
  return %q : index
}
func.func @caller(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%x = %c0) -> index {
    %q = func.call @called(%i) : (index) -> index
    scf.yield %q : index
  }
  return %r : index
}

// -----

// A constant without elements has no range.
//
// CHECK-LABEL: func @no_elements
// CHECK: tensor.empty() : tensor<0xi32>
func.func @no_elements() -> tensor<0xi32> {
  %x = arith.constant dense<> : tensor<0xi32>
  return %x : tensor<0xi32>
}

// Upstream's analysis counts through the calls of a function by itself, and of
// two by each other, which takes for ever. Each function is treated alone.
//
// RUN: tiled-layout-opt %s --tiled-layout-optimize-ranges | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: @count
// CHECK:         call @count
// LLVM-LABEL: @count
// LLVM:         llvm.call @count
func.func private @count(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> index {
    scf.yield %n : index
  } else {
    %m = arith.subi %n, %c1 : index
    %q = func.call @count(%m) : (index) -> index
    scf.yield %q : index
  }
  return %r : index
}

// CHECK-LABEL: @even
// CHECK:         call @odd
func.func private @even(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %m = arith.subi %n, %c1 : i32
  %r = call @odd(%m) : (i32) -> i32
  return %r : i32
}
func.func private @odd(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %z = arith.cmpi eq, %n, %c0 : i32
  %r = scf.if %z -> i32 {
    scf.yield %n : i32
  } else {
    %q = func.call @even(%n) : (i32) -> i32
    scf.yield %q : i32
  }
  return %r : i32
}

// Within a function, ranges are known.
// CHECK-LABEL: @calls
// CHECK:         arith.divui
func.func @calls() -> (index, i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %five = arith.constant 5 : i32
  %r = call @count(%c5) : (index) -> index
  %e = call @even(%five) : (i32) -> i32
  %s = scf.for %i = %c0 to %c64 step %c1 iter_args(%x = %c0) -> index {
    %q = arith.divsi %i, %c8 : index
    scf.yield %q : index
  }
  return %r, %e, %s : index, i32, index
}

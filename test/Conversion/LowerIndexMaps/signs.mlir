// Where are divisions unsigned, and where not?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-index-maps --canonicalize | FileCheck %s

// A shift is a floor for negative numbers, too.
// CHECK-LABEL: func @any_sign
func.func @any_sign(%i: index) -> (index, index) {
  // CHECK: arith.shrsi
  // CHECK: arith.andi
  %q = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%i]
  %r = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%i]
  return %q, %r : index, index
}

// A number of unknown sign is divided as what it is.
// CHECK-LABEL: func @unknown
func.func @unknown(%i: index) -> (index, index) {
  // CHECK: arith.floordivsi
  // CHECK-NOT: ui
  // CHECK: return
  %q = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%i]
  %r = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%i]
  return %q, %r : index, index
}

// Induction variables are not negative here.
// CHECK-LABEL: func @loop
func.func @loop(%m: memref<4x3xindex>, %n: index) {
  // CHECK: arith.divui
  // CHECK: arith.remui
  affine.for %i = 0 to %n {
    %q = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
    %r = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
    affine.store %q, %m[0, 0] : memref<4x3xindex>
    affine.store %r, %m[0, 1] : memref<4x3xindex>
  }
  return
}

// An access goes by the quotient: the index is in bounds.
// CHECK-LABEL: func @in_bounds
func.func @in_bounds(%m: memref<4x3xf32>, %i: index) -> f32 {
  // CHECK: arith.divui
  // CHECK: arith.remui
  %q = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%i]
  %r = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%i]
  %v = memref.load %m[%q, %r] : memref<4x3xf32>
  return %v : f32
}

// It is not where the remainder has another use.
// CHECK-LABEL: func @other_use
func.func @other_use(%m: memref<4x3xf32>, %i: index, %c: i1) -> index {
  // CHECK: arith.floordivsi
  %r = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%i]
  scf.if %c {
    %q = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%i]
    %v = memref.load %m[%q, %r] : memref<4x3xf32>
    memref.store %v, %m[%r, %q] : memref<4x3xf32>
  }
  return %r : index
}

// A position is poison where an index is out of bounds.
// CHECK-LABEL: func @position
func.func @position(%i: index, %n: index) -> index {
  // CHECK: arith.divui
  // CHECK: arith.remui
  // CHECK: affine.linearize_index disjoint
  %q = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%i]
  %r = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%i]
  %p = affine.linearize_index disjoint [%q, %r] by (%n, 3) : index
  return %p : index
}

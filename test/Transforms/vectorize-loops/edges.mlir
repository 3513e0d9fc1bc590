// Which copies beside a loop are no lane of its vectors? Each differs in one thing
// from `edges` in which.mlir. The copy's store then stays, and the loop begins with
// its own first iteration.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=vectorize-runs --cse --mlir-print-local-scope | FileCheck %s

#run = #tiled_layout.loop<run, peeled = both>

// CHECK-LABEL: func @is_one
// CHECK-NOT: affine.store
// CHECK: affine.for %{{.+}} = 32 to 96 step 32
func.func @is_one(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[1, 1] : memref<4x128xf32>
  %s0 = arith.addf %l0, %r0 : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %r = affine.load %a[1, %c + 1] : memref<4x128xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// It takes another value from outside.
// CHECK-LABEL: func @outside(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @outside(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}, %v: f32, %w: f32) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %s0 = arith.addf %l0, %w : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %s = arith.addf %l, %v : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// It compares in another way.
// CHECK-LABEL: func @predicate(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @predicate(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[1, 1] : memref<4x128xf32>
  %p0 = arith.cmpf ogt, %l0, %r0 : f32
  %s0 = arith.select %p0, %l0, %r0 : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l1 = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %r1 = affine.load %a[1, %c + 1] : memref<4x128xf32>
    %p1 = arith.cmpf olt, %l1, %r1 : f32
    %s1 = arith.select %p1, %l1, %r1 : f32
    affine.store %s1, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// It computes on another type.
// CHECK-LABEL: func @type(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @type(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xi8> {llvm.noalias}, %d: memref<4x128xi8> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %i0 = arith.fptosi %l0 : f32 to i32
  %s0 = arith.trunci %i0 : i32 to i8
  affine.store %s0, %b[1, 0] : memref<4x128xi8>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %i = arith.fptosi %l : f32 to i16
    %s = arith.trunci %i : i16 to i8
    affine.store %s, %b[1, %c] : memref<4x128xi8>
  } {tiled_layout.loop = #run}
  return
}

// It combines two elements, the loop one with itself.
// CHECK-LABEL: func @squares(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @squares(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[0, 126] : memref<4x128xf32>
  %s0 = arith.mulf %l0, %r0 : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %s = arith.mulf %l, %l : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// It loads from another array, stores to one, or elsewhere in its own.
// CHECK-LABEL: func @other_source(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @other_source(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %d[0, 127] : memref<4x128xf32>
  %s0 = arith.negf %l0 : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %s = arith.negf %l : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// CHECK-LABEL: func @other_target(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @other_target(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[1, 1] : memref<4x128xf32>
  %s0 = arith.addf %l0, %r0 : f32
  affine.store %s0, %d[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %r = affine.load %a[1, %c + 1] : memref<4x128xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// CHECK-LABEL: func @elsewhere(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @elsewhere(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[1, 1] : memref<4x128xf32>
  %s0 = arith.addf %l0, %r0 : f32
  affine.store %s0, %b[2, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %r = affine.load %a[1, %c + 1] : memref<4x128xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// Something between reads what it stores, or may do anything.
// CHECK-LABEL: func @read_between(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @read_between(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[1, 1] : memref<4x128xf32>
  %s0 = arith.addf %l0, %r0 : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  %q = affine.load %b[1, 0] : memref<4x128xf32>
  affine.store %q, %d[0, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %r = affine.load %a[1, %c + 1] : memref<4x128xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// CHECK-LABEL: func @call_between(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 97 step 32
func.func @call_between(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}, %d: memref<4x128xf32> {llvm.noalias}) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[1, 1] : memref<4x128xf32>
  %s0 = arith.addf %l0, %r0 : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  func.call @other() : () -> ()
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %r = affine.load %a[1, %c + 1] : memref<4x128xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// The loop loads what it stores, which must not be done twice.
// CHECK-LABEL: func @updates(
// CHECK: affine.store
// CHECK: affine.for %{{.+}} = 1 to 113 step 16
func.func @updates(%b: memref<4x128xf32>) {
  %l0 = affine.load %b[2, 5] : memref<4x128xf32>
  %s0 = arith.negf %l0 : f32
  affine.store %s0, %b[3, 0] : memref<4x128xf32>
  affine.for %c = 1 to 113 {
    %l = affine.load %b[3, %c] : memref<4x128xf32>
    %s = arith.negf %l : f32
    affine.store %s, %b[3, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

func.func private @other()

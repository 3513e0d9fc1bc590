// Which loops over rows stay because another order would be another program, or
// gain nothing? Each differs in one thing from loops that take rows together.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func @is_one(
// CHECK: affine.for %{{.+}} = 0 to 16 step 2 {
func.func @is_one(%a: memref<17x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<17x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}

// What a row leaves behind its loop, the next one loads before it.
// CHECK-LABEL: func @around(
// CHECK: affine.for %{{.+}} = 0 to 16 {
func.func @around(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}, %s: memref<2xbf16> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %o = affine.load %s[0] : memref<2xbf16>
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
    %w = arith.addf %o, %o : bf16
    affine.store %w, %s[0] : memref<2xbf16>
  }
  return
}

// A value that rows hand on.
// CHECK-LABEL: func @carried(
// CHECK: affine.for %{{.+}} = 0 to 16 iter_args
func.func @carried(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}, %z: bf16) -> bf16 {
  %r = affine.for %i = 0 to 16 iter_args(%o = %z) -> bf16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
    %w = arith.negf %o : bf16
    affine.yield %w : bf16
  }
  return %r : bf16
}

// Every third row; rows up to the smaller of two bounds.
// CHECK-LABEL: func @third(
// CHECK: affine.for %{{.+}} = 0 to 16 step 3 {
func.func @third(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  affine.for %i = 0 to 16 step 3 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}
// CHECK-LABEL: func @minimum(
// CHECK: affine.for %{{.+}} = 0 to min
// CHECK-NOT: step
func.func @minimum(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to min affine_map<()[s0] -> (16, s0)>()[%n] {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}

// Dependences that nobody can compute.
// CHECK-LABEL: func @unknown(
// CHECK: affine.for %{{.+}} = 0 to 16 {
func.func @unknown(%a: memref<16x256xbf16, #t> {llvm.noalias}, %s: memref<256xbf16> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      %o = affine.load %s[%j mod symbol(%n)] : memref<256xbf16>
      %w = arith.addf %o, %v : bf16
      affine.store %w, %s[%j] : memref<256xbf16>
    }
  }
  return
}

// Loops along the words of another array, and rows that nobody knows to share a
// word.
// CHECK-LABEL: func @transposed(
// CHECK: affine.for %{{.+}} = 0 to 16 {
func.func @transposed(%a: memref<256x16xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%j - 1, %i] : memref<256x16xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}
// CHECK-LABEL: func @unknown_rows(
// CHECK: affine.for %{{.+}} = 0 to 16 {
func.func @unknown_rows(%a: memref<64x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16> {llvm.noalias}, %k: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i + symbol(%k), %j - 1] : memref<64x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16>
    }
  }
  return
}
// CHECK-LABEL: func @repeated_rows(
// CHECK: affine.for %{{.+}} = 0 to 16 {
func.func @repeated_rows(%a: memref<4x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i mod 4, %j - 1] : memref<4x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}

// Indices from arithmetic that wraps around: what is known of their parts is not
// known of them.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!A = memref<4x256xi64, #tiled_layout.layout<{1,0:T(2,128)}>>
func.func private @printI64(i64)
func.func private @printNewline()
func.func @f(%a: !A, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %k = arith.constant 6364136223846793005 : index
  scf.for %i = %c0 to %n step %c1 {
    %h = arith.muli %i, %k : index
    %r = arith.remsi %h, %c128 : index
    %q = arith.addi %r, %c128 : index
    %x = arith.index_cast %i : index to i64
    memref.store %x, %a[%c1, %q] : !A
  }
  return
}
// What wraps around is no multiple of 6 any more: 50 * 6 is 44 as i8.
!S = memref<60xi64, #tiled_layout.layout<{0:T(6)}>>
func.func @narrow(%a: !S, %n: i8) -> i64 {
  %c6 = arith.constant 6 : i8
  %w = arith.muli %n, %c6 : i8
  %i = arith.index_cast %w : i8 to index
  %c3 = arith.constant 3 : index
  %j = arith.addi %i, %c3 : index
  %x = memref.load %a[%j] : !S
  return %x : i64
}

// Loops over sums that wrap around and come back: each is cut at tiles of 6 that
// the sum does not have.
func.func @back(%a: !S, %far: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i64
  %twice = arith.addi %far, %far : index
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %zero) -> i64 {
    %j = arith.addi %twice, %i : index
    %x = memref.load %a[%j] : !S
    %t = arith.addi %s, %x : i64
    scf.yield %t : i64
  }
  return %sum : i64
}

func.func @main() {
  %six = memref.alloc() : !S
  affine.for %i = 0 to 60 {
    %x = arith.index_cast %i : index to i64
    affine.store %x, %six[%i] : !S
  }
  %n50 = arith.constant 50 : i8
  %at = call @narrow(%six, %n50) : (!S, i8) -> i64
  // CHECK: 47
  call @printI64(%at) : (i64) -> ()
  call @printNewline() : () -> ()
  // 2^63 + 2^63 is 0, and 2^63 + 1 twice is 2: 2 + 3 + ... + 10.
  %far = arith.constant -9223372036854775807 : index
  %sum = call @back(%six, %far) : (!S, index) -> i64
  // CHECK-NEXT: 54
  call @printI64(%sum) : (i64) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %six : !S

  %a = memref.alloc() : !A
  %z = arith.constant -1 : i64
  affine.for %i = 0 to 4 { affine.for %j = 0 to 256 {
    affine.store %z, %a[%i, %j] : !A } }
  %n = arith.constant 6 : index
  // CHECK-NEXT: {{^1$}}
  // CHECK-NEXT: {{^90$}}
  // CHECK-NEXT: {{^2$}}
  // CHECK-NEXT: {{^1$}}
  // CHECK-NEXT: {{^97$}}
  // CHECK-NEXT: {{^5$}}
  call @f(%a, %n) : (!A, index) -> ()
  affine.for %i = 0 to 4 { affine.for %j = 0 to 256 {
    %v = affine.load %a[%i, %j] : !A
    %s = arith.cmpi ne, %v, %z : i64
    scf.if %s {
      %i1 = arith.index_cast %i : index to i64
      %j1 = arith.index_cast %j : index to i64
      func.call @printI64(%i1) : (i64) -> ()
      func.call @printNewline() : () -> ()
      func.call @printI64(%j1) : (i64) -> ()
      func.call @printNewline() : () -> ()
      func.call @printI64(%v) : (i64) -> ()
      func.call @printNewline() : () -> ()
    }
  } }
  memref.dealloc %a : !A
  return
}

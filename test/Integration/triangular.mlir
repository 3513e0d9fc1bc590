// Nests whose inner bounds depend on outer loops: some of the parts that they
// are cut into never run, by their bounds or by the last of the steps.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!array = memref<24x48xi64, #tiled_layout.layout<{1,0:T(16,32)}>>
!other = memref<24x48xi64, #tiled_layout.layout<{0,1:T(8,128)(2,1)}>>

func.func private @printI64(i64)
func.func private @printNewline()

// The parts that never run of a nest within another loop.
func.func @above(%a: !array {llvm.noalias}, %b: !other {llvm.noalias}) {
  affine.for %q = 0 to 2 {
    affine.for %i = 0 to 23 step 3 {
      affine.for %j = 5 to affine_map<(d0) -> (d0 + 10)>(%i) {
        %x = affine.load %a[%i, %j] : !array
        affine.store %x, %b[%i, %j] : !other
      }
    }
  }
  return
}

func.func @below(%a: !array {llvm.noalias}, %b: !other {llvm.noalias}) {
  affine.for %i = 1 to 24 step 3 {
    affine.for %j = 5 to affine_map<(d0) -> (d0 + 10)>(%i) {
      %x = affine.load %b[%i - 1, %j] : !other
      %y = affine.load %a[%i, %j] : !array
      %z = arith.addi %x, %y : i64
      affine.store %z, %a[%i, %j] : !array
    }
  }
  return
}

func.func @main() {
  %a = memref.alloc() : !array
  %b = memref.alloc() : !other
  %zero = arith.constant 0 : i64
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 48 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %j)
      %v = arith.index_cast %n : index to i64
      affine.store %v, %a[%i, %j] : !array
      affine.store %zero, %b[%i, %j] : !other
    }
  }
  func.call @above(%a, %b) : (!array, !other) -> ()
  func.call @below(%a, %b) : (!array, !other) -> ()
  %s = affine.for %i = 0 to 24 iter_args(%t = %zero) -> (i64) {
    %u = affine.for %j = 0 to 48 iter_args(%r = %t) -> (i64) {
      %x = affine.load %a[%i, %j] : !array
      %y = affine.load %b[%i, %j] : !other
      %d = arith.muli %x, %y : i64
      %e = arith.addi %x, %d : i64
      %f = arith.addi %r, %e : i64
      affine.yield %f : i64
    }
    affine.yield %u : i64
  }
  // CHECK: 281329020
  func.call @printI64(%s) : (i64) -> ()
  func.call @printNewline() : () -> ()
  memref.dealloc %a : !array
  memref.dealloc %b : !other
  return
}

// An extent that a loop around computes is no dimension of affine: the loops of
// the copy are those of scf.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// LLVM-NOT: memref
// CHECK-LABEL: func @f(
// CHECK: scf.for
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK-NOT: affine
func.func @f(%p: memref<10xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %n = memref.load %p[%i] : memref<10xindex>
    %a = memref.alloc(%n) : memref<?x25xi16, #tiled_layout.layout<{1,0:T(*,4)}, bounds = [?, 25]>>
    %b = memref.alloc(%n) : memref<?x25xi16>
    memref.copy %a, %b : memref<?x25xi16, #tiled_layout.layout<{1,0:T(*,4)}, bounds = [?, 25]>> to memref<?x25xi16>
    memref.dealloc %a : memref<?x25xi16, #tiled_layout.layout<{1,0:T(*,4)}, bounds = [?, 25]>>
    memref.dealloc %b : memref<?x25xi16>
  }
  return
}

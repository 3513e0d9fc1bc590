// Is what an iteration allocates on the stack freed at its end? A scope within one frees its own.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-scf | FileCheck %s

func.func private @use(memref<64xf32>)

// CHECK-LABEL: func.func @loop(
// CHECK: cf.cond_br
// CHECK: %[[STACK:.+]] = llvm.intr.stacksave
// CHECK-NEXT: memref.alloca
// CHECK-NEXT: call @use
// CHECK-NEXT: llvm.intr.stackrestore %[[STACK]]
// CHECK: cf.br
func.func @loop(%n: index, %zero: index, %one: index) {
  scf.for %i = %zero to %n step %one {
    %a = memref.alloca() : memref<64xf32>
    func.call @use(%a) : (memref<64xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @parallel(
// CHECK: llvm.intr.stacksave
// CHECK: llvm.intr.stackrestore
func.func @parallel(%n: index) {
  scf.forall (%i) in (%n) {
    %a = memref.alloca() : memref<64xf32>
    func.call @use(%a) : (memref<64xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @none(
// CHECK-NOT: stacksave
func.func @none(%n: index, %zero: index, %one: index) {
  %a = memref.alloca() : memref<64xf32>
  scf.for %i = %zero to %n step %one {
    func.call @use(%a) : (memref<64xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @handed_on(
// CHECK-NOT: stacksave
func.func @handed_on(%n: index, %zero: index, %one: index, %first: memref<64xf32>) {
  %last = scf.for %i = %zero to %n step %one iter_args(%before = %first) -> memref<64xf32> {
    %a = memref.alloca() : memref<64xf32>
    func.call @use(%before) : (memref<64xf32>) -> ()
    scf.yield %a : memref<64xf32>
  }
  return
}

// Are bodies of scopes of stack memory between operations that save and restore the stack, with
// results, and with branches in them?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-scf | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

func.func private @use(memref<?xf32>)
func.func private @sum(memref<?xf32>) -> f32

// CHECK-LABEL: func.func @f(
// CHECK: %[[STACK:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: %[[A:.*]] = memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK-NEXT: call @use(%[[A]])
// CHECK-NEXT: llvm.intr.stackrestore %[[STACK]] : !llvm.ptr
func.func @f(%n: index) {
  memref.alloca_scope {
    %a = memref.alloca(%n) : memref<?xf32>
    func.call @use(%a) : (memref<?xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @result(
// CHECK: %[[STACK:.*]] = llvm.intr.stacksave
// CHECK: cf.cond_br
// CHECK: ^{{.*}}(%[[R:.*]]: f32):
// CHECK: llvm.intr.stackrestore %[[STACK]]
// CHECK: cf.br ^{{.*}}%[[R]] : {{.*}}f32)
// LLVM-LABEL: llvm.func @result(
// LLVM: llvm.alloca
// LLVM: llvm.cond_br
func.func @result(%n: index, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %z) -> f32 {
    %next = memref.alloca_scope -> f32 {
      %a = memref.alloca(%i) : memref<?xf32>
      %x = scf.if %c -> f32 {
        %s = func.call @sum(%a) : (memref<?xf32>) -> f32
        scf.yield %s : f32
      } else {
        func.call @use(%a) : (memref<?xf32>) -> ()
        scf.yield %sum : f32
      }
      memref.alloca_scope.return %x : f32
    }
    scf.yield %next : f32
  }
  return %r : f32
}

// What runs on a device has no plan: a target describes the host's processor. Both pipelines
// make plain loops of it, and plans for the host beside it.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --remark-format=emitRemark --remarks-filter=tiled-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=threads=2 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// REMARK-COUNT-2: [Missed] {{.*}}plan-structured{{.*}}it runs on a device, which the target does not describe
// REMARK: [Passed] {{.*}}plan-structured

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#r = #tiled_layout.layout<{0,1:T(8,128)}>
!A = memref<64x2048xf32, #t>
!B = memref<2048x2048xf32, #r>
module attributes {gpu.container_module} {
  // CHECK-LABEL: gpu.func @product(
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: scf.parallel
  // CHECK-NOT: scf.forall
  // CHECK-NOT: vector
  // CHECK: arith.mulf {{.*}} fastmath<contract>
  // CHECK-NOT: vector
  // CHECK: gpu.return
  // LLVM-LABEL: gpu.func @product(
  // LLVM-NOT: vector
  // LLVM: gpu.return
  gpu.module @kernels {
    gpu.func @product(%a: !A, %b: !B, %c: !A, %p: memref<64x2048xf32>) kernel {
      linalg.matmul ins(%a, %b : !A, !B) outs(%c : !A)
      tiled_layout.relayout ins(%a : !A) outs(%p : memref<64x2048xf32>)
      affine.for %i = 0 to 64 {
        affine.for %j = 0 to 2048 {
          %x = affine.load %a[%i, %j] : !A
          affine.store %x, %c[%i, %j] : !A
        }
      }
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @launch(
  // CHECK: gpu.launch
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: vector
  // CHECK: gpu.terminator
  // CHECK: vector.load
  func.func @launch(%a: !A, %b: !B, %c: !A, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%u, %v, %w) in (%bx = %n, %by = %c1, %bz = %c1) {
      linalg.matmul ins(%a, %b : !A, !B) outs(%c : !A)
      gpu.terminator
    }
    linalg.exp ins(%a : !A) outs(%c : !A)
    return
  }
}

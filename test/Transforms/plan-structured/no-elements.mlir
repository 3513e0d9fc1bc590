// An operation with an extent of 0 does nothing, and goes.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v4 | FileCheck %s --check-prefix=LLVM
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=aarch64 | FileCheck %s --check-prefix=LLVM

#a = #tiled_layout.layout<{1,2,0:T(8,128)(4,1)}>
#t = #tiled_layout.layout<{0,1:T(8,128)(4,1)}>

// CHECK-LABEL: func.func @rows(
// CHECK-NEXT: return
// LLVM-LABEL: llvm.func @rows(
// LLVM-NOT: llvm.store
// LLVM: llvm.return
func.func @rows(%a: memref<2x0x5xi8, #a>, %b: memref<2x5xi8, #t>, %c: memref<2x0xi8, #t>) {
  linalg.batch_matvec ins(%a, %b : memref<2x0x5xi8, #a>, memref<2x5xi8, #t>) outs(%c : memref<2x0xi8, #t>)
  return
}

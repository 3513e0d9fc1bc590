// A tensor program whose buffers are freed runs, what a call returns too, by these passes and by upstream's.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=deallocate=true | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=deallocate=true | FileCheck %s --check-prefix=OWN
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-lowering-pipeline{keep-loop-roles=true},buffer-deallocation-pipeline,convert-bufferization-to-memref,tiled-layout-to-llvm-pipeline)' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-lowering-pipeline,buffer-deallocation-pipeline,convert-bufferization-to-memref)' | FileCheck %s --check-prefix=FREED

// CHECK: [0,   2,   4,   6,   8]
// CHECK-NEXT: [10,   12,   14,   16,   18]
// CHECK-NEXT: [20,   22,   24,   26,   28]
// OWN-COUNT-2: memref.dealloc
// OWN-NOT: memref.dealloc
// FREED-COUNT-2: memref.dealloc

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @compute(%a: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %e = tiled_layout.empty() : tensor<3x5xf32, #t>
  %0 = tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%e : tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t>
  %1 = arith.addf %0, %0 : tensor<3x5xf32, #t>
  %d = tensor.empty() : tensor<3x5xf32>
  %2 = tiled_layout.relayout ins(%1 : tensor<3x5xf32, #t>) outs(%d : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %2 : tensor<3x5xf32>
}
func.func @main() {
  %c = arith.constant dense<[[0.0,1.0,2.0,3.0,4.0],[5.0,6.0,7.0,8.0,9.0],[10.0,11.0,12.0,13.0,14.0]]> : tensor<3x5xf32>
  %r = call @compute(%c) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %m = bufferization.to_buffer %r : tensor<3x5xf32> to memref<3x5xf32>
  %u = memref.cast %m : memref<3x5xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

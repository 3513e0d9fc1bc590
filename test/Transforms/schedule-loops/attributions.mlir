// Memory that a kernel asks for has no attributes of an argument.
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | FileCheck %s

// CHECK: gpu.func @k(
// CHECK-SAME: workgroup(%{{.+}} : memref<2x2x4x128x2x1xbf16>) private(%{{.+}} : memref<16x256xbf16>) kernel
!A = memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>
module attributes {gpu.container_module} {
gpu.module @m {
  gpu.func @k(%a: !A {llvm.noalias}) workgroup(%w : !A ) private(%p: memref<16x256xbf16>) kernel {
    affine.for %i = 0 to 16 { affine.for %j = 0 to 256 {
      %x = affine.load %a[%i,%j] : !A
      affine.store %x, %w[%i,%j] : !A
      affine.store %x, %p[%i,%j] : memref<16x256xbf16>
    } }
    gpu.return
  }
}
}

// The pipeline to LLVM prefetches. The lowering pipeline does not: upstream's
// deallocation of buffers may follow it, and refuses prefetches.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline --buffer-deallocation-pipeline | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!A = memref<?x512xf32, #t>

// LLVM-LABEL: llvm.func @stencil
// LLVM: llvm.intr.prefetch
// CHECK-LABEL: func @stencil
// CHECK-NOT: prefetch
func.func @stencil(%a: !A {llvm.noalias}, %b: !A {llvm.noalias}) {
  %zero = arith.constant 0 : index
  %rows = memref.dim %a, %zero : !A
  affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%rows) {
    affine.for %j = 0 to 512 {
      %u = affine.load %a[%i - 1, %j] : !A
      %d = affine.load %a[%i + 1, %j] : !A
      %x = arith.addf %u, %d : f32
      affine.store %x, %b[%i, %j] : !A
    }
  }
  return
}

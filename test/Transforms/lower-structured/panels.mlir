// Do passes that free what a program allocates leave panels alone?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline --buffer-deallocation-pipeline | FileCheck %s --check-prefix=FREED

// CHECK: %[[PANEL:.+]] = memref.alloc() {alignment = 64 : i64, bufferization.manual_deallocation} : memref<256x{{.*}}xf32
// CHECK: memref.dealloc %[[PANEL]] {bufferization.manual_deallocation}
// FREED-COUNT-1: memref.dealloc
// FREED-NOT: memref.dealloc
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @b_transposed(%a: memref<1024x1024xf32, #t>, %b: memref<1024x1024xf32, #t>, %c: memref<1024x1024xf32, #t>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<1024x1024xf32, #t>, memref<1024x1024xf32, #t>) outs(%c : memref<1024x1024xf32, #t>)
  return
}

// The gradient of a filter in NCHW: results fill 1 % of their tiles, and vectors of 3 columns would be mostly empty. In a buffer whose
// columns are channels they are full.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s

#t = #tiled_layout.layout<{3,2,1,0:T(8,128)}>

// CHECK-LABEL: func.func @filter(
// CHECK: memref.alloc() {{.*}} : memref<32x32x3x3xf32, #tiled_layout.layout<{
// CHECK: linalg.generic {{.*}} vector = d1 x 16
// CHECK: tiled_layout.relayout
func.func @filter(%x: memref<2x32x30x30xf32, #t>, %g: memref<2x32x28x28xf32, #t>, %f: memref<32x32x3x3xf32, #t>) {
  linalg.generic {indexing_maps = [affine_map<(k, c, p, q, n, y, x) -> (n, c, y + p, x + q)>, affine_map<(k, c, p, q, n, y, x) -> (n, k, y, x)>,
                                   affine_map<(k, c, p, q, n, y, x) -> (k, c, p, q)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %g : memref<2x32x30x30xf32, #t>, memref<2x32x28x28xf32, #t>) outs(%f : memref<32x32x3x3xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %s, %p : f32
    linalg.yield %r : f32
  }
  return
}

// Do vectors lie along no sum of indices of an input that is transposed? The rows of its squares
// would be a window apart, wherever tiles end.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64 --tiled-layout-plan-structured | FileCheck %s

#a = #tiled_layout.layout<{2,1,0:T(8,128)}>
#b = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
// CHECK-LABEL: func @f
// CHECK-NOT: transposed = [0
func.func @f(%a: memref<?x104x?xf32, #a>, %b: memref<?x?x?x?xf16, #b>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3 * 2 + 3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%a : memref<?x104x?xf32, #a>) outs(%b : memref<?x?x?x?xf16, #b>) {
  ^bb0(%x: f32, %y: f16):
    %w = arith.truncf %x : f32 to f16
    linalg.yield %w : f16
  }
  return
}

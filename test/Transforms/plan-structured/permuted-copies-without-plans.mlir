// A permuted copy whose runs are too short for vectors of the operation is a relayout of a view.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s

#t = #tiled_layout.layout<{0,1,2,3}>

// CHECK-LABEL: func @heads
// CHECK: tiled_layout.transpose
// CHECK-NOT: linalg.transpose
// CHECK: {{memref.copy|tiled_layout.relayout}}
func.func @heads(%a: memref<2x128x8x64xf32, #t>, %b: memref<2x8x128x64xf32, #t>) {
  linalg.transpose ins(%a : memref<2x128x8x64xf32, #t>) outs(%b : memref<2x8x128x64xf32, #t>) permutation = [0, 2, 1, 3]
  return
}

// Do products of every second row take dot instructions? The rows are packed, since words have others between them.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver4 --tiled-layout-plan-structured | FileCheck %s

#bytes = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
#filter = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#sums = #tiled_layout.layout<{3,2,1,0:T(8,128)}>

// CHECK: loops = [pack 0,
// CHECK-SAME: dot = d4 x 4
func.func @conv_1x1_of_stride_2(%x: memref<1x32x32x128xi8, #bytes>, %w: memref<128x128xi8, #filter>, %y: memref<1x16x16x128xi32, #sums>) {
  linalg.generic {indexing_maps = [affine_map<(n, h, w, o, i) -> (n, 2 * h, 2 * w, i)>, affine_map<(n, h, w, o, i) -> (i, o)>, affine_map<(n, h, w, o, i) -> (n, h, w, o)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : memref<1x32x32x128xi8, #bytes>, memref<128x128xi8, #filter>) outs(%y : memref<1x16x16x128xi32, #sums>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %c, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

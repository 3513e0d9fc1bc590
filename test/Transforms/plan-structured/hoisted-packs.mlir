// A panel is filled outside of the loops on which its operand does not depend: the filter that
// all pixels share is packed once, not for each pixel.

// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   | FileCheck %s

#i = #tiled_layout.layout<{3,4,2,1,0:T(8,128)}>

// CHECK-LABEL: @groups(
// CHECK: loops = [pack 1, d1 by 1, d2 by 1,
func.func @groups(%a: memref<1x30x30x4x16xf32, #i>, %k: memref<4x16x3x3x16xf32, #i>,
                  %o: memref<1x28x28x4x16xf32, #i>) {
  linalg.conv_2d_nhwgc_gfhwc
    ins(%a, %k : memref<1x30x30x4x16xf32, #i>, memref<4x16x3x3x16xf32, #i>)
    outs(%o : memref<1x28x28x4x16xf32, #i>)
  return
}

// Does a block multiply all vectors of a row by an element before it comes to the next one, though the
// columns of NCHW are the outer dimension? Fourteen elements in registers at once would leave none for results.
// Nor are steps along a window written one after the other: they would meet the same elements again.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s

// CHECK: #[[$ONCE:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL:[^>]*]]>
// CHECK-LABEL: func @nchw
// CHECK: scf.for
// CHECK: %[[ELEMENT:.*]] = vector.broadcast
// CHECK-NOT: vector.broadcast
// CHECK: arith.mulf %[[ELEMENT]],
// CHECK-NOT: vector.broadcast
// CHECK: arith.mulf %[[ELEMENT]],
// CHECK: scf.yield
// CHECK-NEXT: loop_annotation = #[[$ONCE]]
#i = #tiled_layout.layout<{3,2,1,0:T(16,1,1)}>
#f = #tiled_layout.layout<{3,2,0,1:T(16,16,1,1)}>
func.func @nchw(%image: memref<1x64x58x58xf32, #i>, %filter: memref<64x64x3x3xf32, #f>,
                %out: memref<1x64x56x56xf32, #i>) {
  linalg.conv_2d_nchw_fchw ins(%image, %filter : memref<1x64x58x58xf32, #i>, memref<64x64x3x3xf32, #f>)
    outs(%out : memref<1x64x56x56xf32, #i>)
  return
}

// Arrays whose tiles combine dimensions have a plan where rows lie evenly, batch after batch.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --remark-format=emitRemark --remarks-filter=tiled-layout 2>&1 | FileCheck %s

#even = #tiled_layout.layout<{3,2,1,0:T(*,8,128)(2,1)}, bounds = [4, 28, 28, 128]>
#rows = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#odd = #tiled_layout.layout<{3,2,1,0:T(*,8,128)}, bounds = [4, 28, 28, 256]>

// Rows of one tile: pairs of them follow one another, also from one batch to the next.
// CHECK: [Passed] plan-structured{{.*}}Function=even
func.func @even(%a: memref<4x28x28x128xbf16, #even>, %b: memref<4x28x28x128xbf16, #rows>) {
  linalg.exp ins(%a : memref<4x28x28x128xbf16, #even>) outs(%b : memref<4x28x28x128xbf16, #rows>)
  return
}

// Rows of two tiles: batches begin in the middle of one.
// CHECK: [Missed] plan-structured{{.*}}Function=odd{{.*}}a tile combines dimensions
func.func @odd(%a: memref<4x28x28x256xf32, #odd>, %b: memref<4x28x28x256xf32, #odd>) {
  linalg.exp ins(%a : memref<4x28x28x256xf32, #odd>) outs(%b : memref<4x28x28x256xf32, #odd>)
  return
}

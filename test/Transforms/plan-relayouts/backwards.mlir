// Elements that lie backwards in memory have no plan, but loops.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=LOOPS

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func @backwards
// CHECK-NOT: #tiled_layout.plan
// LOOPS-LABEL: func @backwards
// LOOPS: affine.for
func.func @backwards(%a: memref<8x49xbf16, #t>, %b: memref<8x49xbf16, strided<[?, -1], offset: ?>>) {
  tiled_layout.relayout ins(%a : memref<8x49xbf16, #t>) outs(%b : memref<8x49xbf16, strided<[?, -1], offset: ?>>)
  return
}

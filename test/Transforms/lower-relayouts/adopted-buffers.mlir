// A buffer that a program adopts is accessed as it is, without a view.
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func.func @adopted(
// CHECK-SAME:    %[[A:.+]]: memref<2048xf32>, %[[B:.+]]: memref<2048xf32>)
// CHECK-NOT:   tiled_layout.to_physical
// CHECK:       vector.load %[[A]]
// CHECK:       vector.store %{{.+}}, %[[B]]
func.func @adopted(%a: memref<2048xf32>, %b: memref<2048xf32>) {
  %from = tiled_layout.from_physical %a
    : memref<2048xf32> to memref<8x256xf32, #t>
  %to = tiled_layout.from_physical %b
    : memref<2048xf32> to memref<8x256xf32, #tiled_layout.layout<{1,0}>>
  tiled_layout.relayout ins(%from : memref<8x256xf32, #t>)
    outs(%to : memref<8x256xf32, #tiled_layout.layout<{1,0}>>)
  return
}

// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s

// Straight code knows what the blocks before the edge leave of the last one.
// If that is at most half of a block, a shorter block moves it.

#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Each row has 33 elements: a block of 32, and a block of the last 2.
// CHECK-LABEL: @one_is_left
// CHECK: vector.load {{.*}} vector<32xbf16>
// CHECK: vector.store {{.*}} vector<32xbf16>
// CHECK: vector.load {{.*}} vector<4xbf16>
// CHECK-COUNT-2: vector.store {{.*}} vector<2xbf16>
// CHECK: return
func.func @one_is_left(%a: memref<8x33xbf16, #packed>, %b: memref<8x33xbf16>) {
  tiled_layout.relayout ins(%a : memref<8x33xbf16, #packed>)
    outs(%b : memref<8x33xbf16>)
  return
}

// More than half of a block is left.
// CHECK-LABEL: @most_are_left
// CHECK-NOT: vector<16xbf16>
// CHECK: return
func.func @most_are_left(%a: memref<8x49xbf16, #packed>,
                         %b: memref<8x49xbf16>) {
  tiled_layout.relayout ins(%a : memref<8x49xbf16, #packed>)
    outs(%b : memref<8x49xbf16>)
  return
}

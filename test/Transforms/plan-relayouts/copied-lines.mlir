// Which runs do vectors of half a line stream without a buffer?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-relayouts | FileCheck %s

// Copies of two lines, whose halves follow one another.
// CHECK-LABEL: func @two_lines
// CHECK-NOT: carry-loop
// CHECK: stores = streaming
// CHECK-NOT: carry-loop
// CHECK-LABEL: func @one_line
// CHECK: stores = streaming, carry-loop
func.func @two_lines(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32, #tiled_layout.layout<{1,0:T(8,32)}>>) {
  tiled_layout.relayout ins(%a : memref<4096x4096xf32>) outs(%b : memref<4096x4096xf32, #tiled_layout.layout<{1,0:T(8,32)}>>)
  return
}

func.func @one_line(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32, #tiled_layout.layout<{1,0:T(8,16)}>>) {
  tiled_layout.relayout ins(%a : memref<4096x4096xf32>) outs(%b : memref<4096x4096xf32, #tiled_layout.layout<{1,0:T(8,16)}>>)
  return
}

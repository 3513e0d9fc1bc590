// Relayouts of extents that are known at run time only: those that transpose become copies with a plan of squares. Of
// known extents, and where rows stay rows, relayouts have plans of their own.
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s

#b = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bt = #tiled_layout.layout<{0,1:T(8,128)(2,1)}>
#f = #tiled_layout.layout<{1,0:T(8,128)}>
#ft = #tiled_layout.layout<{0,1:T(8,128)}>
#w4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func.func @f32(
// CHECK: linalg.copy {{.*}}transposed = [0 along d1]
func.func @f32(%a: memref<?x?xf32, #f>, %o: memref<?x?xf32, #ft>) {
  tiled_layout.relayout ins(%a : memref<?x?xf32, #f>) outs(%o : memref<?x?xf32, #ft>)
  return
}

// CHECK-LABEL: func.func @bf16(
// CHECK: linalg.copy {{.*}}interleave = {{.*}}transposed = [0 along d1]
func.func @bf16(%a: memref<?x?xbf16, #b>, %o: memref<?x?xbf16, #bt>) {
  memref.copy %a, %o : memref<?x?xbf16, #b> to memref<?x?xbf16, #bt>
  return
}

// CHECK-LABEL: func.func @same_rows(
// CHECK-NEXT: tiled_layout.relayout
func.func @same_rows(%a: memref<?x?xf32>, %o: memref<?x?xf32, #f>) {
  tiled_layout.relayout ins(%a : memref<?x?xf32>) outs(%o : memref<?x?xf32, #f>)
  return
}

// CHECK-LABEL: func.func @known(
// CHECK-NEXT: tiled_layout.relayout
func.func @known(%a: memref<64x256xf32, #f>, %o: memref<64x256xf32, #ft>) {
  tiled_layout.relayout ins(%a : memref<64x256xf32, #f>) outs(%o : memref<64x256xf32, #ft>)
  return
}

// Only relayouts write padding.
// CHECK-LABEL: func.func @padding(
// CHECK-NEXT: tiled_layout.relayout
func.func @padding(%a: memref<?x?xf32, #f>, %o: memref<?x?xf32, #ft>) {
  tiled_layout.relayout ins(%a : memref<?x?xf32, #f>) outs(%o : memref<?x?xf32, #ft>) padding = zero
  return
}

// Channels first to channels last: the words of two rows of an image are transposed whole, and taken apart after it.
// CHECK-LABEL: func.func @channels(
// CHECK: loops = [d0 by 1, d1 by 2, d3 by 16, d2 by 16], vector = d3 x 16, interleave = d2 x 2, transposed = [0 along d2], masked
func.func @channels(%a: memref<4x?x?x?xbf16, #w4>, %o: memref<4x?x?x?xbf16, #w4>) {
  linalg.transpose ins(%a : memref<4x?x?x?xbf16, #w4>) outs(%o : memref<4x?x?x?xbf16, #w4>) permutation = [0, 2, 3, 1]
  return
}

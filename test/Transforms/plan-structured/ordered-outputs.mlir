// Which reductions compute their results in a buffer in the order of the inputs?
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=icelake-server --tiled-layout-plan-structured | FileCheck %s

#batch = #tiled_layout.layout<{1,2,0:T(8,128)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>

// Neighbours of the matrix are rows of the result, whose neighbours are batches.
// CHECK-LABEL: func @matvec
// CHECK: %[[buffer:.*]] = memref.alloc() {alignment = 64 : i64, bufferization.manual_deallocation} : memref<16x128xf32, #tiled_layout.layout<{1,0}>>
// CHECK: tiled_layout.relayout ins(%arg2 : {{.*}}) outs(%[[buffer]]
// CHECK: loops = [d1 by 128, d0 by 1, d2 by 1], vector = d1 x 16, masked, fused
// CHECK-SAME: outs(%[[buffer]]
// CHECK: tiled_layout.relayout ins(%[[buffer]] : {{.*}}) outs(%arg2
// CHECK: memref.dealloc %[[buffer]]
func.func @matvec(%a: memref<16x128x128xf32, #batch>, %x: memref<16x128xf32, #columns>, %y: memref<16x128xf32, #columns>) {
  linalg.batch_matvec ins(%a, %x : memref<16x128x128xf32, #batch>, memref<16x128xf32, #columns>) outs(%y : memref<16x128xf32, #columns>)
  return
}

// The rows that are transposed are those of a tile, not those of sixteen batches.
// CHECK-LABEL: func @vecmat
// CHECK: vector = d1 x 16, transposed = [1 along d2], masked, fused
func.func @vecmat(%x: memref<16x128xf32, #columns>, %a: memref<16x128x128xf32, #batch>, %y: memref<16x128xf32, #columns>) {
  linalg.batch_vecmat ins(%x, %a : memref<16x128xf32, #columns>, memref<16x128x128xf32, #batch>) outs(%y : memref<16x128xf32, #columns>)
  return
}

// No vector fits three arrays; the result is the smallest.
// CHECK-LABEL: func @edges
// CHECK: tiled_layout.relayout
// CHECK: structured_plan
func.func @edges(%a: memref<24x40xf32, #tiled_layout.layout<{1,0:T(3,5)}>>, %b: memref<40x17xf32>, %c: memref<24x17xf32, #tiled_layout.layout<{1,0:T(8,16)}>>) {
  linalg.matmul ins(%a, %b : memref<24x40xf32, #tiled_layout.layout<{1,0:T(3,5)}>>, memref<40x17xf32>) outs(%c : memref<24x17xf32, #tiled_layout.layout<{1,0:T(8,16)}>>)
  return
}

// Windows that do not overlap, channels first: the results of a pixel follow one another, so that
// the four bytes of a word are neighbours in a row of the image.
// CHECK-LABEL: func @patches
// CHECK: tiled_layout.relayout
// CHECK: vector = d1 x 16, masked, dot = d6 x 4
// CHECK: tiled_layout.relayout
func.func @patches(%a: memref<1x3x224x224xi8>, %b: memref<256x3x16x16xi8>, %c: memref<1x256x14x14xi32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<16> : tensor<2xi64>}
    ins(%a, %b : memref<1x3x224x224xi8>, memref<256x3x16x16xi8>) outs(%c : memref<1x256x14x14xi32>)
  return
}

// Extents that are known at run time only.
// CHECK-LABEL: func @dynamic(
// CHECK: %[[ROWS:.*]] = memref.dim %arg2, %c0
// CHECK: %[[COLUMNS:.*]] = memref.dim %arg2, %c1
// CHECK: %[[BUFFER:.*]] = memref.alloc(%[[ROWS]], %[[COLUMNS]]) {{.*}} : memref<?x?xf32, #tiled_layout.layout<{1,0}>>
// CHECK: tiled_layout.relayout ins(%arg2
// CHECK: linalg.batch_matvec
// CHECK: tiled_layout.relayout ins(%[[BUFFER]]
func.func @dynamic(%a: memref<?x?x?xf32, #batch>, %x: memref<?x?xf32, #columns>, %y: memref<?x?xf32, #columns>) {
  linalg.batch_matvec ins(%a, %x : memref<?x?x?xf32, #batch>, memref<?x?xf32, #columns>) outs(%y : memref<?x?xf32, #columns>)
  return
}

// Too few terms for each result, and results that lie as they should.
// CHECK-LABEL: func @others
// CHECK-NOT: relayout
// CHECK: return
func.func @others(%a: memref<16x128x12xf32, #batch>, %x: memref<16x12xf32, #columns>, %y: memref<16x128xf32, #columns>,
                  %c: memref<256x256xf32, #rows>, %d: memref<256xf32>, %e: memref<256xf32>) {
  linalg.batch_matvec ins(%a, %x : memref<16x128x12xf32, #batch>, memref<16x12xf32, #columns>) outs(%y : memref<16x128xf32, #columns>)
  linalg.matvec ins(%c, %d : memref<256x256xf32, #rows>, memref<256xf32>) outs(%e : memref<256xf32>)
  return
}

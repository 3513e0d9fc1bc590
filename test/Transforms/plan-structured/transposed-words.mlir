// Where rows share words and a block has a part of a tile's rows, the other rows come before other
// columns.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s

#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// CHECK-LABEL: func @bf16
// CHECK: loops = [d0 by 8, d1 by 8, d0 by 4], vector = d1 x 8, interleave = d0 x 2, transposed = [0 along d0]
func.func @bf16(%a: memref<?x768xbf16, #bf16>, %b: memref<768x?xbf16, #bf16>) {
  linalg.transpose ins(%a : memref<?x768xbf16, #bf16>) outs(%b : memref<768x?xbf16, #bf16>) permutation = [1, 0]
  return
}

// CHECK-LABEL: func @i8
// CHECK: loops = [d0 by 8, d1 by 8, d0 by 4], vector = d1 x 8, interleave = d0 x 4, transposed = [0 along d0]
func.func @i8(%a: memref<?x768xi8, #i8>, %b: memref<768x?xi8, #i8>) {
  linalg.transpose ins(%a : memref<?x768xi8, #i8>) outs(%b : memref<768x?xi8, #i8>) permutation = [1, 0]
  return
}

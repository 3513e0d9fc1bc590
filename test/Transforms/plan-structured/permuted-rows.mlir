// In which order do blocks go where dimensions are permuted? The first cache has 12 ways of 4 KiB.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | tiled-layout-opt --tiled-layout-lower-structured -o /dev/null

#tiles = #tiled_layout.layout<{3,2,1,0:T(8,128)}>

// Rows of heads that lie 64 KiB apart are read 8 at a time: a line of each stays in the first cache.
// CHECK-LABEL: func @rows_apart
// CHECK: loops = [d0 by 1, d2 by 8, d1 by 1, d2 by 1, d3 by 64], vector = d3 x 16, masked>
func.func @rows_apart(%a: memref<4x12x128x64xf32, #tiles>, %b: memref<4x128x12x64xf32, #tiles>) {
  linalg.transpose ins(%a : memref<4x12x128x64xf32, #tiles>) outs(%b : memref<4x128x12x64xf32, #tiles>) permutation = [0, 2, 1, 3]
  return
}

// Eight of them need no other order.
// CHECK-LABEL: func @few_rows
// CHECK: loops = [d0 by 1, d1 by 1, d2 by 1, d3 by 64], vector = d3 x 16, masked>
func.func @few_rows(%a: memref<4x8x128x64xf32, #tiles>, %b: memref<4x128x8x64xf32, #tiles>) {
  linalg.transpose ins(%a : memref<4x8x128x64xf32, #tiles>) outs(%b : memref<4x128x8x64xf32, #tiles>) permutation = [0, 2, 1, 3]
  return
}

// Rows that lie 66 KiB apart share few sets.
// CHECK-LABEL: func @odd_rows
// CHECK: loops = [d0 by 1, d1 by 1, d2 by 1, d3 by 64], vector = d3 x 16, masked>
func.func @odd_rows(%a: memref<4x12x132x128xf32>, %b: memref<4x132x12x128xf32>) {
  linalg.transpose ins(%a : memref<4x12x132x128xf32>) outs(%b : memref<4x132x12x128xf32>) permutation = [0, 2, 1, 3]
  return
}

// The next tile of many rows is fetched.
// CHECK-LABEL: func @many_rows
// CHECK: prefetch = [0, 1], ahead = d2 by 8>
func.func @many_rows(%a: memref<4x128x12x64xf32, #tiles>, %b: memref<4x12x128x64xf32, #tiles>) {
  linalg.transpose ins(%a : memref<4x128x12x64xf32, #tiles>) outs(%b : memref<4x12x128x64xf32, #tiles>) permutation = [0, 2, 1, 3]
  return
}

// Rows of the input lie 8 KiB apart, those of the output 512 bytes: each of the former goes by as a whole.
// CHECK-LABEL: func @keys
// CHECK: loops = [d0 by 1, d1 by 1, d3 by 16, d2 by 16], vector = d3 x 16, transposed = [0 along d2]
func.func @keys(%a: memref<4x128x12x64xf32, #tiles>, %b: memref<4x12x64x128xf32, #tiles>) {
  linalg.transpose ins(%a : memref<4x128x12x64xf32, #tiles>) outs(%b : memref<4x12x64x128xf32, #tiles>) permutation = [0, 2, 3, 1]
  return
}

// The other way about.
// CHECK-LABEL: func @keys_back
// CHECK: loops = [d0 by 1, d1 by 16, d2 by 1, d3 by 16], vector = d3 x 16, transposed = [0 along d1]
func.func @keys_back(%a: memref<4x12x64x128xf32, #tiles>, %b: memref<4x128x12x64xf32, #tiles>) {
  linalg.transpose ins(%a : memref<4x12x64x128xf32, #tiles>) outs(%b : memref<4x128x12x64xf32, #tiles>) permutation = [0, 3, 1, 2]
  return
}

// Which plan does a structured operation get, and why has another one none?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=reassoc=1 | FileCheck %s --check-prefix=ANY
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=fuse-named=0 | FileCheck %s --check-prefix=ROUND
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s --check-prefix=AVX2
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --remark-format=emitRemark --remarks-filter=tiled-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | tiled-layout-opt | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#t4 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#small = #tiled_layout.layout<{1,0:T(2,2)}>

// Eight rows of two vectors in registers, a panel of B in a cache.
// CHECK-LABEL: func @matmul
// CHECK: loops = [d1 by 256, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16, masked, fused, prefetch = [2]
// ROUND-LABEL: func @matmul
// ROUND: vector = d1 x 16, masked, prefetch = [2]
// Sixteen registers of eight elements.
// AVX2-LABEL: func @matmul
// AVX2: pack 1, d0 by 4, d1 by 16, d2 by 1], vector = d1 x 8, masked, fused
func.func @matmul(%a: memref<512x512xf32, #t>, %b: memref<512x512xf32, #t>, %c: memref<512x512xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xf32, #t>, memref<512x512xf32, #t>)
                outs(%c : memref<512x512xf32, #t>)
  return
}

// No dimension of both B and C is contiguous: a block of B is packed, which all
// rows read.
// CHECK-LABEL: func @transposed
// CHECK: loops = [d1 by 256, pack 1, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16, masked, fused, prefetch = [2]
func.func @transposed(%a: memref<512x512xf32, #t>, %b: memref<512x512xf32, #t>, %c: memref<512x512xf32, #t>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<512x512xf32, #t>, memref<512x512xf32, #t>)
    outs(%c : memref<512x512xf32, #t>)
  return
}

// Rows of 16 KB share few lines of a cache, so that a large B is packed.
// CHECK-LABEL: func @large
// CHECK: loops = [d1 by 256, d2 by 256, pack 1, d0 by 8, d1 by 32, d2 by 1], vector = d1 x 16, masked, fused, unroll
// AVX2-LABEL: func @large
// AVX2: pack 1, d0 by 6, d1 by 16, d2 by 1], vector = d1 x 8, masked, fused
func.func @large(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<4096x4096xf32>) {
  linalg.matmul ins(%a, %b : memref<4096x4096xf32>, memref<4096x4096xf32>)
                outs(%c : memref<4096x4096xf32>)
  return
}

// With A transposed, so is A: its steps are 16 KB apart.
// CHECK-LABEL: func @both
// CHECK: loops = [d1 by 256, d2 by 128, pack 1, d0 by 256, pack 0, d1 by 32, d0 by 8, d2 by 1]
func.func @both(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<4096x4096xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<4096x4096xf32>, memref<4096x4096xf32>)
    outs(%c : memref<4096x4096xf32>)
  return
}

// A product in all but name; batches and images are rows.
// CHECK-LABEL: func @conv_1x1
// CHECK: loops = [d6 by 512, d3 by 32, d0 by 1, d1 by 1, d2 by 14, d4 by 1, d5 by 1, d6 by 1]
func.func @conv_1x1(%a: memref<2x56x56x1024xf32>, %b: memref<1x1x1024x64xf32>, %c: memref<2x56x56x64xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<2x56x56x1024xf32>, memref<1x1x1024x64xf32>) outs(%c : memref<2x56x56x64xf32>)
  return
}

// The filter of many channels is read in parts, so that they stay in a cache.
// CHECK-LABEL: func @conv_deep
// CHECK: loops = [d3 by 32, d4 by 1, d0 by 1, d1 by 1, d2 by 14, d5 by 1, d6 by 1]
func.func @conv_deep(%a: memref<1x16x16x256xf32>, %b: memref<3x3x256x256xf32>, %c: memref<1x14x14x256xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x16x16x256xf32>, memref<3x3x256x256xf32>) outs(%c : memref<1x14x14x256xf32>)
  return
}

// Its image is indexed across tiles by sums: one image at a time is packed.
// CHECK-LABEL: func @conv_across
// CHECK: loops = [d0 by 1, pack 0, d3 by 32,
func.func @conv_across(%a: memref<4x16x16x256xf32, #t4>, %b: memref<3x3x256x256xf32, #t4>, %c: memref<4x14x14x256xf32, #t4>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<4x16x16x256xf32, #t4>, memref<3x3x256x256xf32, #t4>) outs(%c : memref<4x14x14x256xf32, #t4>)
  return
}

// Two rows read it too seldom.
// CHECK-LABEL: func @few_rows
// CHECK-NOT: pack
// CHECK: transposed = [1 along d2]
func.func @few_rows(%a: memref<2x512xf32>, %b: memref<512x512xf32>, %c: memref<2x512xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<2x512xf32>, memref<512x512xf32>) outs(%c : memref<2x512xf32>)
  return
}

// Elementwise: in the order of the output's tiles.
// CHECK-LABEL: func @exp
// CHECK: loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 64], vector = d1 x 16, masked>
func.func @exp(%a: memref<64x256xf32, #t>, %b: memref<64x256xf32, #t>) {
  linalg.exp ins(%a : memref<64x256xf32, #t>) outs(%b : memref<64x256xf32, #t>)
  return
}

// A sum of floats along the vector would change its order: vectors lie across
// the rows. A maximum may take any order.
// CHECK-LABEL: func @sum
// CHECK: vector = d0 x 16, transposed = [0 along d1], masked, unroll = 4>
// ANY-LABEL: func @sum
// ANY: vector = d1 x 16, masked, reassoc
func.func @sum(%a: memref<64x256xf32, #t>, %b: memref<64xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32, #t>) outs(%b : memref<64xf32>) dimensions = [1]
  return
}

// CHECK-LABEL: func @maximum
// CHECK: loops = [d0 by 8, d1 by 16], vector = d1 x 16, masked, unroll = 4>
func.func @maximum(%a: memref<64x256xf32, #t>, %b: memref<64xf32>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<64x256xf32, #t>) outs(%b : memref<64xf32>) dimensions = [1]
  return
}

// Elements that lie four apart go one by one.
// REMARK-DAG: no dimension is contiguous in all operands
// CHECK-LABEL: func @apart
// CHECK: loops = [d0 by 1], vector = d0 x 1>
func.func @apart(%a: memref<64xf32, strided<[4]>>, %f: f32) {
  linalg.fill ins(%f : f32) outs(%a : memref<64xf32, strided<[4]>>)
  return
}

// REMARK-DAG: runs of 2 elements along d1 are too short for vectors
// CHECK-LABEL: func @short
// CHECK: loops = [d0 by 2, d1 by 2, d0 by 1, d1 by 1], vector = d1 x 1>
func.func @short(%a: memref<64x255xf32, #small>, %f: f32) {
  linalg.fill ins(%f : f32) outs(%a : memref<64x255xf32, #small>)
  return
}

// Rows of three and of four: no loop over the one nests in a loop over the other.
// REMARK-DAG: tiles have edges every 3 and every 4 along d0
// CHECK-LABEL: func @edges
// CHECK-NOT: structured_plan
func.func @edges(%a: memref<64x256xf32, #tiled_layout.layout<{1,0:T(3,8)}>>, %b: memref<64x256xf32, #tiled_layout.layout<{1,0:T(4,8)}>>) {
  linalg.exp ins(%a : memref<64x256xf32, #tiled_layout.layout<{1,0:T(3,8)}>>) outs(%b : memref<64x256xf32, #tiled_layout.layout<{1,0:T(4,8)}>>)
  return
}

// An edge that the arrays end before does not matter.
// CHECK-LABEL: func @within
// CHECK: structured_plan
func.func @within(%a: memref<3x256xf32, #tiled_layout.layout<{1,0:T(3,8)}>>, %b: memref<3x256xf32, #tiled_layout.layout<{1,0:T(4,8)}>>) {
  linalg.exp ins(%a : memref<3x256xf32, #tiled_layout.layout<{1,0:T(3,8)}>>) outs(%b : memref<3x256xf32, #tiled_layout.layout<{1,0:T(4,8)}>>)
  return
}

// What a person wrote stays.
// CHECK-LABEL: func @given
// CHECK: structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16>
func.func @given(%a: memref<64x256xf32, #t>, %f: f32) {
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16>}
    ins(%f : f32) outs(%a : memref<64x256xf32, #t>)
  return
}

// Do windows over images whose channels come first (NCHW) have the vectors, rows and dot
// instructions of the target?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=CODE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=AVX2

#bytes = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>

// The image is copied to a panel in which four channels take turns along the columns; so is the
// filter, whose words are then neighbours. Neither depends on the loops around the rows.
// CHECK-LABEL: func @convolution
// CHECK: loops = [pack 0, pack 1, d0 by 1, d2 by 1,
// CHECK-SAME: d4 by 4, d5 by 1, d6 by 1], vector = d3 x 16, masked, dot = d4 x 4
// CODE-LABEL: func @convolution
// CODE: memref<1x64x58x58xi8, #tiled_layout.layout<{3,1,2,0:T(64,58)(4,1)}>>
// CODE: llvm.x86.avx512.vpdpbusd.512
func.func @convolution(%a: memref<1x64x58x58xi8, #bytes>, %b: memref<64x64x3x3xi8, #bytes>,
                       %c: memref<1x64x56x56xi32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>) {
  linalg.conv_2d_nchw_fchw
    ins(%a, %b : memref<1x64x58x58xi8, #bytes>, memref<64x64x3x3xi8, #bytes>)
    outs(%c : memref<1x64x56x56xi32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>)
  return
}

// Groups of channels have filters of their own.
// CHECK-LABEL: func @groups
// CHECK: vector = d4 x 16, masked, dot = d5 x 4
func.func @groups(%a: memref<1x4x32x30x30xi8>, %b: memref<4x32x32x3x3xi8>, %c: memref<1x4x32x28x28xi32>) {
  linalg.conv_2d_ngchw_gfchw ins(%a, %b : memref<1x4x32x30x30xi8>, memref<4x32x32x3x3xi8>)
                             outs(%c : memref<1x4x32x28x28xi32>)
  return
}

// Three channels are less than a group.
// CHECK-LABEL: func @colours
// CHECK-NOT: dot
// CHECK-LABEL: func @depthwise
func.func @colours(%a: memref<1x3x58x58xi8>, %b: memref<64x3x3x3xi8>, %c: memref<1x64x56x56xi32>) {
  linalg.conv_2d_nchw_fchw ins(%a, %b : memref<1x3x58x58xi8>, memref<64x3x3x3xi8>)
                           outs(%c : memref<1x64x56x56xi32>)
  return
}

// No two results share a vector, but each waits for its own nine steps: seven rows of windows are
// computed together, one channel after the other.
// CHECK: loops = [d0 by 1, d3 by 1, d1 by 7, d2 by 16, d4 by 1, d5 by 1], vector = d2 x 16
func.func @depthwise(%a: memref<1x128x30x30xf32>, %b: memref<128x3x3xf32>, %c: memref<1x128x28x28xf32>) {
  linalg.depthwise_conv_2d_nchw_chw ins(%a, %b : memref<1x128x30x30xf32>, memref<128x3x3xf32>)
                                    outs(%c : memref<1x128x28x28xf32>)
  return
}

// Windows that move by two columns share vectors by pairs of their own columns: of a window of
// three, two come from one load, and the third by a mask that leaves out what lies behind it.
// CHECK-LABEL: func @pool
// CHECK: d4 by 1, d5 by 2], vector = d3 x 16
// CODE-LABEL: func @pool
// CODE: vector.load {{.*}} vector<32xf32>
// CODE-NEXT: vector.deinterleave
// CODE: vector.maskedload {{.*}} vector<32xf32>
func.func @pool(%a: memref<1x64x113x113xf32>, %k: memref<3x3xf32>, %c: memref<1x64x56x56xf32>) {
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>}
    ins(%a, %k : memref<1x64x113x113xf32>, memref<3x3xf32>) outs(%c : memref<1x64x56x56xf32>)
  return
}

// The same of bytes whose rows share words: a copy without tiles is faster than vectors of a
// window's few steps.
// CHECK-LABEL: func @words
// CHECK: pack 0,
// CHECK-SAME: vector = d3 x 64
func.func @words(%a: memref<1x64x113x113xi8, #bytes>, %k: memref<3x3xi8>, %c: memref<1x64x56x56xi8, #bytes>) {
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>}
    ins(%a, %k : memref<1x64x113x113xi8, #bytes>, memref<3x3xi8>) outs(%c : memref<1x64x56x56xi8, #bytes>)
  return
}

// AVX2 has no masks for 16 bits. The third column is loaded with the second one; behind 24
// columns there are half a vector and two elements.
// AVX2-LABEL: func @halves
// AVX2-NOT: vector.maskedload
// AVX2: vector.load {{.*}} memref<238144xbf16, {{.*}} vector<16xbf16>
// AVX2-NOT: vector.maskedload
// AVX2: vector.load {{.*}} memref<238144xbf16, {{.*}} vector<8xbf16>
// AVX2-NOT: vector.maskedload
// AVX2: memref.load {{.*}} memref<238144xbf16
func.func @halves(%a: memref<1x64x61x61xbf16>, %k: memref<3x3xbf16>, %c: memref<1x64x30x30xbf16>) {
  linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>}
    ins(%a, %k : memref<1x64x61x61xbf16>, memref<3x3xbf16>) outs(%c : memref<1x64x30x30xbf16>)
  return
}

// Windows of two columns that move by four have no masks for 16 bits: they are transposed.
// AVX2-LABEL: func @apart
func.func @apart(%a: memref<1x64x62x62xi16>, %k: memref<2x2xi16>, %c: memref<1x64x16x16xi16>) {
  linalg.pooling_nchw_max {strides = dense<4> : tensor<2xi64>}
    ins(%a, %k : memref<1x64x62x62xi16>, memref<2x2xi16>) outs(%c : memref<1x64x16x16xi16>)
  return
}

// A channel that is part of two indices is in no groups.
// CHECK-LABEL: func @twice
// CHECK-NOT: dot
// CHECK: return
func.func @twice(%x: memref<80x16xi8>, %k: memref<64x16xi8>, %c: memref<64x64xi32>) {
  linalg.generic {indexing_maps = [affine_map<(o, w, c) -> (c + w, c)>, affine_map<(o, w, c) -> (o, c)>, affine_map<(o, w, c) -> (o, w)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %k : memref<80x16xi8>, memref<64x16xi8>) outs(%c : memref<64x64xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %p = arith.extsi %a : i8 to i32
    %q = arith.extsi %b : i8 to i32
    %m = arith.muli %p, %q : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  }
  return
}

// What is widened in many windows is widened once; a batch may be known at run time only.
// CHECK-LABEL: func @wide
// CHECK: d0 by 1, pack 0 wide,
func.func @wide(%a: memref<?x30x30x64xbf16>, %b: memref<3x3x64x64xbf16>, %c: memref<?x28x28x64xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<?x30x30x64xbf16>, memref<3x3x64x64xbf16>)
                           outs(%c : memref<?x28x28x64xf32>)
  return
}

// Rows of 30 of 128 columns share few sets of the first cache: they are copied first.
// CHECK-LABEL: func @rows
// CHECK: pack 0
// CHECK-SAME: vector = d3 x 16
func.func @rows(%a: memref<1x64x30x30xf32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>, %b: memref<64x64x3x3xf32>,
                %c: memref<1x64x28x28xf32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>) {
  linalg.conv_2d_nchw_fchw
    ins(%a, %b : memref<1x64x30x30xf32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>, memref<64x64x3x3xf32>)
    outs(%c : memref<1x64x28x28xf32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>)
  return
}

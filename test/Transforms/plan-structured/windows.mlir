// Are the rows of words interleaved in vectors where windows slide over them, and results lie so?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | tiled-layout-opt --tiled-layout-lower-structured -o /dev/null

#images = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>

// The block has all columns of a window, and nothing is packed.
// CHECK-LABEL: func @maxima
// CHECK: loops = [d3 by 64, d0 by 1, d1 by 1, d2 by 8, d4 by 1, d5 by 3], vector = d3 x 16, interleave = d2 x 4, masked, unroll = 4>
func.func @maxima(%a: memref<1x58x58x64xi8, #images>, %w: memref<3x3xi8>, %c: memref<1x28x28x64xi8, #images>) {
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%a, %w : memref<1x58x58x64xi8, #images>, memref<3x3xi8>) outs(%c : memref<1x28x28x64xi8, #images>)
  return
}

// Results lie in another way.
// CHECK-LABEL: func @untiled
// CHECK: pack 0
// CHECK-NOT: interleave =
func.func @untiled(%a: memref<1x30x30x64xi8, #images>, %w: memref<3x3xi8>, %c: memref<1x28x28x64xi8>) {
  linalg.pooling_nhwc_max ins(%a, %w : memref<1x30x30x64xi8, #images>, memref<3x3xi8>) outs(%c : memref<1x28x28x64xi8>)
  return
}

// A window of more columns than a block holds.
// CHECK-LABEL: func @large
// CHECK-NOT: interleave =
func.func @large(%a: memref<1x30x38x64xi8, #images>, %w: memref<3x11xi8>, %c: memref<1x28x28x64xi8, #images>) {
  linalg.pooling_nhwc_max ins(%a, %w : memref<1x30x38x64xi8, #images>, memref<3x11xi8>) outs(%c : memref<1x28x28x64xi8, #images>)
  return
}

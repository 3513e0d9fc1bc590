// Do the three bytes of a pixel (NHWC) fill dot instructions, together with the columns of a
// window? Image and filter are seen with both as one dimension.
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s

// CHECK-DAG: #[[$IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 6 + d5)>
// CHECK-DAG: #[[$FILTER:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d3)>
// CHECK-DAG: #[[$RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func @first_layer
// CHECK: memref.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : memref<?x229x229x3xi8> into memref<?x229x687xi8>
// CHECK: memref.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : memref<7x7x3x64xi8> into memref<7x21x64xi8>
// CHECK: linalg.generic {indexing_maps = [#[[$IMAGE]], #[[$FILTER]], #[[$RESULT]]]
// CHECK-SAME: "parallel", "reduction", "reduction"]}
// CHECK-SAME: my.note = 1
// CHECK-SAME: dot = d5 x 4
func.func @first_layer(%a: memref<?x229x229x3xi8>, %b: memref<7x7x3x64xi8>, %c: memref<?x112x112x64xi32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, my.note = 1}
    ins(%a, %b : memref<?x229x229x3xi8>, memref<7x7x3x64xi8>) outs(%c : memref<?x112x112x64xi32>)
  return
}

// -----

// Four channels are a group as they are; columns two apart are no neighbours; tiles hold the
// channels of each column apart; one filter has no vectors for such an instruction; nor are there
// any for f32; and what channels index elsewhere, too, is no window.
// CHECK-NOT: memref.collapse_shape
// CHECK-LABEL: func @others
// CHECK-COUNT-5: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<7x3x64xi8>, memref<?x70x3xi8>)
#tiles = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
func.func @others(%a4: memref<1x58x58x4xi8>, %b4: memref<3x3x4x64xi8>, %a: memref<1x60x60x3xi8>,
                  %at: memref<1x58x58x3xi8, #tiles>, %b: memref<3x3x3x64xi8>, %c: memref<1x56x56x64xi32>,
                  %a4r: memref<1x58x58x3xi8>, %b1: memref<3x3x3x1xi8>, %c1: memref<1x56x56x1xi32>, %d: memref<7x3x64xi8>, %e: memref<?x70x3xi8>,
                  %f: memref<64x64xi32>, %af: memref<1x58x58x3xf32>, %bf: memref<3x3x3x64xf32>, %cf: memref<1x56x56x64xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%a4, %b4 : memref<1x58x58x4xi8>, memref<3x3x4x64xi8>) outs(%c : memref<1x56x56x64xi32>)
  linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>}
    ins(%a, %b : memref<1x60x60x3xi8>, memref<3x3x3x64xi8>) outs(%c : memref<1x56x56x64xi32>)
  linalg.conv_2d_nhwc_hwcf ins(%at, %b : memref<1x58x58x3xi8, #tiles>, memref<3x3x3x64xi8>) outs(%c : memref<1x56x56x64xi32>)
  linalg.conv_2d_nhwc_hwcf ins(%a4r, %b1 : memref<1x58x58x3xi8>, memref<3x3x3x1xi8>) outs(%c1 : memref<1x56x56x1xi32>)
  linalg.conv_2d_nhwc_hwcf ins(%af, %bf : memref<1x58x58x3xf32>, memref<3x3x3x64xf32>) outs(%cf : memref<1x56x56x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, kw, c) -> (kw, c, n)>, affine_map<(m, n, kw, c) -> (c, m + kw, c)>,
                                   affine_map<(m, n, kw, c) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%d, %e : memref<7x3x64xi8>, memref<?x70x3xi8>) outs(%f : memref<64x64xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %p = arith.extsi %x : i8 to i32
    %q = arith.extsi %y : i8 to i32
    %r = arith.muli %p, %q : i32
    %t = arith.addi %o, %r : i32
    linalg.yield %t : i32
  }
  return
}

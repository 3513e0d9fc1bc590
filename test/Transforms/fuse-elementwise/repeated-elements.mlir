// A broadcast along a dimension that is collapsed at once reads its input by a quotient, or a remainder.
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s

#f = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#g = #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>
#h = #tiled_layout.layout<{5,4,3,2,1,0:T(8,128)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{2,1,0:T(8,128)}>

// CHECK-DAG: #[[$HALF:.*]] = affine_map<(d0, d1, d2, d3) -> (0, d1, d2 floordiv 2, d3 floordiv 2)>
// CHECK-DAG: #[[$HEAD:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 floordiv 4, d3)>
// CHECK-DAG: #[[$FILTER:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d3, 0)>
// CHECK-DAG: #[[$REST:.*]] = affine_map<(d0, d1) -> (d0 mod 24, d1)>

// CHECK-LABEL: @pixels(
// CHECK-NOT: collapse_shape
// CHECK: linalg.generic {indexing_maps = [#[[$HALF]], #{{.*}}]
// CHECK-SAME: outs(%{{.*}} : tensor<1x32x64x64xf32,
func.func @pixels(%x: tensor<1x32x32x32xf32, #f>) -> tensor<1x32x64x64xf32, #f> {
  %e = tensor.empty() : tensor<1x32x32x2x32x2xf32, #h>
  %r = linalg.generic {indexing_maps = [affine_map<(n, c, y, p, x, q) -> (n, c, y, x)>, affine_map<(n, c, y, p, x, q) -> (n, c, y, p, x, q)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%x : tensor<1x32x32x32xf32, #f>) outs(%e : tensor<1x32x32x2x32x2xf32, #h>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x32x32x2x32x2xf32, #h>
  %c = tensor.collapse_shape %r [[0], [1], [2, 3], [4, 5]] : tensor<1x32x32x2x32x2xf32, #h> into tensor<1x32x64x64xf32, #f>
  return %c : tensor<1x32x64x64xf32, #f>
}

// Each head of the keys serves four heads, of a batch and a length that are known at run time.
// CHECK-LABEL: @heads(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?x8x64xf32,
// CHECK-NOT: collapse_shape
// CHECK: linalg.generic {indexing_maps = [#[[$HEAD]], #{{.*}}]
// CHECK-SAME: ins(%[[X]]
// CHECK-SAME: outs(%{{.*}} : tensor<?x?x32x64xf32,
func.func @heads(%x: tensor<?x?x8x64xf32, #f>, %n: index, %m: index) -> tensor<?x?x32x64xf32, #f> {
  %e = tensor.empty(%n, %m) : tensor<?x?x8x4x64xf32, #g>
  %r = linalg.broadcast ins(%x : tensor<?x?x8x64xf32, #f>) outs(%e : tensor<?x?x8x4x64xf32, #g>) dimensions = [3]
  %c = tensor.collapse_shape %r [[0], [1], [2, 3], [4]] : tensor<?x?x8x4x64xf32, #g> into tensor<?x?x32x64xf32, #f>
  return %c : tensor<?x?x32x64xf32, #f>
}

// The whole array again and again, and a computation beside it.
// CHECK-LABEL: @again(
// CHECK-NOT: collapse_shape
// CHECK: linalg.generic {indexing_maps = [#[[$REST]], #{{.*}}]
// CHECK: arith.mulf
func.func @again(%x: tensor<24x100xf32, #t>) -> tensor<72x100xf32, #t> {
  %e = tensor.empty() : tensor<3x24x100xf32, #u>
  %r = linalg.generic {indexing_maps = [affine_map<(k, i, j) -> (i, j)>, affine_map<(k, i, j) -> (k, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<24x100xf32, #t>) outs(%e : tensor<3x24x100xf32, #u>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.mulf %a, %a : f32
    linalg.yield %b : f32
  } -> tensor<3x24x100xf32, #u>
  %c = tensor.collapse_shape %r [[0, 1], [2]] : tensor<3x24x100xf32, #u> into tensor<72x100xf32, #t>
  return %c : tensor<72x100xf32, #t>
}

// An input that has both dimensions is no broadcast, and what is read elsewhere is stored anyway.
// CHECK-LABEL: @both(
// CHECK: collapse_shape
// CHECK: collapse_shape
func.func @both(%x: tensor<3x24x100xf32, #u>, %y: tensor<24x100xf32, #t>) -> (tensor<72x100xf32, #t>, tensor<72x100xf32, #t>, tensor<3x24x100xf32, #u>) {
  %e = tensor.empty() : tensor<3x24x100xf32, #u>
  %r = linalg.exp ins(%x : tensor<3x24x100xf32, #u>) outs(%e : tensor<3x24x100xf32, #u>) -> tensor<3x24x100xf32, #u>
  %c = tensor.collapse_shape %r [[0, 1], [2]] : tensor<3x24x100xf32, #u> into tensor<72x100xf32, #t>
  %b = linalg.broadcast ins(%y : tensor<24x100xf32, #t>) outs(%e : tensor<3x24x100xf32, #u>) dimensions = [0]
  %d = tensor.collapse_shape %b [[0, 1], [2]] : tensor<3x24x100xf32, #u> into tensor<72x100xf32, #t>
  return %c, %d, %b : tensor<72x100xf32, #t>, tensor<72x100xf32, #t>, tensor<3x24x100xf32, #u>
}

// There is no index to take apart.
// CHECK-LABEL: @nothing(
// CHECK: collapse_shape
func.func @nothing(%x: tensor<24x100xf32, #t>) -> tensor<0x100xf32, #t> {
  %e = tensor.empty() : tensor<24x0x100xf32, #u>
  %b = linalg.broadcast ins(%x : tensor<24x100xf32, #t>) outs(%e : tensor<24x0x100xf32, #u>) dimensions = [1]
  %c = tensor.collapse_shape %b [[0, 1], [2]] : tensor<24x0x100xf32, #u> into tensor<0x100xf32, #t>
  return %c : tensor<0x100xf32, #t>
}

// A dimension of one element, which tiles would pad, goes as well: that of the multiplier in TOSA's depthwise convolutions.
// CHECK-LABEL: @multiplier(
// CHECK-NOT: collapse_shape
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$FILTER]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
// CHECK-SAME: outs(%{{.*}} : tensor<1x6x6x20xf32,
func.func @multiplier(%x: tensor<1x8x8x20xf32, #f>, %w: tensor<3x3x20x1xf32, #f>) -> tensor<1x6x6x20xf32, #f> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x6x20x1xf32, #g>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x6x6x20x1xf32, #g>) -> tensor<1x6x6x20x1xf32, #g>
  %c = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<1x8x8x20xf32, #f>, tensor<3x3x20x1xf32, #f>)
    outs(%i : tensor<1x6x6x20x1xf32, #g>) -> tensor<1x6x6x20x1xf32, #g>
  %r = tensor.collapse_shape %c [[0], [1], [2], [3, 4]] : tensor<1x6x6x20x1xf32, #g> into tensor<1x6x6x20xf32, #f>
  return %r : tensor<1x6x6x20xf32, #f>
}

// Unless the operation adds to another tensor.
// CHECK-LABEL: @adds(
// CHECK: collapse_shape
func.func @adds(%x: tensor<1x8x8x20xf32, #f>, %w: tensor<3x3x20x1xf32, #f>, %i: tensor<1x6x6x20x1xf32, #g>) -> tensor<1x6x6x20xf32, #f> {
  %c = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<1x8x8x20xf32, #f>, tensor<3x3x20x1xf32, #f>)
    outs(%i : tensor<1x6x6x20x1xf32, #g>) -> tensor<1x6x6x20x1xf32, #g>
  %r = tensor.collapse_shape %c [[0], [1], [2], [3, 4]] : tensor<1x6x6x20x1xf32, #g> into tensor<1x6x6x20xf32, #f>
  return %r : tensor<1x6x6x20xf32, #f>
}

// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-linalg-to-physical | FileCheck %s

// Loops are cut at the edges of all operands' tiles.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#p = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// i = 8 i0 + 2 i1 + i2, j = 128 j0 + j1 in C, 8 j2 + ... in none;
// k = 128 k0 + 8 k1 + 2 k2 + k3. Tiles outside, columns of C inside.
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d2, d3, d5, d6, d7, d4)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d2, d5, d1, d6, d8, d7)>
// CHECK-DAG: #[[$C:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d3, d4, d8)>
// CHECK-LABEL: @matmul
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$C]]], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]}
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<4x2x4x16x4x2x2xbf16>, tensor<2x16x4x4x128x2xbf16>) outs(%{{.*}} : tensor<4x4x4x2x128xf32>)
func.func @matmul(%a: tensor<32x256xbf16, #p>, %b: tensor<256x512xbf16, #p>, %c: tensor<32x512xf32, #t>) -> tensor<32x512xf32, #t> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x256xbf16, #p>, tensor<256x512xbf16, #p>) outs(%c : tensor<32x512xf32, #t>) -> tensor<32x512xf32, #t>
  return %0 : tensor<32x512xf32, #t>
}

// -----

// A row-major operand is cut where a tiled one has an edge; a bias has one
// dimension; a scalar none. An index is the sum of its digits.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
#map = affine_map<(i, j) -> (i, j)>
#bias = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
// CHECK: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK-LABEL: @mixed
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2, 3]] output_shape [3, 8, 2, 128] : tensor<6144xf32> into tensor<3x8x2x128xf32>
// CHECK: tensor.expand_shape %{{.*}} output_shape [2, 128] : tensor<256xf32> into tensor<2x128xf32>
// CHECK: linalg.generic
// CHECK: %[[I0:.*]] = linalg.index 0
// CHECK: %[[I1:.*]] = linalg.index 2
// CHECK: affine.apply #[[$MAP]](%[[I0]], %[[I1]])
func.func @mixed(%a: tensor<24x256xf32>, %b: tensor<256xf32>, %s: f32, %c: tensor<24x256xf32, #t>) -> tensor<24x256xf32, #t> {
  %0 = linalg.generic {indexing_maps = [#map, #bias, #none, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b, %s : tensor<24x256xf32>, tensor<256xf32>, f32) outs(%c : tensor<24x256xf32, #t>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i32
      %f = arith.sitofp %n : i32 to f32
      %1 = arith.addf %x, %y : f32
      %2 = arith.mulf %1, %z : f32
      %3 = arith.addf %2, %f : f32
      linalg.yield %3 : f32
  } -> tensor<24x256xf32, #t>
  return %0 : tensor<24x256xf32, #t>
}

// -----

// On memrefs, too; a result without contents is allocated without a layout.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK-LABEL: @memrefs
// CHECK: memref.expand_shape
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}} : memref<2x2x8x128xf32>) outs(%{{.*}} : memref<2x2x8x128xf32>)
func.func @memrefs(%a: memref<16x256xf32, #t>, %b: memref<16x256xf32, #t>) {
  linalg.abs ins(%a : memref<16x256xf32, #t>) outs(%b : memref<16x256xf32, #t>)
  return
}

// CHECK-LABEL: @contents
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x2x8x128xf32>
// CHECK: linalg.generic {{.*}} outs(%[[E]] :
func.func @contents(%v: f32) -> tensor<16x256xf32, #t> {
  %e = tiled_layout.empty() : tensor<16x256xf32, #t>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %0 : tensor<16x256xf32, #t>
}

// -----

// What one operation leaves in tiles, the next one takes: the views in between
// fold away.
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-linalg-to-physical --canonicalize | FileCheck %s --check-prefix=FOLDED
#t = #tiled_layout.layout<{1,0:T(8,128)}>
// FOLDED-LABEL: @chain
// FOLDED: tiled_layout.to_physical
// FOLDED: linalg.generic
// FOLDED-NOT: tiled_layout
// FOLDED: linalg.generic
// FOLDED: tiled_layout.from_physical
func.func @chain(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %e = tiled_layout.empty() : tensor<16x256xf32, #t>
  %0 = linalg.abs ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %1 = linalg.exp ins(%0 : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %1 : tensor<16x256xf32, #t>
}

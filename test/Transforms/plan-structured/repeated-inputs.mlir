// An input that divides the dimension of the vectors, such as a scale for ten channels: where it is read often, it is
// written out once, so that each vector has its elements. And what is repeated twice or four times: vectors take turns.
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#f3 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#b3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>

// Ten channels are in a group, 64 pixels read each scale.
// CHECK-LABEL: func.func @groups_of_ten(
// CHECK: %[[SCALES:.*]] = memref.alloc() {{.*}} : memref<4x320xf32>
// CHECK: %[[GROUPS:.*]] = memref.expand_shape %[[SCALES]] {{\[}}[0], [1, 2]] output_shape [4, 32, 10]
// CHECK: linalg.generic {{.*}} ins(%arg1 : {{.*}}) outs(%[[GROUPS]] :
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[SCALES]] : {{.*}}) outs(%arg2 : {{.*}}vector = d2 x 16
// CHECK: memref.dealloc %[[SCALES]]
func.func @groups_of_ten(%x: memref<4x64x320xbf16, #b3>, %s: memref<4x32xf32, #f>, %o: memref<4x64x320xbf16, #b3>) {
  linalg.generic {indexing_maps = [affine_map<(n, p, c) -> (n, p, c)>, affine_map<(n, p, c) -> (n, c floordiv 10)>,
                                   affine_map<(n, p, c) -> (n, p, c)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %s : memref<4x64x320xbf16, #b3>, memref<4x32xf32, #f>) outs(%o : memref<4x64x320xbf16, #b3>) {
  ^bb0(%a: bf16, %b: f32, %y: bf16):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %b : f32
    %r = arith.truncf %p : f32 to bf16
    linalg.yield %r : bf16
  }
  return
}

// An angle for two neighbours, shared by all heads. The number of rows is known at run time only.
// CHECK-LABEL: func.func @pairs(
// CHECK: %[[ROWS:.*]] = memref.dim %arg1, %c0
// CHECK: %[[ANGLES:.*]] = memref.alloc(%[[ROWS]]) {{.*}} : memref<?x128xf32>
// CHECK: linalg.generic {{.*}}vector = d1 x 8, interleave = d2 x 2
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[ANGLES]] : {{.*}}vector = d2 x 16
func.func @pairs(%x: memref<8x?x128xbf16, #b3>, %a: memref<?x64xf32, #f>, %o: memref<8x?x128xbf16, #b3>) {
  linalg.generic {indexing_maps = [affine_map<(h, s, d) -> (h, s, d)>, affine_map<(h, s, d) -> (s, d floordiv 2)>,
                                   affine_map<(h, s, d) -> (h, s, d)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %a : memref<8x?x128xbf16, #b3>, memref<?x64xf32, #f>) outs(%o : memref<8x?x128xbf16, #b3>) {
  ^bb0(%v: bf16, %b: f32, %y: bf16):
    %w = arith.extf %v : bf16 to f32
    %p = arith.mulf %w, %b : f32
    %r = arith.truncf %p : f32 to bf16
    linalg.yield %r : bf16
  }
  return
}

// A group of 64 columns ends no vector, and nothing is written out.
// CHECK-LABEL: func.func @groups_of_64(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @groups_of_64(%x: memref<4x64x512xf32, #f3>, %s: memref<4x8xf32, #f>, %o: memref<4x64x512xf32, #f3>) {
  linalg.generic {indexing_maps = [affine_map<(n, p, c) -> (n, p, c)>, affine_map<(n, p, c) -> (n, c floordiv 64)>,
                                   affine_map<(n, p, c) -> (n, p, c)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %s : memref<4x64x512xf32, #f3>, memref<4x8xf32, #f>) outs(%o : memref<4x64x512xf32, #f3>) {
  ^bb0(%a: f32, %b: f32, %y: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  }
  return
}

// An image of twice the rows and columns: two vectors take turns in one of results.
// CHECK-LABEL: func.func @nearest(
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}}vector = d3 x 8, interleave = d4 x 2
func.func @nearest(%x: memref<8x32x64xf32, #f3>, %o: memref<8x64x128xf32, #f3>) {
  linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i floordiv 2, j floordiv 2)>, affine_map<(c, i, j) -> (c, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : memref<8x32x64xf32, #f3>) outs(%o : memref<8x64x128xf32, #f3>) {
  ^bb0(%a: f32, %y: f32):
    linalg.yield %a : f32
  }
  return
}

// Words of two rows of `bf16` would hold four elements of a square: columns are repeated in a buffer, rows in registers.
// CHECK-LABEL: func.func @nearest_of_words(
// CHECK: %[[COLUMNS:.*]] = memref.alloc() {{.*}} : memref<8x32x128xbf16>
// CHECK: linalg.generic {{.*}} ins(%arg0 : {{.*}}interleave = d3 x 2
// CHECK: linalg.generic {{.*}} ins(%[[COLUMNS]] : {{.*}}interleave = d2 x 2
func.func @nearest_of_words(%x: memref<8x32x64xbf16, #b3>, %o: memref<8x64x128xbf16, #b3>) {
  linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i floordiv 2, j floordiv 2)>, affine_map<(c, i, j) -> (c, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : memref<8x32x64xbf16, #b3>) outs(%o : memref<8x64x128xbf16, #b3>) {
  ^bb0(%a: bf16, %y: bf16):
    linalg.yield %a : bf16
  }
  return
}

// Of one row of a table, one row is written out, and of two digits of one dimension, one buffer for both.
// CHECK-LABEL: func.func @one_row(
// CHECK: memref.alloc() {{.*}} : memref<60xf32>
// CHECK: linalg.generic {{.*}}vector = d2 x 16
func.func @one_row(%x: memref<8x64x60xf32>, %s: memref<?x20xf32>, %o: memref<8x64x60xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, i, j) -> (n, i, j)>, affine_map<(n, i, j) -> (3, j floordiv 3)>, affine_map<(n, i, j) -> (n, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %s : memref<8x64x60xf32>, memref<?x20xf32>) outs(%o : memref<8x64x60xf32>) {
  ^bb0(%a: f32, %b: f32, %y: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  }
  return
}
// CHECK-LABEL: func.func @two_digits(
// CHECK: memref.alloc() {{.*}} : memref<60xf32>
// CHECK: linalg.generic {{.*}}vector = d2 x 16
func.func @two_digits(%x: memref<8x64x60xf32>, %s: memref<20x3xf32>, %o: memref<8x64x60xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, i, j) -> (n, i, j)>, affine_map<(n, i, j) -> (j floordiv 3, j mod 3)>, affine_map<(n, i, j) -> (n, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %s : memref<8x64x60xf32>, memref<20x3xf32>) outs(%o : memref<8x64x60xf32>) {
  ^bb0(%a: f32, %b: f32, %y: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  }
  return
}

// An operation without results stays as it is.
// CHECK-LABEL: func.func @no_results(
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @no_results(%s: memref<20xf32>, %x: memref<60xf32>) {
  linalg.generic {indexing_maps = [affine_map<(j) -> (j floordiv 3)>, affine_map<(j) -> (j)>], iterator_types = ["parallel"]}
    ins(%s, %x : memref<20xf32>, memref<60xf32>) {
  ^bb0(%b: f32, %a: f32):
    linalg.yield
  }
  return
}

// Where do vectors hold interleaved indices, as tiles such as (4,1) have them in memory?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | tiled-layout-opt --tiled-layout-lower-structured -o /dev/null

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1}>
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @add
// CHECK: loops = [d0 by 8, d1 by 128, d0 by 4, d1 by 64], vector = d1 x 16, interleave = d0 x 4, masked>
func.func @add(%a: memref<64x256xi8, #bytes>, %b: memref<64x256xi8>, %c: memref<64x256xi8, #bytes>) {
  linalg.add ins(%a, %b : memref<64x256xi8, #bytes>, memref<64x256xi8>) outs(%c : memref<64x256xi8, #bytes>)
  return
}

// Four bytes of a column become a word of a row.
// CHECK-LABEL: func @columns
// CHECK: loops = [d1 by 128, d1 by 16, d0 by 64], vector = d1 x 16, interleave = d0 x 4, transposed = [0 along d0], masked>
func.func @columns(%a: memref<64x256xi8, #columns>, %b: memref<64x256xi8, #bytes>) {
  linalg.add ins(%a, %b : memref<64x256xi8, #columns>, memref<64x256xi8, #bytes>) outs(%b : memref<64x256xi8, #bytes>)
  return
}

// A body that computes in f32 takes rows apart.
// CHECK-LABEL: func @bias
// CHECK: vector = d1 x 16, masked>
func.func @bias(%a: memref<64x256xbf16, #words>, %b: memref<64xbf16>, %c: memref<64x256xbf16, #words>) {
  linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : memref<64x256xbf16, #words>, memref<64xbf16>) outs(%c : memref<64x256xbf16, #words>) {
  ^bb0(%x: bf16, %y: bf16, %z: bf16):
    %s = arith.addf %x, %y : bf16
    linalg.yield %s : bf16
  }
  return
}

// CHECK-LABEL: func @copy
// CHECK: vector = d1 x 16, interleave = d0 x 2, masked>
func.func @copy(%a: memref<64x256xbf16>, %b: memref<64x256xbf16, #words>) {
  linalg.copy ins(%a : memref<64x256xbf16>) outs(%b : memref<64x256xbf16, #words>)
  return
}

// Partial results stay interleaved until they are complete: of rows that are reduced,
// CHECK-LABEL: func @columnMaxima
// CHECK: loops = [d1 by 128, d0 by 8], vector = d1 x 16, interleave = d0 x 4, masked, unroll = 4>
func.func @columnMaxima(%a: memref<64x256xi8, #bytes>, %b: memref<256xi8>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<64x256xi8, #bytes>) outs(%b : memref<256xi8>) dimensions = [0]
  return
}

// and of rows that are results.
// CHECK-LABEL: func @rowMaxima
// CHECK: loops = [d0 by 8, d1 by 64], vector = d1 x 16, interleave = d0 x 4, masked, unroll = 4>
func.func @rowMaxima(%a: memref<62x256xi8, #bytes>, %b: memref<62xi8>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<62x256xi8, #bytes>) outs(%b : memref<62xi8>) dimensions = [1]
  return
}

// A group of rows that is cut has a block of its own.
// CHECK-LABEL: func @cut
// CHECK: loops = [d1 by 128, d0 by 4], vector = d1 x 16, interleave = d0 x 4, masked, unroll = 4>
func.func @cut(%a: memref<62x256xi8, #bytes>, %b: memref<256xi8>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<62x256xi8, #bytes>) outs(%b : memref<256xi8>) dimensions = [0]
  return
}

// Sums in i32 take rows apart.
// CHECK-LABEL: func @sums
// CHECK-NOT: interleave =
func.func @sums(%a: memref<64x256xi8, #bytes>, %b: memref<256xi32>) {
  linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%a : memref<64x256xi8, #bytes>) outs(%b : memref<256xi32>) {
  ^bb0(%x: i8, %y: i32):
    %w = arith.extsi %x : i8 to i32
    %s = arith.addi %y, %w : i32
    linalg.yield %s : i32
  }
  return
}

// Heads of two sequences, sequences most minor: two elements follow one another in both arrays, and are a word.
// CHECK-LABEL: func @pairs(
// CHECK: vector = d1 x {{[0-9]+}}, interleave = d0 x 2, transposed = [0 along d0]
#heads = #tiled_layout.layout<{0,1,2,3}>
func.func @pairs(%a: memref<2x?x?x?xf32, #heads>, %o: memref<2x?x?x?xf32, #heads>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%a : memref<2x?x?x?xf32, #heads>) outs(%o : memref<2x?x?x?xf32, #heads>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// Samples of two series, with the series most minor: four taps for sixteen samples of both.
// CHECK-LABEL: func @taps(
// CHECK: loops = [d1 by 64, d0 by 2, d2 by 1, d3 by 1], vector = d1 x 16
#series = #tiled_layout.layout<{0,1,2}>
func.func @taps(%a: memref<2x67x16xf32, #series>, %w: memref<4x16xf32>, %o: memref<2x64x16xf32, #series>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>,
                                   affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%a, %w : memref<2x67x16xf32, #series>, memref<4x16xf32>) outs(%o : memref<2x64x16xf32, #series>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Every fourth column of rows that share words: a vector takes every fourth word of those that it loads.
// CHECK-LABEL: func @every_fourth(
// CHECK: loops = [d0 by 8, d1 by 128, d0 by 4, d1 by 32], vector = d1 x 16, interleave = d0 x 4, masked>
func.func @every_fourth(%a: memref<250x1000xi8, #bytes>, %o: memref<250x250xi8, #bytes>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 4 * d1 + 1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<250x1000xi8, #bytes>) outs(%o : memref<250x250xi8, #bytes>) {
  ^bb0(%x: i8, %y: i8):
    %n = arith.addi %x, %x : i8
    linalg.yield %n : i8
  }
  return
}

// Rows of bytes repeated twice: a word has both copies of two rows.
// CHECK-LABEL: func @repeated(
// CHECK: loops = [d0 by 4, d2 by 128, d2 by 64, d1 by 2], vector = d2 x 64, masked>
#copies = #tiled_layout.layout<{2,1,0:T(4,2,128)(2,2,1)}>
func.func @repeated(%a: memref<250x500xi8, #bytes>, %o: memref<250x2x500xi8, #copies>) {
  linalg.broadcast ins(%a : memref<250x500xi8, #bytes>) outs(%o : memref<250x2x500xi8, #copies>) dimensions = [1]
  return
}

// Six parts of a word, and every third word, are no pairs.
// CHECK-LABEL: func @no_pairs(
// CHECK: vector = d1 x 4, interleave = d2 x 2
#thirds = #tiled_layout.layout<{1,0:T(8,384)(4,1)}>
func.func @no_pairs(%a: memref<100xi8>, %o: memref<100x3x2xi8>, %c: memref<16x768xi8, #thirds>, %d: memref<16x255xi8, #thirds>) {
  linalg.broadcast ins(%a : memref<100xi8>) outs(%o : memref<100x3x2xi8>) dimensions = [1, 2]
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 3 * d1 + 1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%c : memref<16x768xi8, #thirds>) outs(%d : memref<16x255xi8, #thirds>) {
  ^bb0(%x: i8, %y: i8):
    linalg.yield %x : i8
  }
  return
}

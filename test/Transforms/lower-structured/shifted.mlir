// How are operands loaded that are read from an index within a vector on?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#fours = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Two vectors, shuffled. The second one of the last vector may lie behind the array.
// CHECK-LABEL: func @columns
// CHECK: vector.load
// CHECK: vector.load
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18] : vector<16xi32>, vector<16xi32>
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: %[[NEXT:.*]] = arith.select %[[IN]]
// CHECK: vector.load
// CHECK: vector.load %{{.*}}[%[[NEXT]]]
// CHECK: vector.shuffle
func.func @columns(%x: memref<16x300xf32, #t>, %y: memref<16x256xf32, #t>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j + 35)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"],
                  tiled_layout.structured_plan = #tiled_layout.structured_plan<
                      loops = [d0 by 1, d1 by 128, d1 by 32], vector = d1 x 16>}
      ins(%x : memref<16x300xf32, #t>) outs(%y : memref<16x256xf32, #t>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// Words move as one integer.
// CHECK-LABEL: func @words
// CHECK: vector.load {{.*}} vector<64xi8>
// CHECK: vector.load {{.*}} vector<64xi8>
// CHECK: vector.shuffle {{.*}} : vector<16xi32>, vector<16xi32>
// CHECK: vector.store {{.*}} vector<64xi8>
func.func @words(%x: memref<16x300xi8, #fours>, %y: memref<16x256xi8, #fours>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j + 35)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"],
                  tiled_layout.structured_plan = #tiled_layout.structured_plan<
                      loops = [d0 by 8, d1 by 128, d0 by 4, d1 by 16], vector = d1 x 16, interleave = d0 x 4>}
      ins(%x : memref<16x300xi8, #fours>) outs(%y : memref<16x256xi8, #fours>) {
  ^bb0(%a: i8, %b: i8):
    linalg.yield %a : i8
  }
  return
}

// Of one row of words, whole words are loaded: what begins at the row would end behind the array.
// CHECK-LABEL: func @row
// CHECK-NOT: vector.maskedload
// CHECK: vector.load {{.*}} vector<32xbf16>
// CHECK: vector.load {{.*}} vector<32xbf16>
// CHECK: vector.shuffle {{.*}} : vector<16xi32>, vector<16xi32>
// CHECK: %[[WORDS:.*]] = vector.bitcast %{{.*}} : vector<32xbf16> to vector<16xi32>
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[WORDS]], %{{.*}} : vector<16xi32>
// CHECK: arith.trunci %[[SHIFTED]] : vector<16xi32> to vector<16xi16>
// CHECK: return
func.func @row(%x: memref<8x256xbf16, #pairs>, %y: memref<221xbf16>) {
  linalg.generic {indexing_maps = [affine_map<(j) -> (7, j + 35)>, affine_map<(j) -> (j)>],
                  iterator_types = ["parallel"],
                  tiled_layout.structured_plan = #tiled_layout.structured_plan<
                      loops = [d0 by 128, d0 by 16], vector = d0 x 16, masked>}
      ins(%x : memref<8x256xbf16, #pairs>) outs(%y : memref<221xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    linalg.yield %a : bf16
  }
  return
}

// Rows from the third one of a word on are the last two of one word and the first two of the next one, which is 4 rows
// further: in the same tile, or in the next one.
// CHECK-LABEL: func @rows_of_words
// CHECK: %[[FIRST:.*]] = vector.bitcast %{{.*}} : vector<64xi8> to vector<16xi32>
// CHECK: %[[LOW:.*]] = arith.shrui %[[FIRST]], %{{.*}} : vector<16xi32>
// CHECK: %[[SECOND:.*]] = vector.bitcast %{{.*}} : vector<64xi8> to vector<16xi32>
// CHECK: %[[HIGH:.*]] = arith.shli %[[SECOND]], %{{.*}} : vector<16xi32>
// CHECK: %[[BOTH:.*]] = arith.ori %[[LOW]], %[[HIGH]]
// CHECK: %[[ROWS:.*]] = vector.bitcast %[[BOTH]] : vector<16xi32> to vector<64xi8>
// CHECK: vector.store %[[ROWS]]
func.func @rows_of_words(%a: memref<66x128xi8, #fours>, %c: memref<64x128xi8, #fours>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + 2, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"],
                  tiled_layout.structured_plan = #tiled_layout.structured_plan<
                      loops = [d0 by 4, d1 by 16], vector = d1 x 16, interleave = d0 x 4>}
    ins(%a : memref<66x128xi8, #fours>) outs(%c : memref<64x128xi8, #fours>) {
  ^bb0(%x: i8, %y: i8):
    linalg.yield %x : i8
  }
  return
}

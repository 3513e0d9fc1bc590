// Are the rows that a window has reached put together from the words that hold them, each of which is
// loaded once?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#map = affine_map<(i, j, k) -> (2 * i + k, j)>
#window = affine_map<(i, j, k) -> (k)>
#result = affine_map<(i, j, k) -> (i, j)>

// Four results need rows 0 to 8 of each block: three words.
// CHECK-LABEL: func @maxima
// CHECK: scf.for
// CHECK: %[[FIRST:.*]] = vector.load {{.*}} vector<64xi8>
// CHECK: %[[SECOND:.*]] = vector.load {{.*}} vector<64xi8>
// CHECK: %[[EVEN:.*]] = vector.shuffle %[[FIRST]], %[[SECOND]] [0, 2, 64, 66, 4, 6, 68, 70,
// CHECK: arith.maxsi %{{.*}}, %[[EVEN]]
// CHECK: %[[ODD:.*]] = vector.shuffle %[[FIRST]], %[[SECOND]] [1, 3, 65, 67, 5, 7, 69, 71,
// CHECK: arith.maxsi %{{.*}}, %[[ODD]]
// CHECK: %[[LATER:.*]] = vector.shuffle %[[FIRST]], %[[SECOND]] [2, 64, 66, 3, 6, 68, 70, 7,
// CHECK: %[[THIRD:.*]] = vector.load {{.*}} vector<64xi8>
// CHECK: vector.shuffle %[[LATER]], %[[THIRD]] [0, 1, 2, 64, 4, 5, 6, 68,
// Results are stored as they lie.
// CHECK-NOT: vector.deinterleave
// CHECK: vector.load {{.*}} vector<64xi8>
// CHECK: arith.maxsi
// CHECK: vector.store {{.*}} vector<64xi8>
// CHECK: return
func.func @maxima(%a: memref<65x64xi8, #bytes>, %w: memref<3xi8>, %c: memref<32x64xi8, #bytes>) {
  linalg.generic {indexing_maps = [#map, #window, #result], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %w : memref<65x64xi8, #bytes>, memref<3xi8>) outs(%c : memref<32x64xi8, #bytes>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 3], vector = d1 x 16, turns = d0 x 4>} {
    ^bb0(%x: i8, %y: i8, %z: i8):
      %m = arith.maxsi %z, %x : i8
      linalg.yield %m : i8
  }
  return
}

// The last result of 33 needs row 66 at most, which is in the last word: the one behind it may lie
// behind the array.
// CHECK-LABEL: func @cut
// CHECK: scf.for
// CHECK: scf.for
// CHECK: }
// CHECK: vector.load %{{.*}} memref<9216xi8>, vector<64xi8>
// CHECK-NOT: vector.load %{{.*}} memref<9216xi8>
// CHECK: vector.store
func.func @cut(%a: memref<67x64xi8, #bytes>, %w: memref<3xi8>, %c: memref<33x64xi8, #bytes>) {
  linalg.generic {indexing_maps = [#map, #window, #result], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %w : memref<67x64xi8, #bytes>, memref<3xi8>) outs(%c : memref<33x64xi8, #bytes>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 3], vector = d1 x 16, turns = d0 x 4>} {
    ^bb0(%x: i8, %y: i8, %z: i8):
      %m = arith.maxsi %z, %x : i8
      linalg.yield %m : i8
  }
  return
}

// Are the rows that a window has reached put together from the words that hold them, each of which is
// loaded once?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#images = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#map = affine_map<(i, j, k) -> (2 * i + k, j)>
#window = affine_map<(i, j, k) -> (k)>
#result = affine_map<(i, j, k) -> (i, j)>
#image = affine_map<(h, i, j, l, k) -> (h + l, 2 * i + k, j)>
#windows = affine_map<(h, i, j, l, k) -> (l, k)>
#results = affine_map<(h, i, j, l, k) -> (h, i, j)>

// Four results need rows 0 to 8 of each block: three words. Rows of the window are combined as
// they lie, its columns behind the loop.
// CHECK-LABEL: func @maxima
// CHECK: scf.for {{.*}} -> (vector<64xi8>, vector<64xi8>, vector<64xi8>)
// CHECK-COUNT-3: vector.load {{.*}} vector<64xi8>
// CHECK-NOT: vector.load
// CHECK-NOT: vector.shuffle
// CHECK: scf.yield
// CHECK: }
// CHECK: %[[EVEN:.*]] = vector.shuffle %[[FIRST:.*]], %[[SECOND:.*]] [0, 2, 64, 66, 4, 6, 68, 70,
// CHECK: %[[ODD:.*]] = vector.shuffle %[[FIRST]], %[[SECOND]] [1, 3, 65, 67, 5, 7, 69, 71,
// CHECK: arith.maxsi %[[EVEN]], %[[ODD]]
// CHECK: %[[LATER:.*]] = vector.shuffle %[[FIRST]], %[[SECOND]] [2, 64, 66, 3, 6, 68, 70, 7,
// CHECK: vector.shuffle %[[LATER]], %{{.*}} [0, 1, 2, 64, 4, 5, 6, 68,
// Results are stored as they lie.
// CHECK-NOT: vector.deinterleave
// CHECK: vector.load {{.*}} vector<64xi8>
// CHECK: arith.maxsi
// CHECK: vector.store {{.*}} vector<64xi8>
// CHECK: return
func.func @maxima(%a: memref<18x65x64xi8, #images>, %w: memref<3x3xi8>, %c: memref<16x32x64xi8, #images>) {
  linalg.generic {indexing_maps = [#image, #windows, #results], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
    ins(%a, %w : memref<18x65x64xi8, #images>, memref<3x3xi8>) outs(%c : memref<16x32x64xi8, #images>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d2 by 16, d0 by 1, d1 by 4, d3 by 1, d4 by 3], vector = d2 x 16, interleave = d1 x 4>} {
    ^bb0(%x: i8, %y: i8, %z: i8):
      %m = arith.maxsi %z, %x : i8
      linalg.yield %m : i8
  }
  return
}

// Elements that are not combined as they are slide first: a shuffle for each step of the window.
// CHECK-LABEL: func @shifted
// CHECK: scf.for {{.*}} -> (vector<64xi8>)
// CHECK: vector.shuffle
// CHECK: arith.maxsi
// CHECK: scf.yield
// CHECK: return
func.func @shifted(%a: memref<18x65x64xi8, #images>, %w: memref<3x3xi8>, %c: memref<16x32x64xi8, #images>) {
  linalg.generic {indexing_maps = [#image, #windows, #results], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
    ins(%a, %w : memref<18x65x64xi8, #images>, memref<3x3xi8>) outs(%c : memref<16x32x64xi8, #images>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d2 by 16, d0 by 1, d1 by 4, d3 by 1, d4 by 3], vector = d2 x 16, interleave = d1 x 4>} {
    ^bb0(%x: i8, %y: i8, %z: i8):
      %s = arith.addi %x, %y : i8
      %m = arith.maxsi %z, %s : i8
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
      loops = [d1 by 16, d0 by 4, d2 by 3], vector = d1 x 16, interleave = d0 x 4>} {
    ^bb0(%x: i8, %y: i8, %z: i8):
      %m = arith.maxsi %z, %x : i8
      linalg.yield %m : i8
  }
  return
}

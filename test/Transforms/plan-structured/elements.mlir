// What has no vectors goes one element at a time, in the order in which the first output lies. Where plain loops are as
// good, there is no plan: they are cut at the edges of all tiles later.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   --remarks-filter-missed=tiled-layout --remark-format=emitRemark 2>&1 | FileCheck %s --implicit-check-not=Reason
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOWER

#columns = #tiled_layout.layout<{0,1}>
#tiles = #tiled_layout.layout<{0,1:T(8,128)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>

// The remarks come first.
// CHECK: Function=rows_of_columns | Reason="no dimension is contiguous in all operands and in what the body loads"
// CHECK: Function=rows_of_tiles | Reason="no dimension is contiguous in all operands and in what the body loads"
// CHECK: Function=taps | Reason="runs of 2 elements along d0 are too short for vectors"
// CHECK: Function=third | Reason="no dimension is contiguous in all operands"

// Rows of a table that lies in columns: its columns stay in the cache.
// CHECK-LABEL: func.func @rows_of_columns(
// CHECK: loops = [d1 by 1, d0 by 1], vector = d0 x 1>
// LOWER-LABEL: func.func @rows_of_columns(
// LOWER: scf.for %[[COLUMN:.*]] =
// LOWER: scf.for
// LOWER: memref.load %arg1[%{{.*}}, %[[COLUMN]]]
func.func @rows_of_columns(%i: memref<?xi32>, %t: memref<?x?xf32, #columns>, %o: memref<?x?xf32, #columns>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%i : memref<?xi32>) outs(%o : memref<?x?xf32, #columns>) {
  ^bb0(%x: i32, %y: f32):
    %r = arith.index_cast %x : i32 to index
    %c = linalg.index 1 : index
    %v = memref.load %t[%r, %c] : memref<?x?xf32, #columns>
    linalg.yield %v : f32
  }
  return
}

// CHECK-LABEL: func.func @rows_of_tiles(
// CHECK: loops = [d1 by 8, d0 by 128, d1 by 1, d0 by 1], vector = d0 x 1>
func.func @rows_of_tiles(%i: memref<256xi32>, %t: memref<300x512xf32, #tiles>, %o: memref<256x512xf32, #tiles>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%i : memref<256xi32>) outs(%o : memref<256x512xf32, #tiles>) {
  ^bb0(%x: i32, %y: f32):
    %r = arith.index_cast %x : i32 to index
    %c = linalg.index 1 : index
    %v = memref.load %t[%r, %c] : memref<300x512xf32, #tiles>
    linalg.yield %v : f32
  }
  return
}

// Sums keep the order of their terms, and are in registers. No vector fits into tiles of 3 by 5.
// CHECK-LABEL: func.func @taps(
// CHECK: loops = [d1 by 1, d2 by 1, d0 by 1, d3 by 1], vector = d0 x 1>
// LOWER-LABEL: func.func @taps(
// LOWER-COUNT-3: scf.for
// LOWER: memref.load
// LOWER: scf.for {{.*}} iter_args
#series = #tiled_layout.layout<{0,2,1:T(3,5)}>
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

// Every third column crosses tiles, in the order of the program.
// CHECK-LABEL: func.func @third(
// CHECK-NOT: structured_plan
// CHECK: return
func.func @third(%a: memref<64x1152xf32, #rows>, %o: memref<64x384xf32, #rows>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 3 * d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x1152xf32, #rows>) outs(%o : memref<64x384xf32, #rows>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

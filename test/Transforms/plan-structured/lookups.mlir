// Bodies that load by computed indices: vectors lie along a row of the table, whose number is a
// scalar. It does not count for the width of vectors.

// RUN: tiled-layout-opt --verify-roundtrip %s --split-input-file --tiled-layout-set-target=target-cpu=x86-64-v4 \
// RUN:   --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   --remark-policy=all --remarks-filter-missed=.* 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured \
// RUN:   --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOWER

#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func @rows(
// CHECK: loops = [d0 by 8, d1 by 128, d0 by 2, d1 by 64], vector = d1 x 32
// LOWER-LABEL: func @rows(
// LOWER: %[[INDEX:.*]] = memref.load %{{.*}} : memref<256xi64
// LOWER: %[[ROW:.*]] = arith.index_cast %[[INDEX]] : i64 to index
// LOWER: vector.transfer_read %arg1[%[[ROW]], %{{.*}}], %{{.*}} {in_bounds = [true]} : {{.*}}, vector<32xbf16>
func.func @rows(%i: memref<256xi64>, %t: memref<300x256xbf16, #w>, %o: memref<256x256xbf16, #w>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%i : memref<256xi64>) outs(%o : memref<256x256xbf16, #w>) {
  ^bb0(%x: i64, %y: bf16):
    %r = arith.index_cast %x : i64 to index
    %c = linalg.index 1 : index
    %v = memref.load %t[%r, %c] : memref<300x256xbf16, #w>
    linalg.yield %v : bf16
  }
  return
}

// -----

#m = #tiled_layout.layout<{1,0:T(8,128)}>

// The sum of rows: an embedding of several words.
// CHECK-LABEL: func @sums(
// CHECK: loops = [{{.*}}], vector = d1 x 16
// LOWER-LABEL: func @sums(
// LOWER: vector.transfer_read %arg1
func.func @sums(%i: memref<64xi32>, %t: memref<300x256xf32, #m>, %o: memref<256xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>],
                  iterator_types = ["reduction", "parallel"]}
    ins(%i : memref<64xi32>) outs(%o : memref<256xf32>) {
  ^bb0(%x: i32, %y: f32):
    %r = arith.index_cast %x : i32 to index
    %c = linalg.index 1 : index
    %v = memref.load %t[%r, %c] : memref<300x256xf32, #m>
    %s = arith.addf %y, %v : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#m = #tiled_layout.layout<{1,0:T(8,128)}>

// REMARK-DAG: no dimension is contiguous in all operands and in what the body loads
// CHECK-LABEL: func @columns(
// CHECK: loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 1], vector = d1 x 1>
func.func @columns(%i: memref<256xi32>, %t: memref<256x300xf32, #m>, %o: memref<256x256xf32, #m>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%i : memref<256xi32>) outs(%o : memref<256x256xf32, #m>) {
  ^bb0(%x: i32, %y: f32):
    %c = arith.index_cast %x : i32 to index
    %r = linalg.index 0 : index
    %v = memref.load %t[%r, %c] : memref<256x300xf32, #m>
    linalg.yield %v : f32
  }
  return
}

// -----

#m = #tiled_layout.layout<{1,0:T(8,128)}>

// A row that another iteration has written, or not yet.
// REMARK-DAG: memref.load reads what the operation writes
// CHECK-LABEL: func @written(
// CHECK-NOT: structured_plan
func.func @written(%i: memref<256xi32>, %o: memref<256x256xf32, #m>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%i : memref<256xi32>) outs(%o : memref<256x256xf32, #m>) {
  ^bb0(%x: i32, %y: f32):
    %r = arith.index_cast %x : i32 to index
    %c = linalg.index 1 : index
    %v = memref.load %o[%r, %c] : memref<256x256xf32, #m>
    linalg.yield %v : f32
  }
  return
}

// -----

#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Columns from the last to the first: a vector is turned around. Nothing is masked, since what would be
// left out lies in front of the table.
// CHECK-LABEL: func @backwards(
// CHECK: loops = [d0 by 8, d1 by 128, d0 by 2, d1 by 64], vector = d1 x 32>
// LOWER-LABEL: func @backwards(
// LOWER: %[[ROW:.*]] = vector.transfer_read %arg0[{{.*}}], %{{.*}} {in_bounds = [true]} : {{.*}}, vector<32xbf16>
// LOWER: vector.shuffle %[[ROW]], %[[ROW]] [31, 30, 29,
func.func @backwards(%t: memref<256x300xbf16, #w>, %o: memref<256x300xbf16, #w>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%o : memref<256x300xbf16, #w>) {
  ^bb0(%y: bf16):
    %r = linalg.index 0 : index
    %i = linalg.index 1 : index
    %c299 = arith.constant 299 : index
    %c = arith.subi %c299, %i : index
    %v = memref.load %t[%r, %c] : memref<256x300xbf16, #w>
    linalg.yield %v : bf16
  }
  return
}

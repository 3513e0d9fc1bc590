// Do the lanes of a vector each keep the first greatest value, and its index? Of equal ones the
// one of the least index is the result.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s

#id = affine_map<(r, c) -> (r, c)>
#row = affine_map<(r, c) -> (r)>

// CHECK-LABEL: func @argmax
// CHECK: vector = d1 x 16, masked
func.func @argmax(%x: memref<64x1000xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %v: memref<64xf32>, %i: memref<64xi32>) {
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : memref<64x1000xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) outs(%v, %i : memref<64xf32>, memref<64xi32>) {
  ^bb0(%a: f32, %o: f32, %oi: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %a, %o : f32
    %n = arith.select %c, %a, %o : f32
    %ni = arith.select %c, %ji, %oi : i32
    linalg.yield %n, %ni : f32, i32
  }
  return
}

// The last of equal values, and indices that may be cut off, are found in order.
// CHECK-LABEL: func @in_order
// CHECK-NOT: vector = d1
// CHECK: return
func.func @in_order(%x: memref<64x1000xf32>, %y: memref<64x?xf32>, %v: memref<64xf32>, %i: memref<64xi32>) {
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : memref<64x1000xf32>) outs(%v, %i : memref<64xf32>, memref<64xi32>) {
  ^bb0(%a: f32, %o: f32, %oi: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpf oge, %a, %o : f32
    %n = arith.select %c, %a, %o : f32
    %ni = arith.select %c, %ji, %oi : i32
    linalg.yield %n, %ni : f32, i32
  }
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%y : memref<64x?xf32>) outs(%v, %i : memref<64xf32>, memref<64xi32>) {
  ^bb0(%a: f32, %o: f32, %oi: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %a, %o : f32
    %n = arith.select %c, %a, %o : f32
    %ni = arith.select %c, %ji, %oi : i32
    linalg.yield %n, %ni : f32, i32
  }
  return
}

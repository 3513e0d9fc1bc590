// Are predicates vectors of bytes in memory, and of predicates in the body?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --tiled-layout-lower-structured --split-input-file | FileCheck %s

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func @compare
// CHECK: %[[MASK:.*]] = tiled_layout.to_physical %arg2 : memref<64x256xi1, {{.*}}> to memref<16384xi8>
// CHECK: %[[P:.*]] = arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: arith.extui %[[P]] : vector<16xi1> to vector<16xi8>
// CHECK: vector.store %{{.*}}, %[[MASK]][%{{.*}}] : memref<16384xi8>, vector<64xi8>
func.func @compare(%a: memref<64x256xf32, #rows>, %b: memref<64xf32>, %c: memref<64x256xi1, #bytes>) {
  linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : memref<64x256xf32, #rows>, memref<64xf32>) outs(%c : memref<64x256xi1, #bytes>) {
  ^bb0(%x: f32, %y: f32, %z: i1):
    %p = arith.cmpf ogt, %x, %y : f32
    linalg.yield %p : i1
  }
  return
}

// Row-major ones have a byte each, too.
// CHECK-LABEL: func @select
// CHECK: %[[MASK:.*]] = builtin.unrealized_conversion_cast %{{.*}} : memref<?xi1, {{.*}}> to memref<?xi8, {{.*}}>
// CHECK: %[[BYTES:.*]] = vector.load %[[MASK]]{{.*}}, vector<16xi8>
// CHECK: %[[P:.*]] = arith.cmpi ne, %[[BYTES]], %{{.*}} : vector<16xi8>
// CHECK: arith.select %[[P]]
func.func @select(%p: memref<?x256xi1>, %a: memref<?x256xf32, #rows>, %c: memref<?x256xf32, #rows>) {
  linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
    ins(%p, %a : memref<?x256xi1>, memref<?x256xf32, #rows>) outs(%c : memref<?x256xf32, #rows>) {
  ^bb0(%x: i1, %y: f32, %z: f32):
    %s = arith.select %x, %y, %z : f32
    linalg.yield %s : f32
  }
  return
}

// A byte that predicates pack is none of them: such a copy is a relayout.
// CHECK-LABEL: func @packed
// CHECK: tiled_layout.relayout ins(%{{.*}} : memref<64x256xi1, #tiled_layout.layout<{1,0:E(1)}>>)
// CHECK-NOT: linalg.generic
func.func @packed(%a: memref<64x256xi1, #tiled_layout.layout<{1,0:E(1)}>>, %c: memref<64x256xi1, #bytes>) {
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x256xi1, #tiled_layout.layout<{1,0:E(1)}>>) outs(%c : memref<64x256xi1, #bytes>) {
  ^bb0(%x: i1, %z: i1):
    linalg.yield %x : i1
  }
  return
}

// -----

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// As numbers, they are the bytes, without a mask between.
// CHECK-LABEL: func @count
// CHECK: %[[WORDS:.*]] = vector.bitcast %{{.*}} : vector<64xi8> to vector<16xi32>
// CHECK: %[[FIRST:.*]] = arith.trunci %[[WORDS]] : vector<16xi32> to vector<16xi8>
// CHECK: arith.extui %[[FIRST]] : vector<16xi8> to vector<16xi32>
func.func @count(%a: memref<64x256xi1, #bytes>, %c: memref<256xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%a : memref<64x256xi1, #bytes>) outs(%c : memref<256xi32>) {
  ^bb0(%x: i1, %z: i32):
    %n = arith.extui %x : i1 to i32
    %s = arith.addi %z, %n : i32
    linalg.yield %s : i32
  }
  return
}

// Which indices that a body loads leave the loops along the row that they select?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-linalg | FileCheck %s

#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// An input, which no output overlaps.
// CHECK-LABEL: func @input
// CHECK: affine.for
// CHECK: %[[A:.*]] = affine.load %arg0
// CHECK: %[[K:.*]] = arith.index_cast %[[A]]
// CHECK: affine.for %[[J:.*]] = 0 to 16 {
// CHECK: memref.load %arg1[%[[K]], %[[J]]]
func.func @input(%ids: memref<?xi32>, %table: memref<300x16xf32>, %out: memref<?x16xf32>) {
  linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
    ins(%ids : memref<?xi32>) outs(%out : memref<?x16xf32>) {
  ^bb0(%id: i32, %o: f32):
    %k = arith.index_cast %id : i32 to index
    %j = linalg.index 1 : index
    %v = memref.load %table[%k, %j] : memref<300x16xf32>
    linalg.yield %v : f32
  }
  return
}

// As stablehlo.gather becomes: no iteration of a parallel loop writes what another one loads.
// CHECK-LABEL: func @body
// CHECK: affine.for
// CHECK: memref.load %arg0
// CHECK: %[[K:.*]] = arith.minsi
// CHECK: affine.for %[[J:.*]] = 0 to 16 {
// CHECK: memref.load %arg1[%[[K]], %[[J]]]
func.func @body(%ids: memref<?xindex>, %table: memref<300x16xf32>, %out: memref<?x16xf32>) {
  %last = arith.constant 299 : index
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
    outs(%out : memref<?x16xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %id = memref.load %ids[%i] : memref<?xindex>
    %k = arith.minsi %id, %last : index
    %v = memref.load %table[%k, %j] : memref<300x16xf32>
    linalg.yield %v : f32
  }
  return
}

// A loop that may have no iterations would not load it.
// CHECK-LABEL: func @perhaps_empty
// CHECK: affine.for
// CHECK-NOT: memref.load %arg0
// CHECK: affine.for
// CHECK: memref.load %arg0
func.func @perhaps_empty(%ids: memref<?xindex>, %table: memref<300x?xf32>,
                         %out: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
    outs(%out : memref<?x?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %id = memref.load %ids[%i] : memref<?xindex>
    %v = memref.load %table[%id, %j] : memref<300x?xf32>
    linalg.yield %v : f32
  }
  return
}

// The second loop is no parallel one: it may write what the body loads.
// CHECK-LABEL: func @reduction
// CHECK: affine.for
// CHECK-NOT: memref.load %arg0
// CHECK: affine.for
// CHECK: memref.load %arg0
func.func @reduction(%ids: memref<8xindex>, %table: memref<300x16xindex>, %w: memref<16xindex>,
                     %out: memref<8xindex>) {
  linalg.generic {indexing_maps = [#column, #row], iterator_types = ["parallel", "reduction"]}
    ins(%w : memref<16xindex>) outs(%out : memref<8xindex>) {
  ^bb0(%x: index, %o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %id = memref.load %ids[%i] : memref<8xindex>
    %v = memref.load %table[%id, %j] : memref<300x16xindex>
    linalg.yield %v : index
  }
  return
}

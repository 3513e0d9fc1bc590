// Which slices does an operation on elements read where they are?
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>

// Rows that begin within a tile, of which no view is possible, are read by a map of all rows.
// CHECK-DAG: #[[$ONE:.*]] = affine_map<(d0, d1) -> (d0 + 1, d1)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0, d1) -> (d0, d1 + 1)>
// CHECK-LABEL: func.func @within(
// CHECK-SAME: %[[A:.*]]: tensor<20x300xf32, #{{.*}}>, %[[B:.*]]: tensor<16x128xf32
// CHECK: %[[ROWS:.*]] = tensor.extract_slice %[[A]][0, 0] [20, 128] [1, 1]
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {indexing_maps = [#[[$ONE]], {{.*}}} ins(%[[ROWS]], %[[B]] :
func.func @within(%a: tensor<20x300xf32, #t>, %b: tensor<16x128xf32, #t>) -> tensor<16x128xf32, #t> {
  %s = tensor.extract_slice %a[1, 0] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32, #t>
  %e = tensor.empty() : tensor<16x128xf32, #t>
  %r = linalg.add ins(%s, %b : tensor<16x128xf32, #t>, tensor<16x128xf32, #t>) outs(%e : tensor<16x128xf32, #t>) -> tensor<16x128xf32, #t>
  return %r : tensor<16x128xf32, #t>
}

// So are columns.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[A:.*]]: tensor<20x300xf32, #{{.*}}>, %[[B:.*]]: tensor<16x128xf32
// CHECK: %[[COLUMNS:.*]] = tensor.extract_slice %[[A]][0, 0] [16, 300] [1, 1]
// CHECK: linalg.generic {indexing_maps = [#[[$COLUMN]], {{.*}}} ins(%[[COLUMNS]], %[[B]] :
func.func @columns(%a: tensor<20x300xf32, #t>, %b: tensor<16x128xf32, #t>) -> tensor<16x128xf32, #t> {
  %s = tensor.extract_slice %a[0, 1] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32, #t>
  %e = tensor.empty() : tensor<16x128xf32, #t>
  %r = linalg.add ins(%s, %b : tensor<16x128xf32, #t>, tensor<16x128xf32, #t>) outs(%e : tensor<16x128xf32, #t>) -> tensor<16x128xf32, #t>
  return %r : tensor<16x128xf32, #t>
}

// Functions of math, too.
// CHECK-LABEL: func.func @exp(
// CHECK-SAME: %[[A:.*]]: tensor<20x300xf32
// CHECK: %[[COLUMNS:.*]] = tensor.extract_slice %[[A]][0, 0] [16, 300] [1, 1]
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {indexing_maps = [#[[$COLUMN]], {{.*}}} ins(%[[COLUMNS]] :
// CHECK: math.exp
func.func @exp(%a: tensor<20x300xf32, #t>) -> tensor<16x128xf32, #t> {
  %s = tensor.extract_slice %a[0, 1] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32, #t>
  %e = tensor.empty() : tensor<16x128xf32, #t>
  %r = linalg.exp ins(%s : tensor<16x128xf32, #t>) outs(%e : tensor<16x128xf32, #t>) -> tensor<16x128xf32, #t>
  return %r : tensor<16x128xf32, #t>
}

// Columns from a run-time index on are read in the body.
// CHECK-LABEL: func.func @some_columns(
// CHECK-SAME: %[[A:.*]]: tensor<20x300xf32, #{{.*}}>, %[[B:.*]]: tensor<16x128xf32, #{{.*}}>, %[[K:.*]]: index
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%[[B]] :
// CHECK-DAG: %[[I:.*]] = linalg.index 0
// CHECK-DAG: %[[J:.*]] = linalg.index 1
// CHECK-DAG: %[[C:.*]] = affine.apply #{{.*}}()[%[[K]], %[[J]]]
// CHECK: tensor.extract %[[A]][%[[I]], %[[C]]]
func.func @some_columns(%a: tensor<20x300xf32, #t>, %b: tensor<16x128xf32, #t>, %k: index) -> tensor<16x128xf32, #t> {
  %s = tensor.extract_slice %a[0, %k] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32, #t>
  %e = tensor.empty() : tensor<16x128xf32, #t>
  %r = linalg.add ins(%s, %b : tensor<16x128xf32, #t>, tensor<16x128xf32, #t>) outs(%e : tensor<16x128xf32, #t>) -> tensor<16x128xf32, #t>
  return %r : tensor<16x128xf32, #t>
}

// One that a destination holds, of extents and offsets known at run time, and a row of it.
// CHECK-LABEL: func.func @destination(
// CHECK-SAME: %[[A:[a-z0-9]*]]: tensor<20x300xf32
// CHECK-NOT: tensor.extract_slice
// CHECK: %[[E:.*]] = tensor.empty(
// CHECK: linalg.generic {{.*}} outs(%[[E]] :
// CHECK-COUNT-2: tensor.extract %[[A]]
// CHECK-NOT: tensor.extract
// CHECK: return
func.func @destination(%a: tensor<20x300xf32, #t>, %m: index, %n: index, %k: index) -> tensor<?x?xf32> {
  %s = tensor.extract_slice %a[%k, %k] [%m, %n] [1, 1] : tensor<20x300xf32, #t> to tensor<?x?xf32>
  %row = tensor.extract_slice %a[0, %k] [1, %n] [1, 1] : tensor<20x300xf32, #t> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%row : tensor<?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %d = arith.subf %o, %x : f32
    linalg.yield %d : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Views, copies, what a function of math reads too, and what one reads alone stay.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: tensor.extract_slice
func.func @others(%a: tensor<20x300xf32, #t>) -> (tensor<16x128xf32, #t>, tensor<16x128xf32>, tensor<16x128xf32>, tensor<16x128xf32>, tensor<16x128xf32>) {
  %view = tensor.extract_slice %a[0, 128] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32, #t>
  %e = tensor.empty() : tensor<16x128xf32, #t>
  %f = tensor.empty() : tensor<16x128xf32>
  %p = linalg.negf ins(%view : tensor<16x128xf32, #t>) outs(%e : tensor<16x128xf32, #t>) -> tensor<16x128xf32, #t>
  %moved = tensor.extract_slice %a[0, 1] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32>
  %q = linalg.copy ins(%moved : tensor<16x128xf32>) outs(%f : tensor<16x128xf32>) -> tensor<16x128xf32>
  %shared = tensor.extract_slice %a[0, 2] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32>
  %r = linalg.negf ins(%shared : tensor<16x128xf32>) outs(%f : tensor<16x128xf32>) -> tensor<16x128xf32>
  %s = linalg.exp ins(%shared : tensor<16x128xf32>) outs(%f : tensor<16x128xf32>) -> tensor<16x128xf32>
  %grown = tensor.extract_slice %a[0, 3] [16, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<16x128xf32>
  %x = linalg.exp ins(%grown : tensor<16x128xf32>) outs(%f : tensor<16x128xf32>) -> tensor<16x128xf32>
  return %p, %q, %r, %s, %x : tensor<16x128xf32, #t>, tensor<16x128xf32>, tensor<16x128xf32>, tensor<16x128xf32>, tensor<16x128xf32>
}

// What nothing reads is gone, and so is what says how far its loops go.
// CHECK-LABEL: func.func @dead(
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @dead(%a: tensor<24x256xf32, #t>) -> tensor<24x256xf32, #t> {
  %s = tensor.extract_slice %a[5, 83] [1, 82] [1, 1] : tensor<24x256xf32, #t> to tensor<1x82xf32, #t>
  %t = arith.subf %s, %s : tensor<1x82xf32, #t>
  %e = tensor.empty() : tensor<1x82xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%s, %t : tensor<1x82xf32, #t>, tensor<1x82xf32, #t>) outs(%e : tensor<1x82xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    linalg.yield %d : f32
  } -> tensor<1x82xf32>
  return %a : tensor<24x256xf32, #t>
}

#h = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// One of the rows that share words is read in the body, where vectors take it apart.
// CHECK-LABEL: func.func @row_of_words(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<20x300xbf16, #{{.*}}>, %[[I:[a-z0-9]+]]: index
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic
// CHECK: %[[J:.*]] = linalg.index 0
// CHECK: tensor.extract %[[A]][%[[I]], %[[J]]]
func.func @row_of_words(%a: tensor<20x300xbf16, #h>, %i: index) -> tensor<300xbf16> {
  %s = tensor.extract_slice %a[%i, 0] [1, 300] [1, 1] : tensor<20x300xbf16, #h> to tensor<300xbf16>
  %e = tensor.empty() : tensor<300xbf16>
  %r = linalg.exp ins(%s : tensor<300xbf16>) outs(%e : tensor<300xbf16>) -> tensor<300xbf16>
  return %r : tensor<300xbf16>
}

// Rows from a run-time index on that are reduced are read in the body, too.
// CHECK-LABEL: func.func @window(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<72x128xf32, #{{.*}}>
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK: tensor.extract %[[A]]
func.func @window(%a: tensor<72x128xf32, #t>, %w: tensor<8x128xf32, #t>, %o: tensor<128xf32>, %i: index) -> tensor<128xf32> {
  %s = tensor.extract_slice %a[%i, 0] [8, 128] [1, 1] : tensor<72x128xf32, #t> to tensor<8x128xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%s, %w : tensor<8x128xf32, #t>, tensor<8x128xf32, #t>) outs(%o : tensor<128xf32>) {
  ^bb0(%x: f32, %z: f32, %y: f32):
    %m = arith.mulf %x, %z : f32
    %d = arith.addf %m, %y : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  return %r : tensor<128xf32>
}

// The slice alone says how many rows there are.
// CHECK-LABEL: func.func @alone(
// CHECK: tensor.extract_slice
// CHECK: linalg.generic
func.func @alone(%a: tensor<72x128xf32, #t>, %o: tensor<128xf32>, %i: index) -> tensor<128xf32> {
  %s = tensor.extract_slice %a[%i, 0] [8, 128] [1, 1] : tensor<72x128xf32, #t> to tensor<8x128xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%s : tensor<8x128xf32, #t>) outs(%o : tensor<128xf32>) {
  ^bb0(%x: f32, %y: f32):
    %d = arith.maximumf %x, %y : f32
    linalg.yield %d : f32
  } -> tensor<128xf32>
  return %r : tensor<128xf32>
}

// Along a sum, they are not vectors.
// CHECK-LABEL: func.func @row_sums(
// CHECK: tensor.extract_slice
// CHECK: linalg.generic
func.func @row_sums(%a: tensor<72x128xf32, #t>, %o: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %s = tensor.extract_slice %a[%i, 0] [8, 128] [1, 1] : tensor<72x128xf32, #t> to tensor<8x128xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%s : tensor<8x128xf32, #t>) outs(%o : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %d = arith.maximumf %x, %y : f32
    linalg.yield %d : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The example of the pass's description, an attention, and what stays.
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise --tiled-layout-fuse-rows | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise --tiled-layout-fuse-rows --remark-format=emitRemark --remarks-filter=tiled-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#heads = #tiled_layout.layout<{2,1,0:T(8,128)}>
#exact = #tiled_layout.layout<{1,0:T(8,128)}, exact>

// CHECK-LABEL: func @f
// CHECK-SAME: %[[X:.*]]: tensor<4096x512xf32, #{{.*}}>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[STEP:.*]] iter_args(%[[ALL:.*]] = %{{.*}})
// CHECK: %[[B:.*]] = tensor.extract_slice %[[X]][%[[I]], 0] [16, 512] [1, 1]
// CHECK-SAME: to tensor<16x512xf32, #{{.*}}>
// CHECK: %[[MAX:.*]] = linalg.generic
// CHECK-SAME: ins(%[[B]] :
// CHECK: %[[EXP:.*]] = linalg.generic
// CHECK-SAME: ins(%{{.*}}, %[[MAX]] :
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK-SAME: ins(%[[EXP]] :
// CHECK: %[[OUT:.*]] = tensor.extract_slice %[[ALL]][%[[I]], 0] [16, 512] [1, 1]
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%[[EXP]], %[[SUM]] :
// CHECK-SAME: outs(%[[OUT]] :
// CHECK: tensor.insert_slice %[[R]] into %[[ALL]][%[[I]], 0] [16, 512] [1, 1]
// REMARK-DAG: example.mlir:[[@LINE+3]]:{{.*}}[Passed] fuse-rows{{.*}}Function=f | block=16, operations=6
func.func @f(%x: tensor<4096x512xf32, #t>) -> tensor<4096x512xf32, #t> {
  %e = tensor.empty() : tensor<4096x512xf32, #t>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4096x512xf32, #t>)
    outs(%e : tensor<4096x512xf32, #t>) -> tensor<4096x512xf32, #t>
  return %r : tensor<4096x512xf32, #t>
}

// The second cache keeps all rows.
// CHECK-LABEL: func @small
// CHECK-NOT: scf.for
func.func @small(%x: tensor<64x512xf32, #t>) -> tensor<64x512xf32, #t> {
  %e = tensor.empty() : tensor<64x512xf32, #t>
  %r = linalg.softmax dimension(1) ins(%x : tensor<64x512xf32, #t>)
    outs(%e : tensor<64x512xf32, #t>) -> tensor<64x512xf32, #t>
  return %r : tensor<64x512xf32, #t>
}

// No block divides the rows.
// CHECK-LABEL: func @ragged
// CHECK-NOT: scf.for
// REMARK-DAG: example.mlir:[[@LINE+3]]:{{.*}}[Missed] fuse-rows{{.*}}no block of rows divides the extents at edges of tiles
func.func @ragged(%x: tensor<4099x512xf32, #t>) -> tensor<4099x512xf32, #t> {
  %e = tensor.empty() : tensor<4099x512xf32, #t>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4099x512xf32, #t>)
    outs(%e : tensor<4099x512xf32, #t>) -> tensor<4099x512xf32, #t>
  return %r : tensor<4099x512xf32, #t>
}

// A block would have to fill its tiles.
// CHECK-LABEL: func @exact
// CHECK-NOT: scf.for
// REMARK-DAG: example.mlir:[[@LINE+3]]:{{.*}}[Missed] fuse-rows{{.*}}no block of rows divides the extents at edges of tiles
func.func @exact(%x: tensor<4096x512xf32, #exact>) -> tensor<4096x512xf32, #exact> {
  %e = tensor.empty() : tensor<4096x512xf32, #exact>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4096x512xf32, #exact>)
    outs(%e : tensor<4096x512xf32, #exact>) -> tensor<4096x512xf32, #exact>
  return %r : tensor<4096x512xf32, #exact>
}

// A block of eight rows has 2 MiB.
// CHECK-LABEL: func @long
// CHECK-NOT: scf.for
// REMARK-DAG: example.mlir:[[@LINE+3]]:{{.*}}[Missed] fuse-rows{{.*}}the second cache does not keep a block of rows
func.func @long(%x: tensor<64x65536xf32, #t>) -> tensor<64x65536xf32, #t> {
  %e = tensor.empty() : tensor<64x65536xf32, #t>
  %r = linalg.softmax dimension(1) ins(%x : tensor<64x65536xf32, #t>)
    outs(%e : tensor<64x65536xf32, #t>) -> tensor<64x65536xf32, #t>
  return %r : tensor<64x65536xf32, #t>
}

// The weights, 4 MiB, are read again for each block.
// CHECK-LABEL: func @layer
// CHECK-NOT: scf.for
// REMARK-DAG: example.mlir:[[@LINE+7]]:{{.*}}[Missed] fuse-rows{{.*}}each block of rows would read too much again
func.func @layer(%x: tensor<512x1024xf32, #t>, %w: tensor<1024x1024xf32, #t>) -> tensor<512x1024xf32, #t> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x1024xf32, #t>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<512x1024xf32, #t>) -> tensor<512x1024xf32, #t>
  %p = linalg.matmul ins(%x, %w : tensor<512x1024xf32, #t>, tensor<1024x1024xf32, #t>)
    outs(%z : tensor<512x1024xf32, #t>) -> tensor<512x1024xf32, #t>
  %q = linalg.matmul ins(%p, %w : tensor<512x1024xf32, #t>, tensor<1024x1024xf32, #t>)
    outs(%z : tensor<512x1024xf32, #t>) -> tensor<512x1024xf32, #t>
  return %q : tensor<512x1024xf32, #t>
}

// What others read stays. So does the sum of columns, which needs all rows.
// CHECK-LABEL: func @shared
// CHECK-NOT: scf.for
func.func @shared(%x: tensor<4096x512xf32, #t>) -> (tensor<4096x512xf32, #t>, tensor<4096x512xf32, #t>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x512xf32, #t>
  %exp = linalg.exp ins(%x : tensor<4096x512xf32, #t>) outs(%e : tensor<4096x512xf32, #t>) -> tensor<4096x512xf32, #t>
  %c = tensor.empty() : tensor<512xf32>
  %z = linalg.fill ins(%zero : f32) outs(%c : tensor<512xf32>) -> tensor<512xf32>
  %sums = linalg.reduce {arith.addf} ins(%exp : tensor<4096x512xf32, #t>) outs(%z : tensor<512xf32>) dimensions = [0]
  %b = tensor.empty() : tensor<4096x512xf32, #t>
  %all = linalg.broadcast ins(%sums : tensor<512xf32>) outs(%b : tensor<4096x512xf32, #t>) dimensions = [0]
  %r = linalg.div ins(%exp, %all : tensor<4096x512xf32, #t>, tensor<4096x512xf32, #t>) outs(%e : tensor<4096x512xf32, #t>) -> tensor<4096x512xf32, #t>
  return %r, %exp : tensor<4096x512xf32, #t>, tensor<4096x512xf32, #t>
}

// Both products of an attention, and what lies between them: a head, and 64 of its rows.
// CHECK-LABEL: func @attention
// CHECK: scf.for %[[H:.*]] = %{{.*}} to %{{.*}} step
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[Q:.*]] = tensor.extract_slice %arg0[%[[H]], %[[I]], 0] [1, 64, 64] [1, 1, 1]
// CHECK: %[[K:.*]] = tensor.extract_slice %arg1[%[[H]], 0, 0] [1, 512, 64] [1, 1, 1]
// CHECK: %[[S:.*]] = linalg.batch_matmul indexing_maps
// CHECK-SAME: ins(%[[Q]], %[[K]] :
// CHECK-SAME: -> tensor<1x64x512xf32, #{{.*}}>
// CHECK: %[[V:.*]] = tensor.extract_slice %arg2[%[[H]], 0, 0] [1, 512, 64] [1, 1, 1]
// CHECK: linalg.batch_matmul ins(%{{.*}}, %[[V]] :
// CHECK-SAME: -> tensor<1x64x64xf32, #{{.*}}>
// CHECK-NOT: linalg
func.func @attention(%q: tensor<12x512x64xf32, #heads>, %k: tensor<12x512x64xf32, #heads>,
                     %v: tensor<12x512x64xf32, #heads>) -> tensor<12x512x64xf32, #heads> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<12x512x512xf32, #heads>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<12x512x512xf32, #heads>) -> tensor<12x512x512xf32, #heads>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
                                            affine_map<(b, i, j, k) -> (b, j, k)>,
                                            affine_map<(b, i, j, k) -> (b, i, j)>]
    ins(%q, %k : tensor<12x512x64xf32, #heads>, tensor<12x512x64xf32, #heads>)
    outs(%z0 : tensor<12x512x512xf32, #heads>) -> tensor<12x512x512xf32, #heads>
  %p = linalg.softmax dimension(2) ins(%s : tensor<12x512x512xf32, #heads>)
    outs(%e0 : tensor<12x512x512xf32, #heads>) -> tensor<12x512x512xf32, #heads>
  %e1 = tensor.empty() : tensor<12x512x64xf32, #heads>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<12x512x64xf32, #heads>) -> tensor<12x512x64xf32, #heads>
  %r = linalg.batch_matmul ins(%p, %v : tensor<12x512x512xf32, #heads>, tensor<12x512x64xf32, #heads>)
    outs(%z1 : tensor<12x512x64xf32, #heads>) -> tensor<12x512x64xf32, #heads>
  return %r : tensor<12x512x64xf32, #heads>
}

// What a body reads of memory may be another value later.
// CHECK-LABEL: func @loads
// CHECK-NOT: scf.for
// CHECK: return
func.func @loads(%x: tensor<2048x2048xf32, #t>, %m: memref<f32>) -> tensor<2048xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2048x2048xf32, #t>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2048x2048xf32, #t>) outs(%e : tensor<2048x2048xf32, #t>) {
  ^bb0(%a: f32, %o: f32):
    %v = memref.load %m[] : memref<f32>
    %r = arith.addf %a, %v : f32
    linalg.yield %r : f32
  } -> tensor<2048x2048xf32, #t>
  memref.store %c0, %m[] : memref<f32>
  %d = tensor.empty() : tensor<2048xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%d : tensor<2048xf32>) -> tensor<2048xf32>
  %s = linalg.reduce {arith.addf} ins(%y : tensor<2048x2048xf32, #t>) outs(%f : tensor<2048xf32>) dimensions = [1]
  return %s : tensor<2048xf32>
}

// Nothing large is handed on, but the input, 8 MiB, would be read twice.
// CHECK-LABEL: func @norm
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[B:.*]] = tensor.extract_slice %arg0[%[[I]], 0] [16, 1024] [1, 1]
// CHECK: %[[SUMS:.*]] = linalg.generic
// CHECK-SAME: ins(%[[B]] :
// CHECK: linalg.generic
// CHECK-SAME: %[[SUMS]] :
// CHECK-NOT: linalg.generic
func.func @norm(%x: tensor<2048x1024xf32, #t>) -> tensor<2048x1024xf32, #t> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<2048xf32>
  %z = linalg.fill ins(%zero : f32) outs(%s : tensor<2048xf32>) -> tensor<2048xf32>
  %sums = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<2048x1024xf32, #t>) outs(%z : tensor<2048xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %a : f32
    %q = arith.addf %b, %p : f32
    linalg.yield %q : f32
  } -> tensor<2048xf32>
  %e = tensor.empty() : tensor<2048x1024xf32, #t>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sums : tensor<2048x1024xf32, #t>, tensor<2048xf32>) outs(%e : tensor<2048x1024xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = math.rsqrt %b : f32
    %q = arith.mulf %a, %p : f32
    linalg.yield %q : f32
  } -> tensor<2048x1024xf32, #t>
  return %r : tensor<2048x1024xf32, #t>
}

// Without tiles, blocks of a few columns would fetch the same lines again.
// CHECK-LABEL: func @columns
// CHECK-NOT: scf.for
func.func @columns(%x: tensor<8192x64xf32>) -> tensor<8192x64xf32> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%s : tensor<64xf32>) -> tensor<64xf32>
  %sums = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<8192x64xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %q = arith.addf %b, %a : f32
    linalg.yield %q : f32
  } -> tensor<64xf32>
  %e = tensor.empty() : tensor<8192x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sums : tensor<8192x64xf32>, tensor<64xf32>) outs(%e : tensor<8192x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %q = arith.mulf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<8192x64xf32>
  return %r : tensor<8192x64xf32>
}

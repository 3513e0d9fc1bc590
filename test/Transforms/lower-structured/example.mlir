// What does a plan become?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured --canonicalize --cse | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func @fill
func.func @fill(%v: f32, %b: memref<8x128xf32, #t>) {
  // CHECK: tiled_layout.to_physical %{{.*}} to memref<1024xf32>
  // CHECK: scf.for
  // CHECK: vector.store %{{.*}} : memref<1024xf32>, vector<128xf32>
  // CHECK-NOT: linalg.fill
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 128], vector = d1 x 128>}
    ins(%v : f32) outs(%b : memref<8x128xf32, #t>)
  return
}

// Results are loaded once, carried by the loops over the reduction, which go
// from tile to tile and within them, and stored once.
// CHECK-LABEL: func @matmul
func.func @matmul(%a: memref<8x256xf32, #t>, %b: memref<256x128xf32, #t>, %c: memref<8x128xf32, #t>) {
  // CHECK: scf.for
  // CHECK-COUNT-2: vector.load
  // CHECK: scf.for {{.*}} iter_args
  // CHECK: scf.for {{.*}} iter_args
  // CHECK-COUNT-2: arith.addf {{.*}} fastmath<contract> : vector<16xf32>
  // CHECK-COUNT-2: vector.store
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 2, d2 by 1], vector = d1 x 16, fused>}
    ins(%a, %b : memref<8x256xf32, #t>, memref<256x128xf32, #t>) outs(%c : memref<8x128xf32, #t>)
  return
}

// A packed operand is relaid, a block at a time, and read from its panel: blocks
// of 16 columns, each with 128 rows.
// CHECK-LABEL: func @packed
func.func @packed(%a: memref<8x256xf32, #t>, %b: memref<128x256xf32, #t>, %c: memref<8x128xf32, #t>) {
  // CHECK: %[[PANEL:.+]] = memref.alloca() {alignment = 64 : i64} : memref<32x128xf32, #[[LAYOUT:.+]]>
  // CHECK: %[[FLAT:.+]] = tiled_layout.to_physical %[[PANEL]]
  // CHECK: scf.for
  // CHECK:   scf.for
  // CHECK:     %[[PART:.+]] = tiled_layout.subview %{{.*}} [32, 128] [1, 1]
  // CHECK:     tiled_layout.relayout ins(%[[PART]] : {{.*}}) outs(%[[PANEL]] :
  // CHECK:     vector.load %[[FLAT]]
  linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 32, d2 by 128, pack 1, d1 by 16, d0 by 2, d2 by 1], vector = d1 x 16, fused>}
    ins(%a, %b : memref<8x256xf32, #t>, memref<128x256xf32, #t>) outs(%c : memref<8x128xf32, #t>)
  return
}

// What is left of a row is one vector under a mask; padding is neither read
// nor written.
// CHECK-LABEL: func @ragged
func.func @ragged(%a: memref<8x100xf32, #t>, %b: memref<8x100xf32, #t>) {
  // CHECK: vector.constant_mask [4]
  // CHECK: vector.maskedload
  // CHECK: vector.maskedstore
  linalg.exp {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16, masked>}
    ins(%a : memref<8x100xf32, #t>) outs(%b : memref<8x100xf32, #t>)
  return
}

// Partial results, combined behind the loop.
// CHECK-LABEL: func @maximum
func.func @maximum(%a: memref<8x256xf32>, %b: memref<8xf32>) {
  // CHECK: scf.for {{.*}} iter_args
  // CHECK: arith.maximumf {{.*}} : vector<16xf32>
  // CHECK: vector.reduction <maximumf>
  // CHECK: vector.store
  linalg.reduce { arith.maximumf } ins(%a : memref<8x256xf32>) outs(%b : memref<8xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16>}
  return
}

// Squares of rows are transposed; a vector of results takes their columns in
// order. Halves of rows are loaded, two to a vector; elements take turns in them.
// CHECK-LABEL: func @sum
func.func @sum(%a: memref<8x256xf32, #t>, %b: memref<8xf32>) {
  // CHECK: scf.for {{.*}} iter_args
  // CHECK-COUNT-8: vector.load {{.*}} vector<4xf32>
  // CHECK-COUNT-4: vector.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
  // CHECK-COUNT-8: vector.load {{.*}} vector<4xf32>
  // CHECK-COUNT-4: vector.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
  // CHECK-COUNT-8: arith.addf {{.*}} : vector<8xf32>
  // CHECK: scf.yield
  // CHECK: vector.store
  linalg.reduce { arith.addf } ins(%a : memref<8x256xf32, #t>) outs(%b : memref<8xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 8, d1 by 8], vector = d0 x 8, transposed = [0 along d1]>}
  return
}

// Rows behind the last one are not loaded.
// CHECK-LABEL: func @rows
func.func @rows(%a: memref<?x5xf32>, %b: memref<?xf32>) {
  // CHECK: vector.create_mask
  // CHECK: arith.select
  // CHECK: vector.maskedstore
  linalg.reduce { arith.addf } ins(%a : memref<?x5xf32>) outs(%b : memref<?xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 4, d1 by 4], vector = d0 x 4, transposed = [0 along d1], masked>}
  return
}

// Vectors of one element are elements.
// CHECK-LABEL: func @division
func.func @division(%a: memref<7xi32>, %b: memref<7xi32>) {
  // CHECK: memref.load
  // CHECK: arith.divsi {{.*}} : i32
  // CHECK: memref.store
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<7xi32>) outs(%b : memref<7xi32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1>} {
  ^bb0(%x: i32, %y: i32):
    %q = arith.divsi %x, %y : i32
    linalg.yield %q : i32
  }
  return
}

// The row of a window is in the tile, and at the place in it, that the sum says.
// Of two rows that share words, one is selected.
// CHECK-LABEL: func @window
func.func @window(%a: memref<18x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>, %k: memref<3xbf16>, %c: memref<16x256xbf16>) {
  // CHECK: %[[ROW:.*]] = arith.addi
  // CHECK: arith.remui %{{.*}}, %c4
  // CHECK: arith.divui %{{.*}}, %c8
  // CHECK: vector.load {{.*}} vector<32xbf16>
  // CHECK: arith.shrui {{.*}} : vector<16xi32>
  // CHECK: arith.remui %{{.*}}, %c2
  // CHECK: arith.select
  // A maximum of bf16 is one of f32.
  // CHECK: arith.maximumf {{.*}} : vector<16xf32>
  // CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xbf16>
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %k : memref<18x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>, memref<3xbf16>) outs(%c : memref<16x256xbf16>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16>} {
  ^bb0(%x: bf16, %y: bf16, %z: bf16):
    %m = arith.maximumf %z, %x : bf16
    linalg.yield %m : bf16
  }
  return
}

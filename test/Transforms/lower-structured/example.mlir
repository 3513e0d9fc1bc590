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
  // CHECK: memref.store
  linalg.reduce { arith.maximumf } ins(%a : memref<8x256xf32>) outs(%b : memref<8xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16>}
  return
}

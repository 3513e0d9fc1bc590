// Which arrays are filled, and where do results begin with the value in registers?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// A sum whose results stay in registers loads none of them.
// CHECK-LABEL: func.func @columns(
// CHECK: %[[C:.*]] = tiled_layout.to_physical %arg1
// CHECK-NOT: vector.store {{.*}}%[[C]]
// CHECK-NOT: vector.load %[[C]]
// CHECK: %[[SUM:.*]] = vector.broadcast %{{.*}} : f32 to vector<16xf32>
// CHECK: scf.for {{.*}} = %[[SUM]]
// CHECK-NOT: vector.load %[[C]]
func.func @columns(%a: memref<64x256xf32, #t>, %c: memref<256xf32, #tiled_layout.layout<{0:T(256)}>>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<256xf32, #tiled_layout.layout<{0:T(256)}>>)
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32, #t>) outs(%c : memref<256xf32, #tiled_layout.layout<{0:T(256)}>>) dimensions = [0]
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Something reads the filled array in between.
// CHECK-LABEL: func.func @read(
// CHECK: vector.store %{{.*}}, %[[C:[a-z_0-9]*]][
// CHECK: memref.load %arg1
// CHECK: vector.load %[[C]]
func.func @read(%a: memref<64x256xf32, #t>, %c: memref<256xf32>, %i: index) -> f32 {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<256xf32>)
  %r = memref.load %c[%i] : memref<256xf32>
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32, #t>) outs(%c : memref<256xf32>) dimensions = [0]
  return %r : f32
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// No result has a step: the array is filled.
// CHECK-LABEL: func.func @empty(
// CHECK: vector.store
func.func @empty(%a: memref<0x256xf32, #t>, %c: memref<256xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<256xf32>)
  linalg.reduce { arith.addf } ins(%a : memref<0x256xf32, #t>) outs(%c : memref<256xf32>) dimensions = [0]
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// An input at the same index may be the filled array.
// CHECK-LABEL: func.func @same(
// CHECK: vector.store
// CHECK: scf.for
func.func @same(%a: memref<64x256xf32, #t>, %d: memref<256xf32>, %c: memref<256xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<256xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%a, %d : memref<64x256xf32, #t>, memref<256xf32>) outs(%c : memref<256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.minimumf %x, %y : f32
    %r = arith.maximumf %o, %m : f32
    linalg.yield %r : f32
  }
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Blocks of the reduction come one after the other, each of which continues what is in memory.
// CHECK-LABEL: func.func @blocks(
// CHECK: vector.store
// CHECK: %[[C:.*]] = tiled_layout.to_physical %arg2
// CHECK: vector.load %[[C]]
func.func @blocks(%a: memref<8x256xf32, #t>, %b: memref<256x128xf32, #t>, %c: memref<8x128xf32, #t>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%c : memref<8x128xf32, #t>)
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d2 by 128, d0 by 8, d1 by 16, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<8x256xf32, #t>, memref<256x128xf32, #t>) outs(%c : memref<8x128xf32, #t>)
  return
}

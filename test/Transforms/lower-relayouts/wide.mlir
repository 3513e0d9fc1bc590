// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-lower-relayouts | FileCheck %s

// Elements that no vector has are two words each: a dimension of their own,
// the most minor one in all tiles.

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
// CHECK-LABEL: func.func @pairs
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<64x256xcomplex<f64>>
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[A]]
// CHECK: builtin.unrealized_conversion_cast %[[FLAT]] : memref<16384xcomplex<f64>> to memref<32768xi64>
// CHECK: tiled_layout.from_physical %{{.*}} : memref<32768xi64> to memref<64x256x2xi64, #tiled_layout.layout<{2,1,0:T(8,128,2)(2,1,2)}>>
// CHECK: vector.load %{{.*}} vector<8xi64>
// CHECK: vector.store
func.func @pairs(%a: memref<64x256xcomplex<f64>>, %b: memref<64x256xcomplex<f64>, #t>) {
  tiled_layout.relayout ins(%a : memref<64x256xcomplex<f64>>) outs(%b : memref<64x256xcomplex<f64>, #t>)
  return
}

// -----

// One word is enough for a complex number of 64 bits.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK-LABEL: func.func @single
// CHECK: tiled_layout.from_physical %{{.*}} : memref<16384xi64> to memref<64x256xi64, #
// CHECK: vector.load %{{.*}} vector<8xi64>
func.func @single(%a: memref<64x256xcomplex<f32>>, %b: memref<64x256xcomplex<f32>, #t>) {
  tiled_layout.relayout ins(%a : memref<64x256xcomplex<f32>>) outs(%b : memref<64x256xcomplex<f32>, #t>)
  return
}

// -----

// Tiles of tiles: what counts tiles of words is 1, and merges under `*`.

#t = #tiled_layout.layout<{1,0:T(2,4)(*,4,2)}>
// CHECK-LABEL: func.func @combined
// CHECK: tiled_layout.from_physical %{{.*}} #tiled_layout.layout<{2,1,0:T(2,4,2)(*,*,4,2,2)}, bounds = [64, 256, 2]>>
func.func @combined(%a: memref<64x256xi128>, %b: memref<64x256xi128, #t>) {
  tiled_layout.relayout ins(%a : memref<64x256xi128>) outs(%b : memref<64x256xi128, #t>)
  return
}

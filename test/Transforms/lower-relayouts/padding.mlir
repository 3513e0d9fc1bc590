// How does a relayout fill the padding of its destination?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=vectors=false | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// CHECK-LABEL: func @zero
// CHECK-SAME: %{{.*}}: memref<3x5xf32>, %[[B:[a-z0-9]+]]: memref
func.func @zero(%a: memref<3x5xf32>, %b: memref<3x5xf32, #t>) {
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: tiled_layout.fill_padding ins(%[[ZERO]] : f32) outs(%[[B]] :
  // CHECK: affine.for
  tiled_layout.relayout ins(%a : memref<3x5xf32>) outs(%b : memref<3x5xf32, #t>) padding = zero
  return
}

// CHECK-LABEL: func @value
func.func @value(%a: memref<3x5xf32>, %b: memref<3x5xf32, #t>) {
  // CHECK: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK: tiled_layout.fill_padding ins(%[[ONE]] : f32)
  tiled_layout.relayout ins(%a : memref<3x5xf32>) outs(%b : memref<3x5xf32, #t>) padding = 1.0 : f32
  return
}

// CHECK-LABEL: func @complex
func.func @complex(%a: memref<3x5xcomplex<f32>>, %b: memref<3x5xcomplex<f32>, #t>) {
  // CHECK: complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32]
  tiled_layout.relayout ins(%a : memref<3x5xcomplex<f32>>) outs(%b : memref<3x5xcomplex<f32>, #t>) padding = zero
  return
}

// Padding that nobody asked for is not touched.
// CHECK-LABEL: func @undefined
func.func @undefined(%a: memref<3x5xf32>, %b: memref<3x5xf32, #t>) {
  // CHECK-NOT: fill_padding
  // CHECK: affine.store
  tiled_layout.relayout ins(%a : memref<3x5xf32>) outs(%b : memref<3x5xf32, #t>)
  return
}

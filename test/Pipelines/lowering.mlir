// Does the pipeline leave upstream dialects only, whatever touches the array?
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-NOT: tiled_layout

// The result of linalg on tiled arrays is loops over tiles and within them,
// without divisions; what the tiles pad is cut off.
// CHECK-LABEL: func @add
func.func @add(%a: memref<20x300xf32, #t>, %b: memref<20x300xf32>) {
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK: affine.for %[[R:.+]] = 0 to 8
  // CHECK: affine.for %[[J:.+]] = 0 to 2
  // CHECK: affine.for %[[C:.+]] = 0 to 128
  // CHECK: affine.load %{{.*}}[%[[I]] * 8 + %[[R]], %[[J]] * 128 + %[[C]]] : memref<20x300xf32>
  // CHECK: affine.store %{{.*}}[%[[I]], %[[J]], %[[R]], %[[C]]] : memref<3x3x8x128xf32>
  // CHECK: affine.for %[[C:.+]] = 0 to 44
  // CHECK: affine.store %{{.*}}[%[[I]], 2, %[[R]], %[[C]]] : memref<3x3x8x128xf32>
  // CHECK: affine.for %[[R:.+]] = 0 to 4
  linalg.add ins(%a, %b : memref<20x300xf32, #t>, memref<20x300xf32>) outs(%a : memref<20x300xf32, #t>)
  return
}

// CHECK-LABEL: func @relayout
func.func @relayout(%a: memref<20x300xf32, #t>, %b: memref<20x300xf32>) {
  // CHECK: vector.load %{{.*}} : memref<9216xf32>, vector<16xf32>
  // CHECK: vector.store %{{.*}} : memref<6000xf32>, vector<16xf32>
  tiled_layout.relayout ins(%a : memref<20x300xf32, #t>) outs(%b : memref<20x300xf32>)
  return
}

// CHECK-NOT: tiled_layout

// Which copies are relayouts, and over which extents do they go?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=vectors=false | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// CHECK-LABEL: func @copy
func.func @copy(%a: memref<3x5xf32, #t>, %b: memref<3x5xf32>) {
  // CHECK-NOT: memref.copy
  // CHECK: affine.load %{{.*}} : memref<3x5xf32, #tiled_layout
  // CHECK: affine.store %{{.*}} : memref<3x5xf32>
  memref.copy %a, %b : memref<3x5xf32, #t> to memref<3x5xf32>
  return
}

// A copy of one piece of memory is not ours.
// CHECK-LABEL: func @untiled
func.func @untiled(%a: memref<3x5xf32>, %b: memref<3x5xf32, strided<[5, 1], offset: 2>>) {
  // CHECK-NEXT: memref.copy
  memref.copy %a, %b : memref<3x5xf32> to memref<3x5xf32, strided<[5, 1], offset: 2>>
  return
}

// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x5xf32>
func.func @dynamic(%a: memref<?x5xf32>, %b: memref<?x5xf32, #t>) {
  // CHECK: %[[N:.+]] = memref.dim %[[A]], %c0
  // CHECK: affine.for {{.*}} to #{{.*}}(%[[N]])
  // CHECK: affine.for %{{.*}} = 0 to 5
  tiled_layout.relayout ins(%a : memref<?x5xf32>) outs(%b : memref<?x5xf32, #t>)
  return
}

// CHECK-LABEL: func @scalar
func.func @scalar(%a: memref<f32>, %b: memref<f32, #tiled_layout.layout<{:T(128)}>>) {
  // CHECK-NEXT: %[[V:.+]] = affine.load %{{.*}}[] : memref<f32>
  // CHECK-NEXT: affine.store %[[V]]
  tiled_layout.relayout ins(%a : memref<f32>) outs(%b : memref<f32, #tiled_layout.layout<{:T(128)}>>)
  return
}

// A copy within one layout moves no element to another position.
// CHECK-LABEL: func @same_layout
func.func @same_layout(%a: memref<3x5xf32, #t>, %b: memref<?x5xf32, #t>) {
  // CHECK-NEXT: memref.copy
  memref.copy %a, %b : memref<3x5xf32, #t> to memref<?x5xf32, #t>
  return
}

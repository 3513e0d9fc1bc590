// Does the pipeline leave upstream dialects only, whatever touches the array?
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-NOT: tiled_layout

// The result of linalg on tiled arrays is index arithmetic within its loops.
// CHECK-LABEL: func @add
func.func @add(%a: memref<20x300xf32, #t>, %b: memref<20x300xf32>) {
  // CHECK: affine.for %[[I:.+]] = 0 to 20
  // CHECK: affine.for %[[J:.+]] = 0 to 300
  // CHECK: affine.load %{{.*}}[%[[I]], %[[J]]] : memref<20x300xf32>
  // CHECK: affine.store %{{.*}}[%[[I]] floordiv 8, %[[J]] floordiv 128, %[[I]] mod 8, %[[J]] mod 128] : memref<3x3x8x128xf32>
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

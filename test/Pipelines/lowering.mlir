// Does the pipeline leave upstream dialects only, whatever touches the array?
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-NOT: tiled_layout

// linalg on tiled arrays becomes loops over vectors within tiles, without
// divisions; what ends within a vector is one under a mask.
// CHECK-LABEL: func @add
func.func @add(%a: memref<20x300xf32, #t>, %b: memref<20x300xf32>) {
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: vector.load %{{.*}} : memref<9216xf32{{.*}}>, vector<16xf32>
  // CHECK: vector.load %{{.*}} : memref<6000xf32{{.*}}>, vector<16xf32>
  // CHECK: vector.store %{{.*}} : memref<9216xf32{{.*}}>, vector<16xf32>
  // CHECK: vector.maskedstore
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

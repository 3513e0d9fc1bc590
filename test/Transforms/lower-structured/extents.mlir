// Do arrays of one layout, whose extents the operation makes equal, have the same strides?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#tiles = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func @add
// CHECK: %[[EXTENT:.*]] = memref.dim %arg0, %{{.*}}
// CHECK: %[[ROUNDED:.*]] = arith.addi %[[EXTENT]]
// CHECK: %[[TILES:.*]] = arith.divui %[[ROUNDED]]
// CHECK: %[[ROW:.*]] = arith.muli %[[TILES]]
// CHECK: scf.for
// CHECK: arith.muli %{{.*}}, %[[ROW]]
// CHECK: arith.muli %{{.*}}, %[[ROW]]
// CHECK: arith.muli %{{.*}}, %[[ROW]]
func.func @add(%a: memref<?x?xf32, #tiles>, %b: memref<?x?xf32, #tiles>, %c: memref<?x?xf32, #tiles>) {
  linalg.add {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 64], vector = d1 x 16, masked>}
    ins(%a, %b : memref<?x?xf32, #tiles>, memref<?x?xf32, #tiles>) outs(%c : memref<?x?xf32, #tiles>)
  return
}

// Rows of tiles of A go by its second dimension, that of B by its own, which is the result's.
// CHECK-LABEL: func @matmul
// CHECK: %[[DEPTH:.*]] = memref.dim %arg0
// CHECK: arith.addi %[[DEPTH]]
// CHECK: %[[COLUMNS:.*]] = memref.dim %arg1
// CHECK: arith.addi %[[COLUMNS]]
// CHECK-NOT: arith.divui
// CHECK: arith.divui
// CHECK-NOT: arith.addi {{.*}}, %c127
// CHECK: scf.for
func.func @matmul(%a: memref<?x?xf32, #tiles>, %b: memref<?x?xf32, #tiles>, %c: memref<?x?xf32, #tiles>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 8, d1 by 64, d2 by 1], vector = d1 x 16, masked, fused>}
    ins(%a, %b : memref<?x?xf32, #tiles>, memref<?x?xf32, #tiles>) outs(%c : memref<?x?xf32, #tiles>)
  return
}

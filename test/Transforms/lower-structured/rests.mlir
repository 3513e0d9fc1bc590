// Is there one program for whole tiles and what is left of them, and are there few sizes of blocks,
// where inputs of extents that are known at run time only are transposed?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
#columns = #tiled_layout.layout<{0,1}>

// 16, 4 and 1 rows, and of each a whole vector of columns and one under a mask.
// CHECK-LABEL: func @add
// CHECK-NOT: vector.maskedstore
// CHECK-COUNT-16: vector.store {{.*}} vector<16xf32>
// CHECK-NOT: vector.store
// CHECK-COUNT-16: vector.maskedstore {{.*}} vector<16xf32>
// CHECK-NOT: vector.maskedstore
// CHECK-COUNT-4: vector.store {{.*}} vector<16xf32>
// CHECK-NOT: vector.store
// CHECK-COUNT-4: vector.maskedstore {{.*}} vector<16xf32>
// CHECK-NOT: vector.maskedstore
// CHECK: vector.store {{.*}} vector<16xf32>
// CHECK-NOT: vector.store
// CHECK: vector.maskedstore {{.*}} vector<16xf32>
// CHECK-NOT: vector.{{(masked)?}}store
// CHECK: return
func.func @add(%a: memref<?x?xf32, #tiles>, %b: memref<?x?xf32, #columns>, %c: memref<?x?xf32, #tiles>) {
  linalg.add {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 16, d1 by 128, d1 by 16], vector = d1 x 16, transposed = [1 along d0], masked>}
    ins(%a, %b : memref<?x?xf32, #tiles>, memref<?x?xf32, #columns>) outs(%c : memref<?x?xf32, #tiles>)
  return
}

// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=vectorize-runs --cse | FileCheck %s

#run = #tiled_layout.loop<run>

// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4x128x2xi16> {llvm.noalias}, %[[B:[a-z0-9]+]]: memref<4x128x2xi16>) {
func.func @add(%a: memref<4x128x2xi16> {llvm.noalias}, %b: memref<4x128x2xi16>) {
  // CHECK-DAG: %[[BS:.+]] = memref.collapse_shape %[[B]] {{\[\[}}0], [1, 2]] : memref<4x128x2xi16> into memref<4x256xi16>
  // CHECK-DAG: %[[AS:.+]] = memref.collapse_shape %[[A]] {{\[\[}}0], [1, 2]] : memref<4x128x2xi16> into memref<4x256xi16>
  // CHECK: affine.for %[[K:.+]] = 0 to 4 {
  // CHECK-NEXT: affine.for %[[C:.+]] = 0 to 128 step 32 {
  // CHECK-NEXT:   %[[X:.+]] = affine.vector_load %[[AS]][%[[K]], %[[C]] * 2] : memref<4x256xi16>, vector<64xi16>
  // CHECK-NEXT:   %[[Y:.+]] = arith.addi %[[X]], %[[X]] : vector<64xi16>
  // CHECK-NEXT:   affine.vector_store %[[Y]], %[[BS]][%[[K]], %[[C]] * 2] : memref<4x256xi16>, vector<64xi16>
  // CHECK-NEXT: } {tiled_layout.loop = #tiled_layout.loop<run>}
  affine.for %k = 0 to 4 {
    affine.for %c = 0 to 128 {
      %0 = affine.load %a[%k, %c, 0] : memref<4x128x2xi16>
      %1 = arith.addi %0, %0 : i16
      affine.store %1, %b[%k, %c, 0] : memref<4x128x2xi16>
      %2 = affine.load %a[%k, %c, 1] : memref<4x128x2xi16>
      %3 = arith.addi %2, %2 : i16
      affine.store %3, %b[%k, %c, 1] : memref<4x128x2xi16>
    } {tiled_layout.loop = #run}
  }
  return
}

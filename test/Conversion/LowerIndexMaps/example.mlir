// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-index-maps | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[M:.+]]: memref<3x3x8x128xf32>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @f(%m: memref<3x3x8x128xf32>, %i: index, %j: index) -> f32 {
  // CHECK-NEXT: %[[C3:.+]] = arith.constant 3 : index
  // CHECK-NEXT: %[[A:.+]] = arith.shrui %[[I]], %[[C3]] : index
  // CHECK-NEXT: %[[C7:.+]] = arith.constant 7 : index
  // CHECK-NEXT: %[[B:.+]] = arith.shrui %[[J]], %[[C7]] : index
  // CHECK-NEXT: %[[MASK:.+]] = arith.constant 7 : index
  // CHECK-NEXT: %[[C:.+]] = arith.andi %[[I]], %[[MASK]] : index
  // CHECK-NEXT: %[[C127:.+]] = arith.constant 127 : index
  // CHECK-NEXT: %[[D:.+]] = arith.andi %[[J]], %[[C127]] : index
  // CHECK-NEXT: memref.load %[[M]][%[[A]], %[[B]], %[[C]], %[[D]]]
  %v = affine.load %m[symbol(%i) floordiv 8, symbol(%j) floordiv 128,
                      symbol(%i) mod 8, symbol(%j) mod 128]
    : memref<3x3x8x128xf32>
  return %v : f32
}

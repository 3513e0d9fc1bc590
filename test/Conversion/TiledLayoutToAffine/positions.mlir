// What do linearize and delinearize become?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// CHECK-DAG: #[[$POSITION:.+]] = affine_map<()[s0, s1] -> (s0 * 2 + s1 + (s0 floordiv 2) * 8 + (s1 floordiv 2) * 2)>

// CHECK-LABEL: func @linearize
// CHECK-SAME: %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
func.func @linearize(%m: memref<3x5xf32, #t>, %i: index, %j: index) -> index {
  // CHECK: affine.apply #[[$POSITION]]()[%[[I]], %[[J]]]
  %p = tiled_layout.linearize %m[%i, %j] : memref<3x5xf32, #t>
  return %p : index
}

// A stride may depend on an extent that is known at run time.
// CHECK-LABEL: func @linearize_dynamic
func.func @linearize_dynamic(%m: memref<3x?xf32, #t>, %i: index, %j: index) -> index {
  // CHECK: affine.linearize_index disjoint [{{.*}}] by (2, %{{.*}}, 2, 2)
  %p = tiled_layout.linearize %m[%i, %j] : memref<3x?xf32, #t>
  return %p : index
}

// Quotients and remainders of a position are unsigned. Both dimensions have
// padding, so both are compared with their extents.
// CHECK-LABEL: func @delinearize
func.func @delinearize(%m: memref<3x5xf32, #t>, %p: index) -> (index, index, i1) {
  // CHECK-NOT: divsi
  // CHECK: arith.cmpi ult, %[[J:.+]], %c5
  // CHECK: arith.cmpi ult, %[[I:.+]], %c3
  // CHECK: %[[OK:.+]] = arith.andi
  // CHECK: return %[[I]], %[[J]], %[[OK]]
  %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<3x5xf32, #t>
  return %i, %j, %ok : index, index, i1
}

// Without padding, every position holds an element.
// CHECK-LABEL: func @delinearize_full
func.func @delinearize_full(%m: memref<4x6xf32, #t>, %p: index) -> i1 {
  // CHECK: %[[TRUE:.+]] = arith.constant true
  %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<4x6xf32, #t>
  // CHECK: return %[[TRUE]]
  return %ok : i1
}

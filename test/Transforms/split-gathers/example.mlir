// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --tiled-layout-split-gathers --canonicalize --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @gather(
// CHECK-SAME:    %[[A:.+]]: memref<512x32x8x128xf32>, %[[R:.+]]: memref<4096xi32>, %[[S:.+]]: memref<4096xf32>
func.func @gather(%a: memref<512x32x8x128xf32>, %r: memref<4096xi32>,
                  %s: memref<4096xf32> {llvm.noalias}) {
  // CHECK: %[[POSITIONS:.+]] = memref.alloca() : memref<64xi32>
  // CHECK: %[[FLAT:.+]] = memref.collapse_shape %[[A]] {{.+}} into memref<16777216xf32>
  // CHECK: affine.for %[[FIRST:.+]] = 0 to 4096 step 64 {
  // CHECK:   affine.for %[[K:.+]] = affine_map<(d0) -> (d0)>(%[[FIRST]]) to affine_map<(d0) -> (d0 + 64)>(%[[FIRST]]) {
  // CHECK:     affine.load %[[R]][%[[K]]]
  // CHECK:     %[[AT:.+]] = affine.linearize_index disjoint [{{.+}}] by (512, 32, 8, 128)
  // CHECK:     %[[P:.+]] = arith.index_castui %[[AT]] : index to i32
  // CHECK:     affine.store %[[P]], %[[POSITIONS]][%[[K]] - %[[FIRST]]]
  // CHECK:   }
  // CHECK:   affine.for %[[K:.+]] = affine_map<(d0) -> (d0)>(%[[FIRST]]) to affine_map<(d0) -> (d0 + 64)>(%[[FIRST]]) {
  // CHECK-NEXT: %[[P:.+]] = affine.load %[[POSITIONS]][%[[K]] - %[[FIRST]]]
  // CHECK-NEXT: %[[AT:.+]] = arith.index_castui %[[P]] : i32 to index
  // CHECK-NEXT: %[[V:.+]] = memref.load %[[FLAT]][%[[AT]]]
  // CHECK-NEXT: affine.store %[[V]], %[[S]][%[[K]]]
  // CHECK-NEXT: }
  affine.for %k = 0 to 4096 {
    %0 = affine.load %r[%k] : memref<4096xi32>
    %1 = arith.index_castui %0 : i32 to index
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%1)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%1)
    %4 = affine.apply affine_map<(d0) -> (d0 floordiv 128)>(%k)
    %5 = affine.apply affine_map<(d0) -> (d0 mod 128)>(%k)
    %6 = memref.load %a[%2, %4, %3, %5] : memref<512x32x8x128xf32>
    affine.store %6, %s[%k] : memref<4096xf32>
  }
  return
}

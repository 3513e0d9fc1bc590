// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --tiled-layout-prefetch-tiles=min-bytes=0 --mlir-print-local-scope | FileCheck %s

#run = #tiled_layout.loop<run>

// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<512x32x2x16xf32>
func.func @add(%a: memref<512x32x2x16xf32>, %b: memref<512x32x2x16xf32>) {
  // CHECK:      affine.for %[[I:.+]] = 0 to 511 {
  // CHECK-NEXT:   affine.for %[[J:.+]] = 0 to 32 {
  // CHECK-NEXT:     affine.prefetch %[[A]][%[[I]] + 1, %[[J]], 0, 0], read, locality<3>, data : memref<512x32x2x16xf32>
  // CHECK-NEXT:     affine.for
  // CHECK-NOT:  affine.prefetch
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 step 16 {
        %0 = affine.vector_load %a[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %0, %b[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %1 = affine.vector_load %a[%i, %j, 1, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %2 = affine.vector_load %a[%i + 1, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %3 = arith.addf %1, %2 : vector<16xf32>
        affine.vector_store %3, %b[%i, %j, 1, %c] : memref<512x32x2x16xf32>, vector<16xf32>
      } {tiled_layout.loop = #run}
    }
  }
  return
}

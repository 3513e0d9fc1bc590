// Do affine accesses stay affine?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | FileCheck %s --check-prefix=LINEAR

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func @shift
// LINEAR-LABEL: func @shift
func.func @shift(%m: memref<20x300xf32, #t>) {
  // CHECK: affine.for %[[I:.+]] = 0 to 20
  // LINEAR: affine.for %[[I:.+]] = 0 to 20
  affine.for %i = 0 to 20 {
    // CHECK: affine.for %[[J:.+]] = 0 to 298
    // LINEAR: affine.for %[[J:.+]] = 0 to 298
    affine.for %j = 0 to 298 {
      // CHECK: affine.load %{{.*}}[%[[I]] floordiv 8, (%[[J]] + 2) floordiv 128, %[[I]] mod 8, (%[[J]] + 2) mod 128] : memref<3x3x8x128xf32>
      // LINEAR: affine.load %{{.*}}[%[[I]] * 128 + %[[J]] + (%[[I]] floordiv 8) * 2048 + ((%[[J]] + 2) floordiv 128) * 896 + 2] : memref<9216xf32>
      %v = affine.load %m[%i, %j + 2] : memref<20x300xf32, #t>
      // CHECK: affine.store %{{.*}}[%[[I]] floordiv 8, %[[J]] floordiv 128, %[[I]] mod 8, %[[J]] mod 128] : memref<3x3x8x128xf32>
      // LINEAR: affine.store %{{.*}}[%[[I]] * 128 + %[[J]] + (%[[I]] floordiv 8) * 2048 + (%[[J]] floordiv 128) * 896] : memref<9216xf32>
      affine.store %v, %m[%i, %j] : memref<20x300xf32, #t>
    }
  }
  return
}

// In the linear form a stride may multiply dynamic extents; then the position
// is computed, and the access is one of memref.
// CHECK-LABEL: func @dynamic
// LINEAR-LABEL: func @dynamic
func.func @dynamic(%m: memref<20x?xf32, #t>) {
  affine.for %i = 0 to 20 {
    // CHECK: affine.load %{{.*}}[%[[I:.+]] floordiv 8, 0, %[[I]] mod 8, 0] : memref<3x?x8x128xf32>
    // LINEAR: %[[P:.+]] = affine.linearize_index disjoint
    // LINEAR: memref.load %{{.*}}[%[[P]]] : memref<?xf32>
    %v = affine.load %m[%i, 0] : memref<20x?xf32, #t>
  }
  return
}

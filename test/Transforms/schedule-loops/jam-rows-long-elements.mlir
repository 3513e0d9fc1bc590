// Elements as long as two words share none.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows | FileCheck %s

// CHECK-LABEL: func @f(
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
!A = memref<2x?xcomplex<f64>, #tiled_layout.layout<{1,0:T(2)}>>
func.func @f(%a: !A, %v: complex<f64>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      affine.store %v, %a[%i, %j] : !A
    }
  }
  return
}

// What do to_physical, from_physical, fill_padding and assume_multiple become?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | FileCheck %s --check-prefix=LINEAR

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// The view that has the pass's form is the array itself; the other one is
// reinterpreted.
// CHECK-LABEL: func @to_physical
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<2x3x2x2xf32>
// LINEAR-LABEL: func @to_physical
// LINEAR-SAME: %[[M:[a-z0-9]+]]: memref<24xf32>
func.func @to_physical(%m: memref<3x5xf32, #t>) -> (memref<2x3x2x2xf32>, memref<24xf32>) {
  %p = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<2x3x2x2xf32>
  // CHECK: %[[F:.+]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [24], strides: [1]
  // LINEAR: %[[P:.+]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [2, 3, 2, 2], strides: [12, 4, 2, 1]
  %f = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<24xf32>
  // CHECK: return %[[M]], %[[F]]
  // LINEAR: return %[[P]], %[[M]]
  return %p, %f : memref<2x3x2x2xf32>, memref<24xf32>
}

// An adopted buffer brings its extents with it.
// CHECK-LABEL: func @from_physical
// CHECK-SAME: %[[F:[a-z0-9]+]]: memref<?xf32>, %[[N:[a-z0-9]+]]: index
func.func @from_physical(%f: memref<?xf32>, %n: index) -> memref<?x5xf32, #t> {
  // CHECK: %[[ROWS:.+]] = affine.apply {{.*}}[%[[N]]]
  // CHECK: %[[M:.+]] = memref.reinterpret_cast %[[F]] to offset: [0], sizes: [%[[ROWS]], 3, 2, 2], strides: [12, 4, 2, 1]
  %m = tiled_layout.from_physical %f(%n) : memref<?xf32> to memref<?x5xf32, #t>
  // CHECK: return %[[M]], %[[N]]
  return %m : memref<?x5xf32, #t>
}

// Every position without an element is written.
// CHECK-LABEL: func @fill_padding
func.func @fill_padding(%m: memref<3x5xf32, #t>, %v: f32) {
  // CHECK: scf.for %[[P:.+]] = %c0{{.*}} to %c24
  // CHECK: scf.if
  // CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[P]]] : memref<24xf32>
  tiled_layout.fill_padding ins(%v : f32) outs(%m : memref<3x5xf32, #t>)
  return
}

// An array without a layout of ours has no padding.
// CHECK-LABEL: func @fill_untiled
func.func @fill_untiled(%m: memref<3x5xf32>, %v: f32) {
  // CHECK-NEXT: return
  tiled_layout.fill_padding ins(%v : f32) outs(%m : memref<3x5xf32>)
  return
}

// CHECK-LABEL: func @assume_multiple
// CHECK-SAME: %[[I:[a-z0-9]+]]: index
func.func @assume_multiple(%i: index) -> index {
  %j = tiled_layout.assume_multiple %i, 8
  // CHECK-NEXT: return %[[I]]
  return %j : index
}

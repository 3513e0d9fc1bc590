// An example of the step `prefetch-tiles`.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=l3-bytes=1024 --tiled-layout-schedule-loops=steps=prefetch-tiles --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,16)}>

// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<1024x512xf32
func.func @add(%a: memref<1024x512xf32, #t>, %b: memref<1024x512xf32, #t>) {
  // CHECK:      affine.for %[[I:.+]] = 0 to 511 {
  // CHECK-NEXT:   affine.for %[[J:.+]] = 0 to 32 {
  // CHECK-NEXT:     affine.prefetch %[[A]][%[[I]] * 2 + 2, %[[J]] * 16], read, locality<3>, data : memref<1024x512xf32, #tiled_layout.layout<{1,0:T(2,16)}>>
  // CHECK-NEXT:     affine.for
  // CHECK-NOT:  affine.prefetch
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 {
        %0 = affine.load %a[%i * 2, %j * 16 + %c] : memref<1024x512xf32, #t>
        affine.store %0, %b[%i * 2, %j * 16 + %c] : memref<1024x512xf32, #t>
        %1 = affine.load %a[%i * 2 + 1, %j * 16 + %c] : memref<1024x512xf32, #t>
        %2 = affine.load %a[%i * 2 + 2, %j * 16 + %c] : memref<1024x512xf32, #t>
        %3 = arith.addf %1, %2 : f32
        affine.store %3, %b[%i * 2 + 1, %j * 16 + %c] : memref<1024x512xf32, #t>
      } {tiled_layout.loop = #tiled_layout.loop<run>}
    } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  return
}

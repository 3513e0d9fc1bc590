// Structured operations become loops.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | tiled-layout-opt -o /dev/null

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!ragged = memref<20x300xf32, #t>
!whole = memref<16x256xf32, #t>
!dynamic = memref<?x?xf32, #t>

// CHECK-LABEL: func @loops(
func.func @loops(%a: !ragged, %z: f32) {
  // CHECK: affine.for %[[I:.+]] = 0 to 20
  // CHECK: affine.for %[[J:.+]] = 0 to 300
  // CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 8, %[[J]] floordiv 128, %[[I]] mod 8, %[[J]] mod 128]
  linalg.fill ins(%z : f32) outs(%a : !ragged)
  return
}

// Also where the order of elements does not matter.
// CHECK-LABEL: func @whole_tiles(
func.func @whole_tiles(%a: !whole, %b: !whole) {
  // CHECK: affine.for %{{.+}} = 0 to 16
  // CHECK: affine.for %{{.+}} = 0 to 256
  // CHECK-COUNT-2: affine.load %{{.*}} : memref<2x2x8x128xf32>
  // CHECK: affine.store %{{.*}} : memref<2x2x8x128xf32>
  linalg.add ins(%a, %b : !whole, !whole) outs(%b : !whole)
  return
}

// CHECK-LABEL: func @two_layouts(
func.func @two_layouts(%a: !whole, %b: memref<16x256xf32>) {
  // CHECK: affine.for
  // CHECK: affine.load %{{.*}} : memref<2x2x8x128xf32>
  // CHECK: affine.store %{{.*}} : memref<16x256xf32>
  linalg.exp ins(%a : !whole) outs(%b : memref<16x256xf32>)
  return
}

// CHECK-LABEL: func @matmul(
// CHECK-SAME: %{{[^:]+}}: memref<?x?x8x128xf32>, %[[M:[^:]+]]: index, %[[K:[^:]+]]: index
func.func @matmul(%a: !dynamic, %b: !dynamic, %c: !dynamic) {
  // CHECK: affine.for {{.*}} to %[[M]]
  // CHECK: affine.for
  // CHECK: affine.for {{.*}} to %[[K]]
  // CHECK-COUNT-3: affine.load
  // CHECK: affine.store
  linalg.matmul ins(%a, %b : !dynamic, !dynamic) outs(%c : !dynamic)
  return
}

// An extent that no affine loop may have as its bound.
// CHECK-LABEL: func @inner_extent(
func.func @inner_extent(%n: memref<4xindex>, %z: f32, %r: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %size = memref.load %n[%i] : memref<4xindex>
    %a = memref.alloc(%size, %size) : !dynamic
    // CHECK: %[[SIZE:.+]] = memref.load
    // CHECK: scf.for {{.*}} to %[[SIZE]]
    // CHECK: scf.for {{.*}} to %[[SIZE]]
    // CHECK: memref.store
    linalg.fill ins(%z : f32) outs(%a : !dynamic)
    %v = memref.load %a[%c1, %c1] : !dynamic
    memref.store %v, %r[%i] : memref<4xf32>
    memref.dealloc %a : !dynamic
  }
  return
}

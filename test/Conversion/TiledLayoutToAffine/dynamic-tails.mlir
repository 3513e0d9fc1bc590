// Where whole tiles are a multiple of L(n), however many there are, a view of a run-time number of them has its physical shape.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,4)(2,1)L(16)}>

// CHECK-LABEL: func.func @adopt(
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}, 6, 1, 4, 2, 1], strides: [48, 8, 8, 2, 1, 1] : memref<?xi32> to memref<?x6x1x4x2x1xi32>
func.func @adopt(%a: memref<?xi32>, %n: index) -> memref<?x21xi32, #t> {
  %b = tiled_layout.from_physical %a(%n) : memref<?xi32> to memref<?x21xi32, #t>
  return %b : memref<?x21xi32, #t>
}

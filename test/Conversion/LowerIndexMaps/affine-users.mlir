// What has become arithmetic is no index of another map; bounds keep theirs.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-index-maps | FileCheck %s

// CHECK-LABEL: func @access(
// CHECK: arith.divui
// CHECK: %[[J:.+]] = arith.divui
// CHECK: memref.load %{{.+}}[%[[J]]]
func.func @access(%a: memref<32xf32>, %b: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %j = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
    %x = affine.load %a[%j] : memref<32xf32>
    affine.store %x, %b[%i] : memref<32xf32>
  }
  return
}

// CHECK-LABEL: func @bound(
// CHECK: %[[N:.+]] = affine.apply
// CHECK: affine.for %{{.+}} = 0 to %[[N]]
func.func @bound(%b: memref<32xf32>, %v: f32, %n: index) {
  %m = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%n]
  affine.for %i = 0 to %m {
    affine.store %v, %b[%i] : memref<32xf32>
  }
  return
}

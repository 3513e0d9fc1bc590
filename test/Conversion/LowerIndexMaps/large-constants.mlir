// Products that wrap around are no affine map for upstream, which says that they do not.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-index-maps | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-index-maps --lower-affine | FileCheck %s

// 16 * (%i - 5718471626015965606) + 16 * 5718471626015965606 is 16 * %i.
// CHECK-LABEL: func @far(
// CHECK: %[[P:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK: arith.addi %[[P]], %{{.*}} : index
// CHECK-NOT: nsw
// CHECK: memref.load
func.func @far(%a: memref<4096xf32>, %i: index) -> f32 {
  %c = arith.constant -5718471626015965606 : index
  %j = arith.addi %i, %c : index
  %k = affine.apply affine_map<()[s0] -> (s0 * 16 - 738174352292308384)>()[%j]
  %x = memref.load %a[%k] : memref<4096xf32>
  return %x : f32
}

// CHECK-LABEL: func @near(
// CHECK: {{affine.apply|overflow<nsw>}}
func.func @near(%a: memref<4096xf32>, %i: index) -> f32 {
  %k = affine.apply affine_map<()[s0] -> (s0 * 16 + 738174352)>()[%i]
  %x = memref.load %a[%k] : memref<4096xf32>
  return %x : f32
}

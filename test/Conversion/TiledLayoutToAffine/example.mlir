// The example of the pass's description, to the letter.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s --match-full-lines --strict-whitespace

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @load(%m: memref<20x300xf32, #t>, %i: index, %j: index) -> f32 {
  %v = memref.load %m[%i, %j] : memref<20x300xf32, #t>
  return %v : f32
}

//      CHECK:#map = affine_map<()[s0] -> (s0 floordiv 8)>
// CHECK-NEXT:#map1 = affine_map<()[s0] -> (s0 floordiv 128)>
// CHECK-NEXT:#map2 = affine_map<()[s0] -> (s0 mod 8)>
// CHECK-NEXT:#map3 = affine_map<()[s0] -> (s0 mod 128)>
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @load(%arg0: memref<3x3x8x128xf32>, %arg1: index, %arg2: index) -> f32 {
// CHECK-NEXT:    %0 = affine.apply #map()[%arg1]
// CHECK-NEXT:    %1 = affine.apply #map1()[%arg2]
// CHECK-NEXT:    %2 = affine.apply #map2()[%arg1]
// CHECK-NEXT:    %3 = affine.apply #map3()[%arg2]
// CHECK-NEXT:    %4 = memref.load %arg0[%0, %1, %2, %3] : memref<3x3x8x128xf32>
// CHECK-NEXT:    return %4 : f32
// CHECK-NEXT:  }
// CHECK-NEXT:}

// Where is it asserted that the tiles of an exact layout divide?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

// CHECK-DAG: #[[$REST:.+]] = affine_map<()[s0] -> (s0 mod 8)>

#exact = #tiled_layout.layout<{1,0:T(8,128)}, exact>

// CHECK-LABEL: func @alloc
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @alloc(%n: index) -> memref<?x256xf32, #exact> {
  // CHECK: %[[R:.+]] = affine.apply #[[$REST]]()[%[[N]]]
  // CHECK: %[[OK:.+]] = arith.cmpi eq, %[[R]], %c0
  // CHECK: cf.assert %[[OK]], "a tile of an exact layout does not divide"
  // CHECK: memref.alloc
  %m = memref.alloc(%n) : memref<?x256xf32, #exact>
  return %m : memref<?x256xf32, #exact>
}

// CHECK-LABEL: func @adopt
func.func @adopt(%f: memref<?xf32>, %n: index) -> memref<?x256xf32, #exact> {
  // CHECK: cf.assert
  %m = tiled_layout.from_physical %f(%n) : memref<?xf32> to memref<?x256xf32, #exact>
  return %m : memref<?x256xf32, #exact>
}

// What exists has been checked; static extents were, by the type.
// CHECK-LABEL: func @access
func.func @access(%m: memref<?x256xf32, #exact>, %i: index) -> f32 {
  // CHECK-NOT: cf.assert
  %n = memref.alloc() : memref<16x256xf32, #exact>
  %v = memref.load %m[%i, %i] : memref<?x256xf32, #exact>
  // CHECK: return
  return %v : f32
}

// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK: #[[$ROW:.+]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK: #[[$COLUMN:.+]] = affine_map<(d0, d1) -> (d0 * 128 + d1)>
// CHECK: #[[$LAST:.+]] = affine_map<(d0) -> (d0 + 16)>
// CHECK-LABEL: func.func @clear(%{{.*}}: memref<20x256xf32, {{.*}}>, %{{.*}}: f32) {
func.func @clear(%a: memref<20x256xf32, #t>, %v: f32) {
  // CHECK-NEXT: affine.for %[[TILE:.+]] = 0 to 2 {
  // CHECK-NEXT:   affine.for %[[COLUMN:.+]] = 0 to 2 {
  // CHECK-NEXT:     affine.for %[[R:.+]] = 0 to 8 {
  // CHECK-NEXT:       affine.for %[[C:.+]] = 0 to 128 {
  // CHECK-NEXT:         %[[I:.+]] = affine.apply #[[$ROW]](%[[TILE]], %[[R]])
  // CHECK-NEXT:         %[[J:.+]] = affine.apply #[[$COLUMN]](%[[COLUMN]], %[[C]])
  // CHECK-NEXT:         affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
  // CHECK-NEXT:       } {tiled_layout.loop = #tiled_layout.loop<run>}
  // CHECK-NEXT:     } {tiled_layout.loop = #tiled_layout.loop<rows>}
  // CHECK-NEXT:   } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  // CHECK-NEXT: } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  // CHECK-NEXT: affine.for %[[COLUMN:.+]] = 0 to 2 {
  // CHECK-NEXT:   affine.for %[[R:.+]] = 0 to 4 {
  // CHECK-NEXT:     affine.for %[[C:.+]] = 0 to 128 {
  // CHECK-NEXT:       %[[I:.+]] = affine.apply #[[$LAST]](%[[R]])
  // CHECK-NEXT:       %[[J:.+]] = affine.apply #[[$COLUMN]](%[[COLUMN]], %[[C]])
  // CHECK-NEXT:       affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
  // CHECK-NEXT:     } {tiled_layout.loop = #tiled_layout.loop<run>}
  // CHECK-NEXT:   } {tiled_layout.loop = #tiled_layout.loop<rows>}
  // CHECK-NEXT: } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  // CHECK-NEXT: return
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 256 {
      affine.store %v, %a[%i, %j] : memref<20x256xf32, #t>
    }
  }
  return
}

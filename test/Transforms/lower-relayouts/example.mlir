// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s

// The example in the description of the pass.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK: #[[$SOURCE:.*]] = affine_map<(d0) -> (d0 * 16)>
// CHECK: #[[$DEST:.*]] = affine_map<(d0) -> (d0 * 128)>
// CHECK-LABEL: @relayout
// CHECK: %[[FROM:.*]] = memref.collapse_shape %{{.*}} {{\[}}[0, 1]] : memref<16x16xf32> into memref<256xf32>
// CHECK: %[[TO:.*]] = tiled_layout.to_physical %{{.*}} to memref<2048xf32>
// CHECK: %[[ROWS:.*]] = arith.constant 16 : index
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]]
// CHECK-NEXT: %[[P:.*]] = affine.apply #[[$SOURCE]](%[[I]])
// CHECK-NEXT: %[[V:.*]] = vector.load %[[FROM]][%[[P]]] : memref<256xf32>, vector<16xf32>
// CHECK-NEXT: %[[Q:.*]] = affine.apply #[[$DEST]](%[[I]])
// CHECK-NEXT: vector.store %[[V]], %[[TO]][%[[Q]]] : memref<2048xf32>, vector<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @relayout(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>)
                        outs(%b : memref<16x16xf32, #t>)
  return
}

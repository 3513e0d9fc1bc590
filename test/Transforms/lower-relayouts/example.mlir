// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s

// The example in the description of the pass.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK: #[[$SOURCE:.*]] = affine_map<(d0) -> (d0 * 16)>
// CHECK: #[[$DEST:.*]] = affine_map<(d0) -> (d0 * 128)>
// CHECK-LABEL: @relayout
// CHECK: %[[FROM:.*]] = memref.collapse_shape %{{.*}} {{\[}}[0, 1]] : memref<128x16xf32> into memref<2048xf32>
// CHECK: %[[TO:.*]] = tiled_layout.to_physical %{{.*}} to memref<16384xf32>
// CHECK: %[[ROWS:.*]] = arith.constant 128 : index
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]]
// CHECK-NEXT: %[[P:.*]] = affine.apply #[[$SOURCE]](%[[I]])
// CHECK-NEXT: %[[Q:.*]] = affine.apply #[[$DEST]](%[[I]])
// CHECK-NEXT: %[[V:.*]] = vector.load %[[FROM]][%[[P]]] : memref<2048xf32>, vector<16xf32>
// CHECK-NEXT: vector.store %[[V]], %[[TO]][%[[Q]]] : memref<16384xf32>, vector<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @relayout(%a: memref<128x16xf32>, %b: memref<128x16xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<128x16xf32>)
                        outs(%b : memref<128x16xf32, #t>)
  return
}

// Loops over few rows are straight code, and so are those of a tile.

// CHECK-LABEL: @few_rows
// CHECK-NOT: scf.for
// CHECK-COUNT-16: vector.store {{.*}} vector<16xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func @few_rows(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>)
                        outs(%b : memref<16x16xf32, #t>)
  return
}

// A run of 6.25 vectors is six vectors and a shorter one.

// CHECK-LABEL: @run
// CHECK: scf.for
// CHECK-COUNT-6: vector.store {{.*}} vector<16xf32>
// CHECK: vector.store {{.*}} vector<4xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func @run(%a: memref<80x100xf32>, %b: memref<80x100xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<80x100xf32>)
                        outs(%b : memref<80x100xf32, #t>)
  return
}

// What is left of 6.4 vectors is no power of two: the last vector overlaps.

// CHECK-LABEL: @overlap
// CHECK: scf.for
// CHECK-COUNT-7: vector.store {{.*}} vector<16xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func @overlap(%a: memref<80x103xf32>, %b: memref<80x103xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<80x103xf32>)
                        outs(%b : memref<80x103xf32, #t>)
  return
}

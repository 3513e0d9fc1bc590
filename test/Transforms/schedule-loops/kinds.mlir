// Is every kind of loop cut at the edges of tiles?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops --canonicalize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{0:T(8)}>

// Run-time bounds: the tile that the first bound lies in, whole tiles, the tile
// that the last bound lies in.
// CHECK-LABEL: func @affine_for
// CHECK-SAME: %[[FROM:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index
func.func @affine_for(%m: memref<?xf32, #t>, %from: index, %to: index, %v: f32) {
  // CHECK: affine.for %[[I:.+]] = affine_map<()[s0] -> (s0 floordiv 8)>()[%[[FROM]]] to affine_map<()[s0] -> (s0 ceildiv 8)>()[%[[FROM]]]
  // CHECK:   affine.for %[[K:.+]] = max affine_map<(d0)[s0] -> (d0 * -8 + s0, 0)>(%[[I]])[%[[FROM]]] to min affine_map<(d0)[s0] -> (d0 * -8 + s0, 8)>(%[[I]])[%[[TO]]]
  // CHECK:     affine.store %{{.*}}[%[[I]] * 8 + %[[K]]]
  // CHECK: affine.for %[[I:.+]] = affine_map<()[s0] -> (s0 ceildiv 8)>()[%[[FROM]]] to affine_map<()[s0] -> (s0 floordiv 8)>()[%[[TO]]]
  // CHECK:   affine.for %[[K:.+]] = 0 to 8
  // CHECK: affine.for %[[I:.+]] = max affine_map<()[s0, s1] -> (s1 floordiv 8, s0 ceildiv 8)>()[%[[FROM]], %[[TO]]] to affine_map<()[s0] -> (s0 ceildiv 8)>()[%[[TO]]]
  // CHECK:   affine.for %[[K:.+]] = 0 to min affine_map<(d0)[s0] -> (d0 * -8 + s0, 8)>(%[[I]])[%[[TO]]]
  affine.for %i = %from to %to {
    affine.store %v, %m[%i] : memref<?xf32, #t>
  }
  return
}

// A value is carried through all parts.
// CHECK-LABEL: func @scf_for
func.func @scf_for(%m: memref<21xf32, #t>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  // CHECK: %[[WHOLE:.+]] = scf.for %[[I:.+]] = %c0 to %c2 step %c1 iter_args(%[[A:.+]] = %{{.+}})
  // CHECK:   %[[TILE:.+]] = scf.for %[[K:.+]] = %c0 to %c8 step %c1 iter_args(%{{.+}} = %[[A]])
  // CHECK:   scf.yield %[[TILE]]
  // CHECK: %[[SUM:.+]] = scf.for %{{.+}} = %c0 to %c5 step %c1 iter_args(%{{.+}} = %[[WHOLE]])
  // CHECK: return %[[SUM]]
  %sum = scf.for %i = %c0 to %c21 step %c1 iter_args(%acc = %init) -> f32 {
    %v = memref.load %m[%i] : memref<21xf32, #t>
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

// The loop over tiles stays parallel.
// CHECK-LABEL: func @scf_parallel
func.func @scf_parallel(%m: memref<21xf32, #t>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  // CHECK: scf.parallel (%[[I:.+]]) = (%c0) to (%c2) step (%c1)
  // CHECK:   scf.for %[[K:.+]] = %c0 to %c8
  // CHECK: scf.for %{{.+}} = %c0 to %c5
  scf.parallel (%i) = (%c0) to (%c21) step (%c1) {
    memref.store %v, %m[%i] : memref<21xf32, #t>
  }
  return
}

// CHECK-LABEL: func @forall
func.func @forall(%m: memref<16xf32, #t>, %v: f32) {
  // CHECK: scf.forall (%[[I:.+]]) in (2)
  // CHECK:   scf.for %[[K:.+]] = %c0 to %c8
  // CHECK-NOT: scf.for
  scf.forall (%i) in (16) {
    memref.store %v, %m[%i] : memref<16xf32, #t>
  }
  return
}

// CHECK-LABEL: func @affine_parallel
func.func @affine_parallel(%m: memref<16xf32, #t>, %v: f32) {
  // CHECK: affine.parallel (%[[I:.+]]) = (0) to (2)
  // CHECK:   affine.for %[[K:.+]] = 0 to 8
  // CHECK:     affine.store %{{.*}}[%[[I]] * 8 + %[[K]]]
  affine.parallel (%i) = (0) to (16) {
    affine.store %v, %m[%i] : memref<16xf32, #t>
  }
  return
}

// A step that does not divide the tile: three tiles are eight iterations.
// CHECK-LABEL: func @step
func.func @step(%m: memref<48xf32, #t>, %v: f32) {
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK:   affine.for %[[K:.+]] = 0 to 3
  // CHECK:     affine.store %{{.*}}[%[[I]] * 24 + %[[K]] * 3]
  // CHECK:   affine.for %[[K:.+]] = 3 to 6
  // CHECK:   affine.for %[[K:.+]] = 6 to 8
  affine.for %i = 0 to 48 step 3 {
    affine.store %v, %m[%i] : memref<48xf32, #t>
  }
  return
}

// A loop within a tile that another loop has chosen counts from there.
// CHECK-LABEL: func @already_cut
func.func @already_cut(%m: memref<48xf32, #t>, %v: f32) {
  // CHECK: affine.for %[[I:.+]] = 0 to 48 step 8
  // CHECK:   affine.for %[[K:.+]] = 0 to 8
  // CHECK:     affine.store %{{.*}}[%[[I]] + %[[K]]]
  affine.for %tile = 0 to 48 step 8 {
    affine.for %i = affine_map<(d0) -> (d0)>(%tile) to affine_map<(d0) -> (d0 + 8)>(%tile) {
      affine.store %v, %m[%i] : memref<48xf32, #t>
    }
  }
  return
}

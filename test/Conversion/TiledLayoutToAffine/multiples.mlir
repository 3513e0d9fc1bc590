// What loops that a program has cut into blocks, and assumptions, say of what an
// index is a multiple of: no division is left of an index within a tile.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | FileCheck %s --check-prefix=LINEAR

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0) -> (d0 floordiv 8)>
// CHECK-DAG: #[[$COLUMN:.*]] = affine_map<(d0) -> (d0 floordiv 128)>
// CHECK-DAG: #[[$ASSUMED:.*]] = affine_map<()[s0] -> (s0 floordiv 8)>
// CHECK-DAG: #[[$BEHIND:.*]] = affine_map<()[s0] -> (s0 floordiv 128 + 1)>
// CHECK-DAG: #[[$AT5:.*]] = affine_map<() -> (5)>
// CHECK-DAG: #[[$AT72:.*]] = affine_map<() -> (72)>
// LINEAR-DAG: #[[$POSITION:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 128 + d2 * 8 + d3)>
// LINEAR-DAG: #[[$ASSUMED:.*]] = affine_map<()[s0, s1] -> (s0 * 1024 + s1 * 8 + 1736)>

// CHECK-LABEL: func @blocks(
// LINEAR-LABEL: func @blocks(
func.func @blocks(%m: memref<64x1024xf32, #t>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c1024 = arith.constant 1024 : index
  // CHECK: scf.for %[[I:[a-z0-9]*]] =
  // LINEAR: scf.for %[[I:[a-z0-9]*]] =
  scf.for %I = %c0 to %c64 step %c8 {
    // CHECK: scf.for %[[J:[a-z0-9]*]] =
    // LINEAR: scf.for %[[J:[a-z0-9]*]] =
    scf.for %J = %c0 to %c1024 step %c128 {
      // CHECK: scf.for %[[R:[a-z0-9]*]] =
      // LINEAR: scf.for %[[R:[a-z0-9]*]] =
      scf.for %r = %c0 to %c8 step %c1 {
        // CHECK: scf.for %[[C:[a-z0-9]*]] =
        // LINEAR: scf.for %[[C:[a-z0-9]*]] =
        scf.for %c = %c0 to %c128 step %c1 {
          %i = arith.addi %I, %r : index
          %j = arith.addi %J, %c : index
          // CHECK: %[[A:.*]] = affine.apply #[[$ROW]](%[[I]])
          // CHECK: %[[B:.*]] = affine.apply #[[$COLUMN]](%[[J]])
          // CHECK: affine.apply #{{.*}}(%[[R]])
          // CHECK: affine.apply #{{.*}}(%[[C]])
          // CHECK: memref.store
          // LINEAR: affine.apply #[[$POSITION]](%[[I]], %[[R]], %[[J]], %[[C]])
          memref.store %x, %m[%i, %j] : memref<64x1024xf32, #t>
        }
      }
    }
  }
  return
}

// Sums that may wrap around for all that is known of %i and %j, but not as indices
// of an array.
// CHECK-LABEL: func @assumed(
// CHECK-SAME: %[[M:[a-z0-9]*]]: memref<8x8x8x128xf32>, %[[I:[a-z0-9]*]]: index, %[[J:[a-z0-9]*]]: index
func.func @assumed(%m: memref<64x1024xf32, #t>, %i: index, %j: index) -> f32 {
  %c5 = arith.constant 5 : index
  %c200 = arith.constant 200 : index
  %i8 = tiled_layout.assume_multiple %i, 8
  %j128 = tiled_layout.assume_multiple %j, 128
  %i5 = arith.addi %i8, %c5 : index
  %j200 = arith.addi %j128, %c200 : index
  // CHECK-NOT: tiled_layout.assume_multiple
  // CHECK: %[[A:.*]] = affine.apply #[[$ASSUMED]]()[%[[I]]]
  // CHECK: %[[B:.*]] = affine.apply #[[$BEHIND]]()[%[[J]]]
  // CHECK: %[[FIVE:.*]] = affine.apply #[[$AT5]]()
  // CHECK: %[[C:.*]] = affine.apply #[[$AT72]]()
  // CHECK: memref.load %[[M]][%[[A]], %[[B]], %[[FIVE]], %[[C]]]
  // LINEAR-LABEL: func @assumed(
  // LINEAR-SAME: %{{.+}}: memref<65536xf32>, %[[I:.+]]: index, %[[J:.+]]: index
  // LINEAR: affine.apply #[[$ASSUMED]]()[%[[I]], %[[J]]]
  %x = memref.load %m[%i5, %j200] : memref<64x1024xf32, #t>
  return %x : f32
}

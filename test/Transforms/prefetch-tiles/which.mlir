// Which lines of which tiles are fetched, and which are not?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-prefetch-tiles=min-bytes=131072 --mlir-print-local-scope | FileCheck %s

#run = #tiled_layout.loop<run>

// Of a tile of 8 rows, the two first, which are 16 lines, in the loop over
// tiles and not in the one over rows; views of the array are the array. Of the
// tile above, nothing: the row of tiles before has loaded it.
// CHECK-LABEL: func @two_rows(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4x8x128x1xf32>
func.func @two_rows(%a: memref<?x4x8x128x1xf32>, %b: memref<?x4x8x128xf32>, %n: index) {
  // CHECK: affine.for %[[I:.+]] = 1 to
  // CHECK-NEXT: affine.for %[[J:.+]] = 0 to 3
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] + 1, %[[J]] + 1, 0, 0, 0], read
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] + 1, %[[J]] + 1, 0, 16, 0], read
  // CHECK-COUNT-13: affine.prefetch
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] + 1, %[[J]] + 1, 1, 112, 0], read
  // CHECK-NOT: affine.prefetch
  %v = memref.collapse_shape %a [[0], [1], [2], [3, 4]] : memref<?x4x8x128x1xf32> into memref<?x4x8x128xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 3 {
      affine.for %r = 0 to 6 {
        affine.for %c = 0 to 128 step 32 {
          %x = affine.vector_load %v[%i, %j + 1, %r + 2, %c] : memref<?x4x8x128xf32>, vector<32xf32>
          affine.vector_store %x, %b[%i, %j + 1, %r, %c] : memref<?x4x8x128xf32>, vector<32xf32>
        } {tiled_layout.loop = #run}
      }
      affine.for %r = 0 to 2 {
        affine.for %c = 0 to 128 step 32 {
          %x = affine.vector_load %v[%i - 1, %j + 1, %r + 6, %c] : memref<?x4x8x128xf32>, vector<32xf32>
          %y = affine.vector_load %v[%i + 1, %j + 1, %r, %c] : memref<?x4x8x128xf32>, vector<32xf32>
          %z = arith.addf %x, %y : vector<32xf32>
          affine.vector_store %z, %b[%i, %j + 1, %r + 6, %c] : memref<?x4x8x128xf32>, vector<32xf32>
        } {tiled_layout.loop = #run}
      }
    }
  }
  return
}

// -----

#run = #tiled_layout.loop<run>

// Arrays that stay in cache: of fewer bytes than 131072.
// CHECK-LABEL: func @small
// CHECK-NOT: affine.prefetch
func.func @small(%a: memref<31x32x2x16xf32>, %b: memref<31x32x2x16xf32>) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 step 16 {
        %0 = affine.vector_load %a[%i, %j, 0, %c] : memref<31x32x2x16xf32>, vector<16xf32>
        %1 = affine.vector_load %a[%i, %j, 1, %c] : memref<31x32x2x16xf32>, vector<16xf32>
        %2 = affine.vector_load %a[%i + 1, %j, 0, %c] : memref<31x32x2x16xf32>, vector<16xf32>
        affine.vector_store %0, %b[%i, %j, 0, %c] : memref<31x32x2x16xf32>, vector<16xf32>
        affine.vector_store %1, %b[%i, %j, 1, %c] : memref<31x32x2x16xf32>, vector<16xf32>
        affine.vector_store %2, %b[%i, %j, 0, %c] : memref<31x32x2x16xf32>, vector<16xf32>
      } {tiled_layout.loop = #run}
    }
  }
  return
}

// -----

#run = #tiled_layout.loop<run>

// A whole tile of the next row goes on where the one before it has ended, and
// the first rows of one alone have nothing to wait behind.
// CHECK-LABEL: func @followed
// CHECK-NOT: affine.prefetch
func.func @followed(%a: memref<512x32x2x16xf32>, %b: memref<512x32x2x16xf32>) {
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %r = 0 to 2 {
        affine.for %c = 0 to 16 step 16 {
          %0 = affine.vector_load %a[%i, %j, %r, %c] : memref<512x32x2x16xf32>, vector<16xf32>
          %1 = affine.vector_load %a[%i + 1, %j, %r, %c] : memref<512x32x2x16xf32>, vector<16xf32>
          %2 = arith.addf %0, %1 : vector<16xf32>
          affine.vector_store %2, %b[%i, %j, %r, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        } {tiled_layout.loop = #run}
      }
    }
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 step 16 {
        %0 = affine.vector_load %a[%i + 1, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %0, %b[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
      } {tiled_layout.loop = #run}
    }
  }
  return
}

// -----

#run = #tiled_layout.loop<run>

// No loop comes to the other row of tiles, or it is not known which is the next
// one; loops that are no runs of ours; single elements.
// CHECK-LABEL: func @others
// CHECK-NOT: affine.prefetch
func.func @others(%a: memref<512x32x2x16xf32>, %b: memref<512x32x2x16xf32>, %k: index) {
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 step 16 {
        %0 = affine.vector_load %a[0, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %1 = affine.vector_load %a[0, %j, 1, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %2 = affine.vector_load %a[1, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %3 = affine.vector_load %a[%i + symbol(%k), %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %0, %b[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %1, %b[%i, %j, 1, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %2, %b[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %3, %b[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
      } {tiled_layout.loop = #run}
    }
  }
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 step 16 {
        %0 = affine.vector_load %a[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %1 = affine.vector_load %a[%i, %j, 1, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        %2 = affine.vector_load %a[%i + 1, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %0, %b[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %1, %b[%i, %j, 1, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        affine.vector_store %2, %b[%i, %j, 0, %c] : memref<512x32x2x16xf32>, vector<16xf32>
      }
    }
  }
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %r = 0 to 2 {
        affine.for %c = 0 to 16 step 16 {
          %0 = affine.vector_load %a[%i, %j, %r, %c] : memref<512x32x2x16xf32>, vector<16xf32>
          affine.vector_store %0, %b[%i, %j, %r, %c] : memref<512x32x2x16xf32>, vector<16xf32>
        } {tiled_layout.loop = #run}
      }
      %1 = affine.load %a[%i + 1, %j, 0, 0] : memref<512x32x2x16xf32>
      affine.store %1, %b[%i, %j, 0, 0] : memref<512x32x2x16xf32>
    }
  }
  return
}

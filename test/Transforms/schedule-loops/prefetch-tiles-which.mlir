// Which lines of which tiles are fetched, and which are not?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=fields=l3-bytes=262144 --tiled-layout-schedule-loops=steps=prefetch-tiles --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=fields=l3-bytes=262144 --tiled-layout-schedule-loops=steps=prefetch-tiles --convert-tiled-layout-to-affine --mlir-print-local-scope | FileCheck %s --check-prefix=PHYSICAL

#run = #tiled_layout.loop<run>
#tiles = #tiled_layout.loop<tiles>
!A = memref<?x512xf32, #tiled_layout.layout<{1,0:T(8,128)}>>

// Of a tile of 8 rows, the two first, which are 16 lines, in the loop over
// tiles and not in the one over rows. Of the tile above, nothing: the row of
// tiles before has loaded it.
// CHECK-LABEL: func @two_rows(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x512xf32
// PHYSICAL-LABEL: func @two_rows(
// PHYSICAL-SAME: %[[A:[a-z0-9]+]]: memref<?x4x8x128xf32>
func.func @two_rows(%a: !A, %b: !A, %n: index) {
  // CHECK: affine.for %[[I:.+]] = 1 to
  // CHECK-NEXT: affine.for %[[J:.+]] = 0 to 3
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 8 + 8, %[[J]] * 128 + 128], read
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 8 + 8, %[[J]] * 128 + 144], read
  // CHECK-COUNT-13: affine.prefetch
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 8 + 9, %[[J]] * 128 + 240], read
  // CHECK-NOT: affine.prefetch
  // PHYSICAL: affine.for %[[I:.+]] = 1 to
  // PHYSICAL-NEXT: affine.for %[[J:.+]] = 0 to 3
  // PHYSICAL-NEXT: affine.prefetch %[[A]][%[[I]] + 1, %[[J]] + 1, 0, 0], read
  // PHYSICAL-NEXT: affine.prefetch %[[A]][%[[I]] + 1, %[[J]] + 1, 0, 16], read
  // PHYSICAL-COUNT-13: affine.prefetch
  // PHYSICAL-NEXT: affine.prefetch %[[A]][%[[I]] + 1, %[[J]] + 1, 1, 112], read
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 3 {
      affine.for %r = 0 to 6 {
        affine.for %c = 0 to 128 {
          %x = affine.load %a[%i * 8 + %r + 2, %j * 128 + %c + 128] : !A
          affine.store %x, %b[%i * 8 + %r, %j * 128 + %c + 128] : !A
        } {tiled_layout.loop = #run}
      }
      affine.for %r = 0 to 2 {
        affine.for %c = 0 to 128 step 32 {
          %x = affine.vector_load %a[%i * 8 + %r - 2, %j * 128 + %c + 128] : !A, vector<32xf32>
          %y = affine.vector_load %a[%i * 8 + %r + 8, %j * 128 + %c + 128] : !A, vector<32xf32>
          %z = arith.addf %x, %y : vector<32xf32>
          affine.vector_store %z, %b[%i * 8 + %r + 6, %j * 128 + %c + 128] : !A, vector<32xf32>
        } {tiled_layout.loop = #run}
      }
    } {tiled_layout.loop = #tiles}
  }
  return
}

// -----

#run = #tiled_layout.loop<run>
#tiles = #tiled_layout.loop<tiles>
!A = memref<1024x512xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>

// Two rows that share words share lines; one run goes over both, and over a tile
// and a half: the first half of the tile below its own, in another column, too.
// CHECK-LABEL: func @words(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<1024x512xbf16
func.func @words(%a: !A, %b: !A) {
  // CHECK: affine.for %[[I:.+]] = 0 to 127
  // CHECK-NEXT: affine.for %[[J:.+]] = 0 to 3
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 8 + 8, %[[J]] * 128], read
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 8 + 8, %[[J]] * 128 + 16], read
  // CHECK-COUNT-5: affine.prefetch
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 8 + 8, %[[J]] * 128 + 112], read
  // CHECK-NEXT: affine.prefetch %[[A]][%[[I]] * 8 + 8, %[[J]] * 128 + 128], read
  // CHECK-COUNT-3: affine.prefetch
  // CHECK-NOT: affine.prefetch
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 3 {
      affine.for %r = 0 to 8 {
        affine.for %c = 0 to 128 {
          %x = affine.load %a[%i * 8 + %r, %j * 128 + %c] : !A
          affine.store %x, %b[%i * 8 + %r, %j * 128 + %c] : !A
        } {tiled_layout.loop = #run}
      }
      affine.for %k = 0 to 384 {
        %x = affine.load %a[%i * 8 + 8 + %k mod 2, %j * 128 + %k floordiv 2] : !A
        affine.store %x, %b[%i * 8 + %k mod 2, %j * 128 + %k floordiv 2] : !A
      } {tiled_layout.loop = #run}
    } {tiled_layout.loop = #tiles}
  }
  return
}

// -----

#run = #tiled_layout.loop<run>
#tiles = #tiled_layout.loop<tiles>
!A = memref<62x512xf32, #tiled_layout.layout<{1,0:T(2,16)}>>

// Arrays that stay in cache: of fewer bytes than 131072.
// CHECK-LABEL: func @small
// CHECK-NOT: affine.prefetch
func.func @small(%a: !A, %b: !A) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 {
        %0 = affine.load %a[%i * 2, %j * 16 + %c] : !A
        %1 = affine.load %a[%i * 2 + 1, %j * 16 + %c] : !A
        %2 = affine.load %a[%i * 2 + 2, %j * 16 + %c] : !A
        affine.store %0, %b[%i * 2, %j * 16 + %c] : !A
        affine.store %1, %b[%i * 2 + 1, %j * 16 + %c] : !A
        affine.store %2, %b[%i * 2, %j * 16 + %c] : !A
      } {tiled_layout.loop = #run}
    } {tiled_layout.loop = #tiles}
  }
  return
}

// -----

#run = #tiled_layout.loop<run>
#tiles = #tiled_layout.loop<tiles>
!A = memref<1024x512xf32, #tiled_layout.layout<{1,0:T(2,16)}>>

// A whole tile of the next row goes on where the one before it has ended, and
// the first rows of one alone have nothing to wait behind.
// CHECK-LABEL: func @followed
// CHECK-NOT: affine.prefetch
func.func @followed(%a: !A, %b: !A) {
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %r = 0 to 2 {
        affine.for %c = 0 to 16 {
          %0 = affine.load %a[%i * 2 + %r, %j * 16 + %c] : !A
          %1 = affine.load %a[%i * 2 + %r + 2, %j * 16 + %c] : !A
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %b[%i * 2 + %r, %j * 16 + %c] : !A
        } {tiled_layout.loop = #run}
      }
    } {tiled_layout.loop = #tiles}
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 {
        %0 = affine.load %a[%i * 2 + 2, %j * 16 + %c] : !A
        affine.store %0, %b[%i * 2, %j * 16 + %c] : !A
      } {tiled_layout.loop = #run}
    } {tiled_layout.loop = #tiles}
  }
  return
}

// -----

#run = #tiled_layout.loop<run>
#tiles = #tiled_layout.loop<tiles>
!A = memref<1024x512xf32, #tiled_layout.layout<{1,0:T(2,16)}>>

// No loop comes to the other row of tiles, or it is not known which is the next
// one; loops that are no runs, or not over tiles; single elements; bounds that
// are not known within a tile.
// CHECK-LABEL: func @others
// CHECK-NOT: affine.prefetch
func.func @others(%a: !A, %b: !A, %k: index) {
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 {
        %0 = affine.load %a[0, %j * 16 + %c] : !A
        %1 = affine.load %a[1, %j * 16 + %c] : !A
        %2 = affine.load %a[2, %j * 16 + %c] : !A
        %3 = affine.load %a[%i * 2 + symbol(%k) * 2, %j * 16 + %c] : !A
        %4 = affine.load %a[%i + 2, %j * 16 + %c] : !A
        affine.store %0, %b[%i * 2, %j * 16 + %c] : !A
        affine.store %1, %b[%i * 2 + 1, %j * 16 + %c] : !A
        affine.store %2, %b[%i * 2, %j * 16 + %c] : !A
        affine.store %3, %b[%i * 2, %j * 16 + %c] : !A
        affine.store %4, %b[%i * 2, %j * 16 + %c] : !A
      } {tiled_layout.loop = #run}
    } {tiled_layout.loop = #tiles}
  }
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 {
        %0 = affine.load %a[%i * 2, %j * 16 + %c] : !A
        %1 = affine.load %a[%i * 2 + 1, %j * 16 + %c] : !A
        %2 = affine.load %a[%i * 2 + 2, %j * 16 + %c] : !A
        affine.store %0, %b[%i * 2, %j * 16 + %c] : !A
        affine.store %1, %b[%i * 2 + 1, %j * 16 + %c] : !A
        affine.store %2, %b[%i * 2, %j * 16 + %c] : !A
      }
    } {tiled_layout.loop = #tiles}
  }
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %r = 0 to 2 {
        affine.for %c = 0 to 16 {
          %0 = affine.load %a[%i * 2 + %r, %j * 16 + %c] : !A
          affine.store %0, %b[%i * 2 + %r, %j * 16 + %c] : !A
        } {tiled_layout.loop = #run}
      }
      %1 = affine.load %a[%i * 2 + 2, %j * 16] : !A
      affine.store %1, %b[%i * 2, %j * 16] : !A
    } {tiled_layout.loop = #tiles}
  }
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to %k {
        %0 = affine.load %a[%i * 2, %j * 16 + %c] : !A
        %1 = affine.load %a[%i * 2 + 1, %j * 16 + %c] : !A
        %2 = affine.load %a[%i * 2 + 2, %j * 16 + %c] : !A
        affine.store %0, %b[%i * 2, %j * 16 + %c] : !A
        affine.store %1, %b[%i * 2 + 1, %j * 16 + %c] : !A
        affine.store %2, %b[%i * 2, %j * 16 + %c] : !A
      } {tiled_layout.loop = #run}
    } {tiled_layout.loop = #tiles}
  }
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 16 {
        %0 = affine.load %a[%i * 2, %j * 16 + %c] : !A
        %1 = affine.load %a[%i * 2 + 1, %j * 16 + %c] : !A
        %2 = affine.load %a[%i * 2 + 2, %j * 16 + %c] : !A
        affine.store %0, %b[%i * 2, %j * 16 + %c] : !A
        affine.store %1, %b[%i * 2 + 1, %j * 16 + %c] : !A
        affine.store %2, %b[%i * 2, %j * 16 + %c] : !A
      } {tiled_layout.loop = #run}
    }
  }
  return
}

// -----

#run = #tiled_layout.loop<run>
#tiles = #tiled_layout.loop<tiles>
!Huge = memref<?x?xf32, #tiled_layout.layout<{1,0:T(1048576,1048576)}>>
!A = memref<?x512xf32, #tiled_layout.layout<{1,0:T(2,16)}>>

// Tiles that take long to go through, and divisions by what may be 0.
// CHECK-LABEL: func @odd
// CHECK-NOT: affine.prefetch
func.func @odd(%h: !Huge, %a: !A, %v: f32, %n: index) {
  affine.for %i = 0 to 511 {
    affine.for %j = 0 to 32 {
      affine.for %c = 0 to 1048576 {
        %0 = affine.load %h[%i * 1048576 + 1048576, %j * 1048576 + %c] : !Huge
        %1 = affine.load %a[%i * 2 + 2, %j * 16 + %c mod symbol(%n)] : !A
        %2 = affine.load %a[%i * 2, %j * 16 + %c] : !A
        affine.store %0, %a[%i * 2, %j * 16 + %c] : !A
        affine.store %1, %a[%i * 2, %j * 16 + %c] : !A
        affine.store %2, %a[%i * 2, %j * 16 + %c] : !A
      } {tiled_layout.loop = #run}
    } {tiled_layout.loop = #tiles}
  }
  return
}

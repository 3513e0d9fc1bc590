// Where are loops over several arrays cut, and in what order?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops --canonicalize --mlir-print-local-scope | FileCheck %s

#t4 = #tiled_layout.layout<{0:T(4)}>
#t6 = #tiled_layout.layout<{0:T(6)}>
#t8 = #tiled_layout.layout<{0:T(8)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Tiles that divide each other become loops within each other.
// CHECK-LABEL: func @nested
func.func @nested(%a: memref<24xf32, #t8>, %b: memref<24xf32, #t4>) {
  // CHECK: affine.for %[[I:.+]] = 0 to 3
  // CHECK:   affine.for %[[J:.+]] = 0 to 2
  // CHECK:     affine.for %[[K:.+]] = 0 to 4
  // CHECK:       affine.load %{{.*}}[%[[I]] * 8 + %[[J]] * 4 + %[[K]]]
  affine.for %i = 0 to 24 {
    %v = affine.load %a[%i] : memref<24xf32, #t8>
    affine.store %v, %b[%i] : memref<24xf32, #t4>
  }
  return
}

// Others become pieces of a common period, one after the other.
// CHECK-LABEL: func @pieces
func.func @pieces(%a: memref<24xf32, #t6>, %b: memref<24xf32, #t4>) {
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK:   affine.for %[[K:.+]] = 0 to 4
  // CHECK:     affine.load %{{.*}}[%[[I]] * 12 + %[[K]]]
  // CHECK:   affine.for %[[K:.+]] = 4 to 6
  // CHECK:   affine.for %[[K:.+]] = 6 to 8
  // CHECK:   affine.for %[[K:.+]] = 8 to 12
  affine.for %i = 0 to 24 {
    %v = affine.load %a[%i] : memref<24xf32, #t6>
    affine.store %v, %b[%i] : memref<24xf32, #t4>
  }
  return
}

// An offset moves the edges.
// CHECK-LABEL: func @offset
func.func @offset(%a: memref<24xf32, #t8>, %v: f32) {
  // CHECK: affine.for %[[K:.+]] = 3 to 8
  // CHECK:   affine.store %{{.*}}[%[[K]]]
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK:   affine.for %[[K:.+]] = 0 to 8
  // CHECK:     affine.store %{{.*}}[%[[I]] * 8 + %[[K]] + 8]
  affine.for %i = 0 to 21 {
    affine.store %v, %a[%i + 3] : memref<24xf32, #t8>
  }
  return
}

// Rows that share a word are written together, as one run.
// CHECK-LABEL: func @packed
func.func @packed(%a: memref<16x256xbf16, #packed> {llvm.noalias}, %b: memref<16x256xbf16, #packed> {llvm.noalias}) {
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK:   affine.for %[[J:.+]] = 0 to 2
  // CHECK:     affine.for %[[R:.+]] = 0 to 4
  // CHECK:       affine.for %[[Q:.+]] = 0 to 256
  // CHECK:         affine.load %{{.*}}[%[[I]] * 8 + %[[R]] * 2 + %[[Q]] mod 2, %[[J]] * 128 + %[[Q]] floordiv 2]
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<16x256xbf16, #packed>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #packed>
    }
  }
  return
}

// Arrays that may overlap keep the order.
// CHECK-LABEL: func @may_overlap
func.func @may_overlap(%a: memref<16x256xbf16, #packed>, %b: memref<16x256xbf16, #packed>) {
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK:   affine.for %[[R:.+]] = 0 to 4
  // CHECK:     affine.for %[[P:.+]] = 0 to 2
  // CHECK:       affine.for %[[J:.+]] = 0 to 2
  // CHECK:         affine.for %[[C:.+]] = 0 to 128
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<16x256xbf16, #packed>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #packed>
    }
  }
  return
}

// A sum over columns keeps their order; rows may change places.
// CHECK-LABEL: func @sum_columns
func.func @sum_columns(%a: memref<16x256xf32, #packed> {llvm.noalias}, %s: memref<16xf32> {llvm.noalias}) {
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK:   affine.for %[[J:.+]] = 0 to 2
  // CHECK:     affine.for %[[R:.+]] = 0 to 4
  // CHECK:       affine.for %[[C:.+]] = 0 to 128
  // CHECK:         affine.for %[[P:.+]] = 0 to 2
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<16x256xf32, #packed>
      %u = affine.load %s[%i] : memref<16xf32>
      %w = arith.addf %u, %v : f32
      affine.store %w, %s[%i] : memref<16xf32>
    }
  }
  return
}

#plain = #tiled_layout.layout<{1,0:T(8,128)}>

// The pieces of both dimensions stay in the loops over tiles: each tile is gone
// through once, the first row before the others, the first column before those.
// CHECK-LABEL: func @stencil
func.func @stencil(%a: memref<32x512xf32, #plain> {llvm.noalias}, %b: memref<32x512xf32, #plain> {llvm.noalias}) {
  // CHECK:      affine.for %[[I:.+]] = 0 to 2 {
  // CHECK-NEXT:   affine.for %[[J:.+]] = 0 to 2 {
  // CHECK:          affine.store %{{.*}}[%[[I]] * 8 + 8, %[[J]] * 128 + 128]
  // CHECK-NEXT:     affine.for %[[C:.+]] = 1 to 128 {
  // CHECK:            affine.store %{{.*}}[%[[I]] * 8 + 8, %[[J]] * 128 + %[[C]] + 128]
  // CHECK-NEXT:     } {tiled_layout.loop = #tiled_layout.loop<run, peeled = before>}
  // CHECK-NEXT:     affine.for %[[R:.+]] = 1 to 8 {
  // CHECK:            affine.store %{{.*}}[%[[I]] * 8 + %[[R]] + 8, %[[J]] * 128 + 128]
  // CHECK-NEXT:       affine.for %[[C:.+]] = 1 to 128 {
  // CHECK:              affine.store %{{.*}}[%[[I]] * 8 + %[[R]] + 8, %[[J]] * 128 + %[[C]] + 128]
  // CHECK-NEXT:       } {tiled_layout.loop = #tiled_layout.loop<run, peeled = before>}
  affine.for %i = 8 to 24 {
    affine.for %j = 128 to 384 {
      %u = affine.load %a[%i - 1, %j] : memref<32x512xf32, #plain>
      %l = affine.load %a[%i, %j - 1] : memref<32x512xf32, #plain>
      %x = arith.addf %u, %l : f32
      affine.store %x, %b[%i, %j] : memref<32x512xf32, #plain>
    }
  }
  return
}

// An iteration over tiles stores one tile, with a piece for each end of it that
// reads another one. The bounds cut off the first seven elements and the last one.
// CHECK-LABEL: func @store_begins_tiles
func.func @store_begins_tiles(%a: memref<34xf32, #t8>, %b: memref<34xf32, #t8>) {
  // CHECK:      affine.for %[[R:.+]] = 1 to 7 {
  // CHECK:        affine.store %{{.*}}[%[[R]]]
  // CHECK:      affine.store %{{.*}}[7]
  // CHECK:      affine.for %[[I:.+]] = 0 to 3 {
  // CHECK-NEXT:   affine.load %{{.*}}[%[[I]] * 8 + 7]
  // CHECK-NEXT:   affine.load %{{.*}}[%[[I]] * 8 + 9]
  // CHECK:        affine.store %{{.*}}[%[[I]] * 8 + 8]
  // CHECK-NEXT:   affine.for %[[R:.+]] = 1 to 7 {
  // CHECK:          affine.store %{{.*}}[%[[I]] * 8 + %[[R]] + 8]
  // CHECK-NEXT:   } {tiled_layout.loop = #tiled_layout.loop<run, peeled = both>}
  // CHECK:        affine.load %{{.*}}[%[[I]] * 8 + 16]
  // CHECK:        affine.store %{{.*}}[%[[I]] * 8 + 15]
  // CHECK-NEXT: } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  // CHECK:      affine.store %{{.*}}[32]
  affine.for %i = 1 to 33 {
    %u = affine.load %a[%i - 1] : memref<34xf32, #t8>
    %d = affine.load %a[%i + 1] : memref<34xf32, #t8>
    %x = arith.addf %u, %d : f32
    affine.store %x, %b[%i] : memref<34xf32, #t8>
  }
  return
}

// Each iteration reads what the row before has written: rows stay in order.
// CHECK-LABEL: func @recurrence
func.func @recurrence(%a: memref<24x256xbf16, #packed>) {
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK-NEXT: affine.for %[[C:.+]] = 0 to 127
  // CHECK-NEXT:   affine.load %{{.*}}[%[[I]] * 8 + 7, %[[C]] + 1]
  // CHECK-NEXT:   affine.store %{{.*}}[%[[I]] * 8 + 8, %[[C]]] : {{.*}}
  // CHECK-NEXT: } {tiled_layout.loop = #tiled_layout.loop<run, peeled = after>}
  // CHECK-NEXT: affine.load %{{.*}}[%[[I]] * 8 + 7, 128]
  // CHECK-NEXT: affine.store %{{.*}}[%[[I]] * 8 + 8, 127]
  affine.for %i = 8 to 24 {
    affine.for %j = 0 to 255 {
      %v = affine.load %a[%i - 1, %j + 1] : memref<24x256xbf16, #packed>
      affine.store %v, %a[%i, %j] : memref<24x256xbf16, #packed>
    }
  }
  return
}

#u = #tiled_layout.layout<{3,2,1,0:T(8,128)}>

// Iterations of a nest within other loops depend on each other, too: row i needs
// what row i - 1 has left further to the right, so that the row stays outside.
// CHECK-LABEL: func @inner_nest_depends
func.func @inner_nest_depends(%p: memref<2x4x32x257xf32>,
                              %x: memref<2x4x32x256xf32, #u> {llvm.noalias},
                              %s: memref<4xf32> {llvm.noalias}, %z: f32) {
  // CHECK: affine.for %{{.*}} = 0 to 2
  // CHECK:   affine.for %{{.*}} = 0 to 4
  // CHECK:     affine.for %[[I:.+]] = 1 to 8
  // CHECK:       affine.for %[[J:.+]] = 0 to 2
  // CHECK:         affine.for %[[C:.+]] = 0 to 128
  // CHECK:           affine.load %{{.*}}[%{{.*}}, %{{.*}}, %[[I]] - 1, %[[J]] * 128 + %[[C]] + 1]
  affine.for %q = 0 to 2 {
    affine.for %t = 0 to 4 {
      affine.store %z, %s[%t] : memref<4xf32>
      affine.for %i = 1 to 32 {
        affine.for %j = 0 to 256 {
          %v = affine.load %p[%q, %t, %i - 1, %j + 1] : memref<2x4x32x257xf32>
          %w = affine.load %x[%q, %t, %i, %j] : memref<2x4x32x256xf32, #u>
          %y = arith.addf %v, %w : f32
          affine.store %y, %p[%q, %t, %i, %j] : memref<2x4x32x257xf32>
        }
      }
    }
  }
  return
}

// Vectors that overlap depend on each other where their first elements do not:
// rows stay around columns.
// CHECK-LABEL: func @vectors
func.func @vectors(%a: memref<9x64xf32, #tiled_layout.layout<{1,0:T(8,16)}>>) {
  // CHECK: affine.for %[[I:.+]] = 1 to 8 {
  // CHECK-NEXT: affine.for %{{.+}} = 0 to 3 {
  // CHECK-NEXT: affine.for %{{.+}} = 0 to 2 {
  // CHECK-NEXT: affine.vector_load %{{.*}}[%[[I]] - 1,
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 7 {
      %v = affine.vector_load %a[%i - 1, %j * 8 + 4] : memref<9x64xf32, #tiled_layout.layout<{1,0:T(8,16)}>>, vector<8xf32>
      affine.vector_store %v, %a[%i, %j * 8] : memref<9x64xf32, #tiled_layout.layout<{1,0:T(8,16)}>>, vector<8xf32>
    }
  }
  return
}

// Those at multiples of their length are like elements.
// CHECK-LABEL: func @whole_vectors
func.func @whole_vectors(%a: memref<16x64xf32, #tiled_layout.layout<{1,0:T(8,16)}>>, %v: vector<8xf32>) {
  // CHECK: affine.for %{{.+}} = 0 to 2 {
  // CHECK-NEXT: affine.for %{{.+}} = 0 to 4 {
  // CHECK-NEXT: affine.for %{{.+}} = 0 to 16 {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 step 8 {
      affine.vector_store %v, %a[%i, %j] : memref<16x64xf32, #tiled_layout.layout<{1,0:T(8,16)}>>, vector<8xf32>
    }
  }
  return
}

// No row of a triangle has a whole tile: the last step is at 6, which goes up to
// column 14. MLIR would fold the bounds of what never runs to none.
// CHECK-LABEL: func @triangle
func.func @triangle(%a: memref<8x48xf32, #tiled_layout.layout<{1,0:T(8,16)}>>, %v: f32) {
  // CHECK: affine.for %{{.+}} = 0 to 8 step 3 {
  // CHECK-NEXT: affine.for %{{.+}} = 0 to 1 {
  // CHECK-NEXT: affine.for %{{.+}} = 0 to affine_map<(d0, d1) -> (d0 - d1 * 16 + 9)>
  // CHECK-NOT: affine.for
  affine.for %i = 0 to 8 step 3 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 9)>(%i) {
      affine.store %v, %a[%i, %j] : memref<8x48xf32, #tiled_layout.layout<{1,0:T(8,16)}>>
    }
  }
  return
}

// What is left at the end of each row of tiles comes with that row.
// CHECK-LABEL: func @ragged_columns
func.func @ragged_columns(%a: memref<20x300xf32, #plain>, %v: f32) {
  // CHECK:      affine.for %[[I:.+]] = 0 to 2 {
  // CHECK-NEXT:   affine.for %{{.+}} = 0 to 2 {
  // CHECK-NEXT:     affine.for %{{.+}} = 0 to 8 {
  // CHECK-NEXT:       affine.for %{{.+}} = 0 to 128 {
  // CHECK:        affine.for %[[R:.+]] = 0 to 8 {
  // CHECK-NEXT:     affine.for %[[C:.+]] = 0 to 44 {
  // CHECK:            affine.store %{{.*}}[%[[I]] * 8 + %[[R]], %[[C]] + 256]
  // CHECK:      affine.for %{{.+}} = 0 to 2 {
  // CHECK-NEXT:   affine.for %{{.+}} = 0 to 4 {
  // CHECK-NEXT:     affine.for %{{.+}} = 0 to 128 {
  // CHECK:      affine.for %{{.+}} = 0 to 4 {
  // CHECK-NEXT:   affine.for %{{.+}} = 0 to 44 {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      affine.store %v, %a[%i, %j] : memref<20x300xf32, #plain>
    }
  }
  return
}

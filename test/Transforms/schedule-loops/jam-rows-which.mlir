// Which loops take rows together?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows --canonicalize --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows --mlir-print-local-scope | FileCheck %s --check-prefix=NEST
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops="steps=jam-rows max-operations=10" | FileCheck %s --check-prefix=SMALL

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#plain = #tiled_layout.layout<{1,0:T(8,128)}>

// SMALL-NOT: step
// SMALL: func.func @element(
// SMALL-NOT: step

// Each element gets the same.
// CHECK-LABEL: func @elementwise
func.func @elementwise(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  // CHECK:      affine.for %[[I:.+]] = 0 to 16 step 2 {
  // CHECK-NEXT:   affine.for %[[J:.+]] = 0 to 256 {
  // CHECK:          affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
  // CHECK:          affine.store %{{.*}}, %{{.*}}[%[[I]] + 1, %[[J]]]
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}

// Two loops stay a perfect nest, with three the rows stay around the others.
// CHECK-LABEL: func @two_loops
func.func @two_loops(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  // NEST-LABEL: func @two_loops
  // NEST:      affine.for %[[I:.+]] = 0 to 16 step 2 {
  // NEST-NEXT:   affine.for
  // NEST-NEXT:     %[[NEXT:.+]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[I]])
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}
// CHECK-LABEL: func @three_loops
func.func @three_loops(%a: memref<16x64xbf16, #t> {llvm.noalias}, %b: memref<64x256xbf16, #t> {llvm.noalias}, %c: memref<16x256xf32> {llvm.noalias}) {
  // NEST-LABEL: func @three_loops
  // NEST:      affine.for %[[I:.+]] = 0 to 16 step 2 {
  // NEST-NEXT:   %[[NEXT:.+]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[I]])
  // NEST-NEXT:   affine.for
  // NEST-NEXT:     affine.for
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %k] : memref<16x64xbf16, #t>
        %y = affine.load %b[%k, %j] : memref<64x256xbf16, #t>
        %z = arith.mulf %x, %y : bf16
        %e = arith.extf %z : bf16 to f32
        %o = affine.load %c[%i, %j] : memref<16x256xf32>
        %s = arith.addf %o, %e : f32
        affine.store %s, %c[%i, %j] : memref<16x256xf32>
      }
    }
  }
  return
}

// Rows that share no words.
// CHECK-LABEL: func @unpacked
func.func @unpacked(%a: memref<16x256xbf16, #plain> {llvm.noalias}, %b: memref<16x256xbf16, #plain> {llvm.noalias}) {
  // CHECK-NOT: step
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #plain>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #plain>
    }
  }
  return
}

// A sum over a column goes on with what the row before has left.
// CHECK-LABEL: func @column_sum
func.func @column_sum(%a: memref<16x256xbf16, #t> {llvm.noalias}, %s: memref<256xbf16> {llvm.noalias}) {
  // CHECK: affine.for %[[I:.+]] = 0 to 16 step 2 {
  // CHECK:   affine.for
  // CHECK:     affine.load %{{.*}}[%[[I]], %{{.*}}]
  // CHECK:     affine.store
  // CHECK:     affine.load %{{.*}}[%[[I]] + 1, %{{.*}}]
  // CHECK:     affine.store
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<16x256xbf16, #t>
      %o = affine.load %s[%j] : memref<256xbf16>
      %w = arith.addf %o, %v : bf16
      affine.store %w, %s[%j] : memref<256xbf16>
    }
  }
  return
}

// What a row leaves further to the right, the next one would need too early.
// CHECK-LABEL: func @diagonal
func.func @diagonal(%a: memref<17x256xbf16, #t>) {
  // CHECK-NOT: step
  affine.for %i = 1 to 17 {
    affine.for %j = 0 to 255 {
      %v = affine.load %a[%i - 1, %j + 1] : memref<17x256xbf16, #t>
      affine.store %v, %a[%i, %j] : memref<17x256xbf16, #t>
    }
  }
  return
}

// The next row's first pass would overwrite what this row's second reads.
// CHECK-LABEL: func @passes
func.func @passes(%a: memref<16x256xbf16, #t> {llvm.noalias}, %s: memref<256xbf16> {llvm.noalias}) {
  // CHECK-NOT: step
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<16x256xbf16, #t>
      affine.store %v, %s[%j] : memref<256xbf16>
    }
    affine.for %j = 1 to 256 {
      %v = affine.load %s[%j - 1] : memref<256xbf16>
      affine.store %v, %a[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}

// Arrays that may overlap.
// CHECK-LABEL: func @overlap
func.func @overlap(%a: memref<16x256xbf16, #t>, %b: memref<16x256xbf16, #t>) {
  // CHECK-NOT: step
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}

// A loop within whose length depends on the row is run row by row.
// CHECK-LABEL: func @triangle
func.func @triangle(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  // CHECK: affine.for %[[I:.+]] = 0 to 16 step 2 {
  // CHECK:   affine.for %{{.*}} = 1 to affine_map<(d0) -> (d0)>(%[[I]]) {
  // CHECK:   }
  // CHECK:   affine.for %{{.*}} = 1 to affine_map<(d0) -> (d0 + 1)>(%[[I]]) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to affine_map<(d0) -> (d0)>(%i) {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  }
  return
}

// A loop of which the program says what it goes over stays, and so does one
// around it.
// CHECK-LABEL: func @planned
func.func @planned(%a: memref<16x256xbf16, #t> {llvm.noalias}, %b: memref<16x256xbf16, #t> {llvm.noalias}) {
  // CHECK-NOT: step
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    }
  } {tiled_layout.loop = #tiled_layout.loop<rows>}
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #t>
      affine.store %v, %b[%i, %j] : memref<16x256xbf16, #t>
    } {tiled_layout.loop = #tiled_layout.loop<run>}
  }
  return
}

// One element is no row.
// CHECK-LABEL: func @element
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @element(%a: memref<16x256xbf16> {llvm.noalias},
                   %b: memref<bf16, #tiled_layout.layout<{}>> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<16x256xbf16>
      affine.store %v, %b[] : memref<bf16, #tiled_layout.layout<{}>>
    }
  }
  return
}

// Which accesses are combined?
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=combine-words --cse | FileCheck %s

// Arrays whose words have dimensions of extent 1 behind them.
// CHECK-LABEL: func @unit
// CHECK-SAME:    %[[M:.+]]: memref<4x128x4x1xi8>
func.func @unit(%m: memref<4x128x4x1xi8>, %k: index, %c: index) -> i8 {
  // CHECK: %[[W:.+]] = memref.collapse_shape %[[M]] {{\[\[}}0], [1], [2, 3]] : memref<4x128x4x1xi8> into memref<4x128x4xi8>
  // CHECK: affine.vector_load %[[W]][symbol(%{{.*}}), symbol(%{{.*}}), 0] : memref<4x128x4xi8>, vector<4xi8>
  // CHECK: %[[S:.+]] = arith.constant 24 : i32
  // CHECK: arith.shrui %{{.*}}, %[[S]]
  // CHECK-NOT: load
  %v = affine.load %m[symbol(%k), symbol(%c), 3, 0] : memref<4x128x4x1xi8>
  %u = affine.load %m[symbol(%k), symbol(%c), 1, 0] : memref<4x128x4x1xi8>
  %w = arith.addi %v, %u : i8
  return %w : i8
}

// A place that is not known, a word that is too long, an element of a bit,
// elements that LLVM has no type for.
// CHECK-LABEL: func @not_words
func.func @not_words(%a: memref<4x2xbf16>, %b: memref<4x2xf32>, %c: memref<4x2xi1>, %d: memref<4x4xui8>, %e: memref<4x4xf8E5M2>, %i: index) -> (bf16, f32, i1, ui8, f8E5M2) {
  // CHECK-NOT: vector
  %x = affine.load %a[0, symbol(%i)] : memref<4x2xbf16>
  %y = affine.load %b[0, 1] : memref<4x2xf32>
  %z = affine.load %c[0, 1] : memref<4x2xi1>
  %v = affine.load %d[0, 1] : memref<4x4xui8>
  %w = affine.load %e[0, 1] : memref<4x4xf8E5M2>
  return %x, %y, %z, %v, %w : bf16, f32, i1, ui8, f8E5M2
}

// Words lie along runs. LLVM makes vectors around a loop over rows.
// CHECK-LABEL: func @roles(
func.func @roles(%m: memref<2x128x2xbf16>, %s: memref<128xbf16>, %k: index) {
  // CHECK:      affine.for
  // CHECK:        affine.vector_load %{{.*}} : memref<2x128x2xbf16>, vector<2xbf16>
  // CHECK:      {tiled_layout.loop = #tiled_layout.loop<run>}
  affine.for %c = 0 to 128 {
    %v = affine.load %m[symbol(%k), %c, 1] : memref<2x128x2xbf16>
    affine.store %v, %s[%c] : memref<128xbf16>
  } {tiled_layout.loop = #tiled_layout.loop<run>}
  // CHECK-NOT:  affine.vector_load
  affine.for %r = 0 to 2 {
    %v = affine.load %m[%r, symbol(%k), 1] : memref<2x128x2xbf16>
    affine.store %v, %s[%r] : memref<128xbf16>
  } {tiled_layout.loop = #tiled_layout.loop<rows>}
  return
}

// Half a word is stored alone.
// CHECK-LABEL: func @half
func.func @half(%m: memref<4x4xi8>, %v: i8) {
  // CHECK-COUNT-3: affine.store
  // CHECK-NOT: vector
  affine.store %v, %m[1, 0] : memref<4x4xi8>
  affine.store %v, %m[1, 1] : memref<4x4xi8>
  affine.store %v, %m[1, 3] : memref<4x4xi8>
  return
}

// An element that is stored twice ends as the last store leaves it.
// CHECK-LABEL: func @twice
// CHECK-SAME:    %{{.*}}, %[[V:.+]]: i16, %[[W:.+]]: i16)
func.func @twice(%m: memref<4x2xi16>, %v: i16, %w: i16) {
  // CHECK: affine.store %[[V]], %{{.*}}[1, 0]
  // CHECK: arith.extui %[[W]]
  // CHECK: arith.extui %[[V]]
  // CHECK: affine.vector_store
  affine.store %v, %m[1, 0] : memref<4x2xi16>
  affine.store %w, %m[1, 0] : memref<4x2xi16>
  affine.store %v, %m[1, 1] : memref<4x2xi16>
  return
}

// What is stored is loaded again; the neighbour is still known.
// CHECK-LABEL: func @stored_between
func.func @stored_between(%m: memref<4x2xi16>, %v: i16) -> (i16, i16, i16) {
  // CHECK: affine.vector_load
  // CHECK: affine.store
  // CHECK: arith.shrui
  // CHECK: affine.vector_load
  %a = affine.load %m[1, 0] : memref<4x2xi16>
  affine.store %v, %m[1, 0] : memref<4x2xi16>
  %b = affine.load %m[1, 1] : memref<4x2xi16>
  %c = affine.load %m[1, 0] : memref<4x2xi16>
  return %a, %b, %c : i16, i16, i16
}

// No access between two stores may touch the word: a load, another word of the
// array, an array that may be the same, a call.
// CHECK-LABEL: func @touched
func.func @touched(%m: memref<4x2xi16>, %n: memref<4x2xi16>, %o: memref<4x2xi16> {llvm.noalias}, %v: i16, %i: index) -> i16 {
  // CHECK-NOT: vector_store
  affine.store %v, %m[0, 0] : memref<4x2xi16>
  %w = memref.load %m[%i, %i] : memref<4x2xi16>
  affine.store %v, %m[0, 1] : memref<4x2xi16>
  affine.store %v, %m[symbol(%i), 0] : memref<4x2xi16>
  affine.store %v, %m[1, 1] : memref<4x2xi16>
  affine.store %v, %m[symbol(%i), 1] : memref<4x2xi16>
  affine.store %v, %m[2, 0] : memref<4x2xi16>
  memref.store %v, %n[%i, %i] : memref<4x2xi16>
  affine.store %v, %m[2, 1] : memref<4x2xi16>
  affine.store %v, %m[3, 0] : memref<4x2xi16>
  func.call @other() : () -> ()
  affine.store %v, %m[3, 1] : memref<4x2xi16>
  // CHECK: return
  return %w : i16
}
func.func private @other()

// One that lies elsewhere does not.
// CHECK-LABEL: func @apart
func.func @apart(%m: memref<4x2xi16>, %o: memref<4x2xi16> {llvm.noalias}, %v: i16) {
  // CHECK-DAG: affine.vector_store %{{.*}}, %{{.*}}[2, 0]
  // CHECK-DAG: affine.store %{{.*}}, %{{.*}}[1, 0]
  // CHECK-NOT: affine.store
  // CHECK: return
  affine.store %v, %m[2, 0] : memref<4x2xi16>
  affine.store %v, %o[1, 0] : memref<4x2xi16>
  affine.store %v, %m[2, 1] : memref<4x2xi16>
  return
}

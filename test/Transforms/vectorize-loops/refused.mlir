// Which loops stay because vectors would be another program? Each differs in one
// thing from loops that become vectors.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=vectorize-runs --mlir-print-local-scope | FileCheck %s

#run = #tiled_layout.loop<run>

// An array or an index that each iteration computes.
// CHECK-LABEL: func @own_view
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @own_view(%a: memref<8x128xf32>, %x: f32, %i: index) {
  affine.for %c = 0 to 64 {
    %v = memref.cast %a : memref<8x128xf32> to memref<?x128xf32>
    affine.store %x, %v[%i, %c] : memref<?x128xf32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @own_index
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @own_index(%a: memref<8x128xf32>, %x: f32) {
  affine.for %c = 0 to 64 {
    %k:2 = affine.delinearize_index %c into (8, 8) : index, index
    affine.store %x, %a[%k#0, %c] : memref<8x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// Words of three elements.
// CHECK-LABEL: func @three_rows
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @three_rows(%a: memref<64x3xi32>, %x: i32) {
  affine.for %c = 0 to 64 {
    affine.store %x, %a[%c, 0] : memref<64x3xi32>
    affine.store %x, %a[%c, 1] : memref<64x3xi32>
    affine.store %x, %a[%c, 2] : memref<64x3xi32>
  } {tiled_layout.loop = #run}
  return
}

// Pairs that overlap.
// CHECK-LABEL: func @pairs
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @pairs(%a: memref<64x4xi8> {llvm.noalias}, %b: memref<64x4xi8>) {
  affine.for %c = 0 to 64 {
    %x = affine.vector_load %a[%c, 0] : memref<64x4xi8>, vector<2xi8>
    %y = affine.vector_load %a[%c, 1] : memref<64x4xi8>, vector<2xi8>
    affine.vector_store %x, %b[%c, 0] : memref<64x4xi8>, vector<2xi8>
    affine.vector_store %y, %b[%c, 1] : memref<64x4xi8>, vector<2xi8>
  } {tiled_layout.loop = #run}
  return
}

// A sum that something else reads.
// CHECK-LABEL: func @read_sum
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @read_sum(%a: memref<64xi32> {llvm.noalias}, %s: memref<8xi32> {llvm.noalias}) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c] : memref<64xi32>
    %s0 = affine.load %s[2] : memref<8xi32>
    %s1 = affine.load %s[2] : memref<8xi32>
    %y = arith.xori %x, %s0 : i32
    %z = arith.addi %s1, %y : i32
    affine.store %z, %s[2] : memref<8xi32>
  } {tiled_layout.loop = #run}
  return
}

// CHECK-LABEL: func @used_sum
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @used_sum(%a: memref<64xi32> {llvm.noalias}, %s: memref<8xi32> {llvm.noalias}) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c] : memref<64xi32>
    %s0 = affine.load %s[2] : memref<8xi32>
    %y = arith.xori %x, %s0 : i32
    %z = arith.addi %s0, %y : i32
    affine.store %z, %s[2] : memref<8xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @all_sums
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @all_sums(%a: memref<64xi32> {llvm.noalias}, %b: memref<64xi32> {llvm.noalias}, %s: memref<8xi32> {llvm.noalias}) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c] : memref<64xi32>
    %s0 = affine.load %s[2] : memref<8xi32>
    %z = arith.addi %s0, %x : i32
    affine.store %z, %b[%c] : memref<64xi32>
    affine.store %z, %s[2] : memref<8xi32>
  } {tiled_layout.loop = #run}
  return
}

// Rows that are not all stored, that are not all of one word or of one array,
// or that do not come in their order.
// CHECK-LABEL: func @half
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @half(%b: memref<64x2xi32>, %x: i32) {
  affine.for %c = 0 to 64 {
    affine.store %x, %b[%c, 0] : memref<64x2xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @two_words
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @two_words(%b: memref<2x64x2xi32>, %x: i32) {
  affine.for %c = 0 to 64 {
    affine.store %x, %b[0, %c, 0] : memref<2x64x2xi32>
    affine.store %x, %b[1, %c, 1] : memref<2x64x2xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @next_word
// CHECK: affine.for %{{.+}} = 0 to 63 {
func.func @next_word(%b: memref<64x2xi32>, %x: i32) {
  affine.for %c = 0 to 63 {
    affine.store %x, %b[%c, 0] : memref<64x2xi32>
    affine.store %x, %b[%c + 1, 1] : memref<64x2xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @two_indices
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @two_indices(%b: memref<2x64x2xi32>, %x: i32, %i: index, %j: index) {
  affine.for %c = 0 to 64 {
    affine.store %x, %b[%i, %c, 0] : memref<2x64x2xi32>
    affine.store %x, %b[%j, %c, 1] : memref<2x64x2xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @two_arrays
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @two_arrays(%a: memref<64x2xi32> {llvm.noalias}, %b: memref<64x2xi32>, %x: i32) {
  affine.for %c = 0 to 64 {
    affine.store %x, %a[%c, 0] : memref<64x2xi32>
    affine.store %x, %b[%c, 1] : memref<64x2xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @other_order
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @other_order(%b: memref<64x4xi8>, %x: i8) {
  affine.for %c = 0 to 64 {
    affine.store %x, %b[%c, 0] : memref<64x4xi8>
    affine.store %x, %b[%c, 2] : memref<64x4xi8>
    affine.store %x, %b[%c, 1] : memref<64x4xi8>
    affine.store %x, %b[%c, 3] : memref<64x4xi8>
  } {tiled_layout.loop = #run}
  return
}

// A sum of one row of two.
// CHECK-LABEL: func @one_sum
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @one_sum(%a: memref<64x2xi32> {llvm.noalias}, %s: memref<2xi32> {llvm.noalias}) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c, 0] : memref<64x2xi32>
    %o = affine.load %s[0] : memref<2xi32>
    %y = arith.addi %o, %x : i32
    affine.store %y, %s[0] : memref<2xi32>
  } {tiled_layout.loop = #run}
  return
}

// A sum of elements that are no multiple of a vector: none may come twice.
// CHECK-LABEL: func @odd_sum
// CHECK: affine.for %{{.+}} = 0 to 63 {
func.func @odd_sum(%a: memref<64xi32> {llvm.noalias}, %s: memref<2xi32> {llvm.noalias}) {
  affine.for %c = 0 to 63 {
    %x = affine.load %a[%c] : memref<64xi32>
    %o = affine.load %s[0] : memref<2xi32>
    %y = arith.addi %o, %x : i32
    affine.store %y, %s[0] : memref<2xi32>
  } {tiled_layout.loop = #run}
  return
}

// Steps that are not 1, of the loop or in memory; a value that is carried.
// CHECK-LABEL: func @step
// CHECK: affine.for %{{.+}} = 0 to 128 step 2 {
// CHECK-NEXT: affine.store
func.func @step(%b: memref<128xi32>, %x: i32) {
  affine.for %c = 0 to 128 step 2 {
    affine.store %x, %b[%c] : memref<128xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @half_step
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @half_step(%a: memref<65xi16> {llvm.noalias}, %b: memref<64xi32>) {
  affine.for %c = 0 to 64 {
    %x = affine.vector_load %a[%c] : memref<65xi16>, vector<2xi16>
    %y = llvm.bitcast %x : vector<2xi16> to i32
    affine.store %y, %b[%c] : memref<64xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @diagonal
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @diagonal(%a: memref<64x64xi32> {llvm.noalias}, %b: memref<64xi32>) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c, %c] : memref<64x64xi32>
    affine.store %x, %b[%c] : memref<64xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @strided
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @strided(%a: memref<64xi32, strided<[3]>> {llvm.noalias}, %b: memref<64xi32>) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c] : memref<64xi32, strided<[3]>>
    affine.store %x, %b[%c] : memref<64xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @carried
// CHECK: affine.for %{{.+}} = 0 to 64 iter_args
func.func @carried(%a: memref<64xi32> {llvm.noalias}, %b: memref<64xi32>, %z: i32) -> i32 {
  %s = affine.for %c = 0 to 64 iter_args(%o = %z) -> i32 {
    %x = affine.load %a[%c] : memref<64xi32>
    affine.store %x, %b[%c] : memref<64xi32>
    affine.yield %x : i32
  } {tiled_layout.loop = #run}
  return %s : i32
}

// Rows of which nobody knows that they are others; elements that vectors hold in
// another way than memory; a place within a word that is not known.
// CHECK-LABEL: func @unknown_rows
// CHECK: affine.for %{{.+}} = 0 to 63 {
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @unknown_rows(%b: memref<8x64xi32>, %i: index, %j: index) {
  affine.for %c = 0 to 63 {
    %x = affine.load %b[%i, %c] : memref<8x64xi32>
    affine.store %x, %b[%j + 1, %c + 1] : memref<8x64xi32>
  } {tiled_layout.loop = #run}
  affine.for %c = 0 to 64 {
    %x = affine.load %b[%i, %c] : memref<8x64xi32>
    affine.store %x, %b[%j + 1, 63 - %c] : memref<8x64xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @bits
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @bits(%a: memref<64xi4> {llvm.noalias}, %b: memref<64xi4>) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c] : memref<64xi4>
    affine.store %x, %b[%c] : memref<64xi4>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @unknown_lane
// CHECK: affine.for %{{.+}} = 0 to 32 {
func.func @unknown_lane(%a: memref<128xi32> {llvm.noalias}, %b: memref<32x2xi32>, %i: index) {
  affine.for %c = 0 to 32 {
    %x = affine.load %a[2 * %c + symbol(%i)] : memref<128xi32>
    affine.store %x, %b[%c, 0] : memref<32x2xi32>
    %y = affine.load %a[2 * %c + symbol(%i) + 1] : memref<128xi32>
    affine.store %y, %b[%c, 1] : memref<32x2xi32>
  } {tiled_layout.loop = #run}
  return
}

// Rows that are computed from each other, or differently.
// CHECK-LABEL: func @crossed
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @crossed(%a: memref<64x2xi32> {llvm.noalias}, %b: memref<64x2xi32>, %d: memref<64x2xi32> {llvm.noalias}) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c, 0] : memref<64x2xi32>
    %y = affine.load %a[%c, 1] : memref<64x2xi32>
    affine.store %x, %b[%c, 0] : memref<64x2xi32>
    affine.store %y, %b[%c, 1] : memref<64x2xi32>
    %z = affine.load %a[%c, 0] : memref<64x2xi32>
    affine.store %x, %d[%c, 0] : memref<64x2xi32>
    affine.store %z, %d[%c, 1] : memref<64x2xi32>
  } {tiled_layout.loop = #run}
  return
}
// CHECK-LABEL: func @unlike
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @unlike(%a: memref<64x2xi32> {llvm.noalias}, %b: memref<64x2xi32>) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c, 0] : memref<64x2xi32>
    %u = arith.addi %x, %x : i32
    affine.store %u, %b[%c, 0] : memref<64x2xi32>
    %y = affine.load %a[%c, 1] : memref<64x2xi32>
    %v = arith.muli %y, %y : i32
    affine.store %v, %b[%c, 1] : memref<64x2xi32>
  } {tiled_layout.loop = #run}
  return
}

// One row of a word for both of another.
// CHECK-LABEL: func @twice
// CHECK: affine.for %{{.+}} = 0 to 64 {
func.func @twice(%a: memref<64x2xi32> {llvm.noalias}, %b: memref<64x2xi32>) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[%c, 0] : memref<64x2xi32>
    affine.store %x, %b[%c, 0] : memref<64x2xi32>
    affine.store %x, %b[%c, 1] : memref<64x2xi32>
  } {tiled_layout.loop = #run}
  return
}

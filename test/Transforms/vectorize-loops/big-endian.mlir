// Where the first element of a word is its high part, rows of 16 bits are shuffled, not shifted out of their words.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops | FileCheck %s

module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
  // CHECK-LABEL: func @rows
  // CHECK-NOT: vector.bitcast
  // CHECK: vector.shuffle
  // CHECK-NOT: vector.bitcast
  // CHECK: affine.vector_store
  func.func @rows(%a: memref<4x128x2xi16> {llvm.noalias}, %b: memref<4x128x2xi16>) {
    affine.for %c = 0 to 128 {
      %v0 = affine.load %a[1, %c, 1] : memref<4x128x2xi16>
      %w0 = arith.addi %v0, %v0 : i16
      affine.store %w0, %b[2, %c, 0] : memref<4x128x2xi16>
      %v1 = affine.load %a[2, %c, 0] : memref<4x128x2xi16>
      %w1 = arith.addi %v1, %v1 : i16
      affine.store %w1, %b[2, %c, 1] : memref<4x128x2xi16>
    } {tiled_layout.loop = #tiled_layout.loop<run>}
    return
  }
}

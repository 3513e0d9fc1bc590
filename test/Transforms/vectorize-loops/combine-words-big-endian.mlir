// Where the first element of a word is the highest part of it, all stay.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=combine-words | FileCheck %s

module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">} {
  // CHECK-LABEL: func @load
  func.func @load(%m: memref<4x2xi16>) -> i16 {
    // CHECK-NEXT: affine.load
    %v = affine.load %m[1, 1] : memref<4x2xi16>
    return %v : i16
  }
}

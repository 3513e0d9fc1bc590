// An element out of bounds, in code that never runs, is in no word.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=combine-words | FileCheck %s

// CHECK-LABEL: func @f(
// CHECK: affine.store %{{.+}}, %{{.+}}[%{{.+}}, 2]
func.func @f(%a: memref<4x2xi16>, %v: i16, %n: index) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      affine.store %v, %a[%i, 2] : memref<4x2xi16>
    }
  }
  return
}

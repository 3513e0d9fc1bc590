// An example of the step `carry-elements`.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=carry-elements | FileCheck %s

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[A:.+]]: memref<256xf32>, %[[S:.+]]: memref<8xf32> {llvm.noalias}) {
func.func @sum(%a: memref<256xf32>, %s: memref<8xf32> {llvm.noalias}) {
  // CHECK-NEXT: %[[FIRST:.+]] = affine.load %[[S]][3]
  // CHECK-NEXT: %[[LAST:.+]] = affine.for %[[J:.+]] = 0 to 256 iter_args(%[[O:.+]] = %[[FIRST]]) -> (f32) {
  // CHECK-NEXT:   %[[V:.+]] = affine.load %[[A]][%[[J]]]
  // CHECK-NEXT:   %[[W:.+]] = arith.addf %[[O]], %[[V]] : f32
  // CHECK-NEXT:   affine.yield %[[W]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: affine.store %[[LAST]], %[[S]][3]
  // CHECK-NEXT: return
  affine.for %j = 0 to 256 {
    %v = affine.load %a[%j] : memref<256xf32>
    %o = affine.load %s[3] : memref<8xf32>
    %w = arith.addf %o, %v : f32
    affine.store %w, %s[3] : memref<8xf32>
  }
  return
}

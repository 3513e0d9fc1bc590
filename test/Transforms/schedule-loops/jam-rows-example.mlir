// An example of the step `jam-rows`.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows --canonicalize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func @sum
// CHECK-SAME:    %[[A:[^:]+]]: memref<16x256xbf16, {{[^:]*:[^:]*}}>, %[[S:[^:]+]]: memref<16xbf16> {llvm.noalias}, %[[Z:[^:]+]]: bf16
func.func @sum(%a: memref<16x256xbf16, #t>, %s: memref<16xbf16> {llvm.noalias}, %z: bf16) {
  // CHECK-NEXT: affine.for %[[I:.+]] = 0 to 16 step 2 {
  // CHECK-NEXT:   %[[SUMS:.+]]:2 = affine.for %[[J:.+]] = 0 to 256 iter_args(%[[ACC0:.+]] = %[[Z]], %[[ACC1:.+]] = %[[Z]]) -> (bf16, bf16) {
  // CHECK-NEXT:     %[[V0:.+]] = affine.load %[[A]][%[[I]], %[[J]]]
  // CHECK-NEXT:     %[[W0:.+]] = arith.addf %[[ACC0]], %[[V0]]
  // CHECK-NEXT:     %[[V1:.+]] = affine.load %[[A]][%[[I]] + 1, %[[J]]]
  // CHECK-NEXT:     %[[W1:.+]] = arith.addf %[[ACC1]], %[[V1]]
  // CHECK-NEXT:     affine.yield %[[W0]], %[[W1]]
  // CHECK-NEXT:   }
  // CHECK-NEXT:   affine.store %[[SUMS]]#0, %[[S]][%[[I]]]
  // CHECK-NEXT:   affine.store %[[SUMS]]#1, %[[S]][%[[I]] + 1]
  // CHECK-NEXT: }
  affine.for %i = 0 to 16 {
    %sum = affine.for %j = 0 to 256 iter_args(%acc = %z) -> (bf16) {
      %v = affine.load %a[%i, %j] : memref<16x256xbf16, #t>
      %w = arith.addf %acc, %v : bf16
      affine.yield %w : bf16
    }
    affine.store %sum, %s[%i] : memref<16xbf16>
  }
  return
}

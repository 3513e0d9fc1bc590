// An example of the step `split-gathers`.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=split-gathers --canonicalize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func @gather(
// CHECK-SAME:    %[[A:.+]]: memref<4096x4096xf32, {{.+}}>, %[[R:.+]]: memref<4096x2xi32>, %[[S:.+]]: memref<4096xf32>
func.func @gather(%a: memref<4096x4096xf32, #t>, %r: memref<4096x2xi32>,
                  %s: memref<4096xf32> {llvm.noalias}) {
  // CHECK: %[[POSITIONS:.+]] = memref.alloca() : memref<64xi32>
  // CHECK: %[[FLAT:.+]] = tiled_layout.to_physical %[[A]] : {{.+}} to memref<16777216xf32>
  // CHECK: affine.for %[[FIRST:.+]] = 0 to 4096 step 64 {
  // CHECK:   affine.for %[[K:.+]] = affine_map<(d0) -> (d0)>(%[[FIRST]]) to affine_map<(d0) -> (d0 + 64)>(%[[FIRST]]) {
  // CHECK:     %[[R0:.+]] = affine.load %[[R]][%[[K]], 0]
  // CHECK:     %[[R1:.+]] = affine.load %[[R]][%[[K]], 1]
  // CHECK:     %[[I:.+]] = arith.index_castui %[[R0]] : i32 to index
  // CHECK:     %[[J:.+]] = arith.index_castui %[[R1]] : i32 to index
  // CHECK:     %[[AT:.+]] = tiled_layout.linearize %[[A]][%[[I]], %[[J]]]
  // CHECK:     %[[P:.+]] = arith.index_castui %[[AT]] : index to i32
  // CHECK:     affine.store %[[P]], %[[POSITIONS]][%[[K]] - %[[FIRST]]]
  // CHECK:   }
  // CHECK:   affine.for %[[K:.+]] = affine_map<(d0) -> (d0)>(%[[FIRST]]) to affine_map<(d0) -> (d0 + 64)>(%[[FIRST]]) {
  // CHECK-NEXT: %[[P:.+]] = affine.load %[[POSITIONS]][%[[K]] - %[[FIRST]]]
  // CHECK-NEXT: %[[AT:.+]] = arith.index_castui %[[P]] : i32 to index
  // CHECK-NEXT: %[[V:.+]] = memref.load %[[FLAT]][%[[AT]]]
  // CHECK-NEXT: affine.store %[[V]], %[[S]][%[[K]]]
  // CHECK-NEXT: }
  affine.for %k = 0 to 4096 {
    %0 = affine.load %r[%k, 0] : memref<4096x2xi32>
    %1 = affine.load %r[%k, 1] : memref<4096x2xi32>
    %i = arith.index_castui %0 : i32 to index
    %j = arith.index_castui %1 : i32 to index
    %x = memref.load %a[%i, %j] : memref<4096x4096xf32, #t>
    affine.store %x, %s[%k] : memref<4096xf32>
  }
  return
}

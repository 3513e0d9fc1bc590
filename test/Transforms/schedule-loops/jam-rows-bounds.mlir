// Where do words begin and end?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows --canonicalize --mlir-print-local-scope | FileCheck %s

#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Rows before the first whole word and after the last one stay alone.
// CHECK-LABEL: func @ragged
func.func @ragged(%a: memref<32x256xi8, #four> {llvm.noalias}, %b: memref<32x256xi8, #four> {llvm.noalias}) {
  // CHECK: affine.for %{{.*}} = 3 to 4 {
  // CHECK: affine.for %{{.*}} = 4 to 28 step 4 {
  // CHECK-COUNT-4: affine.store
  // CHECK: affine.for %{{.*}} = 28 to 30 {
  affine.for %i = 3 to 30 {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<32x256xi8, #four>
      affine.store %v, %b[%i, %j] : memref<32x256xi8, #four>
    }
  }
  return
}

// Words are counted where elements are stored.
// CHECK-LABEL: func @moved
func.func @moved(%a: memref<32x256xbf16, #two> {llvm.noalias}, %b: memref<32x256xbf16, #two> {llvm.noalias}) {
  // CHECK: affine.for %{{.*}} = 0 to 1 {
  // CHECK: affine.for %[[I:.+]] = 1 to 31 step 2 {
  // CHECK:   affine.for %[[J:.+]] = 0 to 256 {
  // CHECK:     affine.load %{{.*}}[%[[I]], %[[J]]]
  // CHECK:     affine.store %{{.*}}[%[[I]] + 1, %[[J]]]
  // CHECK:     affine.load %{{.*}}[%[[I]] + 1, %[[J]]]
  // CHECK:     affine.store %{{.*}}[%[[I]] + 2, %[[J]]]
  // CHECK-NOT: affine.for %{{.*}} step
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<32x256xbf16, #two>
      affine.store %v, %b[%i + 1, %j] : memref<32x256xbf16, #two>
    }
  }
  return
}

// CHECK-LABEL: func @dynamic
// CHECK-SAME:    %[[N:[^:]+]]: index
func.func @dynamic(%n: index, %a: memref<?x256xbf16, #two> {llvm.noalias}, %b: memref<?x256xbf16, #two> {llvm.noalias}) {
  // CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 2) * 2)>()[%[[N]]] step 2 {
  // CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, (s0 floordiv 2) * 2)>()[%[[N]]] to %[[N]] {
  affine.for %i = 0 to %n {
    affine.for %j = 1 to 256 {
      %v = affine.load %a[%i, %j - 1] : memref<?x256xbf16, #two>
      affine.store %v, %b[%i, %j] : memref<?x256xbf16, #two>
    }
  }
  return
}

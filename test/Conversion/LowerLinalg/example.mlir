// Which loops do structured operations become?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-linalg | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!array = memref<?x?xf32, #t>

// The extents of an argument are bounds of affine loops.
// CHECK-LABEL: func @argument(
func.func @argument(%m: !array, %v: f32) {
  // CHECK-COUNT-2: affine.for
  // CHECK: affine.store
  linalg.fill ins(%v : f32) outs(%m : !array)
  return
}

// So are those of an array that a loop of affine makes, but not of scf.
// CHECK-LABEL: func @loops(
func.func @loops(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: affine.for %[[I:.+]] = 0 to 5
  affine.for %i = 0 to 5 {
    %m = memref.alloc(%i, %n) : !array
    // CHECK: affine.for %{{.+}} = 0 to #{{.+}}(%[[I]])
    // CHECK: affine.for %{{.+}} = 0 to %{{.+}} {
    // CHECK: affine.store
    linalg.fill ins(%v : f32) outs(%m : !array)
    memref.dealloc %m : !array
  }
  // CHECK: scf.for %[[J:.+]] = %{{.+}} to %{{.+}} step
  scf.for %j = %c0 to %n step %c1 {
    // CHECK: %[[M:.+]] = memref.alloc(%[[J]],
    // CHECK-NOT: memref.dim
    %m = memref.alloc(%j, %n) : !array
    // CHECK: scf.for %{{.+}} = %{{.+}} to %[[J]] step
    // CHECK: scf.for
    // CHECK: memref.store %{{.+}}, %[[M]]
    linalg.fill ins(%v : f32) outs(%m : !array)
    memref.dealloc %m : !array
  }
  return
}

// Functions in modules within the module are lowered, too.
gpu.module @kernels {
  // CHECK: gpu.func @kernel
  gpu.func @kernel(%m: !array, %v: f32) kernel {
    // CHECK: affine.for
    linalg.fill ins(%v : f32) outs(%m : !array)
    gpu.return
  }
}

// On tensors it stays.
// CHECK-LABEL: func @tensor(
func.func @tensor(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  // CHECK: linalg.fill
  %r = linalg.fill ins(%v : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

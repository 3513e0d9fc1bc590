// How many images are transposed together to be summed up? The tiles of narrow ones are half empty, and their lines
// share few sets of the first cache: no more of them than it has ways. Whole tiles are taken by the vector.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4' --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=l1-bytes=131072' --tiled-layout-plan-structured | FileCheck %s --check-prefix=WAYS

#t = #tiled_layout.layout<{2,1,0:T(8,128)}>

// CHECK-LABEL: func.func @narrow(
// CHECK: loops = [d0 by 8, d1 by 1, d2 by 16], vector = d0 x 8, transposed = [0 along d2]
// WAYS-LABEL: func.func @narrow(
// WAYS: loops = [d0 by 16, d1 by 1, d2 by 16], vector = d0 x 16
func.func @narrow(%a: memref<512x28x28xf32, #t>, %s: memref<512xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<512x28x28xf32, #t>) outs(%s : memref<512xf32>) dimensions = [1, 2]
  return
}

// CHECK-LABEL: func.func @wide(
// CHECK: loops = [d0 by 16, d1 by 1, d2 by 16], vector = d0 x 16, transposed = [0 along d2]
func.func @wide(%a: memref<512x32x128xf32, #t>, %s: memref<512xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<512x32x128xf32, #t>) outs(%s : memref<512xf32>) dimensions = [1, 2]
  return
}

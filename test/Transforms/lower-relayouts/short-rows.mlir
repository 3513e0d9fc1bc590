// Are rows fetched that are a part of a line each, with padding behind, from an array that no cache keeps?
// A processor does not follow them: to copy three channels out of tiles of 128 columns takes half the time.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=OTHERS

#t = #tiled_layout.layout<{2,1,0:T(8,128)}>

// Eight pages ahead. The address stays inside the array.
// CHECK-LABEL: func @channels
// CHECK: %[[AHEAD:.*]] = arith.constant 8192 : index
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %[[AHEAD]]
// CHECK: %[[LAST:.*]] = arith.constant 6800383 : index
// CHECK: %[[PLACE:.*]] = arith.minui %[[NEXT]], %[[LAST]]
// CHECK: memref.prefetch %{{.*}}[%[[PLACE]]], read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
// OTHERS-NOT: memref.prefetch
// OTHERS: func.func @others(
// OTHERS-NOT: memref.prefetch
func.func @channels(%a: memref<229x229x3xf32, #t>, %b: memref<229x229x3xf32>) {
  tiled_layout.relayout ins(%a : memref<229x229x3xf32, #t>) outs(%b : memref<229x229x3xf32>)
  return
}

// An array that the second cache keeps, and rows of more than a line.
// CHECK-LABEL: func @others
// CHECK-NOT: memref.prefetch
func.func @others(%a: memref<17x19x3xf32, #t>, %b: memref<17x19x3xf32>,
                  %c: memref<229x229x30xf32, #t>, %d: memref<229x229x30xf32>) {
  tiled_layout.relayout ins(%a : memref<17x19x3xf32, #t>) outs(%b : memref<17x19x3xf32>)
  tiled_layout.relayout ins(%c : memref<229x229x30xf32, #t>) outs(%d : memref<229x229x30xf32>)
  return
}

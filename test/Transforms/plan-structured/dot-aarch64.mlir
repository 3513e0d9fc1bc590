// Which products are taken by dot instructions of aarch64?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=neoverse-v1 target-triple=aarch64-linux-gnu' --tiled-layout-plan-structured=dot=1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=aarch64 target-features=+dotprod' --tiled-layout-plan-structured=dot=1 | FileCheck %s --check-prefix=BYTES
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=neoverse-v1 target-triple=aarch64-linux-gnu' --tiled-layout-plan-structured | FileCheck %s --check-prefix=EXACT
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-plan-structured=dot=1 | FileCheck %s --check-prefix=NONE

// Processors without the instruction have no dot products.
// NONE-NOT: dot =
// NONE: func.func @long(
// NONE-NOT: dot =

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// CHECK-LABEL: func @bf16
// CHECK: vector = d1 x 4, fused, dot = d2 x 2
// BYTES-LABEL: func @bf16
// BYTES-NOT: dot =
// BYTES-LABEL: func @bytes
// EXACT-LABEL: func @bf16
// EXACT-NOT: dot =
// EXACT-LABEL: func @bytes
func.func @bf16(%a: memref<512x512xbf16, #two>, %b: memref<512x512xbf16, #two>, %c: memref<512x512xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xbf16, #two>, memref<512x512xbf16, #two>)
                outs(%c : memref<512x512xf32, #t>)
  return
}

// CHECK: vector = d1 x 4, dot = d2 x 4
// BYTES: vector = d1 x 4, dot = d2 x 4
// EXACT: vector = d1 x 4, dot = d2 x 4
func.func @bytes(%a: memref<512x512xi8, #four>, %b: memref<512x512xi8, #four>, %c: memref<512x512xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xi8, #four>, memref<512x512xi8, #four>)
                outs(%c : memref<512x512xi32, #t>)
  return
}

// 16-bit integers have none.
// CHECK-LABEL: func @shorts
// CHECK-NOT: dot =
func.func @shorts(%a: memref<64x64xi16>, %b: memref<64x64xi16>, %c: memref<64x64xi32>) {
  linalg.matmul ins(%a, %b : memref<64x64xi16>, memref<64x64xi16>) outs(%c : memref<64x64xi32>)
  return
}

// One load has four words of a row of A, where whole loads do.
// CHECK-LABEL: func @rows
// CHECK: d1 by 8, d2 by 16], vector = d1 x 4, dot = d2 x 4
// CHECK: d1 by 8, d2 by 4], vector = d1 x 4, dot = d2 x 4
func.func @rows(%a: memref<64x256xi8>, %b: memref<256x64xi8>, %c: memref<64x64xi32>,
                %d: memref<64x250xi8>, %e: memref<250x64xi8>) {
  linalg.matmul ins(%a, %b : memref<64x256xi8>, memref<256x64xi8>) outs(%c : memref<64x64xi32>)
  linalg.matmul ins(%d, %e : memref<64x250xi8>, memref<250x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// Longer vectors are no registers of NEON.
// CHECK-LABEL: func @long
// CHECK-NOT: dot =
module attributes {tiled_layout.target = #tiled_layout.target<neoverse-v1, triple = "aarch64-linux-gnu", vector-bits = 256>} {
  func.func @long(%a: memref<512x512xi8, #four>, %b: memref<512x512xi8, #four>, %c: memref<512x512xi32, #t>) {
    linalg.matmul ins(%a, %b : memref<512x512xi8, #four>, memref<512x512xi8, #four>)
                  outs(%c : memref<512x512xi32, #t>)
    return
  }
}

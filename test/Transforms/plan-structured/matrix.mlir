// Which products are taken by instructions that multiply matrices?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-plan-structured=dot=1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-plan-structured | FileCheck %s --check-prefix=EXACT
// RUN: tiled-layout-opt %s "--tiled-layout-set-target=target-cpu=sapphirerapids target-features=-amx-int8" --tiled-layout-plan-structured=dot=1 | FileCheck %s --check-prefix=BF16
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured=dot=1 | FileCheck %s --check-prefix=DOT
// RUN: tiled-layout-opt %s "--tiled-layout-set-target=target-cpu=sapphirerapids fields=l2-bytes=1024" --tiled-layout-plan-structured | FileCheck %s --check-prefix=SMALL

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// DOT-NOT: matrix =
// DOT: func.func @few(
// DOT-NOT: matrix =

// bf16 with an option, since it rounds in another way.
// CHECK-LABEL: func @bf16
// CHECK: vector = d1 x 16, masked, fused, dot = d2 x 2, matrix = d0 x 16
// EXACT-LABEL: func @bf16
// EXACT-NOT: matrix =
// EXACT-LABEL: func @bytes
// BF16-LABEL: func @bf16
// BF16: matrix = d0 x 16
// BF16-NOT: matrix =
func.func @bf16(%a: memref<512x512xbf16, #t>, %b: memref<512x512xbf16, #two>, %c: memref<512x512xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xbf16, #t>, memref<512x512xbf16, #two>)
                outs(%c : memref<512x512xf32, #t>)
  return
}

// Bytes are exact. Each is copied to a panel once.
// CHECK-LABEL: func @bytes
// CHECK: loops = [d2 by 768, pack 0, d1 by 256, pack 1, d0 by 128, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked, dot = d2 x 4, matrix = d0 x 16
// EXACT: matrix = d0 x 16
func.func @bytes(%a: memref<2048x2048xi8, #t>, %b: memref<2048x2048xi8, #four>, %c: memref<2048x2048xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<2048x2048xi8, #t>, memref<2048x2048xi8, #four>)
                outs(%c : memref<2048x2048xi32, #t>)
  return
}

// A cache that keeps less than a block leaves blocks as they are.
// SMALL-LABEL: func @bytes
// SMALL: loops = [d0 by 128, d2 by 768, pack 0, d1 by 128, pack 1, d1 by 32, d0 by 32, d2 by 64], {{.*}}matrix = d0 x 16

// Blocks are as even as tiles allow.
// CHECK-LABEL: func @ragged
// CHECK: matrix = d0 x 16
// CHECK-LABEL: func @dynamic
// CHECK: matrix = d0 x 16
// CHECK-LABEL: func @batch
// CHECK: loops = [d0 by 1, {{.*}}dot = d3 x 4, matrix = d1 x 16
func.func @ragged(%a: memref<100x300xi8>, %b: memref<300x1200xi8>, %c: memref<100x1200xi32>) {
  linalg.matmul ins(%a, %b : memref<100x300xi8>, memref<300x1200xi8>) outs(%c : memref<100x1200xi32>)
  return
}
func.func @dynamic(%a: memref<?x?xi8, #t>, %b: memref<?x?xi8, #four>, %c: memref<?x?xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<?x?xi8, #t>, memref<?x?xi8, #four>) outs(%c : memref<?x?xi32, #t>)
  return
}
func.func @batch(%a: memref<12x128x64xi8>, %b: memref<12x64x128xi8>, %c: memref<12x128x128xi32>) {
  linalg.batch_matmul ins(%a, %b : memref<12x128x64xi8>, memref<12x64x128xi8>) outs(%c : memref<12x128x128xi32>)
  return
}

// Few rows or steps leave most of an instruction unused.
// CHECK-LABEL: func @few
// CHECK-NOT: matrix =
func.func @few(%a: memref<63x512xi8>, %b: memref<512x512xi8>, %c: memref<63x512xi32>,
               %d: memref<128x32xi8>, %e: memref<32x128xi8>, %f: memref<128x128xi32>) {
  linalg.matmul ins(%a, %b : memref<63x512xi8>, memref<512x512xi8>) outs(%c : memref<63x512xi32>)
  linalg.matmul ins(%d, %e : memref<128x32xi8>, memref<32x128xi8>) outs(%f : memref<128x128xi32>)
  return
}

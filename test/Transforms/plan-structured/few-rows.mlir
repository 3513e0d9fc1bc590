// Do a few rows go by a large operand in steps that lie a page apart, so that it
// is read once, in the order of memory?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s --check-prefixes=CHECK,SIXTEEN

// CHECK-LABEL: func @few
// WIDE: loops = [d2 by 16, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16
// SIXTEEN: loops = [d2 by 16, d1 by 8, d0 by 8, d2 by 1], vector = d1 x 8
func.func @few(%a: memref<8x2048xf32>, %b: memref<2048x2048xf32>, %c: memref<8x2048xf32>) {
  linalg.matmul ins(%a, %b : memref<8x2048xf32>, memref<2048x2048xf32>) outs(%c : memref<8x2048xf32>)
  return
}

// More results than half of the second cache holds go by in blocks.
// CHECK-LABEL: func @vocabulary
// WIDE: loops = [d1 by 32768, d2 by 16, d1 by 32, d0 by 4, d2 by 1]
func.func @vocabulary(%a: memref<4x2048xf32>, %b: memref<2048x64000xf32>, %c: memref<4x64000xf32>) {
  linalg.matmul ins(%a, %b : memref<4x2048xf32>, memref<2048x64000xf32>) outs(%c : memref<4x64000xf32>)
  return
}

// More rows than registers, tiles, and an operand that stays in the cache have
// other plans.
// CHECK-LABEL: func @others
// CHECK-NOT: loops = [d2 by 16,
// CHECK: return
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @others(%a: memref<24x2048xf32>, %b: memref<2048x2048xf32>, %c: memref<24x2048xf32>,
                  %d: memref<8x2048xf32>, %e: memref<2048x2048xf32, #t>, %f: memref<8x2048xf32>,
                  %g: memref<8x24xf32>, %h: memref<24x2048xf32>) {
  linalg.matmul ins(%a, %b : memref<24x2048xf32>, memref<2048x2048xf32>) outs(%c : memref<24x2048xf32>)
  linalg.matmul ins(%d, %e : memref<8x2048xf32>, memref<2048x2048xf32, #t>) outs(%f : memref<8x2048xf32>)
  linalg.matmul ins(%g, %h : memref<8x24xf32>, memref<24x2048xf32>) outs(%f : memref<8x2048xf32>)
  return
}

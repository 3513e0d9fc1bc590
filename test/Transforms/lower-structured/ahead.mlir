// Are the lines of a row of the next tile fetched, each once, in front of the loads?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// A line has two vectors of 256 bits; the next tile lies 1024 elements on.
// CHECK-LABEL: func @halves
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = arith.muli
// CHECK: %[[TILE:.*]] = arith.constant 1024 : index
// CHECK: %[[NEXT:.*]] = arith.addi %[[ROW]], %[[TILE]]
// CHECK: memref.prefetch %{{.*}}[%[[NEXT]]], read, locality<3>, data
// CHECK: vector.load
// CHECK-NOT: memref.prefetch
// CHECK: vector.load
// CHECK: memref.prefetch %{{.*}}, read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @halves(%a: memref<512x32xf32, #tiles>, %c: memref<512x32xf32, #tiles>) {
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 1, d1 by 32], vector = d1 x 8, prefetch = [0], ahead = d0 by 8>}
    ins(%a : memref<512x32xf32, #tiles>) outs(%c : memref<512x32xf32, #tiles>)
  return
}

// Four rows of bytes lie in the same two lines.
// CHECK-LABEL: func @bytes
// CHECK-COUNT-4: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @bytes(%a: memref<512x32xi8, #bytes>, %c: memref<512x32xi8, #bytes>) {
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 4, d1 by 32], vector = d1 x 16, prefetch = [0, 1], ahead = d0 by 8>}
    ins(%a : memref<512x32xi8, #bytes>) outs(%c : memref<512x32xi8, #bytes>)
  return
}

// Each of eight steps fetches one of the eight rows of the next tile but one, of 8 lines each.

// CHECK-LABEL: func @rows
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.constant 2048 : index
// CHECK-COUNT-8: memref.prefetch %{{.*}}, read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: vector.load
// CHECK-NOT: fastmath<contract>
// CHECK: return
func.func @rows(%a: memref<64x512xf32, #tiles>, %x: memref<512xf32>, %y: memref<64xf32>) {
  linalg.matvec {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 8, d1 by 128, d1 by 16], vector = d0 x 8, transposed = [0 along d1], prefetch = [0],
      ahead = d1 by 256 in rows>}
    ins(%a, %x : memref<64x512xf32, #tiles>, memref<512xf32>) outs(%y : memref<64xf32>)
  return
}

// Four steps of a product share each of the 32 lines that its four rows have in the next tile below.

// CHECK-LABEL: func @product
// CHECK-COUNT-2: iter_args
// CHECK: %[[ROW:.*]] = arith.constant 32 : index
// CHECK: arith.remui %[[STEP:.*]], %[[ROW]] : index
// CHECK: arith.constant 4 : index
// CHECK: arith.divui
// CHECK: arith.divui %[[STEP]], %{{.*}} : index
// CHECK-COUNT-1: memref.prefetch %{{.*}}, read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @product(%a: memref<64x256xf32, #tiles>, %b: memref<256x8xf32>, %c: memref<64x8xf32, #tiles>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 4, d1 by 8, d2 by 128, d2 by 1], vector = d1 x 8, fused, prefetch = [0],
      ahead = d0 by 8 in rows>}
    ins(%a, %b : memref<64x256xf32, #tiles>, memref<256x8xf32>) outs(%c : memref<64x8xf32, #tiles>)
  return
}

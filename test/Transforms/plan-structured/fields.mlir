// Do plans follow the fields of the target that say of caches, pages, streams, lines and unrolling?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v3 fields=page-bytes=2048,l2-bytes-per-cycle=8,l1-way-bytes=16384,unrolled-steps=8,sum-streams=4' \
// RUN:   --tiled-layout-plan-structured | FileCheck %s --check-prefix=OTHER
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v3 fields=line-bytes=128' \
// RUN:   --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=LINE
// What is printed is read again.
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v3 fields=line-bytes=128' --tiled-layout-plan-structured \
// RUN:   | tiled-layout-opt | FileCheck %s --check-prefix=READ

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#columns = #tiled_layout.layout<{0,1}>

// If the second cache delivers eight bytes in a cycle, columns come from a panel that the first one
// keeps while all rows go by.
// CHECK-LABEL: func @wait
// CHECK: loops = [d1 by 128, pack 1, d0 by 4, d1 by 24, d2 by 1], {{.*}}, unroll = 4>
// OTHER-LABEL: func @wait
// OTHER: loops = [d1 by 128, d2 by 128, pack 1, d1 by 24, d0 by 4, d2 by 1], {{.*}}, unroll = 8>
// READ-LABEL: func @wait
// READ: , masked, fused, unroll = 4, line = 128>
// Panels begin at a line.
// LINE-LABEL: func @wait
// LINE: memref.alloc() {alignment = 128 : i64
func.func @wait(%a: memref<256x256xf32, #t>, %b: memref<256x256xf32, #t>, %c: memref<256x256xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<256x256xf32, #t>, memref<256x256xf32, #t>) outs(%c : memref<256x256xf32, #t>)
  return
}

// Rows of B have 2048 bytes: four of them go by at a time.
// CHECK-LABEL: func @few
// CHECK: loops = [d1 by 128, d2 by 512, d1 by 16, d0 by 5, d2 by 1]
// OTHER-LABEL: func @few
// OTHER: loops = [d2 by 4, d1 by 16, d0 by 5, d2 by 1]
func.func @few(%a: memref<5x1024xf32>, %b: memref<1024x512xf32>, %c: memref<5x512xf32>) {
  linalg.matmul ins(%a, %b : memref<5x1024xf32>, memref<1024x512xf32>) outs(%c : memref<5x512xf32>)
  return
}

// Two ways do not keep eight columns.
// CHECK-LABEL: func @add
// CHECK: loops = [d0 by 16, d1 by 128, d1 by 8, d0 by 8]
// OTHER-LABEL: func @add
// OTHER: loops = [d0 by 8, d1 by 128, d1 by 8]
func.func @add(%a: memref<256x256xf32, #t>, %b: memref<256x256xf32, #columns>, %c: memref<256x256xf32, #t>) {
  linalg.add ins(%a, %b : memref<256x256xf32, #t>, memref<256x256xf32, #columns>) outs(%c : memref<256x256xf32, #t>)
  return
}

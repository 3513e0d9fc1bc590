// Are both halves of a line of what is transposed taken one after the other, where the first
// cache does not keep the columns?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | tiled-layout-opt --tiled-layout-lower-structured -o /dev/null
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s --check-prefix=WIDE

#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#columns = #tiled_layout.layout<{0,1}>

// Columns lie 1 KB apart.
// CHECK-LABEL: func @add
// CHECK: loops = [d0 by 16, d1 by 128, d1 by 8, d0 by 8]
// Squares of 16 by 16 have whole lines already.
// WIDE-LABEL: func @add
// WIDE: loops = [d0 by 16, d1 by 128, d1 by 16]
func.func @add(%a: memref<256x256xf32, #tiles>, %b: memref<256x256xf32, #columns>, %c: memref<256x256xf32, #tiles>) {
  linalg.add ins(%a, %b : memref<256x256xf32, #tiles>, memref<256x256xf32, #columns>) outs(%c : memref<256x256xf32, #tiles>)
  return
}

// A large array is read some lines down a few columns at a time, in one column of tiles.
// CHECK-LABEL: func @large
// CHECK: loops = [d1 by 128, d0 by 128, d1 by 8, d0 by 8]
// WIDE-LABEL: func @large
// Whole lines fetch those of the next columns.
// WIDE: loops = [d1 by 128, d0 by 64, d1 by 16, d0 by 16], {{.*}}, streaming, prefetch = [0, 1], ahead = d1 by 16
func.func @large(%a: memref<4096x4096xf32, #tiles>, %b: memref<4096x4096xf32, #columns>, %c: memref<4096x4096xf32, #tiles>) {
  linalg.add ins(%a, %b : memref<4096x4096xf32, #tiles>, memref<4096x4096xf32, #columns>) outs(%c : memref<4096x4096xf32, #tiles>)
  return
}

// Columns of 1004 bytes lie in all sets, and 251 of them fit.
// CHECK-LABEL: func @odd
// CHECK: loops = [d0 by 8, d1 by 128, d1 by 8]
func.func @odd(%a: memref<251x251xf32, #tiles>, %b: memref<251x251xf32, #columns>, %c: memref<251x251xf32, #tiles>) {
  linalg.add ins(%a, %b : memref<251x251xf32, #tiles>, memref<251x251xf32, #columns>) outs(%c : memref<251x251xf32, #tiles>)
  return
}

// CHECK-LABEL: func @rows
// CHECK: loops = [d0 by 16, d1 by 8, d0 by 8]
func.func @rows(%a: memref<256x256xf32, #columns>, %c: memref<256x256xf32>) {
  linalg.copy ins(%a : memref<256x256xf32, #columns>) outs(%c : memref<256x256xf32>)
  return
}

// A body in wider elements is slower than the cache.
// CHECK-LABEL: func @narrow
// CHECK-NOT: d0 by 32
func.func @narrow(%a: memref<256x256xbf16, #words>, %b: memref<256x256xbf16, #columns>, %c: memref<256x256xbf16, #words>) {
  linalg.add ins(%a, %b : memref<256x256xbf16, #words>, memref<256x256xbf16, #columns>) outs(%c : memref<256x256xbf16, #words>)
  return
}

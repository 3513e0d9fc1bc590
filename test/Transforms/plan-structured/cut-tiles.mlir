// Are tiles fetched that a large output does not read as a whole?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOWERED

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#f = #tiled_layout.layout<{1,0:T(8,128)}>
#same = affine_map<(i, j) -> (i, j)>
#shifted = affine_map<(i, j) -> (i + 3, j + 70)>
#backwards = affine_map<(i, j) -> (8191 - i, j)>
#whole = affine_map<(i, j) -> (i + 8, j + 128)>

// Four pages of tiles of 2 KiB ahead, into the second cache: the last row of each word, since the first
// one came with the word before.
// CHECK-LABEL: func @slice(
// CHECK: interleave = d0 x 2, masked, streaming, prefetch = [0], ahead = d1 by 1024>
// LOWERED-LABEL: func @slice(
// LOWERED: memref.prefetch {{.*}} read, locality<2>
func.func @slice(%a: memref<8200x8320xbf16, #t>, %b: memref<8192x8192xbf16, #t>) {
  linalg.generic {indexing_maps = [#shifted, #same], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<8200x8320xbf16, #t>) outs(%b : memref<8192x8192xbf16, #t>) {
  ^bb0(%x: bf16, %y: bf16):
    linalg.yield %x : bf16
  }
  return
}

// Rows of a tile from the last one on; tiles have a page.
// CHECK-LABEL: func @rows_backwards(
// CHECK: streaming, prefetch = [0], ahead = d1 by 512>
func.func @rows_backwards(%a: memref<8192x8192xf32, #f>, %b: memref<8192x8192xf32, #f>) {
  linalg.generic {indexing_maps = [#backwards, #same], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<8192x8192xf32, #f>) outs(%b : memref<8192x8192xf32, #f>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// A row within its word: the second row of each pair is in the next word, which it fetches.
// CHECK-LABEL: func @next_row(
// CHECK: vector = d1 x 16, masked, streaming, prefetch = [1], ahead = d1 by 1024>
// LOWERED-LABEL: func @next_row(
// LOWERED: memref.prefetch {{.*}} read, locality<2>
func.func @next_row(%a: memref<8192x8192xbf16, #t>, %b: memref<8200x8192xbf16, #t>, %c: memref<8192x8192xbf16, #t>) {
  linalg.generic {indexing_maps = [#same, affine_map<(i, j) -> (i + 1, j)>, #same], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : memref<8192x8192xbf16, #t>, memref<8200x8192xbf16, #t>) outs(%c : memref<8192x8192xbf16, #t>) {
  ^bb0(%x: bf16, %y: bf16, %z: bf16):
    %0 = arith.addf %x, %y : bf16
    linalg.yield %0 : bf16
  }
  return
}

// Whole tiles need none, nor do arrays that the caches keep.
// CHECK-LABEL: func @whole_tiles(
// CHECK: streaming>
func.func @whole_tiles(%a: memref<8200x8320xf32, #f>, %b: memref<8192x8192xf32, #f>) {
  linalg.generic {indexing_maps = [#whole, #same], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<8200x8320xf32, #f>) outs(%b : memref<8192x8192xf32, #f>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-LABEL: func @small(
// CHECK-NOT: prefetch
func.func @small(%a: memref<264x640xbf16, #t>, %b: memref<256x512xbf16, #t>) {
  linalg.generic {indexing_maps = [#shifted, #same], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<264x640xbf16, #t>) outs(%b : memref<256x512xbf16, #t>) {
  ^bb0(%x: bf16, %y: bf16):
    linalg.yield %x : bf16
  }
  return
}

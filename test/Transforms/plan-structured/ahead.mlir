// Is the next tile fetched where padding, or columns that are not asked for, lie between rows, and
// the second cache of 1 MiB does not keep the arrays?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | tiled-layout-opt --tiled-layout-lower-structured -o /dev/null
// RUN: tiled-layout-opt %s --tiled-layout-set-target="target-cpu=x86-64-v4 fields=prefetch-tiles=0" --tiled-layout-plan-structured | FileCheck %s --check-prefix=NONE

#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#images = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#map = affine_map<(n, c, h, w) -> (n, c, h, w)>

// CHECK-LABEL: func @half
// CHECK: vector = d1 x 16, masked, prefetch = [0, 1, 2], ahead = d0 by 8>
// NONE-NOT: ahead
// NONE: func.func @streams(
// NONE-NOT: ahead
func.func @half(%a: memref<4096x64xf32, #tiles>, %b: memref<4096x64xf32, #tiles>, %c: memref<4096x64xf32, #tiles>) {
  linalg.add ins(%a, %b : memref<4096x64xf32, #tiles>, memref<4096x64xf32, #tiles>) outs(%c : memref<4096x64xf32, #tiles>)
  return
}

// CHECK-LABEL: func @in_cache
// CHECK-NOT: ahead
func.func @in_cache(%a: memref<256x64xf32, #tiles>, %b: memref<256x64xf32, #tiles>, %c: memref<256x64xf32, #tiles>) {
  linalg.add ins(%a, %b : memref<256x64xf32, #tiles>, memref<256x64xf32, #tiles>) outs(%c : memref<256x64xf32, #tiles>)
  return
}

// A value of each image, and rows of any number.
// CHECK-LABEL: func @images
// CHECK: prefetch = [0, 2], ahead = d2 by 8>
func.func @images(%a: memref<?x64x28x28xf32, #images>, %b: memref<64xf32>, %c: memref<?x64x28x28xf32, #images>) {
  linalg.generic {indexing_maps = [#map, affine_map<(n, c, h, w) -> (c)>, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%a, %b : memref<?x64x28x28xf32, #images>, memref<64xf32>) outs(%c : memref<?x64x28x28xf32, #images>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
  }
  return
}

// Words of four rows. The output is fetched where it turns out not to be streamed.
// CHECK-LABEL: func @bytes
// CHECK: interleave = d0 x 4, masked, streaming above 16777216, prefetch = [0, 1], ahead = d0 by 8>
func.func @bytes(%a: memref<?x64xi8, #bytes>, %c: memref<?x64xi8, #bytes>) {
  linalg.copy ins(%a : memref<?x64xi8, #bytes>) outs(%c : memref<?x64xi8, #bytes>)
  return
}

// Rows of 120 columns end 32 bytes before the next ones.
// CHECK-LABEL: func @nearly_full
// CHECK-NOT: ahead
func.func @nearly_full(%a: memref<65536x120xf32, #tiles>, %c: memref<65536x120xf32, #tiles>) {
  linalg.copy ins(%a : memref<65536x120xf32, #tiles>) outs(%c : memref<65536x120xf32, #tiles>)
  return
}

// Rows of two tiles: the next one in memory is the other half of the same rows.
// CHECK-LABEL: func @two
// CHECK-NOT: ahead
func.func @two(%a: memref<65536x192xf32, #tiles>, %c: memref<65536x192xf32, #tiles>) {
  linalg.copy ins(%a : memref<65536x192xf32, #tiles>) outs(%c : memref<65536x192xf32, #tiles>)
  return
}

// What is written around the caches is not fetched.
// CHECK-LABEL: func @streams
// CHECK: streaming, prefetch = [0], ahead = d0 by 8>
func.func @streams(%a: memref<1048576x64xf32, #tiles>, %c: memref<1048576x64xf32, #tiles>) {
  linalg.copy ins(%a : memref<1048576x64xf32, #tiles>) outs(%c : memref<1048576x64xf32, #tiles>)
  return
}

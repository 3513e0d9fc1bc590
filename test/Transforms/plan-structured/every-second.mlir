// Do vectors lie along a dimension of which the operation has every second index only? Masks leave the others out, on
// targets that have them for these elements: of 32 bits with AVX2, of 16 with AVX-512.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s --check-prefix=AVX2
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOWER

// A 1x1 convolution with a stride of 2, channels first.
// CHECK-LABEL: func.func @windows_f32(
// CHECK: vector = d3 x 16
// AVX2-LABEL: func.func @windows_f32(
// AVX2: vector = d3 x 8
func.func @windows_f32(%x: memref<1x64x56x56xf32>, %w: memref<32x64x1x1xf32>, %o: memref<1x32x28x28xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %w : memref<1x64x56x56xf32>, memref<32x64x1x1xf32>) outs(%o : memref<1x32x28x28xf32>)
  return
}

// A row of those that share words, and a whole array beside it.
// CHECK-LABEL: func.func @row(
// CHECK: linalg.exp {{.*}} vector = d1 x 16, masked
// AVX2-LABEL: func.func @row(
// AVX2: linalg.exp {{.*}} vector = d1 x 1>
// LOWER-LABEL: func.func @row(
// LOWER: %[[OWN:.*]] = arith.constant dense<[true, false, true, false, {{.*}}> : vector<32xi1>
// LOWER: vector.maskedload {{.*}}, %[[OWN]], {{.*}} : memref<?xbf16, {{.*}}>, vector<32xi1>, vector<32xbf16>
// LOWER: vector.maskedstore
#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#v = #tiled_layout.layout<{1,0:T(1,128)(1,1)}, strides = [6144, 1024, 256, 2, 1, 1]>
func.func @row(%a: memref<64x768xbf16, #t>, %b: memref<64x768xbf16, #t>, %i: index, %k: index) {
  %x = tiled_layout.subview %a[%i, 0] [1, 768] [1, 1] : memref<64x768xbf16, #t> to memref<1x768xbf16, #v>
  %y = tiled_layout.subview %b[%k, 0] [1, 768] [1, 1] : memref<64x768xbf16, #t> to memref<1x768xbf16, #v>
  linalg.exp ins(%x : memref<1x768xbf16, #v>) outs(%y : memref<1x768xbf16, #v>)
  return
}

// A copy of such a row. One to an array without a rank stays.
// CHECK-LABEL: func.func @copies(
// CHECK: linalg.copy {{.*}} vector = d1 x 32, masked
// CHECK: memref.copy %{{.*}} to memref<*xbf16>
// AVX2-LABEL: func.func @copies(
// AVX2-NOT: linalg.copy
// AVX2: return
func.func @copies(%x: memref<1x768xbf16, #v>, %y: memref<1x768xbf16, #v>, %z: memref<*xbf16>) {
  memref.copy %x, %y : memref<1x768xbf16, #v> to memref<1x768xbf16, #v>
  memref.copy %x, %z : memref<1x768xbf16, #v> to memref<*xbf16>
  return
}

// Every second column of tiles, and every second row: half a tile of each. What begins at the second pair, or has every
// third column, crosses tiles.
// CHECK-LABEL: func.func @columns(
// CHECK: vector = d1 x 16
// CHECK: vector = d1 x 16
// CHECK-NOT: vector = d1
// CHECK: return
#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @columns(%a: memref<64x1152xf32, #tiles>, %p: memref<64x384xf32, #tiles>, %o: memref<32x384xf32, #tiles>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1 * 2 + 1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x1152xf32, #tiles>) outs(%p : memref<64x384xf32, #tiles>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2, d1 * 2)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x1152xf32, #tiles>) outs(%o : memref<32x384xf32, #tiles>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1 * 2 + 2)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x1152xf32, #tiles>) outs(%p : memref<64x384xf32, #tiles>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1 * 3)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x1152xf32, #tiles>) outs(%p : memref<64x384xf32, #tiles>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

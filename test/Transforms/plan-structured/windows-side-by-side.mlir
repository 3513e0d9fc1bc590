// Are windows that lie side by side along the columns of tiles read as they lie, where no tile begins within one?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#narrow = #tiled_layout.layout<{1,0:T(8,3)}>
#in = affine_map<(i, j, p, q) -> (2 * i + p, 2 * j + q)>
#window = affine_map<(i, j, p, q) -> (p, q)>
#out = affine_map<(i, j, p, q) -> (i, j)>

// CHECK-LABEL: func.func @pool(
// CHECK-NOT: pack
// CHECK: vector = d1 x 16
func.func @pool(%x: memref<64x512xf32, #t>, %w: memref<2x2xf32>, %y: memref<32x256xf32, #t>) {
  linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : memref<64x512xf32, #t>, memref<2x2xf32>) outs(%y : memref<32x256xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  }
  return
}

// Windows that overlap, that tiles begin within, and of words of several rows are copied first.
// CHECK-LABEL: func.func @overlapping(
// CHECK: pack 0
func.func @overlapping(%x: memref<64x512xf32, #t>, %w: memref<2x3xf32>, %y: memref<32x255xf32, #t>) {
  linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : memref<64x512xf32, #t>, memref<2x3xf32>) outs(%y : memref<32x255xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  }
  return
}
// CHECK-LABEL: func.func @words(
// CHECK: pack 0
func.func @words(%x: memref<64x512xi8, #words>, %w: memref<2x2xi8>, %y: memref<32x256xi8, #words>) {
  linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : memref<64x512xi8, #words>, memref<2x2xi8>) outs(%y : memref<32x256xi8, #words>) {
  ^bb0(%a: i8, %b: i8, %o: i8):
    %m = arith.maxsi %o, %a : i8
    linalg.yield %m : i8
  }
  return
}
// CHECK-LABEL: func.func @narrow(
// CHECK: pack 0
func.func @narrow(%x: memref<64x512xf32, #narrow>, %w: memref<2x2xf32>, %y: memref<32x256xf32, #t>) {
  linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : memref<64x512xf32, #narrow>, memref<2x2xf32>) outs(%y : memref<32x256xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  }
  return
}

// Four rows of T(8,128)(4,1) share a word. Do vectors of f32 along them end after four elements? Products
// that share them take panels, others words that are transposed.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#x = affine_map<(i, j, k) -> (i, k)>
#w = affine_map<(i, j, k) -> (j, k)>
#y = affine_map<(i, j, k) -> (i, j)>

// Weights [out, in] of bytes.
// CHECK-LABEL: func @rows
// CHECK: structured_plan<loops = [{{.*}}pack 1{{.*}}], vector = d1 x 16
func.func @rows(%x: memref<128x1024xf32, #t>, %w: memref<1024x1024xi8, #words>, %y: memref<128x1024xf32, #t>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : memref<128x1024xf32, #t>, memref<1024x1024xi8, #words>) outs(%y : memref<128x1024xf32, #t>) {
  ^bb0(%a: f32, %b: i8, %c: f32):
    %f = arith.sitofp %b : i8 to f32
    %p = arith.mulf %a, %f : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: func @one_row
// CHECK: structured_plan<{{.*}}vector = d1 x 16, transposed = [1 along d2]
func.func @one_row(%x: memref<1x1024xf32, #t>, %w: memref<1024x1024xi8, #words>, %y: memref<1x1024xf32, #t>) {
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : memref<1x1024xf32, #t>, memref<1024x1024xi8, #words>) outs(%y : memref<1x1024xf32, #t>) {
  ^bb0(%a: f32, %b: i8, %c: f32):
    %f = arith.sitofp %b : i8 to f32
    %p = arith.mulf %a, %f : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

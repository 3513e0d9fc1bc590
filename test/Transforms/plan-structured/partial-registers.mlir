// How many partial results are in registers where words hold several rows?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-plan-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Four rows of A by four of B leave 16 of 32 registers for what is multiplied; eight would leave none.
// CHECK-LABEL: func @words
// CHECK: loops = [d0 by 4, d1 by 4, d2 by 4], vector = d2 x 4
func.func @words(%a: memref<128x128xi8, #four>, %b: memref<128x128xi8, #four>, %c: memref<128x128xi32, #t>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<128x128xi8, #four>, memref<128x128xi8, #four>) outs(%c : memref<128x128xi32, #t>)
  return
}

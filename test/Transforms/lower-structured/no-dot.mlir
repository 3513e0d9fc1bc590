// A plan with dot products is refused where the target has none.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-lower-structured --verify-diagnostics

func.func @none(%a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // expected-error @+1 {{target 'x86-64-v4' has no instruction for dot products of 4 in vectors of 16 sums}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 1, d2 by 4], vector = d1 x 16, dot = d2 x 4>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}

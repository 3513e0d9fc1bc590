// Which indices does a block of rows have whole? Those that are neighbours in memory, be they the
// first ones of the array.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-fuse-rows | FileCheck %s

#t = #tiled_layout.layout<{0,1,2}>
#s = #tiled_layout.layout<{0,1}>
#all = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>

// CHECK-LABEL: func @scaled
// CHECK: scf.for %{{.+}} = %{{.+}} to %c128{{.*}} step
// CHECK-NOT: scf.for
// CHECK: tensor.extract_slice {{.*}} [8, {{[0-9]+}}, 1000]
func.func @scaled(%x: tensor<8x128x1000xf32, #t>, %z: tensor<8x128xf32, #s>, %e: tensor<8x128x1000xf32, #t>,
                  %r: tensor<8x128x1000xf32, #t>) -> tensor<8x128x1000xf32, #t> {
  %0 = linalg.exp ins(%x : tensor<8x128x1000xf32, #t>) outs(%e : tensor<8x128x1000xf32, #t>) -> tensor<8x128x1000xf32, #t>
  %1 = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0 : tensor<8x128x1000xf32, #t>) outs(%z : tensor<8x128xf32, #s>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    linalg.yield %c : f32
  } -> tensor<8x128xf32, #s>
  %2 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %1 : tensor<8x128x1000xf32, #t>, tensor<8x128xf32, #s>) outs(%r : tensor<8x128x1000xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<8x128x1000xf32, #t>
  return %2 : tensor<8x128x1000xf32, #t>
}

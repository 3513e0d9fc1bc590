// Operations of a module may be in any order. None are fused there.
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-rows | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK-NOT: scf.for
%zero = arith.constant 0.0 : f32
%e = tensor.empty() : tensor<4096xf32>
%f = linalg.fill ins(%zero : f32) outs(%e : tensor<4096xf32>) -> tensor<4096xf32>
%x = tensor.empty() : tensor<4096x256xf32, #t>
%y = tensor.empty() : tensor<4096x256xf32, #t>
%o = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %s : tensor<4096x256xf32, #t>, tensor<4096xf32>) outs(%y : tensor<4096x256xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<4096x256xf32, #t>
%s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<4096x256xf32, #t>) outs(%f : tensor<4096xf32>) {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<4096xf32>

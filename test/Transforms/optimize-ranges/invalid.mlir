// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-optimize-ranges --verify-diagnostics
// RUN: not tiled-layout-opt %s --split-input-file --tiled-layout-convert-vectors-to-llvm 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: error: 'linalg.transpose' op is on a tensor with a layout

func.func @f(%n: index) -> index {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{has bounds that are affine maps, of which ranges are not known; lower affine loops first}}
  %r = affine.for %i = 0 to affine_map<()[s] -> (s + 1)>()[%n] iter_args(%x = %c0) -> index {
    affine.yield %i : index
  }
  return %r : index
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @transpose(%a: tensor<8x128xf32>, %b: tensor<8x128xf32, #t>) -> tensor<8x128xf32, #t> {
  // expected-error @+1 {{is on a tensor with a layout; bufferize first}}
  %0 = linalg.transpose ins(%a : tensor<8x128xf32>) outs(%b : tensor<8x128xf32, #t>) permutation = [0, 1]
  return %0 : tensor<8x128xf32, #t>
}

// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-linalg-to-physical | FileCheck %s

// Where no tile divides an extent, loops run over padding.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Along parallel dimensions it does not matter what is computed there.
// CHECK-LABEL: @parallel
// CHECK-NOT: fill_padding
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<2x2x8x128xf32>)
func.func @parallel(%a: tensor<10x200xf32, #t>, %b: tensor<10x200xf32, #t>) -> tensor<10x200xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<10x200xf32, #t>) outs(%b : tensor<10x200xf32, #t>) -> tensor<10x200xf32, #t>
  return %0 : tensor<10x200xf32, #t>
}

// -----

// A sum over padding needs zeros there: written unless they are known, and once
// for two users.
#a = #tiled_layout.layout<{1,0:T(8,8)}>
// CHECK-LABEL: @reduction
// CHECK-SAME: (%[[A:.*]]: tensor<10x20xf32, {{.*}}>, %[[B:.*]]: tensor<20x30xf32>
// CHECK: %[[K:.*]] = tiled_layout.relayout ins(%[[B]] {{.*}} padding = zero
// CHECK: %[[Z:.*]] = tiled_layout.fill_padding ins(%{{.*}} : f32) outs(%[[A]] :
// CHECK: tiled_layout.to_physical %[[Z]]
// CHECK: tiled_layout.to_physical %[[K]]
// CHECK: linalg.generic
// CHECK-NOT: fill_padding
// CHECK: tiled_layout.to_physical %[[Z]]
// CHECK: linalg.generic
// CHECK-NOT: fill_padding
func.func @reduction(%a: tensor<10x20xf32, #a>, %b: tensor<20x30xf32>, %c: tensor<10x30xf32, #a>) -> (tensor<10x30xf32, #a>, tensor<10x30xf32, #a>) {
  %e = tiled_layout.empty() : tensor<20x30xf32, #a>
  %k = tiled_layout.relayout ins(%b : tensor<20x30xf32>) outs(%e : tensor<20x30xf32, #a>) padding = zero -> tensor<20x30xf32, #a>
  %0 = linalg.matmul ins(%a, %k : tensor<10x20xf32, #a>, tensor<20x30xf32, #a>) outs(%c : tensor<10x30xf32, #a>) -> tensor<10x30xf32, #a>
  %1 = linalg.matmul ins(%a, %k : tensor<10x20xf32, #a>, tensor<20x30xf32, #a>) outs(%0 : tensor<10x30xf32, #a>) -> tensor<10x30xf32, #a>
  return %0, %1 : tensor<10x30xf32, #a>, tensor<10x30xf32, #a>
}

// -----

// No padding along the reduced dimension, no zeros.
#a = #tiled_layout.layout<{1,0:T(8,8)}>
// CHECK-LABEL: @no_padding_there
// CHECK-NOT: fill_padding
// CHECK: linalg.generic
func.func @no_padding_there(%a: tensor<10x16xf32, #a>, %b: tensor<16x30xf32, #a>, %c: tensor<10x30xf32, #a>) -> tensor<10x30xf32, #a> {
  %0 = linalg.matmul ins(%a, %b : tensor<10x16xf32, #a>, tensor<16x30xf32, #a>) outs(%c : tensor<10x30xf32, #a>) -> tensor<10x30xf32, #a>
  return %0 : tensor<10x30xf32, #a>
}

// A sum of all elements in order takes them one by one: what calls a function stays by itself, in vectors.
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise=reassoc=true | FileCheck %s --check-prefix=ANY

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: @loss(
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: arith.addf
// ANY-LABEL: @loss(
// ANY: math.exp
// ANY-NOT: linalg.generic
// ANY: return
func.func @loss(%x: tensor<64x300xf32, #t>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = math.exp %x : tensor<64x300xf32, #t>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
    ins(%e : tensor<64x300xf32, #t>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    linalg.yield %c : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}

// Sums of columns are in vectors, and maxima in any order.
// CHECK-LABEL: @columns(
// CHECK: math.exp
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @columns(%x: tensor<64x300xf32, #t>, %init: tensor<300xf32>) -> tensor<300xf32> {
  %e = math.exp %x : tensor<64x300xf32, #t>
  %s = linalg.reduce ins(%e : tensor<64x300xf32, #t>) outs(%init : tensor<300xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %c = arith.addf %a, %b : f32
      linalg.yield %c : f32
    }
  return %s : tensor<300xf32>
}
// CHECK-LABEL: @maximum(
// CHECK: math.exp
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @maximum(%x: tensor<64x300xf32, #t>, %init: tensor<f32>) -> tensor<f32> {
  %e = math.exp %x : tensor<64x300xf32, #t>
  %s = linalg.reduce ins(%e : tensor<64x300xf32, #t>) outs(%init : tensor<f32>) dimensions = [0, 1]
    (%a: f32, %b: f32) {
      %c = arith.maximumf %a, %b : f32
      linalg.yield %c : f32
    }
  return %s : tensor<f32>
}

// Terms that call functions are computed first, in rows; without functions they stay.
// CHECK-LABEL: @terms(
// CHECK: %[[T:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
// CHECK: math.exp
// CHECK: -> tensor<64x?xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%[[T]] : tensor<64x?xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
// CHECK-NEXT: linalg.yield
// CHECK-NOT: linalg.generic
// CHECK: return
// ANY-LABEL: @terms(
// ANY-NOT: "parallel"
// ANY: return
func.func @terms(%x: tensor<64x?xf16, #t>, %init: tensor<f32>) -> tensor<f32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<64x?xf16, #t>) outs(%init : tensor<f32>) {
  ^bb0(%a: f16, %b: f32):
    %w = arith.extf %a : f16 to f32
    %e = math.exp %w : f32
    %c = arith.addf %b, %e : f32
    linalg.yield %c : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}
// CHECK-LABEL: @no_functions(
// CHECK-NOT: "parallel"
// CHECK: return
func.func @no_functions(%x: tensor<64x?xf32, #t>, %init: tensor<f32>) -> tensor<f32> {
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<64x?xf32, #t>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %a : f32
    %c = arith.addf %p, %b : f32
    linalg.yield %c : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}

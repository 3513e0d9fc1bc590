// The example of the pass's description, and what is not fused.
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)}>

// CHECK-LABEL: func @f
// CHECK-SAME: %[[A:.*]]: tensor<64x256xf32, #{{.*}}>, %[[B:.*]]: tensor
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%[[A]], %[[B]] : tensor<64x256xf32, #{{.*}}>, tensor<64x256xf32, #{{.*}}>) outs(%[[A]] :
// CHECK: %[[S:.*]] = arith.addf
// CHECK-NEXT: arith.maximumf %[[S]]
// CHECK-NEXT: linalg.yield
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]
func.func @f(%a: tensor<64x256xf32, #t>, %b: tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t> {
  %zero = arith.constant 0.0 : f32
  %zeros = tensor.splat %zero : tensor<64x256xf32, #t>
  %sum = arith.addf %a, %b : tensor<64x256xf32, #t>
  %relu = arith.maximumf %sum, %zeros : tensor<64x256xf32, #t>
  return %relu : tensor<64x256xf32, #t>
}

// A broadcast bias, a square, and operands in other layouts.
// CHECK-LABEL: func @chain
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x256xf32, #{{.*}}>, tensor<256xf32>, tensor<64x256xf32, #{{.*}}>)
// CHECK: %[[S:.*]] = arith.addf
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[S]], %[[S]]
// CHECK-NEXT: arith.mulf %[[P]]
// CHECK-NOT: linalg.generic
func.func @chain(%a: tensor<64x256xf32, #t>, %bias: tensor<256xf32>, %scale: tensor<64x256xf32, #columns>) -> tensor<64x256xf32, #t> {
  %empty = tensor.empty() : tensor<64x256xf32, #t>
  %spread = linalg.broadcast ins(%bias : tensor<256xf32>) outs(%empty : tensor<64x256xf32, #t>) dimensions = [0]
  %sum = linalg.add ins(%a, %spread : tensor<64x256xf32, #t>, tensor<64x256xf32, #t>) outs(%empty : tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t>
  %square = linalg.mul ins(%sum, %sum : tensor<64x256xf32, #t>, tensor<64x256xf32, #t>) outs(%empty : tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t>
  %result = linalg.mul ins(%square, %scale : tensor<64x256xf32, #t>, tensor<64x256xf32, #columns>) outs(%empty : tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t>
  return %result : tensor<64x256xf32, #t>
}

// What a product reads is computed once.
// CHECK-LABEL: func @product
// CHECK: linalg.exp
// CHECK: linalg.matmul
func.func @product(%a: tensor<64x64xf32, #t>, %b: tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t> {
  %empty = tensor.empty() : tensor<64x64xf32, #t>
  %exp = linalg.exp ins(%a : tensor<64x64xf32, #t>) outs(%empty : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  %product = linalg.matmul ins(%exp, %b : tensor<64x64xf32, #t>, tensor<64x64xf32, #t>) outs(%empty : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  return %product : tensor<64x64xf32, #t>
}

// So is what two operations read, and what a loop around the reader repeats.
// CHECK-LABEL: func @twice
// CHECK: linalg.exp
// CHECK: linalg.abs
// CHECK: linalg.negf
func.func @twice(%a: tensor<64x64xf32, #t>) -> (tensor<64x64xf32, #t>, tensor<64x64xf32, #t>) {
  %empty = tensor.empty() : tensor<64x64xf32, #t>
  %exp = linalg.exp ins(%a : tensor<64x64xf32, #t>) outs(%empty : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  %abs = linalg.abs ins(%exp : tensor<64x64xf32, #t>) outs(%empty : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  %neg = linalg.negf ins(%exp : tensor<64x64xf32, #t>) outs(%empty : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  return %abs, %neg : tensor<64x64xf32, #t>, tensor<64x64xf32, #t>
}

// A sum of squares reads its operand once; what is spread over rows is computed once.
// CHECK-LABEL: func @sums
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: linalg.exp
// CHECK: linalg.generic
func.func @sums(%a: tensor<64x64xf32, #t>, %zeros: tensor<64xf32>, %b: tensor<64xf32>) -> (tensor<64xf32>, tensor<64x64xf32, #t>) {
  %empty = tensor.empty() : tensor<64x64xf32, #t>
  %row = tensor.empty() : tensor<64xf32>
  %square = linalg.square ins(%a : tensor<64x64xf32, #t>) outs(%empty : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  %sum = linalg.reduce { arith.addf } ins(%square : tensor<64x64xf32, #t>) outs(%zeros : tensor<64xf32>) dimensions = [1]
  %exp = linalg.exp ins(%b : tensor<64xf32>) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %spread = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%exp : tensor<64xf32>) outs(%empty : tensor<64x64xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<64x64xf32, #t>
  return %sum, %spread : tensor<64xf32>, tensor<64x64xf32, #t>
}

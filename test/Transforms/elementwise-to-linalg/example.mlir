// The example of the pass's description, and what upstream's pass breaks on: a
// result of other elements than the operands, a selection, chains.
//
// RUN: tiled-layout-opt %s --tiled-layout-elementwise-to-linalg | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,4)}>

// CHECK-LABEL: func.func @f(
// CHECK-SAME:      %[[A:.*]]: tensor<6x8xf32, {{.*}}>, %[[B:.*]]: tensor<6x8xf32,
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<6x8xi1, #tiled_layout.layout<{1,0:T(2,4)}>>
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[E]] :
// CHECK:           arith.cmpf olt, %{{.*}} : f32
// CHECK:           linalg.yield %{{.*}} : i1
func.func @f(%a: tensor<6x8xf32, #t>, %b: tensor<6x8xf32, #t>) -> tensor<6x8xi1, #t> {
  %0 = arith.cmpf olt, %a, %b : tensor<6x8xf32, #t>
  return %0 : tensor<6x8xi1, #t>
}

// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-4: linalg.generic {{.*}} outs(%{{.*}} : tensor<{{.*}}, #tiled_layout.layout<{1,0:T(2,4)}>>)
// CHECK-NOT:     tensor.cast
func.func @chain(%a: tensor<6x8xf32, #t>, %b: tensor<6x8xf32, #t>) -> tensor<6x8xf32, #t> {
  %r = arith.addf %a, %b : tensor<6x8xf32, #t>
  %i = arith.cmpf olt, %r, %b : tensor<6x8xf32, #t>
  %s = arith.select %i, %a, %b : tensor<6x8xi1, #t>, tensor<6x8xf32, #t>
  %u = math.exp %s : tensor<6x8xf32, #t>
  return %u : tensor<6x8xf32, #t>
}

// Extents that are known at run time only; a splat is a scalar.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         %[[C:.*]] = arith.constant 2.000000e+00 : f32
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<?x8xf32, {{.*}}>)
// CHECK:           arith.mulf %{{.*}}, %[[C]]
func.func @dynamic(%a: tensor<?x8xf32, #t>, %n: index, %f: f32) -> tensor<?x8xf32, #t> {
  %two = arith.constant 2.0 : f32
  %s = tensor.splat %two[%n] : tensor<?x8xf32, #t>
  %r = arith.mulf %a, %s : tensor<?x8xf32, #t>
  return %r : tensor<?x8xf32, #t>
}

// A softmax whose result has another layout than its input.
//
// CHECK-LABEL: func.func @softmax(
// CHECK-NOT:     linalg.softmax
// CHECK:         math.exp
// CHECK:         -> tensor<6x8xf32, #tiled_layout.layout<{1,0}>>
// CHECK:         arith.divf
// CHECK:         -> tensor<6x8xf32, #tiled_layout.layout<{1,0}>>
func.func @softmax(%a: tensor<6x8xf32, #t>, %b: tensor<6x8xf32, #tiled_layout.layout<{1,0}>>) -> tensor<6x8xf32, #tiled_layout.layout<{1,0}>> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<6x8xf32, #t>) outs(%b : tensor<6x8xf32, #tiled_layout.layout<{1,0}>>) -> tensor<6x8xf32, #tiled_layout.layout<{1,0}>>
  return %0 : tensor<6x8xf32, #tiled_layout.layout<{1,0}>>
}

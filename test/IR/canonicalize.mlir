// RUN: tiled-layout-opt %s --canonicalize | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,2)}>
#u = #tiled_layout.layout<{0,1}>

// 17 is XLA's own figure for (2, 3).
// CHECK-LABEL: func @linearize_constant
func.func @linearize_constant(%m: memref<3x5xf32, #t>) -> index {
  %i = arith.constant 2 : index
  %j = arith.constant 3 : index
  // CHECK: %[[P:.+]] = arith.constant 17 : index
  %p = tiled_layout.linearize %m[%i, %j] : memref<3x5xf32, #t>
  // CHECK: return %[[P]]
  return %p : index
}

// An index out of bounds has no position; nothing is made up.
// CHECK-LABEL: func @linearize_out_of_bounds
func.func @linearize_out_of_bounds(%m: memref<3x5xf32, #t>) -> index {
  %i = arith.constant 3 : index
  // CHECK: tiled_layout.linearize
  %p = tiled_layout.linearize %m[%i, %i] : memref<3x5xf32, #t>
  return %p : index
}

// CHECK-LABEL: func @delinearize_constant
func.func @delinearize_constant(%m: memref<3x5xf32, #t>) -> (index, index, i1) {
  // CHECK-DAG: %[[I:.+]] = arith.constant 2 : index
  // CHECK-DAG: %[[J:.+]] = arith.constant 3 : index
  // CHECK-DAG: %[[OK:.+]] = arith.constant true
  %p = arith.constant 17 : index
  %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<3x5xf32, #t>
  // CHECK: return %[[I]], %[[J]], %[[OK]]
  return %i, %j, %ok : index, index, i1
}

// CHECK-LABEL: func @delinearize_padding
func.func @delinearize_padding(%m: memref<3x5xf32, #t>) -> i1 {
  // CHECK: %[[OK:.+]] = arith.constant false
  %p = arith.constant 23 : index
  %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<3x5xf32, #t>
  // CHECK: return %[[OK]]
  return %ok : i1
}

// CHECK-LABEL: func @relayout_to_itself
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor
func.func @relayout_to_itself(%a: tensor<3x5xf32, #t>, %b: tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t> {
  %r = tiled_layout.relayout ins(%a : tensor<3x5xf32, #t>) outs(%b : tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t>
  // CHECK-NEXT: return %[[A]]
  return %r : tensor<3x5xf32, #t>
}

// Who asks for padding gets it.
// CHECK-LABEL: func @relayout_to_itself_with_padding
func.func @relayout_to_itself_with_padding(%a: tensor<3x5xf32, #t>, %b: tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t> {
  // CHECK: tiled_layout.relayout
  %r = tiled_layout.relayout ins(%a : tensor<3x5xf32, #t>) outs(%b : tensor<3x5xf32, #t>) padding = zero -> tensor<3x5xf32, #t>
  return %r : tensor<3x5xf32, #t>
}

// CHECK-LABEL: func @relayout_chain
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<3x5xf32>
func.func @relayout_chain(%a: tensor<3x5xf32>, %b: tensor<3x5xf32, #t>, %c: tensor<3x5xf32, #u>) -> tensor<3x5xf32, #u> {
  %r = tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%b : tensor<3x5xf32, #t>) padding = zero -> tensor<3x5xf32, #t>
  // CHECK-NEXT: %[[R:.+]] = tiled_layout.relayout ins(%[[A]] : tensor<3x5xf32>) outs(%{{.*}} : tensor<3x5xf32, #tiled_layout.layout<{0,1}>>)
  %s = tiled_layout.relayout ins(%r : tensor<3x5xf32, #t>) outs(%c : tensor<3x5xf32, #u>) -> tensor<3x5xf32, #u>
  // CHECK-NEXT: return %[[R]]
  return %s : tensor<3x5xf32, #u>
}

// CHECK-LABEL: func @relayout_onto_itself
func.func @relayout_onto_itself(%a: memref<3x5xf32, #t>) {
  // CHECK-NEXT: return
  tiled_layout.relayout ins(%a : memref<3x5xf32, #t>) outs(%a : memref<3x5xf32, #t>)
  return
}

// CHECK-LABEL: func @empty_constant_size
func.func @empty_constant_size() -> tensor<?x5xf32, #t> {
  %n = arith.constant 3 : index
  // CHECK: %[[E:.+]] = tiled_layout.empty() : tensor<3x5xf32,
  // CHECK: tensor.cast %[[E]]
  %0 = tiled_layout.empty(%n) : tensor<?x5xf32, #t>
  return %0 : tensor<?x5xf32, #t>
}

// CHECK-LABEL: func @dim_of_empty
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @dim_of_empty(%n: index) -> index {
  %0 = tiled_layout.empty(%n) : tensor<?x5xf32, #t>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %0, %c0 : tensor<?x5xf32, #t>
  // The shape is reified by resolve-ranked-shaped-type-result-dims.
  return %d : index
}

// CHECK-LABEL: func @physical_round_trip
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<3x5xf32,
// CHECK-SAME: %[[F:[a-z0-9]+]]: memref<24xf32>
func.func @physical_round_trip(%m: memref<3x5xf32, #t>, %f: memref<24xf32>) -> (memref<3x5xf32, #t>, memref<24xf32>) {
  %0 = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<24xf32>
  %1 = tiled_layout.from_physical %0 : memref<24xf32> to memref<3x5xf32, #t>
  %2 = tiled_layout.from_physical %f : memref<24xf32> to memref<3x5xf32, #t>
  %3 = tiled_layout.to_physical %2 : memref<3x5xf32, #t> to memref<24xf32>
  // CHECK-NEXT: return %[[M]], %[[F]]
  return %1, %3 : memref<3x5xf32, #t>, memref<24xf32>
}

// CHECK-LABEL: func @fill_padding_of_dense
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<4x6xf32,
func.func @fill_padding_of_dense(%v: f32, %t: tensor<4x6xf32, #t>) -> tensor<4x6xf32, #t> {
  %r = tiled_layout.fill_padding ins(%v : f32) outs(%t : tensor<4x6xf32, #t>) -> tensor<4x6xf32, #t>
  // CHECK-NEXT: return %[[T]]
  return %r : tensor<4x6xf32, #t>
}

// CHECK-LABEL: func @assume_multiple
func.func @assume_multiple(%i: index) -> (index, index) {
  %c = arith.constant 24 : index
  // CHECK: %[[C:.+]] = arith.constant 24 : index
  %0 = tiled_layout.assume_multiple %c, 8
  %1 = tiled_layout.assume_multiple %i, 1
  // CHECK: return %[[C]], %arg0
  return %0, %1 : index, index
}

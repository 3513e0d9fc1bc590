// Is every write to a copy if that is asked for, also where there are calls?
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize=copy-before-write | FileCheck %s

#t = #tiled_layout.layout<{0:T(8)}>

// CHECK-LABEL: func.func @same(
// CHECK-NEXT: return
func.func @same(%a: tensor<16xf32, #t>) -> tensor<16xf32, #t> {
  return %a : tensor<16xf32, #t>
}

// CHECK-LABEL: func.func @call(
// CHECK-SAME: %[[A:.*]]: memref
// CHECK: %[[COPY:.*]] = memref.alloc()
// CHECK: memref.copy %[[A]], %[[COPY]]
// CHECK: %[[R:.*]] = call @same(%[[COPY]])
// CHECK: return %[[R]]
func.func @call(%a: tensor<16xf32, #t>) -> tensor<16xf32, #t> {
  %r = call @same(%a) : (tensor<16xf32, #t>) -> tensor<16xf32, #t>
  return %r : tensor<16xf32, #t>
}

// CHECK-LABEL: func.func @write(
// CHECK-SAME: %[[A:.*]]: memref
// CHECK: %[[COPY:.*]] = memref.alloc()
// CHECK: memref.copy %[[A]], %[[COPY]]
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK: return %[[COPY]]
func.func @write(%a: tensor<16xf32, #t>, %f: f32, %i: index) -> tensor<16xf32, #t> {
  %r = tensor.insert %f into %a[%i] : tensor<16xf32, #t>
  return %r : tensor<16xf32, #t>
}

// CHECK-LABEL: func.func @plain_call(
// CHECK: memref.copy
// CHECK: call @plain
func.func @plain(%a: tensor<4xi8>) -> tensor<4xi8> {
  return %a : tensor<4xi8>
}
func.func @plain_call(%a: tensor<4xi8>) -> tensor<4xi8> {
  %r = call @plain(%a) : (tensor<4xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}

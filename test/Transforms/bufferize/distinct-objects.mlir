// Memory that the program says to be distinct is not touched by what accesses
// the other objects: the result is computed where it ends.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!m = memref<64x128xf32, #t>
!a = tensor<64x128xf32, #t>

// CHECK-LABEL: func.func @distinct(
// CHECK: %[[M:.+]]:2 = memref.distinct_objects
// CHECK-NOT: memref.alloc
// CHECK: linalg.exp {{.*}} outs(%[[M]]#1
func.func @distinct(%a: !m, %b: !m) {
  %c0 = arith.constant 0 : index
  %x, %y = memref.distinct_objects %a, %b : !m, !m
  %t = bufferization.to_tensor %x restrict : !m to !a
  %e = tensor.empty() : !a
  %r = linalg.exp ins(%t : !a) outs(%e : !a) -> !a
  %l = memref.load %x[%c0, %c0] : !m
  bufferization.materialize_in_destination %r in restrict writable %y : (!a, !m) -> ()
  memref.store %l, %y[%c0, %c0] : !m
  return
}

// Without the operation both may be one array.
// CHECK-LABEL: func.func @arguments(
// CHECK: memref.alloc
func.func @arguments(%x: !m, %y: !m) {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %x restrict : !m to !a
  %e = tensor.empty() : !a
  %r = linalg.exp ins(%t : !a) outs(%e : !a) -> !a
  %l = memref.load %x[%c0, %c0] : !m
  bufferization.materialize_in_destination %r in restrict writable %y : (!a, !m) -> ()
  memref.store %l, %y[%c0, %c0] : !m
  return
}

// An access by the name that the object had before counts.
// CHECK-LABEL: func.func @other_name(
// CHECK: memref.alloc
func.func @other_name(%a: !m, %b: !m) {
  %c0 = arith.constant 0 : index
  %x, %y = memref.distinct_objects %a, %b : !m, !m
  %t = bufferization.to_tensor %x restrict : !m to !a
  %e = tensor.empty() : !a
  %r = linalg.exp ins(%t : !a) outs(%e : !a) -> !a
  %l = memref.load %b[%c0, %c0] : !m
  bufferization.materialize_in_destination %r in restrict writable %y : (!a, !m) -> ()
  memref.store %l, %y[%c0, %c0] : !m
  return
}

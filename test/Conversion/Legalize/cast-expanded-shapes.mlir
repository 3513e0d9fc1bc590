// Which expansions to run-time extents become casts? Not those that upstream takes.
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %{{.*}}: memref<?xf32>, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[N]], %[[M]]], strides: [%[[M]], 1]
func.func @f(%a: memref<?xf32>, %n: index, %m: index) -> memref<?x?xf32> {
  %r = memref.expand_shape %a [[0, 1]] output_shape [%n, %m] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[A:.*]]: memref<?x64xf32>, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK: %[[D:.*]] = affine.apply {{.*}}[%[[M]]]
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[N]], %[[M]], 64], strides: [%[[D]], 64, 1]
func.func @rows(%a: memref<?x64xf32>, %n: index, %m: index) -> memref<?x?x64xf32> {
  %r = memref.expand_shape %a [[0, 1], [2]] output_shape [%n, %m, 64]
    : memref<?x64xf32> into memref<?x?x64xf32>
  return %r : memref<?x?x64xf32>
}

// CHECK-LABEL: func.func @strided(
// CHECK-SAME: %{{.*}}, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index)
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[S:.*]]:2 = memref.extract_strided_metadata
// CHECK-DAG: %[[ROW:.*]] = affine.apply {{.*}}[%[[C]]]
// CHECK-DAG: %[[MATRIX:.*]] = affine.apply {{.*}}[%[[B]], %[[C]]]
// CHECK: offset: [%[[OFFSET]]], sizes: [%[[A]], 4, %[[B]], %[[C]]], strides: [%[[S]]#0, %[[MATRIX]], %[[ROW]], 2]
func.func @strided(%m: memref<?x?xf32, strided<[?, 2], offset: ?>>, %a: index, %b: index, %c: index)
    -> memref<?x4x?x?xf32, strided<[?, ?, ?, 2], offset: ?>> {
  %r = memref.expand_shape %m [[0], [1, 2, 3]] output_shape [%a, 4, %b, %c]
    : memref<?x?xf32, strided<[?, 2], offset: ?>> into memref<?x4x?x?xf32, strided<[?, ?, ?, 2], offset: ?>>
  return %r : memref<?x4x?x?xf32, strided<[?, ?, ?, 2], offset: ?>>
}

// CHECK-LABEL: func.func @one(
// CHECK: memref.expand_shape
func.func @one(%a: memref<?x64xf32>, %n: index) -> memref<?x8x64xf32> {
  %r = memref.expand_shape %a [[0, 1], [2]] output_shape [%n, 8, 64] : memref<?x64xf32> into memref<?x8x64xf32>
  return %r : memref<?x8x64xf32>
}

// LLVM-LABEL: llvm.func @tensors(
// LLVM-NOT: memref.
func.func @tensors(%t: tensor<?x?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?x?xf32> {
  %r = tensor.expand_shape %t [[0], [1, 2]] output_shape [%a, %b, %c] : tensor<?x?xf32> into tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

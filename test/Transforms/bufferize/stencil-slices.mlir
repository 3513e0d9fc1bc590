// Is the result of an operation that reads slices of an array, and ends in a slice of it, copied
// once, instead of each slice that is read?
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s

// CHECK-LABEL: func.func @neighbours(
// CHECK: %[[NEW:.*]] = memref.alloc() {{.*}} : memref<6x6xf32>
// CHECK-NOT: memref.copy
// CHECK: linalg.add {{.*}} outs(%[[NEW]]
// CHECK: memref.copy %[[NEW]]
// CHECK-NOT: memref.copy
// CHECK: return
func.func @neighbours(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %up = tensor.extract_slice %a[0, 1] [6, 6] [1, 1] : tensor<8x8xf32> to tensor<6x6xf32>
  %down = tensor.extract_slice %a[2, 1] [6, 6] [1, 1] : tensor<8x8xf32> to tensor<6x6xf32>
  %e = tensor.empty() : tensor<6x6xf32>
  %s = linalg.add ins(%up, %down : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %r = tensor.insert_slice %s into %a[1, 1] [6, 6] [1, 1] : tensor<6x6xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// The same slice is computed in place.
// CHECK-LABEL: func.func @same(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: linalg.add
// CHECK-NOT: memref.copy
// CHECK: return
func.func @same(%a: tensor<8x8xf32>, %b: tensor<6x6xf32>) -> tensor<8x8xf32> {
  %part = tensor.extract_slice %a[1, 1] [6, 6] [1, 1] : tensor<8x8xf32> to tensor<6x6xf32>
  %e = tensor.empty() : tensor<6x6xf32>
  %s = linalg.add ins(%part, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %r = tensor.insert_slice %s into %a[1, 1] [6, 6] [1, 1] : tensor<6x6xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

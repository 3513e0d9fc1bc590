// Do loops between reshapes go without the layouts between them, which would pad 3 channels to 128?
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s

#image = #tiled_layout.layout<{2,1,0:T(8,128)}>
#patches = #tiled_layout.layout<{1,0:T(8,128)}>
#parts = #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>

// The image is read where it is. The patches would divide indices there: they are computed in rows.
// CHECK-LABEL: func.func @patches(
// CHECK: %[[PARTS:.*]] = tiled_layout.from_physical {{.*}} to memref<3x7x16x7x16xf32, #tiled_layout.layout<{4,3,2,1,0:T(1,8,8,16)}>>
// CHECK: %[[ROWS:.*]] = memref.alloc() {{.*}} : memref<7x7x16x16x3xf32>
// CHECK: linalg.transpose ins(%[[PARTS]] : {{.*}}) outs(%[[ROWS]] : memref<7x7x16x16x3xf32>)
// CHECK: %[[TOGETHER:.*]] = memref.collapse_shape %[[ROWS]]
// CHECK: tiled_layout.relayout ins(%[[TOGETHER]] : memref<49x768xf32>)
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @patches(%x: tensor<3x112x112xf32, #image>) -> tensor<49x768xf32, #patches> {
  %g = tensor.expand_shape %x [[0], [1, 2], [3, 4]] output_shape [3, 7, 16, 7, 16]
    : tensor<3x112x112xf32, #image> into tensor<3x7x16x7x16xf32, #parts>
  %e = tensor.empty() : tensor<7x7x16x16x3xf32, #parts>
  %t = linalg.transpose ins(%g : tensor<3x7x16x7x16xf32, #parts>) outs(%e : tensor<7x7x16x16x3xf32, #parts>)
    permutation = [1, 3, 2, 4, 0]
  %r = tensor.collapse_shape %t [[0, 1], [2, 3, 4]] : tensor<7x7x16x16x3xf32, #parts> into tensor<49x768xf32, #patches>
  return %r : tensor<49x768xf32, #patches>
}

// What the program returns has the layout that it asks for.
// CHECK-LABEL: func.func @returned(
// CHECK: memref.alloc() {{.*}} : memref<3x7x16x7x16xf32, #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>>
func.func @returned(%x: tensor<3x112x112xf32, #image>) -> tensor<3x7x16x7x16xf32, #parts> {
  %g = tensor.expand_shape %x [[0], [1, 2], [3, 4]] output_shape [3, 7, 16, 7, 16]
    : tensor<3x112x112xf32, #image> into tensor<3x7x16x7x16xf32, #parts>
  return %g : tensor<3x7x16x7x16xf32, #parts>
}

// Whole arrays are copied to another memory space; what is a part of one is copied within its own
// space, before or after.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{1,0:T(8,128)S(1)}>

// CHECK-LABEL: func.func @to_part(
// CHECK-SAME: %[[X:.*]]: memref<8x100xf32, {{.*}}T(8,128)}>>,
// CHECK: %[[WHOLE:.+]] = memref.alloc() {{.*}} : memref<8x100xf32, {{.*}}S(1)}>, 1>
// CHECK: memref.copy %[[X]], %[[WHOLE]]
// CHECK: %[[PART:.+]] = tiled_layout.subview {{.*}} : {{.*}} to memref<8x100xf32, {{.*}}S(1)}, strides = [1024, 1024, 128, 1]>, 1>
// CHECK: memref.copy %[[WHOLE]], %[[PART]]
func.func @to_part(%x: tensor<8x100xf32, #t>, %y: tensor<64x100xf32, #u>) -> tensor<64x100xf32, #u> {
  %c = tensor.cast %x : tensor<8x100xf32, #t> to tensor<8x100xf32, #u>
  %r = tensor.insert_slice %c into %y[8, 0] [8, 100] [1, 1] : tensor<8x100xf32, #u> into tensor<64x100xf32, #u>
  return %r : tensor<64x100xf32, #u>
}

// CHECK-LABEL: func.func @from_part(
// CHECK: %[[PART:.+]] = tiled_layout.subview
// CHECK: memref.copy %[[PART]], %[[WHOLE:[^ ]+]] : {{.*}} to memref<8x100xf32, {{.*}}S(1)}>, 1>
// CHECK: memref.copy %[[WHOLE]], %{{.*}} : {{.*}} to memref<8x100xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @from_part(%y: tensor<64x100xf32, #u>) -> tensor<8x100xf32, #t> {
  %s = tensor.extract_slice %y[8, 0] [8, 100] [1, 1] : tensor<64x100xf32, #u> to tensor<8x100xf32, #u>
  %r = tensor.cast %s : tensor<8x100xf32, #u> to tensor<8x100xf32, #t>
  return %r : tensor<8x100xf32, #t>
}

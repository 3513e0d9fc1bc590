// Pairs with a dimension of their own, whose tiles would be mostly padding, are slices and insertions in steps.
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#p = #tiled_layout.layout<{2,1,0:T(8,128)}>

// CHECK-LABEL: func.func @taken(
// CHECK: tensor.extract_slice %arg0[0, 1] [5, 150] [1, 2]
func.func @taken(%x: tensor<5x300xf32, #t>) -> tensor<5x150xf32, #t> {
  %p = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 150, 2] : tensor<5x300xf32, #t> into tensor<5x150x2xf32, #p>
  %a = tensor.extract_slice %p[0, 0, 1] [5, 150, 1] [1, 1, 1] : tensor<5x150x2xf32, #p> to tensor<5x150xf32, #t>
  return %a : tensor<5x150xf32, #t>
}

// CHECK-LABEL: func.func @put(
// CHECK: %[[EVEN:.*]] = tensor.insert_slice %arg0 into %{{.*}}[0, 0] [5, 150] [1, 2]
// CHECK: tensor.insert_slice %arg1 into %[[EVEN]][0, 1] [5, 150] [1, 2]
// CHECK-NOT: collapse_shape
func.func @put(%a: tensor<5x150xf32, #t>, %b: tensor<5x150xf32, #t>) -> tensor<5x300xf32, #t> {
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [5, 150, 1] : tensor<5x150xf32, #t> into tensor<5x150x1xf32, #p>
  %1 = tensor.expand_shape %b [[0], [1, 2]] output_shape [5, 150, 1] : tensor<5x150xf32, #t> into tensor<5x150x1xf32, #p>
  %c = tensor.concat dim(2) %0, %1 : (tensor<5x150x1xf32, #p>, tensor<5x150x1xf32, #p>) -> tensor<5x150x2xf32, #p>
  %r = tensor.collapse_shape %c [[0], [1, 2]] : tensor<5x150x2xf32, #p> into tensor<5x300xf32, #t>
  return %r : tensor<5x300xf32, #t>
}

// Heads of 64 columns stay: views are as good. So does half of the pairs.
// CHECK-LABEL: func.func @stays(
// CHECK: expand_shape
// CHECK: expand_shape
func.func @stays(%x: tensor<5x256xf32, #t>) -> (tensor<5x4xf32, #t>, tensor<5x64xf32, #t>) {
  %h = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 4, 64] : tensor<5x256xf32, #t> into tensor<5x4x64xf32, #p>
  %a = tensor.extract_slice %h[0, 0, 3] [5, 4, 1] [1, 1, 1] : tensor<5x4x64xf32, #p> to tensor<5x4xf32, #t>
  %p = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 128, 2] : tensor<5x256xf32, #t> into tensor<5x128x2xf32, #p>
  %b = tensor.extract_slice %p[0, 0, 1] [5, 64, 1] [1, 1, 1] : tensor<5x128x2xf32, #p> to tensor<5x64xf32, #t>
  return %a, %b : tensor<5x4xf32, #t>, tensor<5x64xf32, #t>
}

// There is no second element of no pair.
// CHECK-LABEL: func.func @none(
// CHECK: tensor.collapse_shape
func.func @none(%a: tensor<5x0xf32, #t>) -> tensor<5x0xf32, #t> {
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [5, 0, 1] : tensor<5x0xf32, #t> into tensor<5x0x1xf32, #p>
  %c = tensor.concat dim(2) %0, %0 : (tensor<5x0x1xf32, #p>, tensor<5x0x1xf32, #p>) -> tensor<5x0x2xf32, #p>
  %r = tensor.collapse_shape %c [[0], [1, 2]] : tensor<5x0x2xf32, #p> into tensor<5x0xf32, #t>
  return %r : tensor<5x0xf32, #t>
}

// CHECK-LABEL: func.func @of_any_extents(
// CHECK-DAG: tensor.extract_slice %arg0[0, 0] [%arg1, %arg2] [1, 2]
// CHECK-DAG: tensor.extract_slice %arg0[0, 1] [%arg1, %arg2] [1, 2]
// CHECK: %[[EVEN:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [%{{.*}}, %{{.*}}] [1, 2]
// CHECK: tensor.insert_slice %{{.*}} into %[[EVEN]][0, 1] [%{{.*}}, %{{.*}}] [1, 2]
// CHECK-NOT: collapse_shape
func.func @of_any_extents(%x: tensor<?x?xf32, #t>, %n: index, %m: index) -> tensor<?x?xf32, #t> {
  %p = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, %m, 2] : tensor<?x?xf32, #t> into tensor<?x?x2xf32, #p>
  %a = tensor.extract_slice %p[0, 0, 0] [%n, %m, 1] [1, 1, 1] : tensor<?x?x2xf32, #p> to tensor<?x?xf32, #t>
  %b = tensor.extract_slice %p[0, 0, 1] [%n, %m, 1] [1, 1, 1] : tensor<?x?x2xf32, #p> to tensor<?x?xf32, #t>
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [%n, %m, 1] : tensor<?x?xf32, #t> into tensor<?x?x1xf32, #p>
  %1 = tensor.expand_shape %b [[0], [1, 2]] output_shape [%n, %m, 1] : tensor<?x?xf32, #t> into tensor<?x?x1xf32, #p>
  %c = tensor.concat dim(2) %1, %0 : (tensor<?x?x1xf32, #p>, tensor<?x?x1xf32, #p>) -> tensor<?x?x2xf32, #p>
  %r = tensor.collapse_shape %c [[0], [1, 2]] : tensor<?x?x2xf32, #p> into tensor<?x?xf32, #t>
  return %r : tensor<?x?xf32, #t>
}

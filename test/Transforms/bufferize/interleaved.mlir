// Insertions in steps that fill a tensor together become one operation, which has vectors.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK: #[[$HALF:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 2)>
// CHECK-LABEL: func.func @pairs(
// CHECK-SAME: %[[A:.*]]: memref<8x64xf32, {{.*}}>, %[[B:.*]]: memref<8x64xf32,
// CHECK: linalg.generic {indexing_maps = [#[[$HALF]], #[[$HALF]], #{{.*}}]{{.*}} ins(%[[A]], %[[B]] :
// CHECK: %[[TURN:.*]] = arith.remui
// CHECK: %[[ODD:.*]] = arith.cmpi eq, %[[TURN]], %c1
// CHECK: arith.select %[[ODD]], %in_{{.*}}, %in
// CHECK-NOT: scf.for
func.func @pairs(%a: tensor<8x64xf32, #t>, %b: tensor<8x64xf32, #t>) -> tensor<8x128xf32, #t> {
  %e = tensor.empty() : tensor<8x128xf32, #t>
  %0 = tensor.insert_slice %b into %e[0, 1] [8, 64] [1, 2] : tensor<8x64xf32, #t> into tensor<8x128xf32, #t>
  %1 = tensor.insert_slice %a into %0[0, 0] [8, 64] [1, 2] : tensor<8x64xf32, #t> into tensor<8x128xf32, #t>
  return %1 : tensor<8x128xf32, #t>
}

// An update in place stays one.
// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}} outs(%arg2 :
// CHECK: return %arg2
func.func @in_place(%a: tensor<8x64xf32, #t>, %b: tensor<8x64xf32, #t>, %e: tensor<8x128xf32, #t>) -> tensor<8x128xf32, #t> {
  %0 = tensor.insert_slice %b into %e[0, 1] [8, 64] [1, 2] : tensor<8x64xf32, #t> into tensor<8x128xf32, #t>
  %1 = tensor.insert_slice %a into %0[0, 0] [8, 64] [1, 2] : tensor<8x64xf32, #t> into tensor<8x128xf32, #t>
  return %1 : tensor<8x128xf32, #t>
}

// The first result is needed, or not all elements are inserted.
// CHECK-LABEL: func.func @half(
// CHECK-NOT: floordiv
// CHECK: scf.for
func.func @half(%a: tensor<8x64xf32, #t>, %e: tensor<8x128xf32, #t>) -> (tensor<8x128xf32, #t>, tensor<8x128xf32, #t>) {
  %0 = tensor.insert_slice %a into %e[0, 1] [8, 64] [1, 2] : tensor<8x64xf32, #t> into tensor<8x128xf32, #t>
  %1 = tensor.insert_slice %a into %0[0, 0] [8, 64] [1, 2] : tensor<8x64xf32, #t> into tensor<8x128xf32, #t>
  return %0, %1 : tensor<8x128xf32, #t>, tensor<8x128xf32, #t>
}

// A slice that is no view, and a reshape that is a relayout, are computed where
// they end.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s --implicit-check-not=memref.alloc --implicit-check-not=memref.copy

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#heads = #tiled_layout.layout<{2,1,0:T(8,128)}>

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[A:.+]]: memref<512x512xf32, {{.+}}>, %[[B:.+]]: memref<400x300xf32
// CHECK: linalg.generic {{.+}} outs(%[[B]] :
func.func @slice(%a: memref<512x512xf32, #t>, %b: memref<400x300xf32, #t>) {
  %whole = bufferization.to_tensor %a restrict : memref<512x512xf32, #t> to tensor<512x512xf32, #t>
  %slice = tensor.extract_slice %whole[3, 5] [400, 300] [1, 1] : tensor<512x512xf32, #t> to tensor<400x300xf32, #t>
  bufferization.materialize_in_destination %slice in restrict writable %b : (tensor<400x300xf32, #t>, memref<400x300xf32, #t>) -> ()
  return
}

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[A:.+]]: memref<512x768xf32, {{.+}}>, %[[B:.+]]: memref<512x12x64xf32
// CHECK: tiled_layout.relayout ins({{.+}}) outs(%[[B]] :
func.func @reshape(%a: memref<512x768xf32, #t>, %b: memref<512x12x64xf32, #heads>) {
  %matrix = bufferization.to_tensor %a restrict : memref<512x768xf32, #t> to tensor<512x768xf32, #t>
  %heads = tensor.expand_shape %matrix [[0], [1, 2]] output_shape [512, 12, 64] : tensor<512x768xf32, #t> into tensor<512x12x64xf32, #heads>
  bufferization.materialize_in_destination %heads in restrict writable %b : (tensor<512x12x64xf32, #heads>, memref<512x12x64xf32, #heads>) -> ()
  return
}

// CHECK-LABEL: func.func @one_matrix(
// CHECK-SAME: %[[A:.+]]: memref<64x256xf32, {{.+}}>, %[[B:.+]]: memref<4x60x250xf32
// CHECK: %[[MATRIX:.+]] = tiled_layout.subview %[[B]][2, 0, 0]
// CHECK: linalg.generic {{.+}} outs(%[[MATRIX]] :
func.func @one_matrix(%a: memref<64x256xf32, #t>, %b: memref<4x60x250xf32, #heads>) {
  %whole = bufferization.to_tensor %a restrict : memref<64x256xf32, #t> to tensor<64x256xf32, #t>
  %stack = bufferization.to_tensor %b restrict writable : memref<4x60x250xf32, #heads> to tensor<4x60x250xf32, #heads>
  %slice = tensor.extract_slice %whole[3, 5] [60, 250] [1, 1] : tensor<64x256xf32, #t> to tensor<60x250xf32, #t>
  %new = tensor.insert_slice %slice into %stack[2, 0, 0] [1, 60, 250] [1, 1, 1] : tensor<60x250xf32, #t> into tensor<4x60x250xf32, #heads>
  bufferization.materialize_in_destination %new in restrict writable %b : (tensor<4x60x250xf32, #heads>, memref<4x60x250xf32, #heads>) -> ()
  return
}

// The heads are merged in the memory itself, seen as heads; their number of rows may be known at run time only.
// CHECK-LABEL: func.func @merge(
// CHECK-SAME: %[[A:.+]]: memref<12x?x64xf32, {{.+}}>, %[[B:.+]]: memref<?x768xf32
// CHECK: %[[FLAT:.+]] = tiled_layout.to_physical %[[B]]
// CHECK: %[[VIEW:.+]] = tiled_layout.from_physical %[[FLAT]](%{{.+}}) : memref<?xf32> to memref<?x12x64xf32, {{.*}}T(8,2,64)
// CHECK: linalg.transpose ins(%[[A]] : {{.+}}) outs(%[[VIEW]] :
func.func @merge(%a: memref<12x?x64xf32, #heads>, %b: memref<?x768xf32, #t>) {
  %one = arith.constant 1 : index
  %rows = memref.dim %a, %one : memref<12x?x64xf32, #heads>
  %x = bufferization.to_tensor %a restrict : memref<12x?x64xf32, #heads> to tensor<12x?x64xf32, #heads>
  %empty = tensor.empty(%rows) : tensor<?x12x64xf32, #heads>
  %heads = linalg.transpose ins(%x : tensor<12x?x64xf32, #heads>) outs(%empty : tensor<?x12x64xf32, #heads>) permutation = [1, 0, 2]
  %matrix = tensor.collapse_shape %heads [[0], [1, 2]] : tensor<?x12x64xf32, #heads> into tensor<?x768xf32, #t>
  bufferization.materialize_in_destination %matrix in restrict writable %b : (tensor<?x768xf32, #t>, memref<?x768xf32, #t>) -> ()
  return
}

// Each of two results is computed where it ends.
// CHECK-LABEL: func.func @two_ends(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @two_ends(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
  %x = bufferization.to_tensor %a restrict : memref<16xf32> to tensor<16xf32>
  %d = tensor.empty() : tensor<16xf32>
  %y = linalg.exp ins(%x : tensor<16xf32>) outs(%d : tensor<16xf32>) -> tensor<16xf32>
  %e = tensor.empty() : tensor<16xf32>
  %z = linalg.add ins(%x, %y : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  bufferization.materialize_in_destination %y in restrict writable %b : (tensor<16xf32>, memref<16xf32>) -> ()
  bufferization.materialize_in_destination %z in restrict writable %c : (tensor<16xf32>, memref<16xf32>) -> ()
  return
}

// Rows of run-time extents are stacked in place: the sizes of a slice come from the arrays, not from what is written to it.
// CHECK-LABEL: func.func @stacked(
// CHECK-NOT: memref.alloc
// CHECK: %[[FIRST:.*]] = tiled_layout.subview %{{.*}}[0, 0, 0]
// CHECK: tiled_layout.relayout ins({{.*}}) outs(%[[FIRST]]
// CHECK: %[[SECOND:.*]] = tiled_layout.subview %{{.*}}[0, 1, 0]
// CHECK: tiled_layout.relayout ins({{.*}}) outs(%[[SECOND]]
#row = #tiled_layout.layout<{1,0:T(8,128)}>
#stack = #tiled_layout.layout<{2,1,0:T(8,128)}>
func.func @stacked(%a: tensor<?x256xf32, #row>, %b: tensor<?x256xf32, #row>, %o: memref<?x2x256xf32, #stack>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x256xf32, #row>
  %x = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 1, 256] : tensor<?x256xf32, #row> into tensor<?x1x256xf32, #stack>
  %y = tensor.expand_shape %b [[0, 1], [2]] output_shape [%n, 1, 256] : tensor<?x256xf32, #row> into tensor<?x1x256xf32, #stack>
  %r = tensor.concat dim(1) %x, %y : (tensor<?x1x256xf32, #stack>, tensor<?x1x256xf32, #stack>) -> tensor<?x2x256xf32, #stack>
  bufferization.materialize_in_destination %r in restrict writable %o : (tensor<?x2x256xf32, #stack>, memref<?x2x256xf32, #stack>) -> ()
  return
}

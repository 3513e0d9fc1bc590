// Is a reshape of a run-time number of rows a view of the buffer, like one of a known number?
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#u = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#bits = #tiled_layout.layout<{1,0:T(8,128)E(1)}>
#bits3 = #tiled_layout.layout<{2,1,0:T(8,128)E(1)}>

// LLVM-COUNT-7: llvm.func @
// LLVM-NOT: tiled_layout.

// CHECK-LABEL: func.func @batches(
// CHECK-SAME: %[[A:.*]]: memref<?x64x768xbf16,
// CHECK: %[[N:.*]] = memref.dim %[[A]]
// CHECK: %[[ROWS:.*]] = affine.apply {{.*}}[%[[N]]]
// CHECK: %[[F:.*]] = tiled_layout.to_physical %[[A]] : {{.*}} to memref<?xbf16>
// CHECK: %[[R:.*]] = tiled_layout.from_physical %[[F]](%[[ROWS]]) : memref<?xbf16> to memref<?x768xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>
// CHECK-NEXT: return %[[R]]
func.func @batches(%a: tensor<?x64x768xbf16, #u>) -> tensor<?x768xbf16, #t> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x64x768xbf16, #u> into tensor<?x768xbf16, #t>
  return %r : tensor<?x768xbf16, #t>
}

// The heads of a row are not where its columns are: one relayout, to where the view has them.
// CHECK-LABEL: func.func @heads(
// CHECK: tiled_layout.relayout {{.*}}T(8,2,64)(2,1,1)
// CHECK-NOT: relayout
// CHECK: tiled_layout.from_physical
// CHECK-LABEL: func.func @split(
// CHECK: tiled_layout.from_physical {{.*}}T(8,2,64)(2,1,1)
// CHECK: tiled_layout.relayout
// CHECK-NOT: relayout
// CHECK: return
func.func @heads(%a: tensor<?x12x64xbf16, #u>) -> tensor<?x768xbf16, #t> {
  %r = tensor.collapse_shape %a [[0], [1, 2]] : tensor<?x12x64xbf16, #u> into tensor<?x768xbf16, #t>
  return %r : tensor<?x768xbf16, #t>
}
func.func @split(%a: tensor<?x768xbf16, #t>, %n: index) -> tensor<?x12x64xbf16, #u> {
  %r = tensor.expand_shape %a [[0], [1, 2]] output_shape [%n, 12, 64] : tensor<?x768xbf16, #t> into tensor<?x12x64xbf16, #u>
  return %r : tensor<?x12x64xbf16, #u>
}

// Elements of one bit are bytes of the buffer.
// CHECK-LABEL: func.func @bits(
// CHECK: tiled_layout.to_physical {{.*}} to memref<?xi8>
// CHECK: tiled_layout.from_physical {{.*}} : memref<?xi8> to memref<?x768xi1,
func.func @bits(%a: tensor<?x64x768xi1, #bits3>) -> tensor<?x768xi1, #bits> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<?x64x768xi1, #bits3> into tensor<?x768xi1, #bits>
  return %r : tensor<?x768xi1, #bits>
}

// Where each matrix begins is known at run time only: its last tiles are cut, and those of the whole are not.
// CHECK-LABEL: func.func @ragged(
// CHECK-NOT: from_physical
// CHECK: memref.collapse_shape
// CHECK: return
func.func @ragged(%a: tensor<4x?x768xbf16, #u>) -> tensor<?x768xbf16, #t> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<4x?x768xbf16, #u> into tensor<?x768xbf16, #t>
  return %r : tensor<?x768xbf16, #t>
}

// In the layout that would make it a view, where an element is depends on an extent that is known at run time only.
// CHECK-LABEL: func.func @counted_together(
// CHECK-NOT: from_physical
// CHECK: return
func.func @counted_together(%a: tensor<9x?x1xbf16, #tiled_layout.layout<{2,1,0:T(*,8)}>>) -> tensor<?x1xbf16, #tiled_layout.layout<{1,0:T(*,16)(2)}>> {
  %r = tensor.collapse_shape %a [[0, 1], [2]] : tensor<9x?x1xbf16, #tiled_layout.layout<{2,1,0:T(*,8)}>> into tensor<?x1xbf16, #tiled_layout.layout<{1,0:T(*,16)(2)}>>
  return %r : tensor<?x1xbf16, #tiled_layout.layout<{1,0:T(*,16)(2)}>>
}

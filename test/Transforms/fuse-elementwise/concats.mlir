// Is a tensor that is put together from pieces not stored, if one operation on elements reads it?
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise --tiled-layout-bufferize | FileCheck %s --check-prefix=BUFFER
// RUN: sed 's/, #t>/>/g' %s | tiled-layout-opt --tiled-layout-fuse-elementwise --tiled-layout-bufferize | FileCheck %s --check-prefix=BUFFER

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func @halves
// CHECK-COUNT-2: linalg.sub
// CHECK-NOT: linalg.sub
// BUFFER-LABEL: func @halves
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @halves(%xm: memref<9x40xi32, #t>, %rm: memref<9x40xi32, #t>) {
    %x = bufferization.to_tensor %xm restrict : memref<9x40xi32, #t> to tensor<9x40xi32, #t>
    %lo = tensor.extract_slice %x[0, 0] [9, 20] [1, 1] : tensor<9x40xi32, #t> to tensor<9x20xi32, #t>
    %hi = tensor.extract_slice %x[0, 20] [9, 20] [1, 1] : tensor<9x40xi32, #t> to tensor<9x20xi32, #t>
    %e = tensor.empty() : tensor<9x40xi32, #t>
    %r0 = tensor.insert_slice %hi into %e[0, 0] [9, 20] [1, 1] : tensor<9x20xi32, #t> into tensor<9x40xi32, #t>
    %r1 = tensor.insert_slice %lo into %r0[0, 20] [9, 20] [1, 1] : tensor<9x20xi32, #t> into tensor<9x40xi32, #t>
    %q = linalg.sub ins(%x, %r1 : tensor<9x40xi32, #t>, tensor<9x40xi32, #t>) outs(%e : tensor<9x40xi32, #t>) -> tensor<9x40xi32, #t>
    bufferization.materialize_in_destination %q in restrict writable %rm : (tensor<9x40xi32, #t>, memref<9x40xi32, #t>) -> ()
    return
}

// Rows within a tile are no views.
// CHECK-LABEL: func @rows
// CHECK-COUNT-1: linalg.sub
// CHECK-NOT: linalg.sub
func.func @rows(%x: tensor<24x40xi32, #t>, %a: tensor<12x40xi32, #t>, %b: tensor<12x40xi32, #t>) -> tensor<24x40xi32, #t> {
  %e = tensor.empty() : tensor<24x40xi32, #t>
  %r0 = tensor.insert_slice %a into %e[0, 0] [12, 40] [1, 1] : tensor<12x40xi32, #t> into tensor<24x40xi32, #t>
  %r1 = tensor.insert_slice %b into %r0[12, 0] [12, 40] [1, 1] : tensor<12x40xi32, #t> into tensor<24x40xi32, #t>
  %q = linalg.sub ins(%x, %r1 : tensor<24x40xi32, #t>, tensor<24x40xi32, #t>) outs(%e : tensor<24x40xi32, #t>) -> tensor<24x40xi32, #t>
  return %q : tensor<24x40xi32, #t>
}

// Operations that are not registered have no dialect that a pass could ask.
//
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --tiled-layout-lowering-pipeline | FileCheck %s
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=ALONE
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --tiled-layout-lower-index-maps | FileCheck %s --check-prefix=ALONE

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [2048, 1024, 128, 1]>

// The offset of a view comes from one.
// CHECK-LABEL: func.func @offset
// CHECK:         "my.index"
// CHECK-NOT:     tiled_layout
// ALONE-LABEL: func.func @offset
// ALONE:         "my.index"
// LLVM:          "my.index"
func.func @offset(%a: memref<16x256xf32, #t>, %j: index) -> f32 {
  %i = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%j)
  %k = "my.index"(%i) : (index) -> index
  %m = arith.muli %k, %k : index
  %o = tiled_layout.assume_multiple %m, 8
  %view = tiled_layout.subview %a[%o, 0] [8, 256] [1, 1]
    : memref<16x256xf32, #t> to memref<8x256xf32, #v>
  %x = memref.load %view[%k, %k] : memref<8x256xf32, #v>
  return %x : f32
}

// One computes in the body of a structured operation.
// CHECK-LABEL: func.func @body
// CHECK:         "my.op"
// CHECK-NOT:     tiled_layout
// ALONE-LABEL: func.func @body
// ALONE:         "my.op"
// LLVM:          "my.op"
func.func @body(%a: memref<16x256xbf16, #t>, %b: memref<16x256xbf16, #t>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a : memref<16x256xbf16, #t>) outs(%b : memref<16x256xbf16, #t>) {
  ^bb0(%x: bf16, %y: bf16):
    %z = "my.op"(%x) : (bf16) -> bf16
    linalg.yield %z : bf16
  }
  return
}

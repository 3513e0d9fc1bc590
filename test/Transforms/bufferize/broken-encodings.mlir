// Is an encoding that a pass of upstream copied onto a type of another rank
// refused where it is?
//
// RUN: not tiled-layout-opt %s --linalg-fold-unit-extent-dims --tiled-layout-bufferize 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+4]]:8: error: 'tensor.collapse_shape' op layout {1,0:T(*,2)} has 2 dimensions, but the array has 1

#t = #tiled_layout.layout<{1,0:T(*,2)}>
func.func @f(%a: tensor<32x6xi32, #t>, %b: tensor<1x6xi32, #t>) -> tensor<32x6xi32, #t> {
  %r = tensor.insert_slice %b into %a[3, 0] [1, 6] [1, 1] : tensor<1x6xi32, #t> into tensor<32x6xi32, #t>
  return %r : tensor<32x6xi32, #t>
}

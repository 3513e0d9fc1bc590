// Which slices of arrays whose tiles combine dimensions are views? Those of known sizes; others are copies.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline -o /dev/null

#s = #tiled_layout.layout<{1,0:T(*,4)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func.func @some
// CHECK-NOT: subview
// CHECK: linalg.generic
func.func @some(%a: tensor<1x8xf32, #s>, %n: index) -> tensor<1x?xf32, #t> {
  %r = tensor.extract_slice %a[0, 0] [1, %n] [1, 1] : tensor<1x8xf32, #s> to tensor<1x?xf32, #t>
  return %r : tensor<1x?xf32, #t>
}

// CHECK-LABEL: func.func @inserted
// CHECK-NOT: subview
// CHECK: scf.for
func.func @inserted(%a: tensor<4x8xf32, #s>, %v: tensor<1x?xf32>, %n: index) -> tensor<4x8xf32, #s> {
  %r = tensor.insert_slice %v into %a[0, 0] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<4x8xf32, #s>
  return %r : tensor<4x8xf32, #s>
}

// Steps along dimensions of which one index is taken, known or not, are none. Upstream's views of them crash.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline -o /dev/null
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s

#t = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#one = #tiled_layout.layout<{0:T(128)}>

// CHECK-LABEL: func.func @inserted
// CHECK: tiled_layout.subview {{.*}} [2, 4, 1, 1] [1, 2, 1, 1]
func.func @inserted(%a: tensor<7x20x4x8xf32, #t>, %v: tensor<2x4x1xf32>, %i: index) -> tensor<7x20x4x8xf32, #t> {
  %r = tensor.insert_slice %v into %a[0, %i, 0, 0] [2, 4, 1, 1] [1, 2, 3, 3] : tensor<2x4x1xf32> into tensor<7x20x4x8xf32, #t>
  return %r : tensor<7x20x4x8xf32, #t>
}

// CHECK-LABEL: func.func @extracted
// CHECK: tiled_layout.relayout
func.func @extracted(%a: tensor<7x1xf16>, %k: index) -> tensor<1xf16, #one> {
  %s = tensor.extract_slice %a[5, 0] [1, 1] [%k, 1] : tensor<7x1xf16> to tensor<1xf16, #one>
  return %s : tensor<1xf16, #one>
}

// CHECK-LABEL: func.func @of_one
func.func @of_one(%a: tensor<1x1x1xf32>, %i: index, %j: index, %n: index) -> tensor<?xf32, #one> {
  %s = tensor.extract_slice %a[%i, %j, 0] [1, 1, %n] [1, 1, 3] : tensor<1x1x1xf32> to tensor<?xf32, #one>
  return %s : tensor<?xf32, #one>
}

// A buffer that is that of several tensors is freed after the last use of all, not where a program frees one of them.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize=deallocate | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise --tiled-layout-bufferize=deallocate | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func.func @f(
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @f(%a: tensor<13x37xf32, #t>) -> tensor<13x37xf32, #t> {
  %x = bufferization.alloc_tensor() copy(%a) : tensor<13x37xf32, #t>
  %c0 = arith.constant 0 : index
  %v = arith.constant 5.0 : f32
  %y = tensor.insert %v into %x[%c0, %c0] : tensor<13x37xf32, #t>
  %z = arith.addf %y, %a : tensor<13x37xf32, #t>
  bufferization.dealloc_tensor %y : tensor<13x37xf32, #t>
  %r = arith.mulf %z, %a : tensor<13x37xf32, #t>
  return %r : tensor<13x37xf32, #t>
}

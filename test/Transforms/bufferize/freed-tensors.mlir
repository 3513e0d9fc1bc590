// A buffer that is that of several tensors is freed after the last use of all, not where a program frees one of them.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise --tiled-layout-bufferize | FileCheck %s
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

// A relayout between the two disappears: what it was of is read after it.
// CHECK-LABEL: func.func @relayout_disappears(
// CHECK: memref.copy %{{.*}}, %[[BUFFER:.*]] :
// CHECK-NOT: memref.dealloc
// CHECK: linalg.generic {{.*}} ins(%[[BUFFER]]
// CHECK: memref.dealloc %[[BUFFER]]
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @relayout_disappears(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32> {
  %x = bufferization.alloc_tensor() copy(%a) : tensor<16x256xf32, #t>
  %y = tensor.cast %x : tensor<16x256xf32, #t> to tensor<16x256xf32>
  bufferization.dealloc_tensor %x : tensor<16x256xf32, #t>
  %r = math.exp %y : tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}

// A function may free what it is given, after it has read it.
// CHECK-LABEL: func.func private @argument(
// CHECK-SAME: %[[A:[^:]*]]:
// CHECK: linalg.generic {{.*}} ins(%[[A]]
func.func private @argument(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32> {
  %y = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  bufferization.dealloc_tensor %a : tensor<16x256xf32, #t>
  %r = math.exp %y : tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}

// Two tensors of one buffer are freed once; what the program allocates as a memref, it frees where it likes.
// CHECK-LABEL: func.func @twice(
// CHECK: %[[OWN:.*]] = memref.alloc
// CHECK: memref.dealloc %[[OWN]]
// CHECK: memref.dealloc
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @twice(%a: tensor<16x256xf32, #t>, %c: f32, %i: index) -> f32 {
  %own = memref.alloc() : memref<4xf32>
  memref.store %c, %own[%i] : memref<4xf32>
  %d = memref.load %own[%i] : memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  %x = bufferization.alloc_tensor() copy(%a) : tensor<16x256xf32, #t>
  %y = tensor.insert %d into %x[%i, %i] : tensor<16x256xf32, #t>
  %r = tensor.extract %y[%i, %i] : tensor<16x256xf32, #t>
  bufferization.dealloc_tensor %x : tensor<16x256xf32, #t>
  bufferization.dealloc_tensor %y : tensor<16x256xf32, #t>
  return %r : f32
}

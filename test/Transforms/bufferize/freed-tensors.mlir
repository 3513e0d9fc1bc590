// A buffer that is that of several tensors is freed after the last use of all, not where a program frees one of them.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise --tiled-layout-bufferize | FileCheck %s --check-prefixes=CHECK,KEPT
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
// CHECK-LABEL: func.func @argument(
// CHECK-SAME: %[[A:[^:]*]]:
// KEPT-NOT: memref.dealloc
// CHECK: linalg.generic {{.*}} ins(%[[A]]
// KEPT: memref.dealloc %[[A]]
func.func @argument(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32> {
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

// Where it is not known which use is the last one, the program frees where it says, if no tensor in the buffer is used after that.
// CHECK-LABEL: func.func @kept(
// KEPT: call @keep(%[[X:.*]]) :
// KEPT: memref.dealloc %[[X]]
func.func private @keep(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
func.func @kept(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %x = bufferization.alloc_tensor() copy(%a) : tensor<16x256xf32, #t>
  %y = call @keep(%x) : (tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %c = bufferization.alloc_tensor() copy(%y) : tensor<16x256xf32, #t>
  bufferization.dealloc_tensor %x : tensor<16x256xf32, #t>
  return %c : tensor<16x256xf32, #t>
}

// The buffer of a result of branches, which each of them has made.
// CHECK-LABEL: func.func @merged(
// KEPT: %[[Y:.*]] = scf.if
// KEPT: memref.load %[[Y]]
// KEPT: memref.dealloc %[[Y]]
func.func @merged(%a: tensor<16x256xf32, #t>, %b: i1, %i: index) -> f32 {
  %y = scf.if %b -> tensor<16x256xf32, #t> {
    %x = bufferization.alloc_tensor() copy(%a) : tensor<16x256xf32, #t>
    scf.yield %x : tensor<16x256xf32, #t>
  } else {
    %z = bufferization.alloc_tensor() copy(%a) : tensor<16x256xf32, #t>
    scf.yield %z : tensor<16x256xf32, #t>
  }
  %r = tensor.extract %y[%i, %i] : tensor<16x256xf32, #t>
  bufferization.dealloc_tensor %y : tensor<16x256xf32, #t>
  return %r : f32
}

// What a function is called with is its caller's, which may have another tensor in the buffer.
// CHECK-LABEL: func.func private @consume(
// CHECK-NOT: memref.dealloc
// CHECK-LABEL: func.func @caller(
// CHECK: call @consume(
// CHECK: linalg.generic
func.func private @consume(%a: tensor<16x256xf32, #t>, %i: index) -> f32 {
  %r = tensor.extract %a[%i, %i] : tensor<16x256xf32, #t>
  bufferization.dealloc_tensor %a : tensor<16x256xf32, #t>
  return %r : f32
}
func.func @caller(%a: tensor<16x256xf32, #t>, %i: index) -> (f32, tensor<16x256xf32>) {
  %x = bufferization.alloc_tensor() copy(%a) : tensor<16x256xf32, #t>
  %y = tensor.cast %x : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %s = call @consume(%x, %i) : (tensor<16x256xf32, #t>, index) -> f32
  %r = math.exp %y : tensor<16x256xf32>
  return %s, %r : f32, tensor<16x256xf32>
}

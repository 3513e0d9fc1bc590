// Which convolutions are split from their zero points?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s

!image = memref<1x30x30x128xi8>
!filter = memref<3x3x128x64xi8>
!result = memref<1x28x28x64xi32>

// Sums of the image's windows are few beside the products. As in pooling, an operand that is
// not read says how large a window is.
// CHECK-LABEL: func @convolution
// CHECK-SAME: %[[A:.*]]: memref<1x30x30x128xi8>, %[[B:.*]]: memref<3x3x128x64xi8>, %[[ZA:.*]]: i32, %[[ZB:.*]]: i32,
// CHECK: %[[WINDOWS:.*]] = memref.alloc() {{.*}} : memref<1x28x28xi32>
// CHECK: %[[SIZE:.*]] = memref.alloc() {{.*}} : memref<3x3xi8>
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[SIZE]] : {{.*}} outs(%[[WINDOWS]]
// CHECK: memref.dealloc %[[SIZE]]
// CHECK: %[[FILTERS:.*]] = memref.alloc() {{.*}} : memref<64xi32>
// CHECK: linalg.generic {{.*}} ins(%[[B]] : {{.*}} outs(%[[FILTERS]]
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] :
// CHECK: linalg.generic {{.*}} ins(%[[WINDOWS]], %[[FILTERS]] :
func.func @convolution(%a: !image, %b: !filter, %za: i32, %zb: i32, %c: !result) {
  linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %za, %zb : !image, !filter, i32, i32) outs(%c : !result)
  return
}

// Without a zero point of the filter, there are no sums of windows.
// CHECK-LABEL: func @symmetric_filter
// CHECK-NOT: memref<1x28x28xi32>
// CHECK: %[[FILTERS:.*]] = memref.alloc() {{.*}} : memref<64xi32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<1x30x30x128xi8>, memref<3x3x128x64xi8>)
// CHECK: linalg.generic {{.*}} ins(%[[FILTERS]] :
func.func @symmetric_filter(%a: !image, %b: !filter, %za: i32, %c: !result) {
  %zero = arith.constant 0 : i32
  linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %za, %zero : !image, !filter, i32, i32) outs(%c : !result)
  return
}

// CHECK-LABEL: func @no_zero_points
// CHECK-NOT: memref.alloc
// CHECK-NOT: arith.subi
// CHECK: return
func.func @no_zero_points(%a: !image, %b: !filter, %c: !result) {
  %zero = arith.constant 0 : i32
  linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %zero, %zero : !image, !filter, i32, i32) outs(%c : !result)
  return
}

// In a depthwise convolution, sums of windows are as much work as the products.
// CHECK-LABEL: func @depthwise
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc_q
func.func @depthwise(%a: !image, %b: memref<3x3x128xi8>, %za: i32, %zb: i32, %c: memref<1x28x28x128xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a, %b, %za, %zb : !image, memref<3x3x128xi8>, i32, i32) outs(%c : memref<1x28x28x128xi32>)
  return
}

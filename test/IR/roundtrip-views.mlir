// Views parse and print back, also through bytecode; their types say how far
// their tiles are apart.
//
// RUN: tiled-layout-opt %s | FileCheck %s
// RUN: tiled-layout-opt %s --mlir-print-op-generic | tiled-layout-opt | FileCheck %s
// RUN: tiled-layout-opt %s --emit-bytecode | tiled-layout-opt | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
#d = #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>
#r = #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>

// CHECK-LABEL: func private @types(
// CHECK-SAME: memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>>
// CHECK-SAME: memref<f32, #tiled_layout.layout<{}, strides = []>>
// CHECK-SAME: memref<2x3x?xf32, #tiled_layout.layout<{2,1,0:T(*,2,4)}, bounds = [2, 3, ?], strides = [?, 8, 4, 1]>>
func.func private @types(memref<8x128xf32, #d>,
  memref<f32, #tiled_layout.layout<{}, strides = []>>,
  memref<2x3x?xf32, #tiled_layout.layout<{2,1,0:T(*,2,4)}, bounds = [2, 3, ?], strides = [?, 8, 4, 1]>>)

// CHECK-LABEL: func @subview(
func.func @subview(%m: memref<64x1024xf32, #t>, %i: index, %n: index) {
  // CHECK: tiled_layout.subview %{{.*}}[%{{.*}}, 128] [8, 128] [1, 1] : memref<64x1024xf32, #tiled_layout.layout<{1,0:T(8,128)}>> to memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>
  %tile = tiled_layout.subview %m[%i, 128] [8, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  // Less may be known of strides than could be.
  // CHECK: tiled_layout.subview %{{.*}}[%{{.*}}, 0] [%{{.*}}, 128] [1, 1]
  %part = tiled_layout.subview %m[%i, 0] [%n, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<?x128xf32, #d>
  // CHECK: tiled_layout.subview %{{.*}}[3, 0] [1, 1024] [1, 1] : {{.*}} to memref<1024xf32, #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>>
  %row = tiled_layout.subview %m[3, 0] [1, 1024] [1, 1]
    : memref<64x1024xf32, #t> to memref<1024xf32, #r>
  // A view of a view.
  // CHECK: tiled_layout.subview %{{.*}}[2] [100] [1] : memref<128xf32
  // CHECK-SAME: to memref<100xf32
  %low = tiled_layout.subview %tile[3, 0] [1, 128] [1, 1]
    : memref<8x128xf32, #v> to memref<128xf32, #r>
  %lower = tiled_layout.subview %low[2] [100] [1]
    : memref<128xf32, #r> to memref<100xf32, #tiled_layout.layout<{0:T(100)}, strides = [1024, 1]>>
  return
}

// CHECK-LABEL: func @shapes(
func.func @shapes(%m: memref<64x?xf32, #t>, %n: index, %v: memref<8x128xf32, #v>) {
  // CHECK: tiled_layout.transpose %{{.*}} [1, 0] : {{.*}} to memref<?x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
  %t = tiled_layout.transpose %m [1, 0]
    : memref<64x?xf32, #t> to memref<?x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
  // CHECK: tiled_layout.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [64, %{{.*}}, 256] : {{.*}} into memref<64x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
  %e = tiled_layout.expand_shape %m [[0], [1, 2]] output_shape [64, %n, 256]
    : memref<64x?xf32, #t> into memref<64x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
  // CHECK: tiled_layout.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : {{.*}} into memref<64x?xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  %c = tiled_layout.collapse_shape %e [[0], [1, 2]]
    : memref<64x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>> into memref<64x?xf32, #t>
  // CHECK: tiled_layout.expand_shape %{{.*}} {{\[}}[0, 1], [2]] output_shape [2, 4, 128]
  // CHECK-SAME: strides = [8192, 8192, 1024, 512, 128, 1]
  %ev = tiled_layout.expand_shape %v [[0, 1], [2]] output_shape [2, 4, 128]
    : memref<8x128xf32, #v>
    into memref<2x4x128xf32, #tiled_layout.layout<{2,1,0:T(2,4,128)}, strides = [8192, 8192, 1024, 512, 128, 1]>>
  return
}

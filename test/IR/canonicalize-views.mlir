// RUN: tiled-layout-opt %s --canonicalize | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
#s = #tiled_layout.layout<{1,0:T(4,128)}, strides = [8192, 1024, 128, 1]>

// CHECK-LABEL: func @constants(
func.func @constants(%m: memref<64x1024xf32, #t>) -> memref<?x128xf32, #v> {
  %c8 = arith.constant 8 : index
  %j = tiled_layout.assume_multiple %c8, 8
  // CHECK: %[[V:.*]] = tiled_layout.subview %{{.*}}[8, 0] [8, 128] [1, 1] : {{.*}} to memref<8x128xf32, #[[VIEW:.*]]>
  // CHECK: %[[CAST:.*]] = memref.cast %[[V]] : memref<8x128xf32, #[[VIEW]]> to memref<?x128xf32, #[[VIEW]]>
  // CHECK: return %[[CAST]]
  %v = tiled_layout.subview %m[%j, 0] [%c8, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<?x128xf32, #v>
  return %v : memref<?x128xf32, #v>
}

// A wrong offset stays: the program is wrong only if it gets there.
// CHECK-LABEL: func @wrong_constant(
func.func @wrong_constant(%m: memref<64x1024xf32, #t>) -> memref<8x128xf32, #v> {
  %c3 = arith.constant 3 : index
  // CHECK: tiled_layout.subview %{{.*}}[%{{.*}}, 0] [8, 128] [1, 1]
  %v = tiled_layout.subview %m[%c3, 0] [8, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return %v : memref<8x128xf32, #v>
}

// CHECK-LABEL: func @out_of_bounds(
func.func @out_of_bounds(%m: memref<64x1024xf32, #t>) -> memref<8x128xf32, #v> {
  %c64 = arith.constant 64 : index
  // CHECK: tiled_layout.subview %{{.*}}[%{{.*}}, 0] [8, 128] [1, 1]
  %v = tiled_layout.subview %m[%c64, 0] [8, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return %v : memref<8x128xf32, #v>
}

// A layout that stays right although more is known.
// CHECK-LABEL: func @smaller_tile(
func.func @smaller_tile(%m: memref<64x1024xf32, #t>) -> memref<4x128xf32, #s> {
  %c16 = arith.constant 16 : index
  // CHECK: tiled_layout.subview %{{.*}}[16, 0] [4, 128] [1, 1]
  %v = tiled_layout.subview %m[%c16, 0] [4, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<4x128xf32, #s>
  return %v : memref<4x128xf32, #s>
}

// CHECK-LABEL: func @whole(
// CHECK-SAME: %[[V:.*]]: memref
func.func @whole(%v: memref<8x128xf32, #v>) -> memref<8x128xf32, #v> {
  // CHECK-NEXT: return %[[V]]
  %w = tiled_layout.subview %v[0, 0] [8, 128] [1, 1] : memref<8x128xf32, #v> to memref<8x128xf32, #v>
  return %w : memref<8x128xf32, #v>
}

// CHECK-LABEL: func @transposed_twice(
// CHECK-SAME: %[[M:.*]]: memref
func.func @transposed_twice(%m: memref<2x3x5xf32, #tiled_layout.layout<{2,1,0:T(2,2)}>>) -> memref<2x3x5xf32, #tiled_layout.layout<{2,1,0:T(2,2)}>> {
  // CHECK-NEXT: return %[[M]]
  %a = tiled_layout.transpose %m [1, 2, 0] : memref<2x3x5xf32, #tiled_layout.layout<{2,1,0:T(2,2)}>> to memref<3x5x2xf32, #tiled_layout.layout<{1,0,2:T(2,2)}>>
  %b = tiled_layout.transpose %a [2, 0, 1] : memref<3x5x2xf32, #tiled_layout.layout<{1,0,2:T(2,2)}>> to memref<2x3x5xf32, #tiled_layout.layout<{2,1,0:T(2,2)}>>
  return %b : memref<2x3x5xf32, #tiled_layout.layout<{2,1,0:T(2,2)}>>
}

// CHECK-LABEL: func @reshaped_twice(
// CHECK-SAME: %[[M:.*]]: memref
func.func @reshaped_twice(%m: memref<64x1024xf32, #t>) -> memref<64x1024xf32, #t> {
  // CHECK-NEXT: return %[[M]]
  %e = tiled_layout.expand_shape %m [[0], [1, 2]] output_shape [64, 4, 256]
    : memref<64x1024xf32, #t> into memref<64x4x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
  %c = tiled_layout.collapse_shape %e [[0], [1, 2]]
    : memref<64x4x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>> into memref<64x1024xf32, #t>
  return %c : memref<64x1024xf32, #t>
}

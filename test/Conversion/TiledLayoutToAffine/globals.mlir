// How do the initial values of a global lie in memory?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | FileCheck %s --check-prefix=LINEAR

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// In the order of the layout, zero in padding.
// CHECK: memref.global "private" constant @values : memref<2x3x2x2xi32> = dense<{{\[\[\[\[}}1, 2], [6, 7]], {{\[\[}}3, 4], [8, 9]], {{\[\[}}5, 0], [10, 0]]], {{\[\[\[}}11, 12], [0, 0]], {{\[\[}}13, 14], [0, 0]], {{\[\[}}15, 0], [0, 0]]]]> {alignment = 64 : i64}
// LINEAR: memref.global "private" constant @values : memref<24xi32> = dense<[1, 2, 6, 7, 3, 4, 8, 9, 5, 0, 10, 0, 11, 12, 0, 0, 13, 14, 0, 0, 15, 0, 0, 0]> {alignment = 64 : i64}
memref.global "private" constant @values : memref<3x5xi32, #t> = dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]> {alignment = 64 : i64}

// CHECK: @complex : memref<1x1x2x2xcomplex<f32>> = dense<{{\[\[\[\[}}(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)], [(0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)]]]]>
memref.global @complex : memref<1x2xcomplex<f32>, #t> = dense<[[(1.0, 2.0), (3.0, 4.0)]]>

// A splat stays one, however large the array is.
// CHECK: @splat : memref<125000x125000x2x2xi32> = dense<7>
// LINEAR: @splat : memref<62500000000xi32> = dense<7>
memref.global @splat : memref<250000x250000xi32, #t> = dense<7>

// Without a value there is nothing to put in order.
// CHECK: @uninitialized : memref<2x3x2x2xi32> = uninitialized
memref.global @uninitialized : memref<3x5xi32, #t> = uninitialized
// CHECK: @declared : memref<2x3x2x2xi32>{{$}}
memref.global "private" @declared : memref<3x5xi32, #t>
// CHECK: @empty : memref<0x3x2x2xi32> = dense<>
memref.global @empty : memref<0x5xi32, #t> = dense<>

// Two elements in a byte: 1 and -1, 3 and -8, 2 and padding, 7 and padding.
// CHECK: @packed : memref<4xi8> = dense<[-15, -125, 2, 7]>
memref.global @packed : memref<2x3xi4, #tiled_layout.layout<{1,0:T(2,2)E(4)}>> = dense<[[1, -1, 2], [3, -8, 7]]>
// CHECK: @packed_splat : memref<4xi8> = dense<51>
memref.global @packed_splat : memref<2x3xi4, #tiled_layout.layout<{1,0:T(2,2)E(4)}>> = dense<3>
// CHECK: @predicate : memref<8xi8> = dense<[1, 0, 0, 1, 1, 0, 1, 0]>
memref.global @predicate : memref<2x3xi1, #t> = dense<[[true, false, true], [false, true, true]]>
// A signed value is widened with its sign, a float with zeros.
// CHECK: @wide_integer : memref<4xi8> = dense<[-2, -1, 3, 0]>
memref.global @wide_integer : memref<2xi8, #tiled_layout.layout<{0:E(16)}>> = dense<[-2, 3]>
// CHECK: @wide_float : memref<8xi8> = dense<[-128, 63, 0, 0, 0, -64, 0, 0]>
memref.global @wide_float : memref<2xbf16, #tiled_layout.layout<{0:E(32)}>> = dense<[1.0, -2.0]>

// CHECK-LABEL: func @get
func.func @get(%i: index) -> i32 {
  // CHECK: %[[M:.+]] = memref.get_global @values : memref<2x3x2x2xi32>
  %m = memref.get_global @values : memref<3x5xi32, #t>
  // CHECK: memref.load %[[M]]
  %v = memref.load %m[%i, %i] : memref<3x5xi32, #t>
  return %v : i32
}

// An element of a constant is that of its logical index.
// CHECK-LABEL: func.func @element(
// CHECK: %[[V:.*]] = arith.constant 7 : i32
// CHECK: return %[[V]]
func.func @element() -> i32 {
  %m = memref.get_global @values : memref<3x5xi32, #t>
  %v = affine.load %m[1, 1] : memref<3x5xi32, #t>
  return %v : i32
}

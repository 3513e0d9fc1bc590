// Text that is refused, at its column. The language is tested in full in
// test/Unit/Layout/TextTest.cpp; here, that the attribute speaks it and that
// its errors stand where the text does.
//
// RUN: not tiled-layout-opt %s --split-input-file 2>&1 | FileCheck %s --strict-whitespace

// CHECK: error: tile size must be at least 1, but entry 0 of level 1 is 0
// CHECK-NEXT: func.func private @tile(memref<3x5xf32, #tiled_layout.layout<{1,0:T(0,2)}>>)
// CHECK-NEXT: {{^}}                                                                    ^
func.func private @tile(memref<3x5xf32, #tiled_layout.layout<{1,0:T(0,2)}>>)

// -----

// CHECK: error: property 'T' must come before 'S'
// CHECK-NEXT: func.func private @order(
// CHECK-NEXT: {{^}}                                                                       ^
func.func private @order(tensor<3x5xf32, #tiled_layout.layout<{1,0:S(1)T(2,2)}>>)

// -----

// CHECK: error: property 'D' is refused: only dense arrays have a layout here
func.func private @sparse(tensor<3x5xf32, #tiled_layout.layout<{1,0:D(D,C)}>>)

// -----

// CHECK: error: expected a dimension number, but found 'x'
func.func private @comment(tensor<3x5xf32, #tiled_layout.layout<{x,0}>>)

// -----

// CHECK: error: 9223372036854775808 does not fit in 64 bits
func.func private @large(tensor<3x5xf32, #tiled_layout.layout<{1,0:T(9223372036854775808,2)}>>)

// -----

// CHECK: error: expected '<' and a layout such as {1,0:T(8,128)} after 'layout'
func.func private @nothing(tensor<3x5xf32, #tiled_layout.layout>)

// -----

// CHECK: error: unknown attribute 'tiles<2x2>' of dialect 'tiled_layout'; expected 'layout<...>', 'target<...>', 'plan<...>', 'structured_plan<...>' or 'loop<...>'
func.func private @unknown(tensor<3x5xf32, #tiled_layout.tiles<2x2>>)

// -----

// CHECK: error: bound must not be negative, but is -3
func.func private @bound(memref<3x5xf32, #tiled_layout.layout<{1,0:T(*,2)}, bounds = [-3, 5]>>)

// -----

// CHECK: error: expected the end of the text, but found 'exactly'
func.func private @suffix(tensor<3x5xf32, #tiled_layout.layout<{1,0} exactly>>)

// -----

// CHECK: error: {{.*}}expected a ranked tensor or memref, but found 'f32'
func.func @delinearize(%p: index, %f: f32) {
  %ok = tiled_layout.delinearize %p in %f : f32
}

// -----

// An element type that is no type is one error, and no crash.
// CHECK: error: undefined symbol alias id 'elt'
// CHECK-NOT: error
func.func private @alias(tensor<4x4x!elt, #tiled_layout.layout<{1,0:T(2,2)}>>)

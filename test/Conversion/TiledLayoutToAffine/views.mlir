// Views become parts of the physical memref: in the expanded form as strided
// memrefs, in the linear form as a position and strides beside the flat memref.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --canonicalize --cse | FileCheck %s --check-prefix=LINEAR

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
#d = #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>
#r = #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>

// A loop over tiles: the view begins at a tile, so that the coordinates within
// the tile begin at 0.
// CHECK-LABEL: func @tiles(
// LINEAR-LABEL: func @tiles(
func.func @tiles(%m: memref<60x1000xf32, #t>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c60 = arith.constant 60 : index
  // CHECK: scf.for %[[I:.*]] =
  scf.for %i = %c0 to %c60 step %c8 {
    %n = affine.min affine_map<(d0) -> (8, -d0 + 60)>(%i)
    // CHECK: %[[TILE:.*]] = affine.apply #{{.*}}(%[[I]])
    // CHECK: memref.subview %{{.*}}[%[[TILE]], 1, 0, 0] [%{{.*}}, 1, 8, 128] [1, 1, 1, 1] : memref<8x8x8x128xf32> to memref<?x1x8x128xf32, strided<[8192, 1024, 128, 1], offset: ?>>
    %v = tiled_layout.subview %m[%i, 128] [%n, 128] [1, 1]
      : memref<60x1000xf32, #t> to memref<?x128xf32, #v>
    // The logical extent is that of the loop.
    // CHECK: scf.for
    // LINEAR: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<65536xf32>
    scf.for %j = %c0 to %n step %c8 {
      memref.store %x, %v[%j, %c0] : memref<?x128xf32, #v>
    }
  }
  return
}

// A row of tiles lies within them.
// CHECK-LABEL: func @row(
func.func @row(%m: memref<64x1024xf32, #t>, %i: index, %j: index) -> f32 {
  // CHECK: memref.subview %{{.*}}[%{{.*}}, 0, %{{.*}}, 0] [1, 8, 1, 128] [1, 1, 1, 1]
  // CHECK: memref.reinterpret_cast {{.*}} sizes: [8, 128], strides: [1024, 1]
  // CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x128xf32, strided<[1024, 1], offset: ?>>
  %v = tiled_layout.subview %m[%i, 0] [1, 1024] [1, 1]
    : memref<64x1024xf32, #t> to memref<1024xf32, #r>
  %x = memref.load %v[%j] : memref<1024xf32, #r>
  return %x : f32
}

// A view passes through functions and loops. In the linear form, the position
// of its first element and the strides that its type does not know travel
// behind the extents.
// CHECK-LABEL: func private @callee(
// CHECK-SAME: %{{.*}}: memref<?x1x8x128xf32, strided<[?, 1024, 128, 1], offset: ?>>, %{{.*}}: index, %{{.*}}: index)
// LINEAR-LABEL: func private @callee(
// LINEAR-SAME: %[[M:.*]]: memref<?xf32>, %{{.*}}: index, %[[ORIGIN:.*]]: index, %[[STRIDE:.*]]: index, %[[I:.*]]: index)
func.func private @callee(%v: memref<?x128xf32, #d>, %i: index) -> f32 {
  // LINEAR: %[[ROW:.*]] = affine.apply #{{.*}}()[%[[I]]]
  // LINEAR: %[[FAR:.*]] = arith.muli %[[ROW]], %[[STRIDE]]
  // LINEAR: affine.apply #{{.*}}()[{{.*}}%[[ORIGIN]]{{.*}}%[[FAR]]
  %x = memref.load %v[%i, %i] : memref<?x128xf32, #d>
  return %x : f32
}

// CHECK-LABEL: func @caller(
// LINEAR-LABEL: func @caller(
func.func @caller(%m: memref<?x?xf32, #t>, %i0: index, %n: index) -> f32 {
  %i = tiled_layout.assume_multiple %i0, 8
  %v = tiled_layout.subview %m[%i, 0] [%n, 128] [1, 1]
    : memref<?x?xf32, #t> to memref<?x128xf32, #d>
  // CHECK: call @callee(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<?x1x8x128xf32, strided<[?, 1024, 128, 1], offset: ?>>, index, index) -> f32
  // LINEAR: call @callee(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (memref<?xf32>, index, index, index, index) -> f32
  %x = func.call @callee(%v, %n) : (memref<?x128xf32, #d>, index) -> f32
  return %x : f32
}

// No element moves: the same buffer under another shape.
// CHECK-LABEL: func @shapes(
// LINEAR-LABEL: func @shapes(
func.func @shapes(%m: memref<64x1024xf32, #t>, %i: index) -> (f32, f32) {
  // CHECK-NOT: memref.copy
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [8, 4, 2, 8, 1, 128]
  // LINEAR-NOT: memref.reinterpret_cast
  %t = tiled_layout.transpose %m [1, 0]
    : memref<64x1024xf32, #t> to memref<1024x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
  %e = tiled_layout.expand_shape %t [[0, 1], [2]] output_shape [4, 256, 64]
    : memref<1024x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
    into memref<4x256x64xf32, #tiled_layout.layout<{1,0,2:T(8,1,128)}>>
  %c = tiled_layout.collapse_shape %e [[0, 1], [2]]
    : memref<4x256x64xf32, #tiled_layout.layout<{1,0,2:T(8,1,128)}>>
    into memref<1024x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
  %x = memref.load %e[%i, %i, %i] : memref<4x256x64xf32, #tiled_layout.layout<{1,0,2:T(8,1,128)}>>
  %y = memref.load %c[%i, %i] : memref<1024x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
  return %x, %y : f32, f32
}

// Elements that are not whole bytes have no strided memref: the flat one, with
// a position in elements, in either form.
// CHECK-LABEL: func @bits(
// CHECK-SAME: %{{.*}}: memref<8192xi8>
func.func @bits(%m: memref<16x1024xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}>>, %j: index) -> i4 {
  // CHECK-NOT: memref.subview
  // CHECK: memref.load %{{.*}}[%{{.*}}] : memref<8192xi8>
  %v = tiled_layout.subview %m[8, 256] [5, 100] [1, 1]
    : memref<16x1024xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}>>
    to memref<5x100xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}, strides = [8192, 1024, 128, 1]>>
  %x = memref.load %v[%j, %j] : memref<5x100xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}, strides = [8192, 1024, 128, 1]>>
  return %x : i4
}

// What is said of the address of a view is not said of the flat memref that it
// is a part of.
// CHECK-LABEL: func @aligned(
// LINEAR-LABEL: func @aligned(
func.func @aligned(%m: memref<64x1024xf32, #t>, %i: index) -> f32 {
  %v = tiled_layout.subview %m[8, 256] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  // CHECK: memref.assume_alignment %{{.*}}, 4096 : memref<1x1x8x128xf32, strided
  // LINEAR-NOT: memref.assume_alignment
  // LINEAR: return
  %a = memref.assume_alignment %v, 4096 : memref<8x128xf32, #v>
  %x = memref.load %a[%i, %i] : memref<8x128xf32, #v>
  return %x : f32
}

// An array without elements has views without elements, whose place is of no
// matter.
// CHECK-LABEL: func @empty(
// CHECK: memref.reinterpret_cast %{{.*}} sizes: [1, 0, 8, 128], strides: [0, 1024, 128, 1]
func.func @empty(%m: memref<64x0xf32, #t>) -> index {
  %c1 = arith.constant 1 : index
  %v = tiled_layout.subview %m[8, 0] [8, 0] [1, 1]
    : memref<64x0xf32, #t>
    to memref<8x0xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [0, 1024, 128, 1]>>
  %p = tiled_layout.linearize %v[%c1, %c1]
    : memref<8x0xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [0, 1024, 128, 1]>>
  %a = memref.extract_aligned_pointer_as_index %v
    : memref<8x0xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [0, 1024, 128, 1]>> -> index
  %r = arith.addi %p, %a : index
  return %r : index
}

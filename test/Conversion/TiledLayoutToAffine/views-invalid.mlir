// Offsets whose alignment cannot be proved, and what no view can be.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --split-input-file --verify-diagnostics

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @offset(%m: memref<64x1024xf32, #t>, %i: index) {
  // expected-error @+1 {{'tiled_layout.subview' op offset %arg1 of dimension 0 is not known to be a multiple of 8, the tile's extent; assert it with tiled_layout.assume_multiple}}
  %v = tiled_layout.subview %m[%i, 0] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

// The tile of a level within another counts too.
#t = #tiled_layout.layout<{1,0:T(8,128)(2,1,1,1)}>
#v = #tiled_layout.layout<{1,0:T(8,128)(2,1,1,1)}, strides = [16384, 2048, 256, 2, 1, 1, 1, 1]>
func.func @levels(%m: memref<64x1024xf32, #t>) {
  affine.for %i = 0 to 64 step 8 {
    // expected-error @+1 {{of dimension 0 is not known to be a multiple of 16}}
    %v = tiled_layout.subview %m[%i, 0] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  }
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(4,128)}, strides = [8192, 1024, 128, 1]>
func.func @smaller_tile(%m: memref<64x1024xf32, #t>, %i: index) {
  // expected-error @+1 {{of dimension 0 is not known to be a multiple of 4}}
  %v = tiled_layout.subview %m[%i, 0] [4, 128] [1, 1] : memref<64x1024xf32, #t> to memref<4x128xf32, #v>
  return
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @alloc(%origin: index) {
  // expected-error @+1 {{'memref.alloc' op has no lowering: the view 'memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>' has no buffer of its own}}
  %m = memref.alloc()[%origin] : memref<8x128xf32, #v>
  return
}

// -----

// expected-error @+1 {{'memref.global' op has no lowering: the view}}
memref.global "private" @g : memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>

// -----

// Padding of a view is not its own, so that a copy is not one of memory.
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @copy(%a: memref<5x100xf32, #v>, %b: memref<5x100xf32, #v>) {
  // expected-error @+1 {{run tiled-layout-lower-relayouts first}}
  memref.copy %a, %b : memref<5x100xf32, #v> to memref<5x100xf32, #v>
  return
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @dealloc(%m: memref<8x128xf32, #v>) {
  // expected-error @+1 {{'memref.dealloc' op has no lowering: the view}}
  memref.dealloc %m : memref<8x128xf32, #v>
  return
}

// -----

// It would write what lies between the tiles.
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @memset(%m: memref<8x128xf32, #v>, %x: f32) {
  // expected-error @+1 {{'gpu.memset' op has no lowering: the view}}
  gpu.memset %m, %x : memref<8x128xf32, #v>, f32
  return
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @clone(%m: memref<8x128xf32, #v>) {
  // expected-error @+1 {{write memref.alloc and tiled_layout.relayout}}
  %c = bufferization.clone %m : memref<8x128xf32, #v> to memref<8x128xf32, #v>
  return
}

// -----

// Four rows at a multiple of four lie within one tile, but nobody says that there are no more.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(4,128)}, strides = [8192, 1024, 128, 1]>
func.func @size(%m: memref<64x1024xf32, #t>, %i: index, %j: index, %r: index) -> f32 {
  %k = tiled_layout.assume_multiple %i, 4
  // expected-error @+1 {{size of dimension 0 is not known to be at most 4, a tile of the result}}
  %s = tiled_layout.subview %m[%k, 0] [%j, 128] [1, 1] : memref<64x1024xf32, #t> to memref<?x128xf32, #v>
  %x = memref.load %s[%r, %r] : memref<?x128xf32, #v>
  return %x : f32
}

// -----

// Bytes begin where the first element of a view does, and that is known.
#line = #tiled_layout.layout<{0:E(4)}>
#view = #tiled_layout.layout<{0:E(4)}, strides = [1]>
func.func @half_a_byte(%m: memref<?xi4, #line>, %i: index) -> memref<?xi8, strided<[1], offset: ?>> {
  %v = tiled_layout.subview %m[%i] [8] [1] : memref<?xi4, #line> to memref<8xi4, #view>
  // expected-error @+1 {{'tiled_layout.to_physical' op the first element of the view 'memref<8xi4, #tiled_layout.layout<{0:E(4)}, strides = [1]>>' is not known to begin at a byte}}
  %p = tiled_layout.to_physical %v : memref<8xi4, #view> to memref<?xi8, strided<[1], offset: ?>>
  return %p : memref<?xi8, strided<[1], offset: ?>>
}

// -----

#line = #tiled_layout.layout<{0:E(4)}>
#view = #tiled_layout.layout<{0:E(4)}, strides = [1]>
func.func @whole_bytes(%m: memref<?xi4, #line>, %i: index) -> memref<?xi8, strided<[1], offset: ?>> {
  %even = tiled_layout.assume_multiple %i, 2
  %v = tiled_layout.subview %m[%even] [8] [1] : memref<?xi4, #line> to memref<8xi4, #view>
  %p = tiled_layout.to_physical %v : memref<8xi4, #view> to memref<?xi8, strided<[1], offset: ?>>
  return %p : memref<?xi8, strided<[1], offset: ?>>
}

// -----

// Words of four bits: the second one begins within a byte.
#l = #tiled_layout.layout<{1,0:T(2,64)(1,4)E(1)}>
#v = #tiled_layout.layout<{1,0:T(2,48)(1,4)E(1)}, strides = [512, 128, 64, 4, 4, 1]>
func.func @second_word(%m: memref<4x256xi1, #l>) -> memref<?xi8, strided<[1], offset: ?>> {
  %v = tiled_layout.subview %m[0, 4] [2, 48] [1, 1] : memref<4x256xi1, #l> to memref<2x48xi1, #v>
  // expected-error @+1 {{is not known to begin at a byte}}
  %p = tiled_layout.to_physical %v : memref<2x48xi1, #v> to memref<?xi8, strided<[1], offset: ?>>
  return %p : memref<?xi8, strided<[1], offset: ?>>
}

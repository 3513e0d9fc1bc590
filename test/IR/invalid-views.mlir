// What the view operations refuse, and where views are refused.
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @untiled(%m: memref<64x1024xf32>) {
  // expected-error @+1 {{source 'memref<64x1024xf32>' has no tiled layout; memref's own operations view it}}
  %v = tiled_layout.subview %m[0, 0] [8, 128] [1, 1] : memref<64x1024xf32> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @offset(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{offset 64 of dimension 1 is not a multiple of 128, the tile's extent}}
  %v = tiled_layout.subview %m[8, 64] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @contiguous(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{must have strides, because it is a part of}}
  %v = tiled_layout.subview %m[8, 128] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @no_view(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{offset 6 of dimension 0 is not a multiple of 8}}
  %v = tiled_layout.subview %m[6, 128] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,64)}, strides = [8192, 1024, 128, 1]>
func.func @tiles(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{the layout of the result is not one of the slice; expected a type such as 'memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>'}}
  %v = tiled_layout.subview %m[8, 128] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1000, 128, 1]>
func.func @strides(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{stride 1000 of physical dimension 1 of the result must be 1024 or ?}}
  %v = tiled_layout.subview %m[8, 128] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @unknown_stride(%m: memref<64x?xf32, #t>) {
  // expected-error @+1 {{stride 8192 of physical dimension 0 of the result must be ?}}
  %v = tiled_layout.subview %m[8, 128] [8, 128] [1, 1] : memref<64x?xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @bounds(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{index 71 of dimension 0 is out of bounds: the extent is 64}}
  %v = tiled_layout.subview %m[64, 128] [8, 128] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @stride_zero(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{stride 0 of dimension 0 must be at least 1}}
  %v = tiled_layout.subview %m[8, 128] [8, 128] [0, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @step(%m: memref<64x1024xf32, #t>, %s: index) {
  // expected-error @+1 {{step 2 of dimension 0 must be 1, because a tile of 8 cuts the dimension}}
  %v = tiled_layout.subview %m[8, 128] [8, 128] [2, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @shape(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{has the shape [8, 128], but the sizes are [8, 256]}}
  %v = tiled_layout.subview %m[8, 128] [8, 256] [1, 1] : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @memory_space(%m: memref<64x1024xf32, #t, 1>) {
  // expected-error @+1 {{the memory spaces of}}
  %v = tiled_layout.subview %m[8, 128] [8, 128] [1, 1] : memref<64x1024xf32, #t, 1> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @transpose(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{expected the result type 'memref<1024x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>', but found}}
  %v = tiled_layout.transpose %m [1, 0] : memref<64x1024xf32, #t> to memref<1024x64xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @permutation(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{permutation [1, 1] is not one of the 2 dimensions of the source}}
  %v = tiled_layout.transpose %m [1, 1] : memref<64x1024xf32, #t> to memref<1024x1024xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#e = #tiled_layout.layout<{2,1,0:T(8,128)}>
func.func @expand(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{expected a result type such as 'memref<64x4x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>', but found}}
  %v = tiled_layout.expand_shape %m [[0], [1, 2]] output_shape [64, 4, 256]
    : memref<64x1024xf32, #t> into memref<64x4x256xf32, #e>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#e = #tiled_layout.layout<{2,1,0:T(8,1,128)}>
func.func @expand_extents(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{dimension 1 has the extent 1024, but its parts have the product 512}}
  %v = tiled_layout.expand_shape %m [[0], [1, 2]] output_shape [64, 4, 128]
    : memref<64x1024xf32, #t> into memref<64x4x128xf32, #e>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#e = #tiled_layout.layout<{2,1,0:T(8,1,128)}>
func.func @groups(%m: memref<64x1024xf32, #t>) {
  // expected-error @+1 {{reassociation must list the 3 dimensions in order, in 2 groups that are not empty}}
  %v = tiled_layout.expand_shape %m [[0, 2], [1]] output_shape [64, 4, 256]
    : memref<64x1024xf32, #t> into memref<64x4x256xf32, #e>
  return
}

// -----

#e = #tiled_layout.layout<{2,1,0:T(8,128)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @collapse(%m: memref<3x12x256xf32, #e>) {
  // expected-error @+1 {{a tile of 8 on dimension 0 does not end where the dimensions of the reshape meet}}
  %v = tiled_layout.collapse_shape %m [[0, 1], [2]] : memref<3x12x256xf32, #e> into memref<36x256xf32, #t>
  return
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @fill_padding(%m: memref<5x100xf32, #v>, %z: f32) {
  // expected-error @+1 {{writes padding of the view 'memref<5x100xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>', which holds elements of other arrays}}
  tiled_layout.fill_padding ins(%z : f32) outs(%m : memref<5x100xf32, #v>)
  return
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @relayout(%a: memref<5x100xf32>, %m: memref<5x100xf32, #v>) {
  // expected-error @+1 {{writes padding of the view}}
  tiled_layout.relayout ins(%a : memref<5x100xf32>) outs(%m : memref<5x100xf32, #v>) padding = zero
  return
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @delinearize(%m: memref<5x100xf32, #v>, %p: index) -> index {
  // expected-error @+1 {{is a view, whose positions hold others' elements}}
  %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<5x100xf32, #v>
  return %i : index
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @to_physical(%m: memref<5x100xf32, #v>) {
  // expected-error @+1 {{expected 'memref<?xf32, strided<[1], offset: ?>>' for}}
  %p = tiled_layout.to_physical %m : memref<5x100xf32, #v> to memref<1x1x8x128xf32>
  return
}

// -----

// An empty part of an empty array is in bounds.
func.func @empty(%m: memref<0x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>, %n: index) {
  %v = tiled_layout.subview %m[0, 2] [0, 2] [1, 1]
    : memref<0x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>> to memref<0x2xf32, #tiled_layout.layout<{1,0:T(2,2)}, strides = [?, ?, 2, 1]>>
  // expected-error @+1 {{index 0 of dimension 0 is out of bounds: the extent is 0}}
  %w = tiled_layout.subview %m[0, 2] [1, 2] [1, 1]
    : memref<0x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>> to memref<1x2xf32, #tiled_layout.layout<{1,0:T(2,2)}, strides = [?, ?, 2, 1]>>
  return
}

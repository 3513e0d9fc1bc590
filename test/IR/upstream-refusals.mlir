// What MLIR's own verifiers refuse on a tiled memref, so that it needs no
// lowering. A version of MLIR that accepts one of these fails here.
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @subview(%m: memref<16x256xf32, #t>) {
  // expected-error @+1 {{is not strided}}
  %v = memref.subview %m[8, 0] [8, 128] [1, 1] : memref<16x256xf32, #t> to memref<8x128xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @collapse(%m: memref<16x256xf32, #t>) {
  // expected-error @+1 {{'memref.collapse_shape' op operand #0 must be strided memref}}
  %v = memref.collapse_shape %m [[0, 1]] : memref<16x256xf32, #t> into memref<4096xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @expand(%m: memref<16x256xf32, #t>) {
  // expected-error @+1 {{'memref.expand_shape' op operand #0 must be strided memref}}
  %v = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 8, 256] : memref<16x256xf32, #t> into memref<2x8x256xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @transpose(%m: memref<16x256xf32, #t>) {
  // expected-error @+1 {{'memref.transpose' op operand #0 must be strided memref}}
  %v = memref.transpose %m (i, j) -> (j, i) : memref<16x256xf32, #t> to memref<256x16xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @vload(%m: memref<16x256xf32, #t>, %i: index) {
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %v = vector.load %m[%i, %i] : memref<16x256xf32, #t>, vector<8xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @vstore(%m: memref<16x256xf32, #t>, %i: index, %v: vector<8xf32>) {
  // expected-error @+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i, %i] : memref<16x256xf32, #t>, vector<8xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @meta(%m: memref<16x256xf32, #t>) {
  // expected-error @+1 {{'memref.extract_strided_metadata' op operand #0 must be strided memref}}
  %a, %b, %c:2, %d:2 = memref.extract_strided_metadata %m : memref<16x256xf32, #t> -> memref<f32>, index, index, index, index, index
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @cast(%m: memref<16x256xf32, #t>) {
  // expected-error @+1 {{are cast incompatible}}
  %v = memref.cast %m : memref<16x256xf32, #t> to memref<16x256xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @reshape(%m: memref<16x256xf32, #t>, %s: memref<1xindex>) {
  // expected-error @+1 {{'memref.reshape' op source memref type should have identity affine map}}
  %v = memref.reshape %m(%s) : (memref<16x256xf32, #t>, memref<1xindex>) -> memref<4096xf32>
  return
}

// -----

#t = #tiled_layout.layout<{0:T(128)}>
func.func @realloc(%m: memref<256xf32, #t>) {
  // expected-error @+1 {{unsupported layout for source memref type}}
  %v = memref.realloc %m : memref<256xf32, #t> to memref<512xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @view(%m: memref<128xi8>, %i: index) {
  // expected-error @+1 {{unsupported map for result memref type}}
  %v = memref.view %m[%i][] : memref<128xi8> to memref<2x2xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @rcast2(%m: memref<4096xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op result #0 must be strided memref}}
  %v = memref.reinterpret_cast %m to offset: [0], sizes: [16, 256], strides: [256, 1] : memref<4096xf32> to memref<16x256xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @linalg_between(%m: memref<20x300xf32, #t>, %n: tensor<20x300xf32>) {
  // expected-error @+1 {{expected to have pure tensor or buffer semantics}}
  %r = linalg.exp ins(%m : memref<20x300xf32, #t>) outs(%n : tensor<20x300xf32>) -> tensor<20x300xf32>
  return
}

// -----

#t = #tiled_layout.layout<{0:T(8)}>
func.func @type_cast(%m: memref<16xf32, #t>) {
  // expected-error @+1 {{expects operand to be a memref with identity layout}}
  %v = vector.type_cast %m : memref<16xf32, #t> to memref<vector<16xf32>>
  return
}

// -----

// Views of tiled arrays are refused alike.

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @subview_of_view(%m: memref<16x256xf32, #v>) {
  // expected-error @+1 {{is not strided}}
  %v = memref.subview %m[8, 0] [8, 128] [1, 1] : memref<16x256xf32, #v> to memref<8x128xf32, #v>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [1024, 1024, 128, 1]>
func.func @cast_to_view(%m: memref<16x128xf32, #t>) {
  // expected-error @+1 {{are cast incompatible}}
  %v = memref.cast %m : memref<16x128xf32, #t> to memref<16x128xf32, #v>
  return
}

// -----

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
func.func @vload_of_view(%m: memref<16x256xf32, #v>, %i: index) {
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %v = vector.load %m[%i, %i] : memref<16x256xf32, #v>, vector<8xf32>
  return
}

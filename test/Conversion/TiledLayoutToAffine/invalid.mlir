// What is refused, where and why?
//
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --convert-tiled-layout-to-affine
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --convert-tiled-layout-to-affine=form=linear

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// expected-error @+1 {{'func.func' op has the tiled tensor type 'tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>'; bufferize the program first}}
func.func private @tensor(tensor<20x300xf32, #t>)

// -----

// A tiled type inside another type is found, too.
// expected-error @+1 {{'func.func' op has the tiled tensor type}}
func.func private @nested(tuple<i32, tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>>)

// -----

// expected-error @+1 {{elements of 3 bits cross bytes; only 1, 2, 4 and multiples of 8 bits have a lowering}}
func.func private @crosses_bytes(memref<8xi2, #tiled_layout.layout<{0:E(3)}>>)

// -----

// expected-error @+1 {{elements of 4 bits cannot hold the 8 bits of a value}}
func.func private @too_small(memref<8xi8, #tiled_layout.layout<{0:E(4)}>>)

// -----

// expected-error @+1 {{elements of 128 bits must be floats or signless integers to be taken out of their container}}
func.func private @complex(memref<8xcomplex<f32>, #tiled_layout.layout<{0:E(128)}>>)

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @relayout(%m: memref<20x300xf32, #t>, %n: memref<20x300xf32>) {
  // expected-error @+1 {{run tiled-layout-lower-relayouts first}}
  tiled_layout.relayout ins(%m : memref<20x300xf32, #t>) outs(%n : memref<20x300xf32>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @unranked(%m: memref<20x300xf32, #t>) {
  // expected-error @+1 {{an unranked memref has no place for the layout of 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>'}}
  %c = memref.cast %m : memref<20x300xf32, #t> to memref<*xf32>
  return
}

// -----

// Every operation that is refused is reported, not the first only.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @all(%m: memref<20x300xf32, #t>, %z: f32) {
  // expected-error @+1 {{'test.unknown' op has no lowering for a tiled array of type 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>'}}
  "test.unknown"(%m) : (memref<20x300xf32, #t>) -> ()
  // expected-error @+1 {{'linalg.fill' op has no lowering for a tiled array}}
  linalg.fill ins(%z : f32) outs(%m : memref<20x300xf32, #t>)
  return
}

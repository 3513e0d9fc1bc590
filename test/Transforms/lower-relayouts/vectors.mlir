// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=vector-bits=128 | FileCheck %s --check-prefix=NARROW
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=vector-bits=0 | FileCheck %s --check-prefix=ELEMENTS --implicit-check-not=vector.
// RUN: not tiled-layout-opt %s --tiled-layout-lower-relayouts=vector-bits=96 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: vector-bits is 96, but must be 0 or a power of two of at least 64

#tiled = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#quads = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Rows are padded at run time: whole vectors, then elements.
// CHECK-LABEL: @ragged
// CHECK: affine.min
// CHECK: vector.load {{.*}} vector<16xf32>
// CHECK: vector.store
// CHECK: memref.load
// CHECK: memref.store
// NARROW-LABEL: @ragged
// NARROW: vector.load {{.*}} vector<4xf32>
// ELEMENTS-LABEL: @ragged
// ELEMENTS: affine.load
func.func @ragged(%a: memref<9x150xf32>, %b: memref<9x150xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<9x150xf32>)
                        outs(%b : memref<9x150xf32, #tiled>)
  return
}

// bf16 is shuffled as integers.
// CHECK-LABEL: @pack
// CHECK-NOT: scf.if
// CHECK: vector.load {{.*}} vector<32xbf16>
// CHECK: vector.load {{.*}} vector<32xbf16>
// CHECK: vector.interleave {{.*}} : vector<32xi16>
// CHECK: vector.store {{.*}} vector<64xbf16>
// NARROW-LABEL: @pack
// NARROW: vector.interleave {{.*}} : vector<8xi16>
func.func @pack(%a: memref<16x256xbf16>, %b: memref<16x256xbf16, #packed>) {
  tiled_layout.relayout ins(%a : memref<16x256xbf16>)
                        outs(%b : memref<16x256xbf16, #packed>)
  return
}

// All but the last row of tiles has no guard. In that one, a block that the
// edge cuts is copied element by element.
// CHECK-LABEL: @ragged_unpack
// CHECK: scf.if
// CHECK: vector.load {{.*}} vector<64xbf16>
// CHECK: vector.deinterleave {{.*}} : vector<64xi16>
// CHECK: } else {
// CHECK: scf.if
// CHECK: vector.deinterleave {{.*}} : vector<64xi16>
// CHECK: } else {
// CHECK-NOT: vector.
// CHECK: memref.load
func.func @ragged_unpack(%a: memref<15x256xbf16>,
                         %b: memref<15x256xbf16, #packed>) {
  tiled_layout.relayout ins(%b : memref<15x256xbf16, #packed>)
                        outs(%a : memref<15x256xbf16>)
  return
}

// CHECK-LABEL: @pack_quads
// CHECK-COUNT-4: vector.load {{.*}} vector<64xi8>
// CHECK-COUNT-2: vector.interleave {{.*}} : vector<64xi8>
// CHECK: vector.interleave {{.*}} : vector<128xi8>
// CHECK: vector.store {{.*}} vector<256xi8>
func.func @pack_quads(%a: memref<16x256xi8>, %b: memref<16x256xi8, #quads>) {
  tiled_layout.relayout ins(%a : memref<16x256xi8>)
                        outs(%b : memref<16x256xi8, #quads>)
  return
}

// What has no vectors: edges that do not chain.
// Here a tile mixes dimensions that are tiled already.
// CHECK-LABEL: @without_vectors
// CHECK-NOT: vector.
// CHECK: affine.load
func.func @without_vectors(
    %a: memref<4x60xf32>,
    %b: memref<4x60xf32, #tiled_layout.layout<{1,0:T(2,2)(*,3,1)}, bounds = [4, 60]>>) {
  tiled_layout.relayout
      ins(%a : memref<4x60xf32>)
      outs(%b : memref<4x60xf32, #tiled_layout.layout<{1,0:T(2,2)(*,3,1)}, bounds = [4, 60]>>)
  return
}

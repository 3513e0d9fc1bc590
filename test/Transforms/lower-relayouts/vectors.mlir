// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=vector-bits=128 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=NARROW
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=masked-bits=32 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=UNMASKED
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=vectors=false | FileCheck %s --check-prefix=ELEMENTS --implicit-check-not=vector.

// Of @transpose_ragged:
// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0, d1) -> (d0 * 32 + d1 * 16, 54)>
// CHECK-DAG: #[[$COLUMNS:.*]] = affine_map<(d0) -> (d0 * 16, 59)>

#tiled = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#quads = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Of a run that an edge cuts, the vectors have masks.
// CHECK-LABEL: @ragged
// CHECK: affine.min
// CHECK: vector.load {{.*}} vector<16xf32>
// CHECK: vector.store
// CHECK: vector.maskedload {{.*}} vector<16xf32>
// CHECK: vector.maskedstore
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
// CHECK-COUNT-2: vector.shuffle {{.*}} : vector<32xi16>, vector<32xi16>
// CHECK-COUNT-2: vector.store {{.*}} vector<32xbf16>
// NARROW-LABEL: @pack
// NARROW: vector.shuffle {{.*}} [0, 8, 1, 9, 2, 10, 3, 11] : vector<8xi16>
func.func @pack(%a: memref<16x256xbf16>, %b: memref<16x256xbf16, #packed>) {
  tiled_layout.relayout ins(%a : memref<16x256xbf16>)
                        outs(%b : memref<16x256xbf16, #packed>)
  return
}

// The innermost loop goes over full blocks, which have no guard, and then over
// those that the edge cuts. A row that the edge leaves nothing of keeps to the
// block's first element. What the edge leaves out is padding of the source's
// tiles, and is loaded with the rest.
// CHECK-LABEL: @ragged_unpack
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<32xbf16>
// CHECK: vector.shuffle
// CHECK: vector.store
// CHECK: scf.for
// CHECK-NOT: vector.maskedload
// CHECK: vector.load {{.*}} vector<32xbf16>
// CHECK-NOT: vector.maskedload
// CHECK: %[[ROW:.*]] = arith.select %{{.*}}, %c256{{.*}}, %c0{{.*}} : index
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %[[ROW]] : index
// CHECK: vector.maskedstore %{{[a-z_0-9]+}}[%[[AT]]]
// UNMASKED-LABEL: @ragged_unpack
// UNMASKED: vector.store
// UNMASKED-NOT: vector.masked
// UNMASKED: vector.load {{.*}} vector<32xbf16>
// UNMASKED-NOT: vector<1xbf16>
// UNMASKED: vector.store {{.*}} vector<32xbf16>
// UNMASKED-NOT: memref.load
func.func @ragged_unpack(%a: memref<15x256xbf16>,
                         %b: memref<15x256xbf16, #packed>) {
  tiled_layout.relayout ins(%b : memref<15x256xbf16, #packed>)
                        outs(%a : memref<15x256xbf16>)
  return
}

// Each of the two steps exchanges a bit of the number of a vector with a bit of
// the number of a lane.
// CHECK-LABEL: @pack_quads
// CHECK-COUNT-4: vector.load {{.*}} vector<64xi8>
// CHECK-COUNT-8: vector.shuffle
// CHECK-COUNT-4: vector.store {{.*}} vector<64xi8>
func.func @pack_quads(%a: memref<16x256xi8>, %b: memref<16x256xi8, #quads>) {
  tiled_layout.relayout ins(%a : memref<16x256xi8>)
                        outs(%b : memref<16x256xi8, #quads>)
  return
}

// Four steps on sixteen vectors. Loops over neighbouring blocks are innermost.
// CHECK-LABEL: @transpose
// CHECK-COUNT-16: vector.load {{.*}} vector<16xf32>
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: vector.store {{.*}} vector<16xf32>
// NARROW-LABEL: @transpose
// NARROW-COUNT-4: vector.load {{.*}} vector<4xf32>
// NARROW-COUNT-8: vector.shuffle
// NARROW-COUNT-4: vector.store {{.*}} vector<4xf32>
func.func @transpose(%a: memref<64x64xf32>,
                     %b: memref<64x64xf32, #tiled_layout.layout<{0,1}>>) {
  tiled_layout.relayout
      ins(%a : memref<64x64xf32>)
      outs(%b : memref<64x64xf32, #tiled_layout.layout<{0,1}>>)
  return
}

// Blocks that an edge would cut move back until they end there.
// CHECK-LABEL: @transpose_ragged
// CHECK-DAG: affine.min #[[$ROWS]]
// CHECK-DAG: affine.min #[[$COLUMNS]]
// CHECK-COUNT-16: vector.load {{.*}} vector<16xf32>
// CHECK-COUNT-16: vector.store {{.*}} vector<16xf32>
// CHECK-NOT: vector.
// CHECK: return
// UNMASKED-LABEL: @transpose_ragged
// UNMASKED-NOT: memref.load
// UNMASKED: return
func.func @transpose_ragged(
    %a: memref<70x75xf32>,
    %b: memref<70x75xf32, #tiled_layout.layout<{0,1}>>) {
  tiled_layout.relayout
      ins(%a : memref<70x75xf32>)
      outs(%b : memref<70x75xf32, #tiled_layout.layout<{0,1}>>)
  return
}

// Rows of sixteen bytes make vectors of four rows.
// CHECK-LABEL: @transpose_bytes
// CHECK: vector.load {{.*}} vector<16xi8>
// CHECK: vector.shuffle {{.*}} : vector<16xi8>, vector<16xi8>
// CHECK: vector.shuffle {{.*}} : vector<32xi8>, vector<32xi8>
// CHECK: vector.store {{.*}} vector<64xi8>
func.func @transpose_bytes(%a: memref<64x64xi8>,
                           %b: memref<64x64xi8, #tiled_layout.layout<{0,1}>>) {
  tiled_layout.relayout
      ins(%a : memref<64x64xi8>)
      outs(%b : memref<64x64xi8, #tiled_layout.layout<{0,1}>>)
  return
}

// Three colours, of elements with a sign.
// CHECK-LABEL: @colours
// CHECK-COUNT-3: vector.load {{.*}} vector<64xui8>
// CHECK-COUNT-6: vector.shuffle {{.*}} : vector<64xi8>, vector<64xi8>
// CHECK-COUNT-3: vector.store {{.*}} vector<64xui8>
func.func @colours(
    %a: memref<2x64x64x3xui8>,
    %b: memref<2x64x64x3xui8, #tiled_layout.layout<{2,1,3,0}>>) {
  tiled_layout.relayout
      ins(%a : memref<2x64x64x3xui8>)
      outs(%b : memref<2x64x64x3xui8, #tiled_layout.layout<{2,1,3,0}>>)
  return
}

// Lanes change places within a vector.
// CHECK-LABEL: @odd_even
// CHECK: vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15]
func.func @odd_even(
    %a: memref<4x256xf32>,
    %b: memref<4x256xf32, #tiled_layout.layout<{1,0:T(16)(2)(8,1)}>>) {
  tiled_layout.relayout
      ins(%a : memref<4x256xf32>)
      outs(%b : memref<4x256xf32, #tiled_layout.layout<{1,0:T(16)(2)(8,1)}>>)
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

// Where both arrays fit into the first-level cache, eight registers are loaded
// before they are stored; of larger ones each is.
// CHECK-LABEL: @copy_small
// CHECK-COUNT-8: vector.load
// CHECK-NOT: vector.load
// CHECK-COUNT-8: vector.store
func.func @copy_small(%a: memref<16x128xf32>, %b: memref<16x128xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<16x128xf32>)
    outs(%b : memref<16x128xf32, #tiled>)
  return
}

// CHECK-LABEL: @copy_large
// CHECK: vector.load
// CHECK-NOT: vector.load
// CHECK: vector.store
func.func @copy_large(%a: memref<64x128xf32>, %b: memref<64x128xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<64x128xf32>)
    outs(%b : memref<64x128xf32, #tiled>)
  return
}

// The last of nine rows is one byte of each word. Without masks for bytes, words
// are stored with the padding that was there, instead of one byte after another.
// CHECK-LABEL: @last_row
// CHECK: vector.maskedstore
// UNMASKED-LABEL: @last_row
// UNMASKED: %[[TILES:.*]] = tiled_layout.to_physical
// UNMASKED: %[[OLD:.*]] = vector.load %[[TILES]][%[[AT:.*]]]
// UNMASKED: %[[MIXED:.*]] = vector.shuffle %[[OLD]], %{{.*}} [32, 1, 2, 3, 36, 5, 6, 7,
// UNMASKED: vector.store %[[MIXED]], %[[TILES]][%[[AT]]]
// UNMASKED-NOT: vector<1xi8>
// UNMASKED: return
func.func @last_row(%a: memref<4x9x24xi8>,
                    %b: memref<4x9x24xi8, #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>>) {
  tiled_layout.relayout ins(%a : memref<4x9x24xi8>)
    outs(%b : memref<4x9x24xi8, #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>>)
  return
}

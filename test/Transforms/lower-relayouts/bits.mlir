// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=STREAMS
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=8192,prefetch-bytes=512 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=LARGE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=masked-bits=0 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=UNMASKED
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=vectors=false | FileCheck %s --check-prefix=ELEMENTS --implicit-check-not=vector.

#pred = #tiled_layout.layout<{1,0:T(32,128)(32,1)E(1)}>
#bits = #tiled_layout.layout<{1,0:E(1)}>
#nibbles = #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>
#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)E(1)}>
#wide = #tiled_layout.layout<{1,0:T(8,128)E(64)}>
#columns = #tiled_layout.layout<{0,1:E(1)}>

// 32 rows of 64 bytes become 64 words of 32 bits: eight rows are shifted into a
// vector of bytes, in lanes that processors can shift, and four such vectors
// take turns.
// CHECK-LABEL: @pack
// CHECK-NOT: scf.if
// CHECK-COUNT-32: vector.load {{.*}} : memref<16384xi8>, vector<64xi8>
// CHECK: vector.bitcast {{.*}} : vector<64xi8> to vector<16xi32>
// CHECK: arith.shli {{.*}} : vector<16xi32>
// CHECK: arith.ori {{.*}} : vector<16xi32>
// CHECK: vector.interleave {{.*}} : vector<64xi8>
// CHECK: vector.interleave {{.*}} : vector<128xi8>
// CHECK: vector.store {{.*}} : memref<2048xi8>, vector<256xi8>
// CHECK-NOT: vector.
// LARGE-LABEL: @pack
// LARGE: %[[ALIGNED:.*]] = arith.cmpi eq
// LARGE-COUNT-32: memref.prefetch {{.*}} read, locality<0>, data : memref<16384xi8>
// LARGE: scf.if %[[ALIGNED]]
// LARGE: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} {{.*}} vector<256xi8>
// LARGE: else
// LARGE-NOT: nontemporal
// LARGE: llvm.fence seq_cst
// ELEMENTS-LABEL: @pack
// ELEMENTS: affine.load
func.func @pack(%a: memref<64x256xi1>, %b: memref<64x256xi1, #pred>) {
  tiled_layout.relayout ins(%a : memref<64x256xi1>)
                        outs(%b : memref<64x256xi1, #pred>)
  return
}

// In cache, two vectors of each row are stored together.
// CHECK-LABEL: @unpack
// CHECK: vector.load {{.*}} vector<256xi8>
// CHECK: vector.deinterleave {{.*}} : vector<256xi8>
// CHECK: vector.deinterleave {{.*}} : vector<128xi8>
// CHECK-NOT: vector.store
// CHECK: vector.load {{.*}} vector<256xi8>
// CHECK-COUNT-64: vector.store {{.*}} vector<64xi8>
// CHECK-NOT: vector.
// LARGE-LABEL: @unpack
// LARGE: %[[ALIGNED:.*]] = arith.cmpi eq
// LARGE: scf.if %[[ALIGNED]]
// LARGE-COUNT-32: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} {{.*}} vector<64xi8>
// LARGE: else
// LARGE-NOT: nontemporal
// LARGE: llvm.fence seq_cst
func.func @unpack(%a: memref<64x256xi1>, %b: memref<64x256xi1, #pred>) {
  tiled_layout.relayout ins(%b : memref<64x256xi1, #pred>)
                        outs(%a : memref<64x256xi1>)
  return
}

// Rows that are not there leave their bits as they are. Without masks, a loop
// copies the others to a stage, from where all are packed like those of a whole
// block.
// CHECK-LABEL: @some_rows
// CHECK-NOT: iter_args
// UNMASKED-LABEL: @some_rows
// UNMASKED: %[[STAGE:.+]] = memref.alloca() : memref<2176xi8>
// UNMASKED: scf.for
// UNMASKED: arith.select {{.*}} : vector<64xi1>, vector<64xi8>
// UNMASKED: vector.store {{.*}}, %[[STAGE]]
// UNMASKED-NOT: scf.for
// UNMASKED-COUNT-3: vector.load %[[STAGE]]{{.*}} vector<64xi8>
// UNMASKED-NOT: vector.load %[[STAGE]]
// UNMASKED: vector.store {{.*}} vector<256xi8>
// UNMASKED: llvm.intr.stackrestore
func.func @some_rows(%a: memref<3x256xi1>, %b: memref<3x256xi1, #pred>) {
  tiled_layout.relayout ins(%a : memref<3x256xi1>)
                        outs(%b : memref<3x256xi1, #pred>)
  return
}

// A bit for each byte of a run; the last 2 elements share a byte with padding.
// CHECK-LABEL: @pack_runs
// CHECK: vector.load {{.*}} vector<64xi8>
// CHECK: arith.trunci {{.*}} : vector<64xi8> to vector<64xi1>
// CHECK: vector.bitcast {{.*}} : vector<64xi1> to vector<8xi8>
// CHECK: vector.store {{.*}} vector<8xi8>
// CHECK: memref.store {{.*}} : memref<26xi8>
func.func @pack_runs(%a: memref<202xi1>, %b: memref<202xi1, #tiled_layout.layout<{0:E(1)}>>) {
  tiled_layout.relayout ins(%a : memref<202xi1>)
                        outs(%b : memref<202xi1, #tiled_layout.layout<{0:E(1)}>>)
  return
}

// Signed values repeat their sign in a byte.
// CHECK-LABEL: @unpack_nibbles
// CHECK: vector.load {{.*}} vector<256xi8>
// CHECK: arith.shrui {{.*}} : vector<16xi32>
// CHECK: arith.xori {{.*}} : vector<64xi8>
// CHECK: arith.subi {{.*}} : vector<64xi8>
// CHECK: vector.store {{.*}} vector<64xi8>
func.func @unpack_nibbles(%a: memref<8x128xi4, #tiled_layout.layout<{1,0}>>,
                          %b: memref<8x128xi4, #nibbles>) {
  tiled_layout.relayout ins(%b : memref<8x128xi4, #nibbles>)
                        outs(%a : memref<8x128xi4, #tiled_layout.layout<{1,0}>>)
  return
}

// A byte has two rows of four columns.
// CHECK-LABEL: @pack_pairs
// CHECK: vector.interleave {{.*}} : vector<64xi8>
// CHECK: vector.bitcast {{.*}} : vector<128xi1> to vector<16xi8>
func.func @pack_pairs(%a: memref<8x128xi1>, %b: memref<8x128xi1, #pairs>) {
  tiled_layout.relayout ins(%a : memref<8x128xi1>)
                        outs(%b : memref<8x128xi1, #pairs>)
  return
}

// Wider elements.
// CHECK-LABEL: @widen
// CHECK: vector.load {{.*}} : memref<1024xi32>, vector<8xi32>
// CHECK: arith.extui {{.*}} : vector<8xi32> to vector<8xi64>
// CHECK: vector.store {{.*}} : memref<8192xi8>, vector<64xi8>
func.func @widen(%a: memref<8x128xf32>, %b: memref<8x128xf32, #wide>) {
  tiled_layout.relayout ins(%a : memref<8x128xf32>)
                        outs(%b : memref<8x128xf32, #wide>)
  return
}

// Both sides are packed: bits become lanes of bytes and bits again.
// CHECK-LABEL: @transpose
// CHECK: vector.load {{.*}} vector<8xi8>
// CHECK: vector.bitcast {{.*}} : vector<8xi8> to vector<64xi1>
// CHECK: arith.extui {{.*}} : vector<64xi1> to vector<64xi8>
// CHECK: vector.store
func.func @transpose(%a: memref<64x64xi1, #bits>, %b: memref<64x64xi1, #columns>) {
  tiled_layout.relayout ins(%a : memref<64x64xi1, #bits>)
                        outs(%b : memref<64x64xi1, #columns>)
  return
}

// Rows that begin within a byte have no vectors.
// CHECK-LABEL: @odd_rows
// CHECK-NOT: vector.
func.func @odd_rows(%a: memref<60x60xi1, #bits>, %b: memref<60x60xi1, #columns>) {
  tiled_layout.relayout ins(%a : memref<60x60xi1, #bits>)
                        outs(%b : memref<60x60xi1, #columns>)
  return
}

// Rows of bytes that begin anywhere in a line: 32 rows of two lines are put
// together in a buffer, and whole lines are written from there.
// CHECK-LABEL: @unpack_ragged
// LARGE-LABEL: @unpack_ragged
// STREAMS-LABEL: @unpack_ragged
// STREAMS: %[[BUFFER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<6208xi8>
// STREAMS-COUNT-32: vector.store {{.*}}, %[[BUFFER]]{{.*}} vector<64xi8>
// STREAMS-NOT: vector.
// STREAMS: scf.if
// STREAMS: vector.maskedstore
// STREAMS: else
// STREAMS-COUNT-2: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// STREAMS-NOT: nontemporal
// STREAMS: %[[LINE:.*]] = vector.load %[[BUFFER]]
// STREAMS: vector.store %[[LINE]], %[[BUFFER]]
// STREAMS: llvm.fence seq_cst
func.func @unpack_ragged(%a: memref<64x700xi1, #pred>, %b: memref<64x700xi1>) {
  tiled_layout.relayout ins(%a : memref<64x700xi1, #pred>)
                        outs(%b : memref<64x700xi1>)
  return
}

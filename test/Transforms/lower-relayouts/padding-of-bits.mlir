// How are bits, nibbles and their padding written by the same stores?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=report-plans=1 --canonicalize 2>&1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024 --tiled-layout-lower-relayouts --canonicalize | FileCheck %s --check-prefix=STREAMS
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024,prefetch-bytes=512 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=NEAR
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=masked-bits=32 --tiled-layout-lower-relayouts=report-plans=1 --canonicalize 2>&1 | FileCheck %s --check-prefix=STAGED --implicit-check-not=vector.mask

#pred = #tiled_layout.layout<{1,0:T(32,128)(32,1)E(1)}>
#nibbles = #tiled_layout.layout<{2,1,0:T(8,128)(8,1)E(4)}>
#tail = #tiled_layout.layout<{1,0:T(32,128)(32,1)L(65536)E(1)}>

// CHECK: relaid by lanes, padding included
// CHECK: bound: 32*a0 + a3 < 509, then padding, cuts blocks
// CHECK: bound: 64*a1 + a2 < 511, then padding, cuts blocks
// CHECK: padding: written with the elements
// CHECK: relaid by lanes, padding included
// CHECK: relaid by lanes and masks

// Without masks for bytes, what an edge cuts goes through a stage.
// STAGED: relaid by lanes, padding included
// STAGED: relaid by lanes, padding included

// CHECK-LABEL: func @bits
// STREAMS-LABEL: func @bits
// Into the first-level cache where the processor fetches too little.
// NEAR-LABEL: func @bits
// NEAR-COUNT-32: memref.prefetch {{.*}} locality<3>
// STAGED-LABEL: func @bits
// STAGED: memref.alloca
// STAGED: scf.for
// STAGED: arith.select {{.*}} : vector<64xi1>, vector<64xi8>
// STAGED: return
func.func @bits(%a: memref<509x511xi1>, %b: memref<509x511xi1, #pred>) {
  // CHECK-NOT: fill_padding
  // Each block is stored once, and whole: those with all rows, those that lack
  // some, and, since a vector of columns may be padding alone, padding.
  // CHECK-DAG: %[[ONES:.+]] = arith.constant dense<-1> : vector<256xi8>
  // CHECK-DAG: %[[ONE:.+]] = arith.constant dense<1> : vector<64xi8>
  // CHECK: scf.if
  // CHECK-COUNT-32: vector.maskedload {{.*}}, %[[ONE]] : memref<260099xi8>, vector<64xi1>, vector<64xi8>
  // CHECK: vector.store {{.*}} vector<256xi8>
  // CHECK: vector.store %[[ONES]], {{.*}} vector<256xi8>
  // CHECK: } else {
  // CHECK-COUNT-32: vector.maskedload {{.*}}, %[[ONE]] : memref<260099xi8>, vector<64xi1>, vector<64xi8>
  // CHECK: vector.store {{.*}} vector<256xi8>
  // CHECK: vector.store %[[ONES]], {{.*}} vector<256xi8>
  // CHECK-NOT: vector.store
  // CHECK-NOT: memref.store
  // CHECK: return
  // 32 rows of 511 bytes take turns within a few pages: the next 32 are fetched.
  // STREAMS: arith.constant 16352 : index
  // STREAMS: memref.prefetch {{.*}} locality<2>
  // STREAMS: vector.maskedload
  // STREAMS-COUNT-31: memref.prefetch {{.*}} locality<2>
  // STREAMS: vector.maskedload
  // STREAMS: scf.if
  // STREAMS: vector.store {{.*}}nontemporal = true{{.*}} vector<256xi8>
  // STREAMS: llvm.fence seq_cst
  tiled_layout.relayout ins(%a : memref<509x511xi1>) outs(%b : memref<509x511xi1, #pred>) padding = true
  return
}

// CHECK-LABEL: func @nibbles
func.func @nibbles(%a: memref<70x9x24xi4>, %b: memref<70x9x24xi4, #nibbles>) {
  // A row of 24 is less than a vector: no block is full.
  // CHECK-DAG: %[[SIX:.+]] = arith.constant dense<102> : vector<256xi8>
  // CHECK-COUNT-8: vector.maskedload
  // CHECK-NOT: vector.load
  // CHECK: vector.store %[[SIX]]
  // CHECK: return
  tiled_layout.relayout ins(%a : memref<70x9x24xi4>) outs(%b : memref<70x9x24xi4, #nibbles>) padding = 6 : i4
  return
}

// What lies behind the tiles is no column.
// CHECK-LABEL: func @tail
// CHECK: fill_padding
func.func @tail(%a: memref<33x65xi1>, %b: memref<33x65xi1, #tail>) {
  tiled_layout.relayout ins(%a : memref<33x65xi1>) outs(%b : memref<33x65xi1, #tail>) padding = zero
  return
}

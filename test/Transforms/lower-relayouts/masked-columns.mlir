// How do bits and nibbles keep their padding where edges cut columns?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=report-plans=1 --canonicalize 2>&1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024 --tiled-layout-lower-relayouts --canonicalize | FileCheck %s --check-prefix=STREAMS

#pred = #tiled_layout.layout<{1,0:T(32,128)(32,1)E(1)}>
#nibbles = #tiled_layout.layout<{2,1,0:T(8,128)(8,1)E(4)}>

// CHECK: relaid by lanes and masks
// CHECK: bound: 32*a0 + a3 < 509, then padding, cuts blocks
// CHECK: padding: left out of columns by masks
// CHECK: relaid by lanes and masks
// CHECK: permutation: deinterleave into 32 runs of 64
// CHECK: relaid by lanes and masks
// CHECK: relaid by lanes and masks
// CHECK: relaid by lanes and masks

// One code loads full vectors and those that an edge cuts, but where rows are
// missing: only there, each row has conditions. The columns of a block that an
// edge cuts are read, changed where there are elements, and stored once, and
// never by streaming stores.
// CHECK-LABEL: func @pack
// CHECK: scf.if
// CHECK: scf.if
// CHECK: %[[BITS:.+]] = arith.select {{.*}} : i64
// CHECK-NOT: arith.select
// CHECK-COUNT-32: vector.maskedload {{.*}} vector<64xi8>
// CHECK-NOT: arith.select
// CHECK: scf.if
// CHECK-NEXT: affine.apply
// CHECK-NEXT: vector.store {{.*}} vector<256xi8>
// CHECK-NEXT: } else {
// CHECK: vector.load {{.*}} vector<256xi8>
// CHECK: vector.store {{.*}} vector<256xi8>
// CHECK: } else {
// CHECK: vector.maskedload
// CHECK: arith.select {{.*}} : index
// CHECK-COUNT-31: vector.maskedload {{.*}} : memref<260099xi8>, vector<64xi1>, vector<64xi8>
// CHECK: %[[THERE:.+]] = arith.select {{.*}} : vector<64xi1>, vector<64xi32>
// CHECK: %[[MASK:.+]] = vector.bitcast %[[THERE]] : vector<64xi32> to vector<256xi8>
// CHECK: %[[BEFORE:.+]] = vector.load {{.*}} vector<256xi8>
// CHECK: arith.xori {{.*}}, %[[BEFORE]]
// CHECK: arith.andi {{.*}}, %[[MASK]]
// CHECK: %[[AFTER:.+]] = arith.xori {{.*}}, %[[BEFORE]]
// CHECK: vector.store %[[AFTER]], {{.*}} vector<256xi8>
// CHECK-NOT: store
// CHECK: return
// STREAMS-LABEL: func @pack
// STREAMS-COUNT-32: vector.maskedload
// STREAMS: vector.store {{.*}}nontemporal = true{{.*}} vector<256xi8>
// STREAMS-NOT: nontemporal
// STREAMS: llvm.fence seq_cst
func.func @pack(%a: memref<509x511xi1>, %b: memref<509x511xi1, #pred>) {
  tiled_layout.relayout ins(%a : memref<509x511xi1>) outs(%b : memref<509x511xi1, #pred>)
  return
}

// Rows that are not there are stored by a mask without lanes, at the first row.
// Rows begin anywhere in a line, and the first-level cache has no room for all:
// a vector of each is stored by halves.
// CHECK-LABEL: func @unpack
// CHECK: scf.if
// CHECK: vector.load {{.*}} vector<256xi8>
// CHECK-COUNT-64: vector.store {{.*}} vector<32xi8>
// CHECK-NOT: vector.store
// CHECK: } else {
// CHECK: vector.load {{.*}} vector<256xi8>
// CHECK: vector.maskedstore
// CHECK: arith.select {{.*}} : index
// CHECK: arith.select {{.*}} : i64
// CHECK-COUNT-31: vector.maskedstore {{.*}} : memref<260099xi8>, vector<64xi1>, vector<64xi8>
// CHECK-NOT: store
// CHECK: return
func.func @unpack(%a: memref<509x511xi1, #pred>, %b: memref<509x511xi1>) {
  tiled_layout.relayout ins(%a : memref<509x511xi1, #pred>) outs(%b : memref<509x511xi1>)
  return
}

// Rows that the first-level cache has room for are stored by whole vectors.
// CHECK-LABEL: func @unpack_near
// CHECK: scf.if
// CHECK-COUNT-32: vector.store {{.*}} vector<64xi8>
// CHECK: } else {
func.func @unpack_near(%a: memref<100x201xi1, #pred>, %b: memref<100x201xi1>) {
  tiled_layout.relayout ins(%a : memref<100x201xi1, #pred>) outs(%b : memref<100x201xi1>)
  return
}

// Five of eight rows are there in each block: there is no code for the others.
// CHECK-LABEL: func @few_rows
// CHECK-COUNT-5: vector.maskedload
// CHECK-NOT: vector.maskedload
// CHECK: vector.store {{.*}} vector<256xi8>
// CHECK: return
func.func @few_rows(%a: memref<70x5x24xi4>, %b: memref<70x5x24xi4, #nibbles>) {
  tiled_layout.relayout ins(%a : memref<70x5x24xi4>) outs(%b : memref<70x5x24xi4, #nibbles>)
  return
}

// CHECK-LABEL: func @few_rows_back
// CHECK-COUNT-5: vector.maskedstore
// CHECK-NOT: vector.maskedstore
// CHECK: return
func.func @few_rows_back(%a: memref<70x5x24xi4, #nibbles>, %b: memref<70x5x24xi4>) {
  tiled_layout.relayout ins(%a : memref<70x5x24xi4, #nibbles>) outs(%b : memref<70x5x24xi4>)
  return
}

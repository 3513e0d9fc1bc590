// How many accesses does a vector take? Contiguous ones for what lies within a
// tile, two with masks across an edge, a gather where elements are far apart.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --canonicalize --cse | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#pair = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
!t = memref<64x1024xf32, #t>
!pair = memref<64x1024xbf16, #pair>
!dynamic = memref<?x?xf32, #t>

// Whole tiles side by side are one run.
// CHECK-LABEL: func @tiles
func.func @tiles(%m: !t, %i: index, %j: index, %z: f32) -> vector<8x256xf32> {
  // CHECK: vector.load {{.*}} : memref<65536xf32>, vector<2048xf32>
  // CHECK-NOT: load
  // CHECK: return
  %i8 = tiled_layout.assume_multiple %i, 8
  %j128 = tiled_layout.assume_multiple %j, 128
  %v = vector.transfer_read %m[%i8, %j128], %z {in_bounds = [true, true]} : !t, vector<8x256xf32>
  return %v : vector<8x256xf32>
}

// CHECK-LABEL: func @store_tile_below_another
func.func @store_tile_below_another(%m: !t, %v: vector<16x128xf32>) {
  // CHECK-COUNT-2: vector.store {{.*}} : memref<65536xf32>, vector<1024xf32>
  // CHECK-NOT: store
  // CHECK: return
  affine.for %i = 0 to 64 step 16 {
    affine.for %j = 0 to 1024 step 128 {
      vector.transfer_write %v, %m[%i, %j] {in_bounds = [true, true]} : vector<16x128xf32>, !t
    }
  }
  return
}

// Rows of a tile are one run as long as they are whole.
// CHECK-LABEL: func @part_of_a_tile
func.func @part_of_a_tile(%m: !t, %z: f32) -> vector<4x64xf32> {
  // CHECK-COUNT-4: vector.load {{.*}} : memref<65536xf32>, vector<64xf32>
  // CHECK-NOT: load
  // CHECK: return
  %c4 = arith.constant 4 : index
  %c192 = arith.constant 192 : index
  %v = vector.transfer_read %m[%c4, %c192], %z : !t, vector<4x64xf32>
  return %v : vector<4x64xf32>
}

// An index that is known up to a multiple: 16 elements from 8 on stay within.
// CHECK-LABEL: func @within
func.func @within(%m: !t, %i: index, %n: index, %z: f32) -> f32 {
  // CHECK: scf.for
  // CHECK: vector.load {{.*}} : memref<65536xf32>, vector<16xf32>
  // CHECK-NOT: load
  // CHECK: return
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %s = scf.for %j = %c0 to %n step %c32 iter_args(%x = %z) -> f32 {
    %k = affine.apply affine_map<(d0) -> (d0 + 8)>(%j)
    %v = vector.transfer_read %m[%i, %k], %z {in_bounds = [true]} : !t, vector<16xf32>
    %y = vector.reduction <add>, %v, %x : vector<16xf32> into f32
    scf.yield %y : f32
  }
  return %s : f32
}

// A known edge parts the vector: 4 elements of one tile, 12 of the next.
// CHECK-LABEL: func @across_a_known_edge
func.func @across_a_known_edge(%m: !t, %i: index, %v: vector<16xf32>) {
  // CHECK: vector.store {{.*}} : memref<65536xf32>, vector<4xf32>
  // CHECK: vector.store {{.*}} : memref<65536xf32>, vector<12xf32>
  // CHECK-NOT: store
  // CHECK: return
  %c124 = arith.constant 124 : index
  vector.transfer_write %v, %m[%i, %c124] {in_bounds = [true]} : vector<16xf32>, !t
  return
}

// One that is found at run time: the lanes before it, then the lanes behind.
// CHECK-LABEL: func @across_an_edge
func.func @across_an_edge(%m: !t, %i: index, %j: index, %z: f32) -> vector<16xf32> {
  // CHECK: %[[BEFORE:.+]] = arith.cmpi sgt
  // CHECK: %[[FIRST:.+]] = vector.maskedload {{.*}}, %[[BEFORE]], %{{.*}} : memref<65536xf32>, vector<16xi1>
  // CHECK: %[[BEHIND:.+]] = arith.xori %[[BEFORE]]
  // CHECK: %[[BOTH:.+]] = vector.maskedload {{.*}}, %[[BEHIND]], %[[FIRST]] : memref<65536xf32>, vector<16xi1>
  // CHECK-NOT: load
  // CHECK: return %[[BOTH]]
  %v = vector.transfer_read %m[%i, %j], %z {in_bounds = [true]} : !t, vector<16xf32>
  return %v : vector<16xf32>
}

// Unknown in both dimensions: at most two times two parts.
// CHECK-LABEL: func @across_two_edges
func.func @across_two_edges(%m: !t, %i: index, %j: index, %v: vector<8x128xf32>) {
  // CHECK-COUNT-4: vector.maskedstore {{.*}} : memref<65536xf32>, vector<1024xi1>, vector<1024xf32>
  // CHECK-NOT: store
  // CHECK: return
  vector.transfer_write %v, %m[%i, %j] {in_bounds = [true, true]} : vector<8x128xf32>, !t
  return
}

// What is out of bounds is off, and takes the padding value.
// CHECK-LABEL: func @ragged
func.func @ragged(%m: !dynamic, %i: index, %j: index, %z: f32) -> vector<16xf32> {
  // CHECK: %[[Z:.+]] = vector.broadcast %{{.*}} : f32 to vector<16xf32>
  // CHECK: vector.maskedload {{.*}}, %[[Z]] : memref<?xf32>, vector<16xi1>, vector<16xf32>
  // CHECK-NOT: load
  // CHECK: return
  %j16 = tiled_layout.assume_multiple %j, 16
  %v = vector.transfer_read %m[%i, %j16], %z : !dynamic, vector<16xf32>
  return %v : vector<16xf32>
}

// Two rows that are packed together are one run, shuffled as integers.
// CHECK-LABEL: func @pair_of_rows
func.func @pair_of_rows(%m: !pair, %i: index, %j: index, %v: vector<2x16xbf16>) {
  // CHECK: vector.shuffle {{.*}} [0, 16, 1, 17, {{.*}} : vector<32xi16>, vector<32xi16>
  // CHECK: vector.store {{.*}} : memref<65536xbf16>, vector<32xbf16>
  // CHECK-NOT: store
  // CHECK: return
  %i2 = tiled_layout.assume_multiple %i, 2
  %j16 = tiled_layout.assume_multiple %j, 16
  vector.transfer_write %v, %m[%i2, %j16] {in_bounds = [true, true]} : vector<2x16xbf16>, !pair
  return
}

// One of them is every other element: of whole words, which need no masks, the element is shifted to
// where the first one lies.
// CHECK-LABEL: func @one_of_the_pair
func.func @one_of_the_pair(%m: !pair, %i: index, %j: index, %z: bf16) -> vector<16xbf16> {
  // CHECK: %[[PART:.+]] = arith.remui %[[AT:.+]], %c2
  // CHECK: %[[START:.+]] = arith.subi %[[AT]], %[[PART]]
  // CHECK: %[[WORDS:.+]] = vector.load %{{.*}}[%[[START]]] : memref<65536xbf16>, vector<32xbf16>
  // CHECK: arith.shrui %{{.*}}, %{{.*}} : vector<16xi32>
  // CHECK-NOT: load
  // CHECK: return
  %j16 = tiled_layout.assume_multiple %j, 16
  %v = vector.transfer_read %m[%i, %j16], %z {in_bounds = [true]} : !pair, vector<16xbf16>
  return %v : vector<16xbf16>
}

// A column of a tile: no two elements are near each other.
// CHECK-LABEL: func @column
func.func @column(%m: !t, %i: index, %j: index, %z: f32) -> vector<16xf32> {
  // CHECK-NOT: div
  // CHECK-NOT: rem
  // CHECK: vector.gather {{.*}} : memref<65536xf32>, vector<16xindex>, vector<16xi1>, vector<16xf32>
  // CHECK-NOT: load
  // CHECK: return
  %v = vector.transfer_read %m[%i, %j], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : !t, vector<16xf32>
  return %v : vector<16xf32>
}

// A transposed transfer reads runs, and puts lanes into their places.
// CHECK-LABEL: func @transposed
func.func @transposed(%m: !t, %i: index, %j: index, %z: f32) -> vector<128x8xf32> {
  // CHECK: vector.load {{.*}} : memref<65536xf32>, vector<1024xf32>
  // CHECK: vector.shuffle
  // CHECK-NOT: load
  // CHECK: return
  %i8 = tiled_layout.assume_multiple %i, 8
  %j128 = tiled_layout.assume_multiple %j, 128
  %v = vector.transfer_read %m[%i8, %j128], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : !t, vector<128x8xf32>
  return %v : vector<128x8xf32>
}

// A dimension of the vector that the array does not have is read once.
// CHECK-LABEL: func @broadcast
func.func @broadcast(%m: !t, %i: index, %z: f32) -> vector<4x8xf32> {
  // CHECK: %[[ROW:.+]] = vector.load {{.*}} : memref<65536xf32>, vector<8xf32>
  // CHECK: vector.broadcast %[[ROW]] : vector<8xf32> to vector<4x8xf32>
  %c8 = arith.constant 8 : index
  %v = vector.transfer_read %m[%i, %c8], %z {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, true]} : !t, vector<4x8xf32>
  return %v : vector<4x8xf32>
}

// CHECK-LABEL: func @affine
func.func @affine(%m: !t) {
  // CHECK: affine.for
  // CHECK: affine.for
  // CHECK: vector.load {{.*}} : memref<65536xf32>, vector<16xf32>
  // CHECK: vector.store {{.*}} : memref<65536xf32>, vector<16xf32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 1024 step 16 {
      %v = affine.vector_load %m[%i, %j] : !t, vector<16xf32>
      affine.vector_store %v, %m[%i, %j] : !t, vector<16xf32>
    }
  }
  return
}

// CHECK-LABEL: func @masked
func.func @masked(%m: !t, %i: index, %on: vector<16xi1>, %v: vector<16xf32>) -> vector<16xf32> {
  // CHECK: vector.maskedload {{.*}} : memref<65536xf32>, vector<16xi1>
  // CHECK: vector.maskedstore {{.*}} : memref<65536xf32>, vector<16xi1>
  %c32 = arith.constant 32 : index
  %r = vector.maskedload %m[%i, %c32], %on, %v : !t, vector<16xi1>, vector<16xf32> into vector<16xf32>
  vector.maskedstore %m[%i, %c32], %on, %v : !t, vector<16xi1>, vector<16xf32>
  return %r : vector<16xf32>
}

// MLIR takes a plain load or store where the last dimension is contiguous.
// CHECK-LABEL: func @plain
func.func @plain(%m: memref<3x40x128xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>, %i: index) {
  // CHECK-COUNT-2: vector.load {{.*}} : memref<15360xf32>, vector<16xf32>
  // CHECK-COUNT-2: vector.store {{.*}} : memref<15360xf32>, vector<16xf32>
  %c32 = arith.constant 32 : index
  %r = vector.load %m[%i, %i, %c32] : memref<3x40x128xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>, vector<2x16xf32>
  vector.store %r, %m[%i, %c32, %c32] : memref<3x40x128xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>, vector<2x16xf32>
  return
}

// The mask around an access is one of its operands, in kernels, too.
// CHECK-LABEL: func @within_mask
func.func @within_mask(%m: !t, %i: index, %on: vector<16xi1>, %z: f32) -> vector<16xf32> {
  // CHECK-NOT: vector.mask
  // CHECK: vector.maskedload {{.*}} : memref<65536xf32>, vector<16xi1>
  %c32 = arith.constant 32 : index
  %r = vector.mask %on { vector.transfer_read %m[%i, %c32], %z {in_bounds = [true]} : !t, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %r : vector<16xf32>
}

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @within_mask
  gpu.func @within_mask(%m: !t, %i: index, %on: vector<16xi1>, %v: vector<16xf32>) kernel {
    // CHECK-NOT: vector.mask
    // CHECK: vector.maskedstore {{.*}} : memref<65536xf32>, vector<16xi1>
    %c32 = arith.constant 32 : index
    vector.mask %on { vector.transfer_write %v, %m[%i, %c32] {in_bounds = [true]} : vector<16xf32>, !t } : vector<16xi1>
    gpu.return
  }
}

// CHECK-LABEL: func @indexed
func.func @indexed(%m: !t, %i: index, %x: vector<16xi32>, %on: vector<16xi1>, %v: vector<16xf32>) -> vector<16xf32> {
  // CHECK: %[[X:.+]] = arith.index_cast %{{.*}} : vector<16xi32> to vector<16xindex>
  // CHECK: vector.gather {{.*}} : memref<65536xf32>, vector<16xindex>
  // CHECK: vector.scatter {{.*}} : memref<65536xf32>, vector<16xindex>
  %r = vector.gather %m[%i, %i] [%x], %on, %v : !t, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  vector.scatter %m[%i, %i] [%x], %on, %v : !t, vector<16xi32>, vector<16xi1>, vector<16xf32>
  return %r : vector<16xf32>
}

// Each lane's place is the number of lanes before it that are on.
// CHECK-LABEL: func @packed
func.func @packed(%m: !t, %i: index, %on: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  // CHECK: vector.shuffle {{.*}} [4, 0, 1, 2] : vector<4xi32>
  // CHECK: vector.shuffle {{.*}} [4, 4, 0, 1] : vector<4xi32>
  // CHECK: vector.gather {{.*}} : memref<65536xf32>, vector<4xindex>
  // CHECK: vector.scatter {{.*}} : memref<65536xf32>, vector<4xindex>
  %r = vector.expandload %m[%i, %i], %on, %v : !t, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i, %i], %on, %v : !t, vector<4xi1>, vector<4xf32>
  return %r : vector<4xf32>
}

// Values that fill a byte each are moved as bytes.
// CHECK-LABEL: func @bytes
func.func @bytes(%m: memref<8x128xi1, #t>, %i: index, %z: i1) -> vector<16xi1> {
  // CHECK: %[[BYTES:.+]] = vector.load {{.*}} : memref<1024xi8>, vector<16xi8>
  // CHECK: arith.trunci %[[BYTES]] : vector<16xi8> to vector<16xi1>
  %c16 = arith.constant 16 : index
  %v = vector.transfer_read %m[%i, %c16], %z {in_bounds = [true]} : memref<8x128xi1, #t>, vector<16xi1>
  return %v : vector<16xi1>
}

// Others are moved one by one.
// CHECK-LABEL: func @bits
func.func @bits(%m: memref<128xi4, #tiled_layout.layout<{0:T(64)E(4)}>>, %i: index, %v: vector<16xi4>) {
  // CHECK: scf.for
  // CHECK: vector.extract {{.*}} : i4 from vector<16xi4>
  // CHECK: memref.store
  vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<16xi4>, memref<128xi4, #tiled_layout.layout<{0:T(64)E(4)}>>
  return
}

// Do vectors move between views and registers in contiguous runs?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --canonicalize --cse | FileCheck %s --check-prefix=LINEAR

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
#r = #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>
#d = #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>

// A row of a tile, from the view's first element on.
// CHECK-LABEL: func @in_tile
// LINEAR-LABEL: func @in_tile
func.func @in_tile(%m: memref<64x1024xf32, #t>, %i: index, %j: index) -> vector<16xf32> {
  // CHECK: %[[SUB:.+]] = memref.subview
  // CHECK: %{{.+}}, %[[OFFSET:.+]], %{{.+}}:4, %{{.+}}:4 = memref.extract_strided_metadata %[[SUB]]
  // CHECK: %[[FLAT:.+]] = memref.reinterpret_cast %[[SUB]] to offset: [%[[OFFSET]]], sizes: [1024], strides: [1]
  // CHECK: vector.load %[[FLAT]][%{{.+}}]
  // CHECK-NOT: vector.load
  // LINEAR: memref.reinterpret_cast
  // LINEAR: vector.load
  %z = arith.constant 0.0 : f32
  %i8 = tiled_layout.assume_multiple %i, 8
  %j16 = tiled_layout.assume_multiple %j, 16
  %tile = tiled_layout.subview %m[%i8, 128] [8, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  %x = vector.transfer_read %tile[%i, %j16], %z {in_bounds = [true]}
    : memref<8x128xf32, #v>, vector<16xf32>
  return %x : vector<16xf32>
}

// A row of the array, across the edges of tiles: the known ones.
// CHECK-LABEL: func @row
func.func @row(%m: memref<64x1024xf32, #t>, %i: index, %x: vector<16xf32>) {
  // CHECK: vector.store %{{.+}}, %[[FLAT:.+]][%c120] : memref<7296xf32, strided<[1], offset: ?>>, vector<8xf32>
  // CHECK: vector.store %{{.+}}, %[[FLAT]][%c1024] : memref<7296xf32, strided<[1], offset: ?>>, vector<8xf32>
  // CHECK-NOT: vector.store
  %c120 = arith.constant 120 : index
  %row = tiled_layout.subview %m[%i, 0] [1, 1024] [1, 1]
    : memref<64x1024xf32, #t> to memref<1024xf32, #r>
  vector.transfer_write %x, %row[%c120] {in_bounds = [true]}
    : vector<16xf32>, memref<1024xf32, #r>
  return
}

// The outermost stride is that of the memref at hand.
// CHECK-LABEL: func @dynamic
// CHECK: %{{.+}}, %{{.+}}, %{{.+}}:4, %[[STRIDES:.+]]:4 = memref.extract_strided_metadata
// CHECK: arith.muli %{{.+}}, %[[STRIDES]]#0
// CHECK: vector.load
func.func @dynamic(%v: memref<?x128xf32, #d>, %i: index) -> vector<8xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %x = vector.transfer_read %v[%i, %c0], %z {in_bounds = [true]}
    : memref<?x128xf32, #d>, vector<8xf32>
  return %x : vector<8xf32>
}

// A column is a gather, at positions that take the same stride.
// CHECK-LABEL: func @column
// CHECK: %{{.+}}, %{{.+}}, %{{.+}}:4, %[[STRIDES:.+]]:4 = memref.extract_strided_metadata
// CHECK: %[[STRIDE:.+]] = vector.broadcast %[[STRIDES]]#0 : index to vector<16xindex>
// CHECK: arith.muli %{{.+}}, %[[STRIDE]]
// CHECK: vector.gather
// LINEAR-LABEL: func @column
// LINEAR-SAME: %[[STRIDE:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index, %{{[a-z0-9]+}}: index) -> vector<16xf32>
// LINEAR: vector.broadcast %[[STRIDE]]
// LINEAR: vector.gather
func.func @column(%v: memref<?x128xf32, #d>, %i: index, %j: index) -> vector<16xf32> {
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %v[%i, %j], %z
    {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>}
    : memref<?x128xf32, #d>, vector<16xf32>
  return %x : vector<16xf32>
}

// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts --canonicalize | FileCheck %s

#tiled = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#pred = #tiled_layout.layout<{1,0:T(32,128)(32,1)E(1)}>

// Tiles are a known number of elements; how many there are in a row of tiles is
// computed once, in front of the loops. Rows of tiles are runs.
// CHECK-LABEL: @runs
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %[[A]], %c0
// CHECK-DAG: %[[COLUMNS:.*]] = memref.dim %[[A]], %c1
// CHECK: %[[TILES:.*]] = arith.muli {{.*}}, %c1024 {{.*}} : index
// CHECK: tiled_layout.to_physical %[[B]] : {{.*}} to memref<?xf32>
// CHECK: scf.for
// CHECK: vector.load {{.*}} : memref<?xi32>, vector<16xi32>
// CHECK: arith.muli {{.*}}, %[[TILES]] : index
// CHECK: vector.store {{.*}} : memref<?xi32>, vector<16xi32>
func.func @runs(%a: memref<?x?xf32>, %b: memref<?x?xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<?x?xf32>)
                        outs(%b : memref<?x?xf32, #tiled>)
  return
}

// CHECK-LABEL: @turns
// CHECK: vector.load {{.*}} vector<32xi16>
// CHECK: vector.load {{.*}} vector<32xi16>
// CHECK-COUNT-2: vector.shuffle {{.*}} : vector<32xi16>
// CHECK-COUNT-2: vector.store {{.*}} vector<32xi16>
func.func @turns(%a: memref<?x?xbf16>, %b: memref<?x?xbf16, #packed>) {
  tiled_layout.relayout ins(%a : memref<?x?xbf16>)
                        outs(%b : memref<?x?xbf16, #packed>)
  return
}

// CHECK-LABEL: @bits
// CHECK-COUNT-32: vector.load {{.*}} vector<64xi8>
// CHECK: vector.store {{.*}} : memref<?xi8>, vector<256xi8>
func.func @bits(%a: memref<?x?xi1>, %b: memref<?x?xi1, #pred>) {
  tiled_layout.relayout ins(%a : memref<?x?xi1>)
                        outs(%b : memref<?x?xi1, #pred>)
  return
}

// Rows become columns: 16 loads, a network of shuffles, 16 stores. How far apart rows are is known at run time only.
// Squares move back from both edges; where either is shorter than a square, elements are moved one by one.
// CHECK-LABEL: @transpose
// CHECK-DAG: %[[ROOM0:.*]] = arith.cmpi sge, {{.*}}, %c16
// CHECK-DAG: %[[ROOM1:.*]] = arith.cmpi sge, {{.*}}, %c16
// CHECK: %[[ROOM:.*]] = arith.andi %[[ROOM0]], %[[ROOM1]]
// CHECK: scf.if %[[ROOM]]
// CHECK-COUNT-16: vector.load {{.*}} vector<16xi32>
// CHECK-COUNT-64: vector.shuffle {{.*}} : vector<16xi32>
// CHECK-COUNT-16: vector.store {{.*}} vector<16xi32>
// CHECK-NOT: vector.maskedload
// CHECK: else
// CHECK: memref.load
// CHECK: memref.store
func.func @transpose(%a: memref<?x?xf32>,
                     %b: memref<?x?xf32, #tiled_layout.layout<{0,1}>>) {
  tiled_layout.relayout
      ins(%a : memref<?x?xf32>)
      outs(%b : memref<?x?xf32, #tiled_layout.layout<{0,1}>>)
  return
}

// A part of a larger array: its first element is anywhere, its rows are apart.
// CHECK-LABEL: @strided
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
// CHECK: %[[FLAT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [%{{.*}}], strides: [1]
// CHECK: builtin.unrealized_conversion_cast %[[FLAT]]
// CHECK: vector.load {{.*}} vector<16xi32>
func.func @strided(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>,
                   %b: memref<?x?xf32, #tiled>) {
  tiled_layout.relayout
      ins(%a : memref<?x?xf32, strided<[?, 1], offset: ?>>)
      outs(%b : memref<?x?xf32, #tiled>)
  return
}

// Nothing is known to be contiguous: loops over the tiles' digits, without
// divisions inside.
// CHECK-LABEL: @scattered
// CHECK: scf.for
// CHECK-NOT: floordiv
// CHECK-NOT: arith.div
// CHECK-NOT: vector.load {{.*}} vector<16xi32>
// CHECK: vector.load {{.*}} vector<1xi32>
// CHECK: vector.store {{.*}} vector<1xi32>
func.func @scattered(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>,
                     %b: memref<?x?xf32, #tiled>) {
  tiled_layout.relayout
      ins(%a : memref<?x?xf32, strided<[?, ?], offset: ?>>)
      outs(%b : memref<?x?xf32, #tiled>)
  return
}

// Dimensions that a tile combines must all be known.
// CHECK-LABEL: @combined
// CHECK: affine.load
// CHECK: affine.store
func.func @combined(%a: memref<?x5xf32>,
                    %b: memref<?x5xf32, #tiled_layout.layout<{1,0:T(*,6)(2,1)}, bounds = [?, 5]>>) {
  tiled_layout.relayout
      ins(%a : memref<?x5xf32>)
      outs(%b : memref<?x5xf32, #tiled_layout.layout<{1,0:T(*,6)(2,1)}, bounds = [?, 5]>>)
  return
}

// What operations tell MLIR's analyses of extents, indices and positions.
//
// RUN: tiled-layout-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --mlir-print-local-scope | FileCheck %s --check-prefix=DIM
// RUN: tiled-layout-opt %s --int-range-optimizations --canonicalize | FileCheck %s --check-prefix=RANGE

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// DIM-LABEL: func @adopted(
// DIM-SAME: %{{.*}}: memref<?xf32>, %[[N:.*]]: index
// DIM: return %[[N]]
func.func @adopted(%a: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %m = tiled_layout.from_physical %a(%n) : memref<?xf32> to memref<?x128xf32, #t>
  %d = memref.dim %m, %c0 : memref<?x128xf32, #t>
  return %d : index
}

// Eight rows share a row of tiles.
// DIM-LABEL: func @physical(
// DIM: %[[D:.+]] = memref.dim
// DIM: %[[P:.+]] = affine.apply affine_map<()[s0] -> (s0 ceildiv 8)>()[%[[D]]]
// DIM: return %[[P]]
func.func @physical(%m: memref<?x256xf32, #t>) -> index {
  %c0 = arith.constant 0 : index
  %p = tiled_layout.to_physical %m : memref<?x256xf32, #t> to memref<?x2x8x128xf32>
  %d = memref.dim %p, %c0 : memref<?x2x8x128xf32>
  return %d : index
}

// DIM-LABEL: func @transposed(
// DIM-SAME: %[[M:.*]]: memref
// DIM-DAG: %[[C0:.+]] = arith.constant 0 : index
// DIM: %[[D:.+]] = memref.dim %[[M]], %[[C0]]
// DIM: return %[[D]]
func.func @transposed(%m: memref<?x256xf32, #t>) -> index {
  %c1 = arith.constant 1 : index
  %p = tiled_layout.transpose %m [1, 0] : memref<?x256xf32, #t> to memref<256x?xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
  %d = memref.dim %p, %c1 : memref<256x?xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
  return %d : index
}

// DIM-LABEL: func @part(
// DIM-SAME: %{{.*}}: memref{{.*}}, %{{.*}}: index, %[[N:.*]]: index
// DIM: return %[[N]]
func.func @part(%m: memref<64x1024xf32, #t>, %i: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %a = tiled_layout.assume_multiple %i, 8
  %p = tiled_layout.subview %m[%a, 0] [%n, 1024] [1, 1]
    : memref<64x1024xf32, #t> to memref<?x1024xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>
  %d = memref.dim %p, %c0 : memref<?x1024xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>
  return %d : index
}

// DIM-LABEL: func @expanded(
// DIM-SAME: %{{.*}}: memref{{.*}}, %[[N:.*]]: index
// DIM: return %[[N]]
func.func @expanded(%m: memref<64x?xf32, #t>, %n: index) -> index {
  %c1 = arith.constant 1 : index
  %e = tiled_layout.expand_shape %m [[0], [1, 2]] output_shape [64, %n, 256]
    : memref<64x?xf32, #t> into memref<64x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
  %d = memref.dim %e, %c1 : memref<64x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
  return %d : index
}

// DIM-LABEL: func @collapsed(
// DIM: %[[D:.+]] = memref.dim
// DIM: %[[P:.+]] = affine.apply affine_map<()[s0] -> (s0 * 256)>()[%[[D]]]
// DIM: return %[[P]]
func.func @collapsed(%e: memref<64x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>) -> index {
  %c1 = arith.constant 1 : index
  %c = tiled_layout.collapse_shape %e [[0], [1, 2]]
    : memref<64x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>> into memref<64x?xf32, #t>
  %d = memref.dim %c, %c1 : memref<64x?xf32, #t>
  return %d : index
}

// Of tail padding, the type says nothing yet.
// DIM-LABEL: func @flat(
// DIM: tiled_layout.to_physical
// DIM: memref.dim
func.func @flat(%m: memref<?x256xf32, #t>) -> index {
  %c0 = arith.constant 0 : index
  %p = tiled_layout.to_physical %m : memref<?x256xf32, #t> to memref<?xf32>
  %d = memref.dim %p, %c0 : memref<?xf32>
  return %d : index
}

// Nor of elements that are not bytes, nor of tiles that combine dimensions.
// DIM-LABEL: func @flat_forms(
// DIM-COUNT-3: memref.dim
func.func @flat_forms(%a: memref<?xf32, #tiled_layout.layout<{0:T(128)L(256)}>>,
    %b: memref<?x?xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}>>,
    %c: memref<?x40xf32, #tiled_layout.layout<{1,0:T(*,128)}, bounds = [?, 40]>>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %p = tiled_layout.to_physical %a : memref<?xf32, #tiled_layout.layout<{0:T(128)L(256)}>> to memref<?xf32>
  %q = tiled_layout.to_physical %b : memref<?x?xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}>> to memref<?xi8>
  %r = tiled_layout.to_physical %c : memref<?x40xf32, #tiled_layout.layout<{1,0:T(*,128)}, bounds = [?, 40]>> to memref<?xf32>
  %x = memref.dim %p, %c0 : memref<?xf32>
  %y = memref.dim %q, %c0 : memref<?xi8>
  %z = memref.dim %r, %c0 : memref<?xf32>
  return %x, %y, %z : index, index, index
}

// A position is in the buffer, an index below its extent.
// RANGE-LABEL: func @bounds(
// RANGE-DAG: %[[TRUE:.+]] = arith.constant true
// RANGE: %[[J:.+]] = arith.cmpi slt, %{{.+}}, %c299
// RANGE: return %[[TRUE]], %[[TRUE]], %[[J]]
func.func @bounds(%m: memref<20x300xf32, #t>, %i: index, %j: index) -> (i1, i1, i1) {
  %c299 = arith.constant 299 : index
  %c300 = arith.constant 300 : index
  %c9216 = arith.constant 9216 : index
  %p = tiled_layout.linearize %m[%i, %j] : memref<20x300xf32, #t>
  %a = arith.cmpi slt, %p, %c9216 : index
  %k, %l, %ok = tiled_layout.delinearize %i in %m : memref<20x300xf32, #t>
  %b = arith.cmpi slt, %l, %c300 : index
  %c = arith.cmpi slt, %l, %c299 : index
  return %a, %b, %c : i1, i1, i1
}

// An array without elements has no indices to bound.
// RANGE-LABEL: func @no_elements(
// RANGE: tiled_layout.delinearize
func.func @no_elements(%m: memref<0x5xf32, #t>, %p: index) -> (index, index, i1) {
  %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<0x5xf32, #t>
  return %i, %j, %ok : index, index, i1
}

// Which words are loaded anew, and which elements stay alone? Each differs in one
// thing from accesses that are combined.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=combine-words --cse --mlir-print-local-scope | FileCheck %s

func.func private @other()

// The array may have been written between: by another access, through an array
// that may be the same, by a call.
// CHECK-LABEL: func @changed(
// CHECK-COUNT-4: affine.vector_load %{{.+}}[1, 0] : memref<4x2xi16>, vector<2xi16>
func.func @changed(%m: memref<4x2xi16>, %n: memref<4x2xi16>, %v: i16, %i: index) -> (i16, i16, i16, i16) {
  %a = affine.load %m[1, 0] : memref<4x2xi16>
  memref.store %v, %m[%i, %i] : memref<4x2xi16>
  %b = affine.load %m[1, 1] : memref<4x2xi16>
  memref.store %v, %n[%i, %i] : memref<4x2xi16>
  %c = affine.load %m[1, 0] : memref<4x2xi16>
  func.call @other() : () -> ()
  %d = affine.load %m[1, 1] : memref<4x2xi16>
  return %a, %b, %c, %d : i16, i16, i16, i16
}

// Stores around what may end the program, or reads the array in a region.
// CHECK-LABEL: func @between(
// CHECK-NOT: vector
func.func @between(%m: memref<4x2xi16>, %n: memref<4xi16> {llvm.noalias}, %v: i16, %p: i1) {
  affine.store %v, %m[1, 0] : memref<4x2xi16>
  cf.assert %p, "no"
  affine.store %v, %m[1, 1] : memref<4x2xi16>
  affine.store %v, %m[2, 0] : memref<4x2xi16>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%n : memref<4xi16>) {
  ^bb0(%o: i16):
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c2, %c0] : memref<4x2xi16>
    linalg.yield %x : i16
  }
  affine.store %v, %m[2, 1] : memref<4x2xi16>
  return
}

// Elements that are not neighbours, and those of a loop that goes along no words.
// CHECK-LABEL: func @apart(
// CHECK-NOT: vector
func.func @apart(%m: memref<4x2xi16, strided<[4, 2]>>, %n: memref<4x2xi16>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[1, 0] : memref<4x2xi16, strided<[4, 2]>>
    %y = affine.load %n[%i floordiv 2, 1] : memref<4x2xi16>
    %z = arith.addi %x, %y : i16
    affine.store %z, %n[%i floordiv 2, 1] : memref<4x2xi16>
  }
  return
}

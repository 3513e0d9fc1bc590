// How many copies has the body of a loop over vectors that begin within tiles?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#h = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Ragged tiles are loops of their own.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-6: vector.transfer_read
// CHECK-NOT: vector.transfer_read
func.func @rows(%x: memref<?x?xf32, #t>, %y: memref<?x?xf32, #t>, %row: index, %end: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %padding = ub.poison : f32
  scf.for %i = %c32 to %end step %c32 {
    %before = arith.subi %i, %c1 : index
    %v = vector.transfer_read %x[%row, %before], %padding {in_bounds = [true]} : memref<?x?xf32, #t>, vector<32xf32>
    vector.transfer_write %v, %y[%row, %i] {in_bounds = [true]} : vector<32xf32>, memref<?x?xf32, #t>
  }
  return
}

// Rows that share words are taken apart, which is more code in each copy.
// CHECK-LABEL: func.func @words(
// CHECK-COUNT-2: vector.transfer_read
// CHECK-NOT: vector.transfer_read
func.func @words(%x: memref<?x?xbf16, #h>, %y: memref<?x?xbf16, #h>, %row: index, %end: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %padding = ub.poison : bf16
  scf.for %i = %c32 to %end step %c32 {
    %before = arith.subi %i, %c1 : index
    %v = vector.transfer_read %x[%row, %before], %padding {in_bounds = [true]} : memref<?x?xbf16, #h>, vector<32xbf16>
    vector.transfer_write %v, %y[%row, %i] {in_bounds = [true]} : vector<32xbf16>, memref<?x?xbf16, #h>
  }
  return
}

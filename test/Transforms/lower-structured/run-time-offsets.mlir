// Do indices with offsets lower where the distance of a step is known at run time only?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured --tiled-layout-to-llvm-pipeline | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: llvm.func @add
// CHECK-NOT: linalg
func.func @add(%a: memref<?x?xi32, #t>, %b: memref<?x?xi32, #t>, %c: memref<?x?xi32, #t>,
               %o: memref<?x?xi32, #t>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + 144, j + 128)>,
                                   affine_map<(i, j) -> (i + 130, j + 12)>,
                                   affine_map<(i, j) -> (j, i)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c : memref<?x?xi32, #t>, memref<?x?xi32, #t>, memref<?x?xi32, #t>)
      outs(%o : memref<?x?xi32, #t>) {
  ^bb0(%x: i32, %y: i32, %z: i32, %old: i32):
    %s = arith.addi %x, %y : i32
    %r = arith.addi %s, %z : i32
    linalg.yield %r : i32
  }
  return
}

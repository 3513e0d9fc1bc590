// A tensor that is inserted in itself is not computed in a part of itself.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s

// CHECK-LABEL: func @f
// CHECK: scf.if
// CHECK: memref.alloc
// CHECK: linalg.exp
// CHECK: memref.subview
// CHECK: memref.copy
func.func @f(%x: tensor<?x?xf32>, %b: i1, %n: index, %m: index, %k: index) -> tensor<?x?xf32> {
  %r = scf.if %b -> tensor<?x?xf32> {
    %e = tensor.empty(%n, %m) : tensor<?x?xf32>
    %0 = linalg.exp ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %0 : tensor<?x?xf32>
  } else {
    scf.yield %x : tensor<?x?xf32>
  }
  %i = tensor.insert_slice %r into %r[%k, 0] [%n, %m] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %i : tensor<?x?xf32>
}

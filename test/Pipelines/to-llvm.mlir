// Does the pipeline end in the LLVM dialect, without divisions in loops?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-NOT: builtin.unrealized_conversion_cast
// CHECK-LABEL: llvm.func @scale
func.func @scale(%m: memref<20x300xf32, #t>, %f: f32) {
  // CHECK-NOT: llvm.{{sdiv|udiv|srem|urem|select|lshr|ashr|and}}
  // CHECK: llvm.return
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %v = affine.load %m[%i, %j] : memref<20x300xf32, #t>
      %w = arith.mulf %v, %f : f32
      affine.store %w, %m[%i, %j] : memref<20x300xf32, #t>
    }
  }
  return
}

// A dynamic extent is an argument after the memref's descriptor.
// CHECK-LABEL: llvm.func @size
// CHECK-SAME: i64, %[[N:[a-z0-9]+]]: i64) -> i64
func.func @size(%m: memref<?x300xf32, #t>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?x300xf32, #t>
  // CHECK: llvm.return %[[N]]
  return %d : index
}

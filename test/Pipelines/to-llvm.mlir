// Does the pipeline end in the LLVM dialect, without divisions in loops?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#odd = #tiled_layout.layout<{1,0:T(6,100)}>

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

// Indices that nothing is known of: shifts and masks, no selection, no sign.
// CHECK-LABEL: llvm.func @at
func.func @at(%m: memref<?x300xbf16, #packed>, %i: index, %j: index) -> bf16 {
  // CHECK-NOT: llvm.{{select|icmp|sdiv|srem|udiv|urem}}
  // CHECK: llvm.lshr
  // CHECK-NOT: llvm.{{select|icmp|sdiv|srem|udiv|urem}}
  // CHECK: llvm.return
  %v = memref.load %m[%i, %j] : memref<?x300xbf16, #packed>
  return %v : bf16
}

// Other tiles divide, without repairing signs.
// CHECK-LABEL: llvm.func @odd
func.func @odd(%m: memref<20x300xf32, #odd>, %i: index, %j: index) -> f32 {
  // CHECK-NOT: llvm.{{select|icmp|sdiv|srem}}
  // CHECK: llvm.udiv
  // CHECK-NOT: llvm.{{select|icmp|sdiv|srem}}
  // CHECK: llvm.return
  %v = memref.load %m[%i, %j] : memref<20x300xf32, #odd>
  return %v : f32
}

// Run-time bounds: only the bounds of the loops over tiles are divided, never
// an index.
// CHECK-LABEL: llvm.func @fill
func.func @fill(%m: memref<?x300xf32, #t>, %v: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x300xf32, #t>
  // CHECK-NOT: llvm.{{urem|srem|and|lshr|ashr}}
  // CHECK: llvm.return
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 299 {
      affine.store %v, %m[%i, %j + 1] : memref<?x300xf32, #t>
    }
  }
  return
}

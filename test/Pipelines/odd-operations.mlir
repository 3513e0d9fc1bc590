// Operations that verifiers let through, and that upstream's utilities do not expect.
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-lowering-pipeline | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// An index that is poison may be 0.
//
// CHECK-LABEL: @poison
// CHECK-NOT:   ub.poison
// CHECK:       {{affine|memref}}.load
// LLVM-LABEL:  @poison
func.func @poison(%m: memref<20x300xf32, #t>, %i: index) -> f32 {
  %p = ub.poison : index
  %v = memref.load %m[%i, %p] : memref<20x300xf32, #t>
  return %v : f32
}

// -----

// CHECK-LABEL: @poison_slice
// LLVM-LABEL:  @poison_slice
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @poison_slice(%t: tensor<20x300xf32, #t>) -> tensor<?x300xf32, #t> {
  %p = ub.poison : index
  %m = tensor.extract_slice %t[%p, 0] [%p, 300] [1, 1] : tensor<20x300xf32, #t> to tensor<?x300xf32, #t>
  return %m : tensor<?x300xf32, #t>
}

// -----

// So may an extent that the tensor does not have.
//
// CHECK-LABEL: @no_such_dimension
// LLVM-LABEL:  @no_such_dimension
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @no_such_dimension(%n: index, %m: memref<?x26xi32, #t>) -> i32 {
  %c28 = arith.constant 28 : index
  %t = bufferization.alloc_tensor(%n) : tensor<?xi16>
  %d = tensor.dim %t, %c28 : tensor<?xi16>
  %v = memref.load %m[%n, %d] : memref<?x26xi32, #t>
  return %v : i32
}

// -----

// What an operation on memrefs returns is its destination.
//
// CHECK-LABEL: @contract
// CHECK-SAME:  %{{.*}}: memref<4x8xf32>, %{{.*}}: memref<8x6xf32>, %[[C:.*]]: memref<1x1x8x128xf32>
// CHECK:       return %[[C]]
// LLVM-LABEL:  @contract
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @contract(%a: memref<4x8xf32>, %b: memref<8x6xf32>, %c: memref<4x6xf32, #t>) -> memref<4x6xf32, #t> {
  %0 = linalg.contract
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%a, %b : memref<4x8xf32>, memref<8x6xf32>) outs(%c : memref<4x6xf32, #t>) -> memref<4x6xf32, #t>
  return %0 : memref<4x6xf32, #t>
}

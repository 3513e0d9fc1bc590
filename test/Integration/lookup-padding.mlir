// Does a lookup read the table at the indices that there are, and at none that padding
// holds? Rows of a table are looked up by a tensor whose padding is far outside of it.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// CHECK: {{\[\[}}0,   0,   0,   0,   0,   0,   0,   0],
// CHECK-NEXT: [1,   1,   1,   1,   1,   1,   1,   1],
// CHECK-NEXT: [9,   9,   9,   9,   9,   9,   9,   9],
// CHECK-NEXT: [3,   3,   3,   3,   3,   3,   3,   3],
// CHECK-NEXT: [3,   3,   3,   3,   3,   3,   3,   3{{\]\]}}

#t = #tiled_layout.layout<{0:T(8)}>
#u = #tiled_layout.layout<{1,0:T(8,8)}>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @embed(%table: tensor<10x8xf32>, %ix: tensor<5xi64>) -> tensor<5x8xf32, #u> {
  %d = tiled_layout.empty() : tensor<5xi64, #t>
  %p = tiled_layout.relayout ins(%ix : tensor<5xi64>) outs(%d : tensor<5xi64, #t>) padding = 4000000000 : i64 -> tensor<5xi64, #t>
  %e = tensor.empty() : tensor<5x8xf32, #u>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<5xi64, #t>) outs(%e : tensor<5x8xf32, #u>) {
  ^bb0(%i: i64, %o: f32):
    %k = arith.index_cast %i : i64 to index
    %j = linalg.index 1 : index
    %x = tensor.extract %table[%k, %j] : tensor<10x8xf32>
    linalg.yield %x : f32
  } -> tensor<5x8xf32, #u>
  return %r : tensor<5x8xf32, #u>
}
func.func @main() {
  %e = tensor.empty() : tensor<10x8xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<10x8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f32
    linalg.yield %f : f32
  } -> tensor<10x8xf32>
  %ix = arith.constant dense<[0, 1, 9, 3, 3]> : tensor<5xi64>
  %r = call @embed(%t, %ix) : (tensor<10x8xf32>, tensor<5xi64>) -> tensor<5x8xf32, #u>
  %q = tensor.cast %r : tensor<5x8xf32, #u> to tensor<5x8xf32>
  %m = bufferization.to_buffer %q : tensor<5x8xf32> to memref<5x8xf32>
  %v = memref.cast %m : memref<5x8xf32> to memref<*xf32>
  call @printMemrefF32(%v) : (memref<*xf32>) -> ()
  return
}

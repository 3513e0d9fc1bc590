// Rows of a table at indices that are data, as jax gathers them with a clamp, their sums by
// segment scattered back in a loop, and positions added by a rotation of pairs.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#o = #tiled_layout.layout<{0,1:T(4,8)}>
#id = affine_map<(i, j) -> (i, j)>
func.func @lookup(%table: tensor<50x32xbf16, #t>, %ids: tensor<?xi32>) -> tensor<?x32xf32, #m> {
  %c0 = arith.constant 0 : index
  %c49 = arith.constant 49 : index
  %n = tensor.dim %ids, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?x32xf32, #m>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%ids : tensor<?xi32>) outs(%e : tensor<?x32xf32, #m>) {
  ^bb0(%id: i32, %u: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %id : i32 to index
    %low = arith.maxsi %i, %c0 : index
    %high = arith.minsi %low, %c49 : index
    %v = tensor.extract %table[%high, %j] : tensor<50x32xbf16, #t>
    %w = arith.extf %v : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<?x32xf32, #m>
  return %r : tensor<?x32xf32, #m>
}
func.func @rotate(%x: tensor<?x32xf32, #m>) -> tensor<?x32xf32, #m> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32xf32, #m>
  %lo = tensor.extract_slice %x[0, 0] [%n, 16] [1, 1] : tensor<?x32xf32, #m> to tensor<?x16xf32, #m>
  %hi = tensor.extract_slice %x[0, 16] [%n, 16] [1, 1] : tensor<?x32xf32, #m> to tensor<?x16xf32, #m>
  %e = tensor.empty(%n) : tensor<?x16xf32, #m>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%lo, %hi : tensor<?x16xf32, #m>, tensor<?x16xf32, #m>) outs(%e, %e : tensor<?x16xf32, #m>, tensor<?x16xf32, #m>) {
  ^bb0(%a: f32, %b: f32, %u: f32, %v: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %k32 = arith.index_cast %k : index to i32
    %f = arith.sitofp %k32 : i32 to f32
    %small = arith.constant 0.1 : f32
    %angle = arith.mulf %f, %small : f32
    %c = math.cos %angle : f32
    %s = math.sin %angle : f32
    %ac = arith.mulf %a, %c : f32
    %bs = arith.mulf %b, %s : f32
    %as = arith.mulf %a, %s : f32
    %bc = arith.mulf %b, %c : f32
    %p = arith.subf %ac, %bs : f32
    %q = arith.addf %as, %bc : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<?x16xf32, #m>, tensor<?x16xf32, #m>)
  %y = tensor.concat dim(1) %r#0, %r#1 : (tensor<?x16xf32, #m>, tensor<?x16xf32, #m>) -> tensor<?x32xf32, #m>
  return %y : tensor<?x32xf32, #m>
}
func.func @scatter(%x: tensor<?x32xf32, #m>, %ids: tensor<?xi32>) -> tensor<7x32xf32, #o> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  %zero = arith.constant dense<0.0> : tensor<7x32xf32, #o>
  %n = tensor.dim %x, %c0 : tensor<?x32xf32, #m>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %zero) -> tensor<7x32xf32, #o> {
    %id = tensor.extract %ids[%i] : tensor<?xi32>
    %to = arith.remui %id, %c7 : i32
    %k = arith.index_cast %to : i32 to index
    %row = tensor.extract_slice %x[%i, 0] [1, 32] [1, 1] : tensor<?x32xf32, #m> to tensor<32xf32>
    %old = tensor.extract_slice %y[%k, 0] [1, 32] [1, 1] : tensor<7x32xf32, #o> to tensor<32xf32>
    %sum = arith.addf %old, %row : tensor<32xf32>
    %z = tensor.insert_slice %sum into %y[%k, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<7x32xf32, #o>
    scf.yield %z : tensor<7x32xf32, #o>
  }
  return %r : tensor<7x32xf32, #o>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c50 = arith.constant 50 : index
  %t0 = call @data2(%c1, %c50, %c32) : (index, index, index) -> tensor<?x?xf32>
  %t1 = arith.truncf %t0 : tensor<?x?xf32> to tensor<?x?xbf16>
  %t = tensor.cast %t1 : tensor<?x?xbf16> to tensor<50x32xbf16, #t>
  %ids = arith.constant dense<[3, 17, 49, 60, 0, 3, 22, 41, 8, 9, 33]> : tensor<11xi32>
  %ids0 = tensor.cast %ids : tensor<11xi32> to tensor<?xi32>
  %x = call @lookup(%t, %ids0) : (tensor<50x32xbf16, #t>, tensor<?xi32>) -> tensor<?x32xf32, #m>
  %y = call @rotate(%x) : (tensor<?x32xf32, #m>) -> tensor<?x32xf32, #m>
  %z = call @scatter(%y, %ids0) : (tensor<?x32xf32, #m>, tensor<?xi32>) -> tensor<7x32xf32, #o>
  %py = tensor.cast %y : tensor<?x32xf32, #m> to tensor<?x32xf32>
  %uy = tensor.cast %py : tensor<?x32xf32> to tensor<*xf32>
  call @show(%uy) : (tensor<*xf32>) -> ()
  %plain = tensor.cast %z : tensor<7x32xf32, #o> to tensor<7x32xf32>
  %u = tensor.cast %plain : tensor<7x32xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

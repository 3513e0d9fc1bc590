// A gather of elements as torch-mlir prints it, tensor.extract in a generic; a scatter-add of
// rows by loops; a scatter of elements into a masked copy.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#i = #tiled_layout.layout<{1,0:T(2,4)}>
#v = #tiled_layout.layout<{0:T(8)}>
#id = affine_map<(i, j) -> (i, j)>
func.func private @indices(%m: index, %n: index, %most: index) -> tensor<?x?xi64, #i> {
  %e = tensor.empty(%m, %n) : tensor<?x?xi64, #i>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x?xi64, #i>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = affine.apply affine_map<(i, j) -> (i * 13 + j * 31 + 7)>(%i, %j)
    %k = arith.remui %s, %most : index
    %x = arith.index_cast %k : index to i64
    linalg.yield %x : i64
  } -> tensor<?x?xi64, #i>
  return %r : tensor<?x?xi64, #i>
}
// torch.gather(x, 1, index)
func.func @gather(%x: tensor<9x40xf32, #m>, %index: tensor<?x?xi64, #i>) -> tensor<?x?xf32, #m> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %index, %c0 : tensor<?x?xi64, #i>
  %n = tensor.dim %index, %c1 : tensor<?x?xi64, #i>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32, #m>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%index : tensor<?x?xi64, #i>) outs(%e : tensor<?x?xf32, #m>) {
  ^bb0(%k: i64, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %k : i64 to index
    %isThere = arith.cmpi sge, %k, %k : i64
    cf.assert %isThere, "index must be larger or equal to 0"
    %a = tensor.extract %x[%i, %j] : tensor<9x40xf32, #m>
    linalg.yield %a : f32
  } -> tensor<?x?xf32, #m>
  return %r : tensor<?x?xf32, #m>
}
// x.index_add_(0, index, rows)
func.func @add(%x: tensor<9x40xf32, #m>, %index: tensor<?xi64, #v>, %rows: tensor<?x40xf32, #m>) -> tensor<9x40xf32, #m> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %index, %c0 : tensor<?xi64, #v>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<9x40xf32, #m> {
    %to = tensor.extract %index[%k] : tensor<?xi64, #v>
    %row = arith.index_cast %to : i64 to index
    %old = tensor.extract_slice %y[%row, 0] [1, 40] [1, 1] : tensor<9x40xf32, #m> to tensor<1x40xf32>
    %new = tensor.extract_slice %rows[%k, 0] [1, 40] [1, 1] : tensor<?x40xf32, #m> to tensor<1x40xf32>
    %sum = arith.addf %old, %new : tensor<1x40xf32>
    %z = tensor.insert_slice %sum into %y[%row, 0] [1, 40] [1, 1] : tensor<1x40xf32> into tensor<9x40xf32, #m>
    scf.yield %z : tensor<9x40xf32, #m>
  }
  return %r : tensor<9x40xf32, #m>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c40 = arith.constant 40 : index
  %x0 = call @data2(%c1, %c9, %c40) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<9x40xf32, #m>
  %i = call @indices(%c9, %c7, %c40) : (index, index, index) -> tensor<?x?xi64, #i>
  %g = call @gather(%x, %i) : (tensor<9x40xf32, #m>, tensor<?x?xi64, #i>) -> tensor<?x?xf32, #m>
  %gp = tensor.cast %g : tensor<?x?xf32, #m> to tensor<?x?xf32>
  %gu = tensor.cast %gp : tensor<?x?xf32> to tensor<*xf32>
  call @show(%gu) : (tensor<*xf32>) -> ()
  %k0 = call @indices(%c7, %c1, %c5) : (index, index, index) -> tensor<?x?xi64, #i>
  %k1 = tensor.collapse_shape %k0 [[0, 1]] : tensor<?x?xi64, #i> into tensor<?xi64>
  %k = tensor.cast %k1 : tensor<?xi64> to tensor<?xi64, #v>
  %w0 = call @data2(%c5, %c7, %c40) : (index, index, index) -> tensor<?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?xf32> to tensor<?x40xf32, #m>
  %s = call @add(%x, %k, %w) : (tensor<9x40xf32, #m>, tensor<?xi64, #v>, tensor<?x40xf32, #m>) -> tensor<9x40xf32, #m>
  %sp = tensor.cast %s : tensor<9x40xf32, #m> to tensor<9x40xf32>
  %su = tensor.cast %sp : tensor<9x40xf32> to tensor<*xf32>
  call @show(%su) : (tensor<*xf32>) -> ()
  return
}

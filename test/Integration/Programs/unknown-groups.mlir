// Groups of a dimension whose extent is known at run time only: whole groups, and a last one that is cut.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @product(%x: tensor<?x?xf32, #f>, %w: tensor<?x?xbf16, #w>, %s: tensor<?x?xf32, #f>) -> tensor<?x?xf32, #f> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32, #f>
  %n = tensor.dim %w, %c1 : tensor<?x?xbf16, #w>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32, #f>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32, #f>) -> tensor<?x?xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (k floordiv 16, j)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : tensor<?x?xf32, #f>, tensor<?x?xbf16, #w>, tensor<?x?xf32, #f>) outs(%z : tensor<?x?xf32, #f>) {
  ^bb0(%a: f32, %b: bf16, %c: f32, %y: f32):
    %v = arith.extf %b : bf16 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %q = arith.addf %y, %p : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32, #f>
  return %r : tensor<?x?xf32, #f>
}
// The index is that of the whole dimension; rows repeat in groups of their own.
func.func @columns(%x: tensor<?x?xf32, #f>, %s: tensor<?x?xf32, #f>) -> tensor<?x?xf32, #f> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32, #f>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32, #f>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 2, j floordiv 16)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%x, %s : tensor<?x?xf32, #f>, tensor<?x?xf32, #f>) outs(%e : tensor<?x?xf32, #f>) {
  ^bb0(%a: f32, %b: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %v = arith.sitofp %l : i32 to f32
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %v : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32, #f>
  return %r : tensor<?x?xf32, #f>
}
func.func @both(%m: index, %k: index) attributes {no_inline} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant 37 : index
  %groups = arith.ceildivui %k, %c16 : index
  %pairs = arith.ceildivui %m, %c2 : index
  %x = call @data2(%c1, %m, %k) : (index, index, index) -> tensor<?x?xf32>
  %y = call @data2(%c2, %k, %n) : (index, index, index) -> tensor<?x?xf32>
  %s = call @data2(%c3, %groups, %n) : (index, index, index) -> tensor<?x?xf32>
  %t = call @data2(%c4, %pairs, %groups) : (index, index, index) -> tensor<?x?xf32>
  %xs = tensor.cast %x : tensor<?x?xf32> to tensor<?x?xf32, #f>
  %ss = tensor.cast %s : tensor<?x?xf32> to tensor<?x?xf32, #f>
  %ts = tensor.cast %t : tensor<?x?xf32> to tensor<?x?xf32, #f>
  %narrow = arith.truncf %y : tensor<?x?xf32> to tensor<?x?xbf16>
  %ws = tensor.cast %narrow : tensor<?x?xbf16> to tensor<?x?xbf16, #w>
  %r = call @product(%xs, %ws, %ss) : (tensor<?x?xf32, #f>, tensor<?x?xbf16, #w>, tensor<?x?xf32, #f>) -> tensor<?x?xf32, #f>
  %p = tensor.cast %r : tensor<?x?xf32, #f> to tensor<?x?xf32>
  %u = tensor.cast %p : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  %r1 = call @columns(%xs, %ts) : (tensor<?x?xf32, #f>, tensor<?x?xf32, #f>) -> tensor<?x?xf32, #f>
  %p1 = tensor.cast %r1 : tensor<?x?xf32, #f> to tensor<?x?xf32>
  %u1 = tensor.cast %p1 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  %c100 = arith.constant 100 : index
  call @both(%c4, %c96) : (index, index) -> ()
  call @both(%c5, %c96) : (index, index) -> ()
  call @both(%c4, %c100) : (index, index) -> ()
  call @both(%c3, %c5) : (index, index) -> ()
  call @both(%c3, %c16) : (index, index) -> ()
  return
}

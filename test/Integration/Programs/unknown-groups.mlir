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
// Tiles of 8 rows have no groups of 3, which go through copies in rows. Of heads, the known number is that of the input.
func.func @thirds(%x: tensor<?x?xf32, #f>, %m: index) -> tensor<?x?xf32, #f> attributes {no_inline} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xf32, #f>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 3, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x?xf32, #f>) outs(%e : tensor<?x?xf32, #f>) {
  ^bb0(%a: f32, %y: f32):
    linalg.yield %a : f32
  } -> tensor<?x?xf32, #f>
  return %r : tensor<?x?xf32, #f>
}
#h = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
func.func @heads(%x: tensor<2x?x?xbf16, #h>, %heads: index) -> tensor<?x?x?xbf16, #h> attributes {no_inline} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c1 : tensor<2x?x?xbf16, #h>
  %n = tensor.dim %x, %c2 : tensor<2x?x?xbf16, #h>
  %e = tensor.empty(%heads, %m, %n) : tensor<?x?x?xbf16, #h>
  %r = linalg.generic {indexing_maps = [affine_map<(h, i, j) -> (h floordiv 4, i, j)>, affine_map<(h, i, j) -> (h, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<2x?x?xbf16, #h>) outs(%e : tensor<?x?x?xbf16, #h>) {
  ^bb0(%a: bf16, %y: bf16):
    linalg.yield %a : bf16
  } -> tensor<?x?x?xbf16, #h>
  return %r : tensor<?x?x?xbf16, #h>
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
  %thirds = arith.ceildivui %m, %c3 : index
  %f = call @data2(%c3, %thirds, %k) : (index, index, index) -> tensor<?x?xf32>
  %fs = tensor.cast %f : tensor<?x?xf32> to tensor<?x?xf32, #f>
  %r2 = call @thirds(%fs, %m) : (tensor<?x?xf32, #f>, index) -> tensor<?x?xf32, #f>
  %p2 = tensor.cast %r2 : tensor<?x?xf32, #f> to tensor<?x?xf32>
  %u2 = tensor.cast %p2 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %even = arith.remui %m, %c2 : index
  %isOdd = arith.cmpi ne, %even, %c0 : index
  %heads = arith.select %isOdd, %c7, %c8 : index
  %g = call @data2(%c5, %c4, %k) : (index, index, index) -> tensor<?x?xf32>
  %g2 = tensor.expand_shape %g [[0, 1], [2]] output_shape [2, %c2, %k] : tensor<?x?xf32> into tensor<2x?x?xf32>
  %g3 = arith.truncf %g2 : tensor<2x?x?xf32> to tensor<2x?x?xbf16>
  %gs = tensor.cast %g3 : tensor<2x?x?xbf16> to tensor<2x?x?xbf16, #h>
  %r3 = call @heads(%gs, %heads) : (tensor<2x?x?xbf16, #h>, index) -> tensor<?x?x?xbf16, #h>
  %p3 = tensor.cast %r3 : tensor<?x?x?xbf16, #h> to tensor<?x?x?xbf16>
  %w3 = arith.extf %p3 : tensor<?x?x?xbf16> to tensor<?x?x?xf32>
  %u3 = tensor.cast %w3 : tensor<?x?x?xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
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

// A network with channels first, as PyTorch has them: a grouped convolution, normalisation
// by running statistics, a residual, maxima of windows, a classifier on flattened values.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#i = #tiled_layout.layout<{1,3,2,0:T(8,16)}>
#k = #tiled_layout.layout<{3,2,1,0:T(2,4)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(16)}>
#id = affine_map<(n, c, y, x) -> (n, c, y, x)>
#ch = affine_map<(n, c, y, x) -> (c)>
func.func @network(%image: tensor<2x6x9x10xf32, #i>, %k: tensor<6x6x3x3xf32, #k>, %scale: tensor<6xf32, #v>, %shift: tensor<6xf32, #v>, %w: tensor<120x5xf32, #m>) -> tensor<2x5xf32, #m> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %padded = tensor.pad %image low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x6x9x10xf32, #i> to tensor<2x6x11x12xf32, #i>
  %e = tensor.empty() : tensor<2x6x9x10xf32, #i>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x6x9x10xf32, #i>) -> tensor<2x6x9x10xf32, #i>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>} ins(%padded, %k : tensor<2x6x11x12xf32, #i>, tensor<6x6x3x3xf32, #k>) outs(%f : tensor<2x6x9x10xf32, #i>) -> tensor<2x6x9x10xf32, #i>
  %n = linalg.generic {indexing_maps = [#id, #ch, #ch, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%c, %scale, %shift, %image : tensor<2x6x9x10xf32, #i>, tensor<6xf32, #v>, tensor<6xf32, #v>, tensor<2x6x9x10xf32, #i>) outs(%e : tensor<2x6x9x10xf32, #i>) {
  ^bb0(%a: f32, %s: f32, %t: f32, %r: f32, %o: f32):
    %p = arith.mulf %a, %s : f32
    %q = arith.addf %p, %t : f32
    %u = arith.addf %q, %r : f32
    %z = arith.maximumf %u, %zero : f32
    linalg.yield %z : f32
  } -> tensor<2x6x9x10xf32, #i>
  %ep = tensor.empty() : tensor<2x6x4x5xf32, #i>
  %fp = linalg.fill ins(%low : f32) outs(%ep : tensor<2x6x4x5xf32, #i>) -> tensor<2x6x4x5xf32, #i>
  %window = tensor.empty() : tensor<2x2xf32>
  %p = linalg.pooling_nchw_max {strides = dense<2> : tensor<2xi64>} ins(%n, %window : tensor<2x6x9x10xf32, #i>, tensor<2x2xf32>) outs(%fp : tensor<2x6x4x5xf32, #i>) -> tensor<2x6x4x5xf32, #i>
  %flat = tensor.collapse_shape %p [[0], [1, 2, 3]] : tensor<2x6x4x5xf32, #i> into tensor<2x120xf32, #m>
  %eo = tensor.empty() : tensor<2x5xf32, #m>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x5xf32, #m>) -> tensor<2x5xf32, #m>
  %o = linalg.matmul ins(%flat, %w : tensor<2x120xf32, #m>, tensor<120x5xf32, #m>) outs(%fo : tensor<2x5xf32, #m>) -> tensor<2x5xf32, #m>
  return %o : tensor<2x5xf32, #m>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %n5 = arith.constant 5 : index
  %n6 = arith.constant 6 : index
  %n9 = arith.constant 9 : index
  %n10 = arith.constant 10 : index
  %n120 = arith.constant 120 : index
  %a0 = call @data4(%n1, %n2, %n6, %n9, %n10) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %a = tensor.cast %a0 : tensor<?x?x?x?xf32> to tensor<2x6x9x10xf32, #i>
  %k0 = call @data4(%n2, %n6, %n6, %n3, %n3) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %k = tensor.cast %k0 : tensor<?x?x?x?xf32> to tensor<6x6x3x3xf32, #k>
  %s0 = call @data1(%n1, %n6) : (index, index) -> tensor<?xf32>
  %s = tensor.cast %s0 : tensor<?xf32> to tensor<6xf32, #v>
  %t0 = call @data1(%n5, %n6) : (index, index) -> tensor<?xf32>
  %t = tensor.cast %t0 : tensor<?xf32> to tensor<6xf32, #v>
  %w0 = call @data2(%n5, %n120, %n5) : (index, index, index) -> tensor<?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?xf32> to tensor<120x5xf32, #m>
  %r = call @network(%a, %k, %s, %t, %w) : (tensor<2x6x9x10xf32, #i>, tensor<6x6x3x3xf32, #k>, tensor<6xf32, #v>, tensor<6xf32, #v>, tensor<120x5xf32, #m>) -> tensor<2x5xf32, #m>
  %plain = tensor.cast %r : tensor<2x5xf32, #m> to tensor<2x5xf32>
  %u = tensor.cast %plain : tensor<2x5xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

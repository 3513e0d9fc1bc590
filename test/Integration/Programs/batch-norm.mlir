// Inference of a batch norm over channels, a group norm by reshapes, and a residual sum, of
// arrays whose channels come second.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#c = #tiled_layout.layout<{1,3,2,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(8)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#g = #tiled_layout.layout<{2,1,0:T(8,128)}>
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#ch = affine_map<(n, c, h, w) -> (c)>
func.func @norm(%x: tensor<2x12x5x7xf32, #a>, %gamma: tensor<12xf32, #v>, %beta: tensor<12xf32, #v>, %mean: tensor<12xf32, #v>, %variance: tensor<12xf32, #v>) -> tensor<2x12x5x7xf32, #c> {
  %eps = arith.constant 1.0e-3 : f32
  %e = tensor.empty() : tensor<2x12x5x7xf32, #c>
  %r = linalg.generic {indexing_maps = [#id, #ch, #ch, #ch, #ch, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%x, %gamma, %beta, %mean, %variance : tensor<2x12x5x7xf32, #a>, tensor<12xf32, #v>, tensor<12xf32, #v>, tensor<12xf32, #v>, tensor<12xf32, #v>) outs(%e : tensor<2x12x5x7xf32, #c>) {
  ^bb0(%a: f32, %g: f32, %b: f32, %m: f32, %s: f32, %o: f32):
    %p = math.absf %s : f32
    %q = arith.addf %p, %eps : f32
    %t = math.rsqrt %q : f32
    %d = arith.subf %a, %m : f32
    %y = arith.mulf %d, %t : f32
    %z = arith.mulf %y, %g : f32
    %u = arith.addf %z, %b : f32
    linalg.yield %u : f32
  } -> tensor<2x12x5x7xf32, #c>
  return %r : tensor<2x12x5x7xf32, #c>
}
func.func @groups(%x: tensor<2x12x5x7xf32, #c>) -> tensor<2x12x5x7xf32, #a> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 105.0 : f32
  %eps = arith.constant 1.0e-3 : f32
  %plain = tensor.cast %x : tensor<2x12x5x7xf32, #c> to tensor<2x12x5x7xf32>
  %y0 = tensor.expand_shape %plain [[0], [1, 2], [3], [4]] output_shape [2, 4, 3, 5, 7] : tensor<2x12x5x7xf32> into tensor<2x4x3x5x7xf32>
  %y1 = tensor.collapse_shape %y0 [[0], [1], [2, 3, 4]] : tensor<2x4x3x5x7xf32> into tensor<2x4x105xf32>
  %y = tensor.cast %y1 : tensor<2x4x105xf32> to tensor<2x4x105xf32, #g>
  %e = tensor.empty() : tensor<2x4xf32, #m>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4xf32, #m>) -> tensor<2x4xf32, #m>
  %s:2 = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%y : tensor<2x4x105xf32, #g>) outs(%f, %f : tensor<2x4xf32, #m>, tensor<2x4xf32, #m>) {
  ^bb0(%a: f32, %p: f32, %q: f32):
    %b = arith.addf %p, %a : f32
    %c = arith.mulf %a, %a : f32
    %d = arith.addf %q, %c : f32
    linalg.yield %b, %d : f32, f32
  } -> (tensor<2x4xf32, #m>, tensor<2x4xf32, #m>)
  %er = tensor.empty() : tensor<2x4x105xf32, #g>
  %r0 = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%y, %s#0, %s#1 : tensor<2x4x105xf32, #g>, tensor<2x4xf32, #m>, tensor<2x4xf32, #m>) outs(%er : tensor<2x4x105xf32, #g>) {
  ^bb0(%a: f32, %p: f32, %q: f32, %o: f32):
    %mean = arith.divf %p, %count : f32
    %square = arith.divf %q, %count : f32
    %m2 = arith.mulf %mean, %mean : f32
    %variance = arith.subf %square, %m2 : f32
    %v = arith.addf %variance, %eps : f32
    %t = math.rsqrt %v : f32
    %d = arith.subf %a, %mean : f32
    %u = arith.mulf %d, %t : f32
    linalg.yield %u : f32
  } -> tensor<2x4x105xf32, #g>
  %r1 = tensor.cast %r0 : tensor<2x4x105xf32, #g> to tensor<2x4x105xf32>
  %r2 = tensor.expand_shape %r1 [[0], [1], [2, 3, 4]] output_shape [2, 4, 3, 5, 7] : tensor<2x4x105xf32> into tensor<2x4x3x5x7xf32>
  %r3 = tensor.collapse_shape %r2 [[0], [1, 2], [3], [4]] : tensor<2x4x3x5x7xf32> into tensor<2x12x5x7xf32>
  %r = tensor.cast %r3 : tensor<2x12x5x7xf32> to tensor<2x12x5x7xf32, #a>
  return %r : tensor<2x12x5x7xf32, #a>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  %x0 = call @data4(%c1, %c2, %c12, %c5, %c7) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?x?xf32> to tensor<2x12x5x7xf32, #a>
  %p0 = call @data1(%c1, %c12) : (index, index) -> tensor<?xf32>
  %p = tensor.cast %p0 : tensor<?xf32> to tensor<12xf32, #v>
  %q0 = call @data1(%c2, %c12) : (index, index) -> tensor<?xf32>
  %q = tensor.cast %q0 : tensor<?xf32> to tensor<12xf32, #v>
  %m0 = call @data1(%c3, %c12) : (index, index) -> tensor<?xf32>
  %m = tensor.cast %m0 : tensor<?xf32> to tensor<12xf32, #v>
  %v0 = call @data1(%c5, %c12) : (index, index) -> tensor<?xf32>
  %v = tensor.cast %v0 : tensor<?xf32> to tensor<12xf32, #v>
  %n = call @norm(%x, %p, %q, %m, %v) : (tensor<2x12x5x7xf32, #a>, tensor<12xf32, #v>, tensor<12xf32, #v>, tensor<12xf32, #v>, tensor<12xf32, #v>) -> tensor<2x12x5x7xf32, #c>
  %g = call @groups(%n) : (tensor<2x12x5x7xf32, #c>) -> tensor<2x12x5x7xf32, #a>
  %r = arith.addf %g, %x : tensor<2x12x5x7xf32, #a>
  %rp = tensor.cast %r : tensor<2x12x5x7xf32, #a> to tensor<2x12x5x7xf32>
  %ru = tensor.cast %rp : tensor<2x12x5x7xf32> to tensor<*xf32>
  call @show(%ru) : (tensor<*xf32>) -> ()
  return
}

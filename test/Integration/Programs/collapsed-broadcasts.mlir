// Elements, heads and rows that are repeated by a broadcast and a collapse, static and of run-time extents.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{2,1,0:T(8,128)}>
#f = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#g = #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>
#s = #tiled_layout.layout<{3,2,1,0:T(4,8)}>
func.func @pixels(%x: tensor<3x9x21xf32, #u>) -> tensor<3x18x63xf32, #u> {
  %e = tensor.empty() : tensor<3x9x2x21x3xf32, #g>
  %r = linalg.generic {indexing_maps = [affine_map<(c, y, p, x, q) -> (c, y, x)>, affine_map<(c, y, p, x, q) -> (c, y, p, x, q)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%x : tensor<3x9x21xf32, #u>) outs(%e : tensor<3x9x2x21x3xf32, #g>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<3x9x2x21x3xf32, #g>
  %c = tensor.collapse_shape %r [[0], [1, 2], [3, 4]] : tensor<3x9x2x21x3xf32, #g> into tensor<3x18x63xf32, #u>
  return %c : tensor<3x18x63xf32, #u>
}
func.func @heads(%x: tensor<?x?x2x20xbf16, #f>) -> tensor<?x?x6x20xbf16, #f> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x2x20xbf16, #f>
  %m = tensor.dim %x, %c1 : tensor<?x?x2x20xbf16, #f>
  %e = tensor.empty(%n, %m) : tensor<?x?x2x3x20xbf16, #g>
  %r = linalg.broadcast ins(%x : tensor<?x?x2x20xbf16, #f>) outs(%e : tensor<?x?x2x3x20xbf16, #g>) dimensions = [3]
  %c = tensor.collapse_shape %r [[0], [1], [2, 3], [4]] : tensor<?x?x2x3x20xbf16, #g> into tensor<?x?x6x20xbf16, #f>
  return %c : tensor<?x?x6x20xbf16, #f>
}
func.func @again(%x: tensor<?x10xf32, #t>, %k: tensor<4xf32>) -> tensor<?x10xf32, #t> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x10xf32, #t>
  %e = tensor.empty(%n) : tensor<?x4x10xf32, #u>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k, j) -> (i, j)>, affine_map<(i, k, j) -> (k)>, affine_map<(i, k, j) -> (i, k, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %k : tensor<?x10xf32, #t>, tensor<4xf32>) outs(%e : tensor<?x4x10xf32, #u>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?x4x10xf32, #u>
  %c = tensor.collapse_shape %r [[0, 1], [2]] : tensor<?x4x10xf32, #u> into tensor<?x10xf32, #t>
  return %c : tensor<?x10xf32, #t>
}
#w = #tiled_layout.layout<{1,0:T(4,8)}>
#v = #tiled_layout.layout<{2,1,0:T(4,8)}>
func.func @nibbles(%x: tensor<7x10xf32, #t>) -> tensor<7x30xf32, #t> {
  %n = arith.fptosi %x : tensor<7x10xf32, #t> to tensor<7x10xi4, #t>
  %e = tensor.empty() : tensor<7x10x3xi4, #v>
  %b = linalg.broadcast ins(%n : tensor<7x10xi4, #t>) outs(%e : tensor<7x10x3xi4, #v>) dimensions = [2]
  %c = tensor.collapse_shape %b [[0], [1, 2]] : tensor<7x10x3xi4, #v> into tensor<7x30xi4, #w>
  %f = arith.sitofp %c : tensor<7x30xi4, #w> to tensor<7x30xf32, #w>
  %r = tensor.cast %f : tensor<7x30xf32, #w> to tensor<7x30xf32, #t>
  return %r : tensor<7x30xf32, #t>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c21 = arith.constant 21 : index
  %x0 = call @data3(%c1, %c3, %c9, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?xf32> to tensor<3x9x21xf32, #u>
  %p = call @pixels(%x) : (tensor<3x9x21xf32, #u>) -> tensor<3x18x63xf32, #u>
  %p1 = tensor.cast %p : tensor<3x18x63xf32, #u> to tensor<3x18x63xf32>
  %p2 = tensor.cast %p1 : tensor<3x18x63xf32> to tensor<*xf32>
  call @show(%p2) : (tensor<*xf32>) -> ()
  %h0 = call @data4(%c2, %c3, %c7, %c2, %c20) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %h1 = arith.truncf %h0 : tensor<?x?x?x?xf32> to tensor<?x?x?x?xbf16>
  %h = tensor.cast %h1 : tensor<?x?x?x?xbf16> to tensor<?x?x2x20xbf16, #f>
  %r = call @heads(%h) : (tensor<?x?x2x20xbf16, #f>) -> tensor<?x?x6x20xbf16, #f>
  %r1 = arith.extf %r : tensor<?x?x6x20xbf16, #f> to tensor<?x?x6x20xf32, #f>
  %r2 = tensor.cast %r1 : tensor<?x?x6x20xf32, #f> to tensor<?x?x6x20xf32>
  %r3 = tensor.cast %r2 : tensor<?x?x6x20xf32> to tensor<*xf32>
  call @show(%r3) : (tensor<*xf32>) -> ()
  %a0 = call @data2(%c4, %c7, %c10) : (index, index, index) -> tensor<?x?xf32>
  %a = tensor.cast %a0 : tensor<?x?xf32> to tensor<?x10xf32, #t>
  %k0 = call @data1(%c9, %c4) : (index, index) -> tensor<?xf32>
  %k = tensor.cast %k0 : tensor<?xf32> to tensor<4xf32>
  %q = call @again(%a, %k) : (tensor<?x10xf32, #t>, tensor<4xf32>) -> tensor<?x10xf32, #t>
  %q1 = tensor.cast %q : tensor<?x10xf32, #t> to tensor<?x10xf32>
  %q2 = tensor.cast %q1 : tensor<?x10xf32> to tensor<*xf32>
  call @show(%q2) : (tensor<*xf32>) -> ()
  %four = arith.constant 4.0 : f32
  %fours = tensor.splat %four[%c7] : tensor<?x10xf32, #t>
  %i0 = arith.mulf %a, %fours : tensor<?x10xf32, #t>
  %i = tensor.cast %i0 : tensor<?x10xf32, #t> to tensor<7x10xf32, #t>
  %o = call @nibbles(%i) : (tensor<7x10xf32, #t>) -> tensor<7x30xf32, #t>
  %o1 = tensor.cast %o : tensor<7x30xf32, #t> to tensor<7x30xf32>
  %o2 = tensor.cast %o1 : tensor<7x30xf32> to tensor<*xf32>
  call @show(%o2) : (tensor<*xf32>) -> ()
  return
}

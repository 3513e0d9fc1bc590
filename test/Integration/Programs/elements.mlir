// Programs without vectors, one element at a time in the order in which results lie: rows of a table in columns and in
// tiles of columns, pairs of sequences, taps over pairs, images to planes, one row of those that share words.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#c = #tiled_layout.layout<{0,1}>
#t = #tiled_layout.layout<{0,1:T(4,8)}>
#h = #tiled_layout.layout<{0,1,2,3}>
#s = #tiled_layout.layout<{0,1,2}>
#i = #tiled_layout.layout<{0,1,2:T(2,2)}>
#w = #tiled_layout.layout<{1,0:T(8,16)(2,1)}>
#id = affine_map<(i, j) -> (i, j)>
func.func @columns(%table: tensor<?x?xf32, #c>, %ids: tensor<?xi32>) -> tensor<?x?xf32, #c> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %ids, %c0 : tensor<?xi32>
  %m = tensor.dim %table, %c1 : tensor<?x?xf32, #c>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32, #c>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%ids : tensor<?xi32>) outs(%e : tensor<?x?xf32, #c>) {
  ^bb0(%id: i32, %u: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %id : i32 to index
    %v = tensor.extract %table[%i, %j] : tensor<?x?xf32, #c>
    linalg.yield %v : f32
  } -> tensor<?x?xf32, #c>
  return %r : tensor<?x?xf32, #c>
}
func.func @tiles(%table: tensor<20x13xf32, #t>, %ids: tensor<9xi32>) -> tensor<9x13xf32, #t> {
  %e = tensor.empty() : tensor<9x13xf32, #t>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%ids : tensor<9xi32>) outs(%e : tensor<9x13xf32, #t>) {
  ^bb0(%id: i32, %u: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %id : i32 to index
    %v = tensor.extract %table[%i, %j] : tensor<20x13xf32, #t>
    linalg.yield %v : f32
  } -> tensor<9x13xf32, #t>
  return %r : tensor<9x13xf32, #t>
}
func.func @pairs(%a: tensor<2x?x?x?xf32, #h>) -> tensor<2x?x?x?xf32, #h> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d1 = tensor.dim %a, %c1 : tensor<2x?x?x?xf32, #h>
  %d2 = tensor.dim %a, %c2 : tensor<2x?x?x?xf32, #h>
  %d3 = tensor.dim %a, %c3 : tensor<2x?x?x?xf32, #h>
  %e = tensor.empty(%d2, %d1, %d3) : tensor<2x?x?x?xf32, #h>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, c, b, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%a : tensor<2x?x?x?xf32, #h>) outs(%e : tensor<2x?x?x?xf32, #h>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<2x?x?x?xf32, #h>
  return %r : tensor<2x?x?x?xf32, #h>
}
func.func @taps(%a: tensor<2x?x5xf32, #s>, %w: tensor<4x5xf32>, %n: index) -> tensor<2x?x5xf32, #s> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<2x?x5xf32, #s>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x5xf32, #s>) -> tensor<2x?x5xf32, #s>
  %r = linalg.generic {indexing_maps = [affine_map<(b, s, c, k) -> (b, s + k, c)>, affine_map<(b, s, c, k) -> (k, c)>, affine_map<(b, s, c, k) -> (b, s, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%a, %w : tensor<2x?x5xf32, #s>, tensor<4x5xf32>) outs(%z : tensor<2x?x5xf32, #s>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %o, %p : f32
    linalg.yield %q : f32
  } -> tensor<2x?x5xf32, #s>
  return %r : tensor<2x?x5xf32, #s>
}
func.func @every_third(%a: tensor<7x39xf32, #t>) -> tensor<7x13xf32, #t> {
  %e = tensor.empty() : tensor<7x13xf32, #t>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 3 * j)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<7x39xf32, #t>) outs(%e : tensor<7x13xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<7x13xf32, #t>
  return %r : tensor<7x13xf32, #t>
}
func.func @image(%a: tensor<6x7x3xi32, #i>) -> tensor<3x6x7xi32> {
  %e = tensor.empty() : tensor<3x6x7xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(c, y, x) -> (y, x, c)>, affine_map<(c, y, x) -> (c, y, x)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a : tensor<6x7x3xi32, #i>) outs(%e : tensor<3x6x7xi32>) {
  ^bb0(%x: i32, %y: i32):
    %n = arith.muli %x, %x : i32
    linalg.yield %n : i32
  } -> tensor<3x6x7xi32>
  return %r : tensor<3x6x7xi32>
}
func.func @row(%a: tensor<11x21xbf16, #w>, %i: index) -> tensor<1x21xf32> {
  %x = tensor.extract_slice %a[%i, 0] [1, 21] [1, 1] : tensor<11x21xbf16, #w> to tensor<1x21xbf16, #w>
  %e = tensor.empty() : tensor<1x21xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<1x21xbf16, #w>) outs(%e : tensor<1x21xf32>) {
  ^bb0(%p: bf16, %q: f32):
    %v = arith.extf %p : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<1x21xf32>
  return %r : tensor<1x21xf32>
}
func.func @main() {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c13 = arith.constant 13 : index
  %c18 = arith.constant 18 : index
  %c20 = arith.constant 20 : index
  %c21 = arith.constant 21 : index
  %c39 = arith.constant 39 : index
  %ids = arith.constant dense<[3, 17, 19, 0, 3, 12, 8, 9, 5]> : tensor<9xi32>
  %ids0 = tensor.cast %ids : tensor<9xi32> to tensor<?xi32>
  %x = call @data2(%c4, %c20, %c13) : (index, index, index) -> tensor<?x?xf32>
  %xc = tensor.cast %x : tensor<?x?xf32> to tensor<?x?xf32, #c>
  %r0 = call @columns(%xc, %ids0) : (tensor<?x?xf32, #c>, tensor<?xi32>) -> tensor<?x?xf32, #c>
  %p0 = tensor.cast %r0 : tensor<?x?xf32, #c> to tensor<?x?xf32>
  %u0 = tensor.cast %p0 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %xt = tensor.cast %x : tensor<?x?xf32> to tensor<20x13xf32, #t>
  %r1 = call @tiles(%xt, %ids) : (tensor<20x13xf32, #t>, tensor<9xi32>) -> tensor<9x13xf32, #t>
  %p1 = tensor.cast %r1 : tensor<9x13xf32, #t> to tensor<9x13xf32>
  %u1 = tensor.cast %p1 : tensor<9x13xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %y = call @data2(%c4, %c18, %c10) : (index, index, index) -> tensor<?x?xf32>
  %ys = tensor.cast %y : tensor<?x?xf32> to tensor<18x10xf32>
  %y4 = tensor.expand_shape %ys [[0, 1, 2], [3]] output_shape [2, 3, 3, 10] : tensor<18x10xf32> into tensor<2x3x3x10xf32>
  %yp = tensor.pad %y4 low[0, 0, 0, 0] high[0, 2, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    %one = arith.constant 1.0 : f32
    tensor.yield %one : f32
  } : tensor<2x3x3x10xf32> to tensor<2x5x3x10xf32>
  %yh = tensor.cast %yp : tensor<2x5x3x10xf32> to tensor<2x?x?x?xf32, #h>
  %r2 = call @pairs(%yh) : (tensor<2x?x?x?xf32, #h>) -> tensor<2x?x?x?xf32, #h>
  %p2 = tensor.cast %r2 : tensor<2x?x?x?xf32, #h> to tensor<2x?x?x?xf32>
  %u2 = tensor.cast %p2 : tensor<2x?x?x?xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %z = call @data2(%c4, %c20, %c5) : (index, index, index) -> tensor<?x?xf32>
  %zs = tensor.cast %z : tensor<?x?xf32> to tensor<20x5xf32>
  %z3 = tensor.expand_shape %zs [[0, 1], [2]] output_shape [2, 10, 5] : tensor<20x5xf32> into tensor<2x10x5xf32>
  %zl = tensor.cast %z3 : tensor<2x10x5xf32> to tensor<2x?x5xf32, #s>
  %w = call @data2(%c4, %c4, %c5) : (index, index, index) -> tensor<?x?xf32>
  %ws = tensor.cast %w : tensor<?x?xf32> to tensor<4x5xf32>
  %r3 = call @taps(%zl, %ws, %c7) : (tensor<2x?x5xf32, #s>, tensor<4x5xf32>, index) -> tensor<2x?x5xf32, #s>
  %p3 = tensor.cast %r3 : tensor<2x?x5xf32, #s> to tensor<2x?x5xf32>
  %u3 = tensor.cast %p3 : tensor<2x?x5xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %b = call @data2(%c4, %c7, %c39) : (index, index, index) -> tensor<?x?xf32>
  %bt = tensor.cast %b : tensor<?x?xf32> to tensor<7x39xf32, #t>
  %r4 = call @every_third(%bt) : (tensor<7x39xf32, #t>) -> tensor<7x13xf32, #t>
  %p4 = tensor.cast %r4 : tensor<7x13xf32, #t> to tensor<7x13xf32>
  %u4 = tensor.cast %p4 : tensor<7x13xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %m = call @data2(%c4, %c7, %c18) : (index, index, index) -> tensor<?x?xf32>
  %mi = arith.fptosi %m : tensor<?x?xf32> to tensor<?x?xi32>
  %ms = tensor.cast %mi : tensor<?x?xi32> to tensor<7x18xi32>
  %mf = tensor.collapse_shape %ms [[0, 1]] : tensor<7x18xi32> into tensor<126xi32>
  %m3 = tensor.expand_shape %mf [[0, 1, 2]] output_shape [6, 7, 3] : tensor<126xi32> into tensor<6x7x3xi32>
  %ml = tensor.cast %m3 : tensor<6x7x3xi32> to tensor<6x7x3xi32, #i>
  %r5 = call @image(%ml) : (tensor<6x7x3xi32, #i>) -> tensor<3x6x7xi32>
  %p5 = arith.sitofp %r5 : tensor<3x6x7xi32> to tensor<3x6x7xf32>
  %u5 = tensor.cast %p5 : tensor<3x6x7xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  %q = call @data2(%c4, %c11, %c21) : (index, index, index) -> tensor<?x?xf32>
  %qb = arith.truncf %q : tensor<?x?xf32> to tensor<?x?xbf16>
  %qw = tensor.cast %qb : tensor<?x?xbf16> to tensor<11x21xbf16, #w>
  %r6 = call @row(%qw, %c5) : (tensor<11x21xbf16, #w>, index) -> tensor<1x21xf32>
  %u6 = tensor.cast %r6 : tensor<1x21xf32> to tensor<*xf32>
  call @show(%u6) : (tensor<*xf32>) -> ()
  return
}

// Columns from the last to the first, as `stablehlo.reverse` becomes: rows backwards, too; a part of a
// wider table; words; run-time extents; what ends within a vector.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#id = affine_map<(i, j) -> (i, j)>
#t = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

func.func private @f(%x: tensor<?x?xf32, #t>, %y: tensor<37x300xbf16, #w>, %z: tensor<37x300xi8, #b>)
    -> (tensor<?x?xf32, #t>, tensor<37x300xbf16, #w>, tensor<19x133xi8, #b>) attributes {no_inline} {
  %n1 = arith.constant 1 : index
  %n0 = arith.constant 0 : index
  %m = tensor.dim %x, %n0 : tensor<?x?xf32, #t>
  %n = tensor.dim %x, %n1 : tensor<?x?xf32, #t>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32, #t>
  %a = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x?xf32, #t>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %last = arith.subi %n, %n1 : index
    %k = arith.subi %last, %j : index
    %v = tensor.extract %x[%i, %k] : tensor<?x?xf32, #t>
    linalg.yield %v : f32
  } -> tensor<?x?xf32, #t>
  // Both dimensions, and what follows one another added.
  %f = tensor.empty() : tensor<37x300xbf16, #w>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<37x300xbf16, #w>) outs(%f : tensor<37x300xbf16, #w>) {
  ^bb0(%p: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = affine.apply affine_map<(i) -> (36 - i)>(%i)
    %k = affine.apply affine_map<(j) -> (299 - j)>(%j)
    %v = tensor.extract %y[%r, %k] : tensor<37x300xbf16, #w>
    %s = arith.addf %p, %v : bf16
    linalg.yield %s : bf16
  } -> tensor<37x300xbf16, #w>
  %g = tensor.empty() : tensor<19x133xi8, #b>
  %d = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%g : tensor<19x133xi8, #b>) {
  ^bb0(%o: i8):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = affine.apply affine_map<(i) -> (i + 5)>(%i)
    %c140 = arith.constant 140 : index
    %k = arith.subi %c140, %j : index
    %v = tensor.extract %z[%r, %k] : tensor<37x300xi8, #b>
    linalg.yield %v : i8
  } -> tensor<19x133xi8, #b>
  return %a, %c, %d : tensor<?x?xf32, #t>, tensor<37x300xbf16, #w>, tensor<19x133xi8, #b>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %m = arith.constant 37 : index
  %n = arith.constant 300 : index
  %x = call @data2(%n1, %m, %n) : (index, index, index) -> tensor<?x?xf32>
  %xt = tensor.cast %x : tensor<?x?xf32> to tensor<?x?xf32, #t>
  %xs = tensor.cast %x : tensor<?x?xf32> to tensor<37x300xf32>
  %h = arith.truncf %xs : tensor<37x300xf32> to tensor<37x300xbf16>
  %ht = tensor.cast %h : tensor<37x300xbf16> to tensor<37x300xbf16, #w>
  %q = arith.fptosi %xs : tensor<37x300xf32> to tensor<37x300xi8>
  %qt = tensor.cast %q : tensor<37x300xi8> to tensor<37x300xi8, #b>
  %r:3 = call @f(%xt, %ht, %qt) : (tensor<?x?xf32, #t>, tensor<37x300xbf16, #w>, tensor<37x300xi8, #b>)
      -> (tensor<?x?xf32, #t>, tensor<37x300xbf16, #w>, tensor<19x133xi8, #b>)
  %p0 = tensor.cast %r#0 : tensor<?x?xf32, #t> to tensor<?x?xf32>
  %u0 = tensor.cast %p0 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %p1 = tensor.cast %r#1 : tensor<37x300xbf16, #w> to tensor<37x300xbf16>
  %q1 = arith.extf %p1 : tensor<37x300xbf16> to tensor<37x300xf32>
  %u1 = tensor.cast %q1 : tensor<37x300xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %p2 = tensor.cast %r#2 : tensor<19x133xi8, #b> to tensor<19x133xi8>
  %q2 = arith.sitofp %p2 : tensor<19x133xi8> to tensor<19x133xf32>
  %u2 = tensor.cast %q2 : tensor<19x133xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  return
}

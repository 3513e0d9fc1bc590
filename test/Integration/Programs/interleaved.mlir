// Tensors that take turns in another one, as pairs of a rotary embedding do: along columns and rows, of two and four, in
// words, and what does not fill the tensor.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#f3 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#c = #tiled_layout.layout<{0,1:T(8,128)}>
func.func @pairs(%x: tensor<5x300xf32, #f>, %cos: tensor<5x150xf32, #f>, %sin: tensor<5x150xf32, #f>) -> tensor<5x300xf32, #f> {
  %a = tensor.extract_slice %x[0, 0] [5, 150] [1, 2] : tensor<5x300xf32, #f> to tensor<5x150xf32, #f>
  %b = tensor.extract_slice %x[0, 1] [5, 150] [1, 2] : tensor<5x300xf32, #f> to tensor<5x150xf32, #f>
  %e = tensor.empty() : tensor<5x150xf32, #f>
  %p = linalg.mul ins(%a, %cos : tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) outs(%e : tensor<5x150xf32, #f>) -> tensor<5x150xf32, #f>
  %q = linalg.mul ins(%b, %sin : tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) outs(%e : tensor<5x150xf32, #f>) -> tensor<5x150xf32, #f>
  %s = linalg.sub ins(%p, %q : tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) outs(%e : tensor<5x150xf32, #f>) -> tensor<5x150xf32, #f>
  %t = linalg.add ins(%p, %q : tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) outs(%e : tensor<5x150xf32, #f>) -> tensor<5x150xf32, #f>
  %all = tensor.empty() : tensor<5x300xf32, #f>
  %even = tensor.insert_slice %s into %all[0, 0] [5, 150] [1, 2] : tensor<5x150xf32, #f> into tensor<5x300xf32, #f>
  %both = tensor.insert_slice %t into %even[0, 1] [5, 150] [1, 2] : tensor<5x150xf32, #f> into tensor<5x300xf32, #f>
  return %both : tensor<5x300xf32, #f>
}
func.func @rows(%a: tensor<3x70xbf16, #w>, %b: tensor<3x70xbf16, #w>) -> tensor<12x70xbf16, #w> {
  %all = tensor.empty() : tensor<12x70xbf16, #w>
  %0 = tensor.insert_slice %a into %all[3, 0] [3, 70] [4, 1] : tensor<3x70xbf16, #w> into tensor<12x70xbf16, #w>
  %1 = tensor.insert_slice %b into %0[1, 0] [3, 70] [4, 1] : tensor<3x70xbf16, #w> into tensor<12x70xbf16, #w>
  %2 = tensor.insert_slice %a into %1[0, 0] [3, 70] [4, 1] : tensor<3x70xbf16, #w> into tensor<12x70xbf16, #w>
  %3 = tensor.insert_slice %b into %2[2, 0] [3, 70] [4, 1] : tensor<3x70xbf16, #w> into tensor<12x70xbf16, #w>
  return %3 : tensor<12x70xbf16, #w>
}
// The same pairs with a dimension of their own.
func.func @reshaped(%x: tensor<5x300xf32, #f>, %cos: tensor<5x150xf32, #f>, %sin: tensor<5x150xf32, #f>) -> tensor<5x300xf32, #f> {
  %p = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 150, 2] : tensor<5x300xf32, #f> into tensor<5x150x2xf32, #f3>
  %a = tensor.extract_slice %p[0, 0, 0] [5, 150, 1] [1, 1, 1] : tensor<5x150x2xf32, #f3> to tensor<5x150xf32, #f>
  %b = tensor.extract_slice %p[0, 0, 1] [5, 150, 1] [1, 1, 1] : tensor<5x150x2xf32, #f3> to tensor<5x150xf32, #f>
  %e = tensor.empty() : tensor<5x150xf32, #f>
  %s = linalg.mul ins(%a, %sin : tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) outs(%e : tensor<5x150xf32, #f>) -> tensor<5x150xf32, #f>
  %t = linalg.mul ins(%b, %cos : tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) outs(%e : tensor<5x150xf32, #f>) -> tensor<5x150xf32, #f>
  %s1 = tensor.expand_shape %s [[0], [1, 2]] output_shape [5, 150, 1] : tensor<5x150xf32, #f> into tensor<5x150x1xf32, #f3>
  %t1 = tensor.expand_shape %t [[0], [1, 2]] output_shape [5, 150, 1] : tensor<5x150xf32, #f> into tensor<5x150x1xf32, #f3>
  %c = tensor.concat dim(2) %t1, %s1 : (tensor<5x150x1xf32, #f3>, tensor<5x150x1xf32, #f3>) -> tensor<5x150x2xf32, #f3>
  %r = tensor.collapse_shape %c [[0], [1, 2]] : tensor<5x150x2xf32, #f3> into tensor<5x300xf32, #f>
  return %r : tensor<5x300xf32, #f>
}
// Every third element is of neither tensor, and one of the results is read on the way.
func.func @some(%a: tensor<4x20xf32, #c>, %x: tensor<4x60xf32, #c>) -> (tensor<4x60xf32, #c>, tensor<4x60xf32, #c>) {
  %0 = tensor.insert_slice %a into %x[0, 0] [4, 20] [1, 3] : tensor<4x20xf32, #c> into tensor<4x60xf32, #c>
  %1 = tensor.insert_slice %a into %0[0, 2] [4, 20] [1, 3] : tensor<4x20xf32, #c> into tensor<4x60xf32, #c>
  return %0, %1 : tensor<4x60xf32, #c>, tensor<4x60xf32, #c>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c20 = arith.constant 20 : index
  %c60 = arith.constant 60 : index
  %c70 = arith.constant 70 : index
  %c150 = arith.constant 150 : index
  %c300 = arith.constant 300 : index
  %x = call @data2(%c1, %c5, %c300) : (index, index, index) -> tensor<?x?xf32>
  %p = call @data2(%c2, %c5, %c150) : (index, index, index) -> tensor<?x?xf32>
  %q = call @data2(%c3, %c5, %c150) : (index, index, index) -> tensor<?x?xf32>
  %xs = tensor.cast %x : tensor<?x?xf32> to tensor<5x300xf32, #f>
  %ps = tensor.cast %p : tensor<?x?xf32> to tensor<5x150xf32, #f>
  %qs = tensor.cast %q : tensor<?x?xf32> to tensor<5x150xf32, #f>
  %r0 = call @pairs(%xs, %ps, %qs) : (tensor<5x300xf32, #f>, tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) -> tensor<5x300xf32, #f>
  %s0 = tensor.cast %r0 : tensor<5x300xf32, #f> to tensor<5x300xf32>
  %u0 = tensor.cast %s0 : tensor<5x300xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %r4 = call @reshaped(%xs, %ps, %qs) : (tensor<5x300xf32, #f>, tensor<5x150xf32, #f>, tensor<5x150xf32, #f>) -> tensor<5x300xf32, #f>
  %s4 = tensor.cast %r4 : tensor<5x300xf32, #f> to tensor<5x300xf32>
  %u4 = tensor.cast %s4 : tensor<5x300xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %a = call @data2(%c4, %c3, %c70) : (index, index, index) -> tensor<?x?xf32>
  %b = call @data2(%c5, %c3, %c70) : (index, index, index) -> tensor<?x?xf32>
  %an = arith.truncf %a : tensor<?x?xf32> to tensor<?x?xbf16>
  %bn = arith.truncf %b : tensor<?x?xf32> to tensor<?x?xbf16>
  %as = tensor.cast %an : tensor<?x?xbf16> to tensor<3x70xbf16, #w>
  %bs = tensor.cast %bn : tensor<?x?xbf16> to tensor<3x70xbf16, #w>
  %r1 = call @rows(%as, %bs) : (tensor<3x70xbf16, #w>, tensor<3x70xbf16, #w>) -> tensor<12x70xbf16, #w>
  %s1 = tensor.cast %r1 : tensor<12x70xbf16, #w> to tensor<12x70xbf16>
  %w1 = arith.extf %s1 : tensor<12x70xbf16> to tensor<12x70xf32>
  %u1 = tensor.cast %w1 : tensor<12x70xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %c = call @data2(%c4, %c4, %c20) : (index, index, index) -> tensor<?x?xf32>
  %d = call @data2(%c5, %c4, %c60) : (index, index, index) -> tensor<?x?xf32>
  %cs = tensor.cast %c : tensor<?x?xf32> to tensor<4x20xf32, #c>
  %ds = tensor.cast %d : tensor<?x?xf32> to tensor<4x60xf32, #c>
  %r2:2 = call @some(%cs, %ds) : (tensor<4x20xf32, #c>, tensor<4x60xf32, #c>) -> (tensor<4x60xf32, #c>, tensor<4x60xf32, #c>)
  %s2 = tensor.cast %r2#0 : tensor<4x60xf32, #c> to tensor<4x60xf32>
  %u2 = tensor.cast %s2 : tensor<4x60xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %s3 = tensor.cast %r2#1 : tensor<4x60xf32, #c> to tensor<4x60xf32>
  %u3 = tensor.cast %s3 : tensor<4x60xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  return
}

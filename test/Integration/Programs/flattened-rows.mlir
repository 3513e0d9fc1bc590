// Images as tokens and back: rows of pixels whose number no tile divides follow one another, in tiles as wide as the
// channels and in wider arrays.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#f3 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#f4 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#b3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#b4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#c3 = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#c4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
func.func @tokens(%x: tensor<2x6x10x130xf32, #f4>, %p: tensor<60x130xf32, #f>) -> tensor<2x60x130xf32, #f3> {
  %c = tensor.collapse_shape %x [[0], [1, 2], [3]] : tensor<2x6x10x130xf32, #f4> into tensor<2x60x130xf32, #f3>
  %e = tensor.empty() : tensor<2x60x130xf32, #f3>
  %r = linalg.generic {indexing_maps = [affine_map<(n, a, d) -> (n, a, d)>, affine_map<(n, a, d) -> (a, d)>, affine_map<(n, a, d) -> (n, a, d)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%c, %p : tensor<2x60x130xf32, #f3>, tensor<60x130xf32, #f>) outs(%e : tensor<2x60x130xf32, #f3>) {
  ^bb0(%a: f32, %b: f32, %y: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x60x130xf32, #f3>
  return %r : tensor<2x60x130xf32, #f3>
}
func.func @words(%x: tensor<2x6x10x100xbf16, #b4>) -> tensor<2x60x100xbf16, #b3> {
  %c = tensor.collapse_shape %x [[0], [1, 2], [3]] : tensor<2x6x10x100xbf16, #b4> into tensor<2x60x100xbf16, #b3>
  %e = tensor.empty() : tensor<2x60x100xbf16, #b3>
  %r = linalg.add ins(%c, %c : tensor<2x60x100xbf16, #b3>, tensor<2x60x100xbf16, #b3>) outs(%e : tensor<2x60x100xbf16, #b3>) -> tensor<2x60x100xbf16, #b3>
  return %r : tensor<2x60x100xbf16, #b3>
}
func.func @bytes(%x: tensor<2x60x100xi8, #c3>) -> tensor<2x6x10x100xi8, #c4> {
  %c = tensor.expand_shape %x [[0], [1, 2], [3]] output_shape [2, 6, 10, 100] : tensor<2x60x100xi8, #c3> into tensor<2x6x10x100xi8, #c4>
  %e = tensor.empty() : tensor<2x6x10x100xi8, #c4>
  %r = linalg.add ins(%c, %c : tensor<2x6x10x100xi8, #c4>, tensor<2x6x10x100xi8, #c4>) outs(%e : tensor<2x6x10x100xi8, #c4>) -> tensor<2x6x10x100xi8, #c4>
  return %r : tensor<2x6x10x100xi8, #c4>
}
func.func @images(%x: tensor<2x60x128xbf16, #b3>, %p: tensor<10x128xf32, #f>) -> tensor<2x6x10x128xf32, #f4> {
  %c = tensor.expand_shape %x [[0], [1, 2], [3]] output_shape [2, 6, 10, 128] : tensor<2x60x128xbf16, #b3> into tensor<2x6x10x128xbf16, #b4>
  %e = tensor.empty() : tensor<2x6x10x128xf32, #f4>
  %r = linalg.generic {indexing_maps = [affine_map<(n, i, j, d) -> (n, i, j, d)>, affine_map<(n, i, j, d) -> (j, d)>, affine_map<(n, i, j, d) -> (n, i, j, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%c, %p : tensor<2x6x10x128xbf16, #b4>, tensor<10x128xf32, #f>) outs(%e : tensor<2x6x10x128xf32, #f4>) {
  ^bb0(%a: bf16, %b: f32, %y: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x6x10x128xf32, #f4>
  return %r : tensor<2x6x10x128xf32, #f4>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %c60 = arith.constant 60 : index
  %c100 = arith.constant 100 : index
  %c128 = arith.constant 128 : index
  %c130 = arith.constant 130 : index
  %x0 = call @data4(%c1, %c2, %c6, %c10, %c130) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %x0s = tensor.cast %x0 : tensor<?x?x?x?xf32> to tensor<2x6x10x130xf32, #f4>
  %p0 = call @data2(%c2, %c60, %c130) : (index, index, index) -> tensor<?x?xf32>
  %p0s = tensor.cast %p0 : tensor<?x?xf32> to tensor<60x130xf32, #f>
  %r0 = call @tokens(%x0s, %p0s) : (tensor<2x6x10x130xf32, #f4>, tensor<60x130xf32, #f>) -> tensor<2x60x130xf32, #f3>
  %s0 = tensor.cast %r0 : tensor<2x60x130xf32, #f3> to tensor<2x60x130xf32>
  %u0 = tensor.cast %s0 : tensor<2x60x130xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %x1 = call @data4(%c2, %c2, %c6, %c10, %c100) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %n1 = arith.truncf %x1 : tensor<?x?x?x?xf32> to tensor<?x?x?x?xbf16>
  %x1s = tensor.cast %n1 : tensor<?x?x?x?xbf16> to tensor<2x6x10x100xbf16, #b4>
  %r1 = call @words(%x1s) : (tensor<2x6x10x100xbf16, #b4>) -> tensor<2x60x100xbf16, #b3>
  %s1 = tensor.cast %r1 : tensor<2x60x100xbf16, #b3> to tensor<2x60x100xbf16>
  %w1 = arith.extf %s1 : tensor<2x60x100xbf16> to tensor<2x60x100xf32>
  %u1 = tensor.cast %w1 : tensor<2x60x100xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %x2 = call @data3(%c1, %c2, %c60, %c100) : (index, index, index, index) -> tensor<?x?x?xf32>
  %n2 = arith.fptosi %x2 : tensor<?x?x?xf32> to tensor<?x?x?xi8>
  %x2s = tensor.cast %n2 : tensor<?x?x?xi8> to tensor<2x60x100xi8, #c3>
  %r2 = call @bytes(%x2s) : (tensor<2x60x100xi8, #c3>) -> tensor<2x6x10x100xi8, #c4>
  %s2 = tensor.cast %r2 : tensor<2x6x10x100xi8, #c4> to tensor<2x6x10x100xi8>
  %w2 = arith.sitofp %s2 : tensor<2x6x10x100xi8> to tensor<2x6x10x100xf32>
  %u2 = tensor.cast %w2 : tensor<2x6x10x100xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %x3 = call @data3(%c2, %c2, %c60, %c128) : (index, index, index, index) -> tensor<?x?x?xf32>
  %n3 = arith.truncf %x3 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %x3s = tensor.cast %n3 : tensor<?x?x?xbf16> to tensor<2x60x128xbf16, #b3>
  %p3 = call @data2(%c6, %c10, %c128) : (index, index, index) -> tensor<?x?xf32>
  %p3s = tensor.cast %p3 : tensor<?x?xf32> to tensor<10x128xf32, #f>
  %r3 = call @images(%x3s, %p3s) : (tensor<2x60x128xbf16, #b3>, tensor<10x128xf32, #f>) -> tensor<2x6x10x128xf32, #f4>
  %s3 = tensor.cast %r3 : tensor<2x6x10x128xf32, #f4> to tensor<2x6x10x128xf32>
  %u3 = tensor.cast %s3 : tensor<2x6x10x128xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  return
}

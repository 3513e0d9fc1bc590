func.func @layer(%x: tensor<?x300xbf16>, %w: tensor<300x200xbf16>) -> tensor<?x200xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x300xbf16>
  %e = tensor.empty(%m) : tensor<?x200xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x200xf32>) -> tensor<?x200xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x300xbf16>, tensor<300x200xbf16>) outs(%f : tensor<?x200xf32>) -> tensor<?x200xf32>
  %r = math.tanh %p : tensor<?x200xf32>
  return %r : tensor<?x200xf32>
}

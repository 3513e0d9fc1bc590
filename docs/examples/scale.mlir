// Rows of f32, multiplied by a number, in tiles (docs/Tensors.md).
#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func @scale(%a: tensor<20x300xf32>, %f: f32) -> tensor<20x300xf32, #t> {
  %tiled = tensor.cast %a : tensor<20x300xf32> to tensor<20x300xf32, #t>
  %factor = tensor.splat %f : tensor<20x300xf32, #t>
  %r = arith.mulf %tiled, %factor : tensor<20x300xf32, #t>
  return %r : tensor<20x300xf32, #t>
}

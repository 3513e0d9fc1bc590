// Takes an array out of tiles, makes its heads the first dimension, and puts
// each of them into tiles: no byte has to move.
#rows = #tiled_layout.layout<{1,0:T(128,64)(32,64)}>
#heads = #tiled_layout.layout<{2,1,0:T(32,64)}>

func.func @heads(%a: tensor<128x768xf16, #rows>) -> tensor<12x128x64xf16, #heads> {
  %e0 = tensor.empty() : tensor<128x768xf16>
  %0 = tiled_layout.relayout ins(%a : tensor<128x768xf16, #rows>)
         outs(%e0 : tensor<128x768xf16>) -> tensor<128x768xf16>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [128, 12, 64]
         : tensor<128x768xf16> into tensor<128x12x64xf16>
  %e1 = tensor.empty() : tensor<12x128x64xf16>
  %2 = linalg.transpose ins(%1 : tensor<128x12x64xf16>)
         outs(%e1 : tensor<12x128x64xf16>) permutation = [1, 0, 2]
  %e2 = tiled_layout.empty() : tensor<12x128x64xf16, #heads>
  %3 = tiled_layout.relayout ins(%2 : tensor<12x128x64xf16>)
         outs(%e2 : tensor<12x128x64xf16, #heads>) -> tensor<12x128x64xf16, #heads>
  return %3 : tensor<12x128x64xf16, #heads>
}

#t = #tiled_layout.layout<{2,1,0:T(8,128)}>
func.func @layer(%x: tensor<1x40x256xf32, #t>, %w: tensor<1x256x512xf32, #t>) -> tensor<1x40x512xf32, #t> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %x, %w, %zero, %zero : (tensor<1x40x256xf32, #t>, tensor<1x256x512xf32, #t>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x40x512xf32, #t>
  %1 = tosa.tanh %0 : (tensor<1x40x512xf32, #t>) -> tensor<1x40x512xf32, #t>
  return %1 : tensor<1x40x512xf32, #t>
}

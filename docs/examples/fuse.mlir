#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @f(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%0 : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %1 : tensor<16x256xf32, #t>
}

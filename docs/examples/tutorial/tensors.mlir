// A product is computed in tiles, the result is in rows.
#tiles = #tiled_layout.layout<{1,0:T(8,128)}>

func.func @layer(%a: tensor<16x32xf32, #tiles>, %b: tensor<32x256xf32, #tiles>)
    -> tensor<16x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tiled_layout.empty() : tensor<16x256xf32, #tiles>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x256xf32, #tiles>)
      -> tensor<16x256xf32, #tiles>
  %product = linalg.matmul
      ins(%a, %b : tensor<16x32xf32, #tiles>, tensor<32x256xf32, #tiles>)
      outs(%init : tensor<16x256xf32, #tiles>) -> tensor<16x256xf32, #tiles>
  %rows = tensor.cast %product : tensor<16x256xf32, #tiles> to tensor<16x256xf32>
  return %rows : tensor<16x256xf32>
}

func.func @main() {
  %a = arith.constant dense<2.0> : tensor<16x32xf32, #tiles>
  %b = arith.constant dense<0.5> : tensor<32x256xf32, #tiles>
  %c = func.call @layer(%a, %b)
      : (tensor<16x32xf32, #tiles>, tensor<32x256xf32, #tiles>) -> tensor<16x256xf32>
  %i = arith.constant 15 : index
  %x = tensor.extract %c[%i, %i] : tensor<16x256xf32>
  vector.print %x : f32
  return
}

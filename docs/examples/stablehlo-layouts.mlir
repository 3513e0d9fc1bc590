// A module as an XLA front end prints it, with layouts on its boundary.
func.func @main(%a: tensor<16x256xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"})
    -> (tensor<256x16xf32> {mhlo.layout_mode = "{1,0}"}) {
  %b = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>,
    xla_shape = "f32[256,16]{0,1:T(8,128)}"}
    : (tensor<16x256xf32>) -> tensor<256x16xf32>
  return %b : tensor<256x16xf32>
}

// A tiled tensor is printed in the order of its indices.
#t = #tiled_layout.layout<{1,0:T(2,4)}>

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32, #t>
  %b = arith.addf %a, %a : tensor<2x3xf32, #t>
  %any = tensor.cast %b : tensor<2x3xf32, #t> to tensor<*xf32>
  call @printMemrefF32(%any) : (tensor<*xf32>) -> ()
  return
}


func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

// Small numbers that differ from their neighbours in every dimension.
func.func private @number(%sum: index) -> f32 attributes {no_inline} {
  %c17 = arith.constant 17 : index
  %rest = arith.remui %sum, %c17 : index
  %i = arith.index_cast %rest : index to i32
  %c8 = arith.constant 8 : i32
  %centred = arith.subi %i, %c8 : i32
  %f = arith.sitofp %centred : i32 to f32
  %quarter = arith.constant 0.125 : f32
  %r = arith.mulf %f, %quarter : f32
  return %r : f32
}
func.func private @data1(%seed: index, %m: index) -> tensor<?xf32> attributes {no_inline} {
  %t = tensor.generate %m {
  ^bb0(%i: index):
    %s = affine.apply affine_map<(i)[s] -> (i * 5 + s)>(%i)[%seed]
    %f = func.call @number(%s) : (index) -> f32
    tensor.yield %f : f32
  } : tensor<?xf32>
  return %t : tensor<?xf32>
}
func.func private @data2(%seed: index, %m: index, %n: index) -> tensor<?x?xf32> attributes {no_inline} {
  %t = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> (i * 7 + j * 5 + s)>(%i, %j)[%seed]
    %f = func.call @number(%s) : (index) -> f32
    tensor.yield %f : f32
  } : tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}
func.func private @data3(%seed: index, %m: index, %n: index, %k: index) -> tensor<?x?x?xf32> attributes {no_inline} {
  %t = tensor.generate %m, %n, %k {
  ^bb0(%h: index, %i: index, %j: index):
    %s = affine.apply affine_map<(h, i, j)[s] -> (h * 11 + i * 7 + j * 5 + s)>(%h, %i, %j)[%seed]
    %f = func.call @number(%s) : (index) -> f32
    tensor.yield %f : f32
  } : tensor<?x?x?xf32>
  return %t : tensor<?x?x?xf32>
}
func.func private @data4(%seed: index, %l: index, %m: index, %n: index, %k: index) -> tensor<?x?x?x?xf32> attributes {no_inline} {
  %t = tensor.generate %l, %m, %n, %k {
  ^bb0(%g: index, %h: index, %i: index, %j: index):
    %s = affine.apply affine_map<(g, h, i, j)[s] -> (g * 13 + h * 11 + i * 7 + j * 5 + s)>(%g, %h, %i, %j)[%seed]
    %f = func.call @number(%s) : (index) -> f32
    tensor.yield %f : f32
  } : tensor<?x?x?x?xf32>
  return %t : tensor<?x?x?x?xf32>
}
func.func private @show(%t: tensor<*xf32>) attributes {no_inline} {
  %m = bufferization.to_buffer %t : tensor<*xf32> to memref<*xf32>
  call @printMemrefF32(%m) : (memref<*xf32>) -> ()
  return
}
func.func private @showI32(%t: tensor<*xi32>) attributes {no_inline} {
  %m = bufferization.to_buffer %t : tensor<*xi32> to memref<*xi32>
  call @printMemrefI32(%m) : (memref<*xi32>) -> ()
  return
}

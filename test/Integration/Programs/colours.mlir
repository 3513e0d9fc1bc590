// Images of three colours whose channels come last or first: rows of words and of elements of which a pixel has three,
// and extents that are known or not.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f32 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#bf16 = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
func.func private @to_f32(%x: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {no_inline} {
  %c64 = arith.constant 64.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %c64 : f32
    %v = arith.addf %s, %s : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func private @show_f32(%x: tensor<?x?x?x?xf32>) attributes {no_inline} {
  %f = arith.addf %x, %x : tensor<?x?x?x?xf32>
  %u = tensor.cast %f : tensor<?x?x?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @first_f32_9x37x3(%x: tensor<2x9x37x3xf32, #f32>) -> tensor<2x3x9x37xf32, #f32> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x9x37xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<2x9x37x3xf32, #f32>) outs(%e : tensor<2x3x9x37xf32, #f32>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x9x37xf32, #f32>
}
func.func private @first_f32_9x37x3_any(%x: tensor<?x?x?x3xf32, #f32>) -> tensor<?x3x?x?xf32, #f32> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x?x?x3xf32, #f32>
  %i2 = arith.constant 1 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x?x?x3xf32, #f32>
  %i3 = arith.constant 2 : index
  %d3 = tensor.dim %x, %i3 : tensor<?x?x?x3xf32, #f32>
  %e = tensor.empty(%d0, %d2, %d3) : tensor<?x3x?x?xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<?x?x?x3xf32, #f32>) outs(%e : tensor<?x3x?x?xf32, #f32>) permutation = [0, 3, 1, 2]
  return %r : tensor<?x3x?x?xf32, #f32>
}
func.func private @last_f32_9x37x3(%x: tensor<2x3x9x37xf32, #f32>) -> tensor<2x9x37x3xf32, #f32> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x9x37x3xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<2x3x9x37xf32, #f32>) outs(%e : tensor<2x9x37x3xf32, #f32>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x9x37x3xf32, #f32>
}
func.func private @last_f32_9x37x3_any(%x: tensor<?x3x?x?xf32, #f32>) -> tensor<?x?x?x3xf32, #f32> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x3x?x?xf32, #f32>
  %i1 = arith.constant 2 : index
  %d1 = tensor.dim %x, %i1 : tensor<?x3x?x?xf32, #f32>
  %i2 = arith.constant 3 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x3x?x?xf32, #f32>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?x3xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<?x3x?x?xf32, #f32>) outs(%e : tensor<?x?x?x3xf32, #f32>) permutation = [0, 2, 3, 1]
  return %r : tensor<?x?x?x3xf32, #f32>
}
func.func private @first_f32_5x3x3(%x: tensor<2x5x3x3xf32, #f32>) -> tensor<2x3x5x3xf32, #f32> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x5x3xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<2x5x3x3xf32, #f32>) outs(%e : tensor<2x3x5x3xf32, #f32>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x5x3xf32, #f32>
}
func.func private @first_f32_5x3x3_any(%x: tensor<?x?x?x3xf32, #f32>) -> tensor<?x3x?x?xf32, #f32> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x?x?x3xf32, #f32>
  %i2 = arith.constant 1 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x?x?x3xf32, #f32>
  %i3 = arith.constant 2 : index
  %d3 = tensor.dim %x, %i3 : tensor<?x?x?x3xf32, #f32>
  %e = tensor.empty(%d0, %d2, %d3) : tensor<?x3x?x?xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<?x?x?x3xf32, #f32>) outs(%e : tensor<?x3x?x?xf32, #f32>) permutation = [0, 3, 1, 2]
  return %r : tensor<?x3x?x?xf32, #f32>
}
func.func private @last_f32_5x3x3(%x: tensor<2x3x5x3xf32, #f32>) -> tensor<2x5x3x3xf32, #f32> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x5x3x3xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<2x3x5x3xf32, #f32>) outs(%e : tensor<2x5x3x3xf32, #f32>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x5x3x3xf32, #f32>
}
func.func private @last_f32_5x3x3_any(%x: tensor<?x3x?x?xf32, #f32>) -> tensor<?x?x?x3xf32, #f32> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x3x?x?xf32, #f32>
  %i1 = arith.constant 2 : index
  %d1 = tensor.dim %x, %i1 : tensor<?x3x?x?xf32, #f32>
  %i2 = arith.constant 3 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x3x?x?xf32, #f32>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?x3xf32, #f32>
  %r = linalg.transpose ins(%x : tensor<?x3x?x?xf32, #f32>) outs(%e : tensor<?x?x?x3xf32, #f32>) permutation = [0, 2, 3, 1]
  return %r : tensor<?x?x?x3xf32, #f32>
}
func.func private @to_bf16(%x: tensor<?x?xf32>) -> tensor<?x?xbf16> attributes {no_inline} {
  %c64 = arith.constant 64.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %s = arith.mulf %a, %c64 : f32
    %v = arith.truncf %s : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func private @show_bf16(%x: tensor<?x?x?x?xbf16>) attributes {no_inline} {
  %f = arith.extf %x : tensor<?x?x?x?xbf16> to tensor<?x?x?x?xf32>
  %u = tensor.cast %f : tensor<?x?x?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @first_bf16_9x37x3(%x: tensor<2x9x37x3xbf16, #bf16>) -> tensor<2x3x9x37xbf16, #bf16> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x9x37xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<2x9x37x3xbf16, #bf16>) outs(%e : tensor<2x3x9x37xbf16, #bf16>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x9x37xbf16, #bf16>
}
func.func private @first_bf16_9x37x3_any(%x: tensor<?x?x?x3xbf16, #bf16>) -> tensor<?x3x?x?xbf16, #bf16> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x?x?x3xbf16, #bf16>
  %i2 = arith.constant 1 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x?x?x3xbf16, #bf16>
  %i3 = arith.constant 2 : index
  %d3 = tensor.dim %x, %i3 : tensor<?x?x?x3xbf16, #bf16>
  %e = tensor.empty(%d0, %d2, %d3) : tensor<?x3x?x?xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<?x?x?x3xbf16, #bf16>) outs(%e : tensor<?x3x?x?xbf16, #bf16>) permutation = [0, 3, 1, 2]
  return %r : tensor<?x3x?x?xbf16, #bf16>
}
func.func private @last_bf16_9x37x3(%x: tensor<2x3x9x37xbf16, #bf16>) -> tensor<2x9x37x3xbf16, #bf16> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x9x37x3xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<2x3x9x37xbf16, #bf16>) outs(%e : tensor<2x9x37x3xbf16, #bf16>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x9x37x3xbf16, #bf16>
}
func.func private @last_bf16_9x37x3_any(%x: tensor<?x3x?x?xbf16, #bf16>) -> tensor<?x?x?x3xbf16, #bf16> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x3x?x?xbf16, #bf16>
  %i1 = arith.constant 2 : index
  %d1 = tensor.dim %x, %i1 : tensor<?x3x?x?xbf16, #bf16>
  %i2 = arith.constant 3 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x3x?x?xbf16, #bf16>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?x3xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<?x3x?x?xbf16, #bf16>) outs(%e : tensor<?x?x?x3xbf16, #bf16>) permutation = [0, 2, 3, 1]
  return %r : tensor<?x?x?x3xbf16, #bf16>
}
func.func private @first_bf16_5x3x3(%x: tensor<2x5x3x3xbf16, #bf16>) -> tensor<2x3x5x3xbf16, #bf16> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x5x3xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<2x5x3x3xbf16, #bf16>) outs(%e : tensor<2x3x5x3xbf16, #bf16>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x5x3xbf16, #bf16>
}
func.func private @first_bf16_5x3x3_any(%x: tensor<?x?x?x3xbf16, #bf16>) -> tensor<?x3x?x?xbf16, #bf16> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x?x?x3xbf16, #bf16>
  %i2 = arith.constant 1 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x?x?x3xbf16, #bf16>
  %i3 = arith.constant 2 : index
  %d3 = tensor.dim %x, %i3 : tensor<?x?x?x3xbf16, #bf16>
  %e = tensor.empty(%d0, %d2, %d3) : tensor<?x3x?x?xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<?x?x?x3xbf16, #bf16>) outs(%e : tensor<?x3x?x?xbf16, #bf16>) permutation = [0, 3, 1, 2]
  return %r : tensor<?x3x?x?xbf16, #bf16>
}
func.func private @last_bf16_5x3x3(%x: tensor<2x3x5x3xbf16, #bf16>) -> tensor<2x5x3x3xbf16, #bf16> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x5x3x3xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<2x3x5x3xbf16, #bf16>) outs(%e : tensor<2x5x3x3xbf16, #bf16>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x5x3x3xbf16, #bf16>
}
func.func private @last_bf16_5x3x3_any(%x: tensor<?x3x?x?xbf16, #bf16>) -> tensor<?x?x?x3xbf16, #bf16> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x3x?x?xbf16, #bf16>
  %i1 = arith.constant 2 : index
  %d1 = tensor.dim %x, %i1 : tensor<?x3x?x?xbf16, #bf16>
  %i2 = arith.constant 3 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x3x?x?xbf16, #bf16>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?x3xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<?x3x?x?xbf16, #bf16>) outs(%e : tensor<?x?x?x3xbf16, #bf16>) permutation = [0, 2, 3, 1]
  return %r : tensor<?x?x?x3xbf16, #bf16>
}
func.func private @to_i8(%x: tensor<?x?xf32>) -> tensor<?x?xi8> attributes {no_inline} {
  %c64 = arith.constant 64.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xi8>) {
  ^bb0(%a: f32, %o: i8):
    %s = arith.mulf %a, %c64 : f32
    %v = arith.fptosi %s : f32 to i8
    linalg.yield %v : i8
  } -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func private @show_i8(%x: tensor<?x?x?x?xi8>) attributes {no_inline} {
  %f = arith.sitofp %x : tensor<?x?x?x?xi8> to tensor<?x?x?x?xf32>
  %u = tensor.cast %f : tensor<?x?x?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @first_i8_9x37x3(%x: tensor<2x9x37x3xi8, #i8>) -> tensor<2x3x9x37xi8, #i8> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x9x37xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<2x9x37x3xi8, #i8>) outs(%e : tensor<2x3x9x37xi8, #i8>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x9x37xi8, #i8>
}
func.func private @first_i8_9x37x3_any(%x: tensor<?x?x?x3xi8, #i8>) -> tensor<?x3x?x?xi8, #i8> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x?x?x3xi8, #i8>
  %i2 = arith.constant 1 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x?x?x3xi8, #i8>
  %i3 = arith.constant 2 : index
  %d3 = tensor.dim %x, %i3 : tensor<?x?x?x3xi8, #i8>
  %e = tensor.empty(%d0, %d2, %d3) : tensor<?x3x?x?xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<?x?x?x3xi8, #i8>) outs(%e : tensor<?x3x?x?xi8, #i8>) permutation = [0, 3, 1, 2]
  return %r : tensor<?x3x?x?xi8, #i8>
}
func.func private @last_i8_9x37x3(%x: tensor<2x3x9x37xi8, #i8>) -> tensor<2x9x37x3xi8, #i8> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x9x37x3xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<2x3x9x37xi8, #i8>) outs(%e : tensor<2x9x37x3xi8, #i8>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x9x37x3xi8, #i8>
}
func.func private @last_i8_9x37x3_any(%x: tensor<?x3x?x?xi8, #i8>) -> tensor<?x?x?x3xi8, #i8> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x3x?x?xi8, #i8>
  %i1 = arith.constant 2 : index
  %d1 = tensor.dim %x, %i1 : tensor<?x3x?x?xi8, #i8>
  %i2 = arith.constant 3 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x3x?x?xi8, #i8>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?x3xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<?x3x?x?xi8, #i8>) outs(%e : tensor<?x?x?x3xi8, #i8>) permutation = [0, 2, 3, 1]
  return %r : tensor<?x?x?x3xi8, #i8>
}
func.func private @first_i8_5x3x3(%x: tensor<2x5x3x3xi8, #i8>) -> tensor<2x3x5x3xi8, #i8> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x5x3xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<2x5x3x3xi8, #i8>) outs(%e : tensor<2x3x5x3xi8, #i8>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x5x3xi8, #i8>
}
func.func private @first_i8_5x3x3_any(%x: tensor<?x?x?x3xi8, #i8>) -> tensor<?x3x?x?xi8, #i8> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x?x?x3xi8, #i8>
  %i2 = arith.constant 1 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x?x?x3xi8, #i8>
  %i3 = arith.constant 2 : index
  %d3 = tensor.dim %x, %i3 : tensor<?x?x?x3xi8, #i8>
  %e = tensor.empty(%d0, %d2, %d3) : tensor<?x3x?x?xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<?x?x?x3xi8, #i8>) outs(%e : tensor<?x3x?x?xi8, #i8>) permutation = [0, 3, 1, 2]
  return %r : tensor<?x3x?x?xi8, #i8>
}
func.func private @last_i8_5x3x3(%x: tensor<2x3x5x3xi8, #i8>) -> tensor<2x5x3x3xi8, #i8> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x5x3x3xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<2x3x5x3xi8, #i8>) outs(%e : tensor<2x5x3x3xi8, #i8>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x5x3x3xi8, #i8>
}
func.func private @last_i8_5x3x3_any(%x: tensor<?x3x?x?xi8, #i8>) -> tensor<?x?x?x3xi8, #i8> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x3x?x?xi8, #i8>
  %i1 = arith.constant 2 : index
  %d1 = tensor.dim %x, %i1 : tensor<?x3x?x?xi8, #i8>
  %i2 = arith.constant 3 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x3x?x?xi8, #i8>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?x3xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<?x3x?x?xi8, #i8>) outs(%e : tensor<?x?x?x3xi8, #i8>) permutation = [0, 2, 3, 1]
  return %r : tensor<?x?x?x3xi8, #i8>
}
func.func @main() {
  %one = arith.constant 1 : index
  %m0 = arith.constant 18 : index
  %n0 = arith.constant 111 : index
  %a0 = call @data2(%one, %m0, %n0) : (index, index, index) -> tensor<?x?xf32>
  %b0 = call @to_f32(%a0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c0 = tensor.cast %b0 : tensor<?x?xf32> to tensor<18x111xf32>
  %d0 = tensor.expand_shape %c0 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111xf32> into tensor<2x9x37x3xf32>
  %e0 = tensor.cast %d0 : tensor<2x9x37x3xf32> to tensor<2x9x37x3xf32, #f32>
  %f0 = call @first_f32_9x37x3(%e0) : (tensor<2x9x37x3xf32, #f32>) -> tensor<2x3x9x37xf32, #f32>
  %g0 = tensor.cast %f0 : tensor<2x3x9x37xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g0) : (tensor<?x?x?x?xf32>) -> ()
  %m1 = arith.constant 18 : index
  %n1 = arith.constant 111 : index
  %a1 = call @data2(%one, %m1, %n1) : (index, index, index) -> tensor<?x?xf32>
  %b1 = call @to_f32(%a1) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c1 = tensor.cast %b1 : tensor<?x?xf32> to tensor<18x111xf32>
  %d1 = tensor.expand_shape %c1 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111xf32> into tensor<2x9x37x3xf32>
  %e1 = tensor.cast %d1 : tensor<2x9x37x3xf32> to tensor<?x?x?x3xf32, #f32>
  %f1 = call @first_f32_9x37x3_any(%e1) : (tensor<?x?x?x3xf32, #f32>) -> tensor<?x3x?x?xf32, #f32>
  %g1 = tensor.cast %f1 : tensor<?x3x?x?xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g1) : (tensor<?x?x?x?xf32>) -> ()
  %m2 = arith.constant 6 : index
  %n2 = arith.constant 333 : index
  %a2 = call @data2(%one, %m2, %n2) : (index, index, index) -> tensor<?x?xf32>
  %b2 = call @to_f32(%a2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c2 = tensor.cast %b2 : tensor<?x?xf32> to tensor<6x333xf32>
  %d2 = tensor.expand_shape %c2 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333xf32> into tensor<2x3x9x37xf32>
  %e2 = tensor.cast %d2 : tensor<2x3x9x37xf32> to tensor<2x3x9x37xf32, #f32>
  %f2 = call @last_f32_9x37x3(%e2) : (tensor<2x3x9x37xf32, #f32>) -> tensor<2x9x37x3xf32, #f32>
  %g2 = tensor.cast %f2 : tensor<2x9x37x3xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g2) : (tensor<?x?x?x?xf32>) -> ()
  %m3 = arith.constant 6 : index
  %n3 = arith.constant 333 : index
  %a3 = call @data2(%one, %m3, %n3) : (index, index, index) -> tensor<?x?xf32>
  %b3 = call @to_f32(%a3) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c3 = tensor.cast %b3 : tensor<?x?xf32> to tensor<6x333xf32>
  %d3 = tensor.expand_shape %c3 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333xf32> into tensor<2x3x9x37xf32>
  %e3 = tensor.cast %d3 : tensor<2x3x9x37xf32> to tensor<?x3x?x?xf32, #f32>
  %f3 = call @last_f32_9x37x3_any(%e3) : (tensor<?x3x?x?xf32, #f32>) -> tensor<?x?x?x3xf32, #f32>
  %g3 = tensor.cast %f3 : tensor<?x?x?x3xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g3) : (tensor<?x?x?x?xf32>) -> ()
  %m4 = arith.constant 10 : index
  %n4 = arith.constant 9 : index
  %a4 = call @data2(%one, %m4, %n4) : (index, index, index) -> tensor<?x?xf32>
  %b4 = call @to_f32(%a4) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c4 = tensor.cast %b4 : tensor<?x?xf32> to tensor<10x9xf32>
  %d4 = tensor.expand_shape %c4 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9xf32> into tensor<2x5x3x3xf32>
  %e4 = tensor.cast %d4 : tensor<2x5x3x3xf32> to tensor<2x5x3x3xf32, #f32>
  %f4 = call @first_f32_5x3x3(%e4) : (tensor<2x5x3x3xf32, #f32>) -> tensor<2x3x5x3xf32, #f32>
  %g4 = tensor.cast %f4 : tensor<2x3x5x3xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g4) : (tensor<?x?x?x?xf32>) -> ()
  %m5 = arith.constant 10 : index
  %n5 = arith.constant 9 : index
  %a5 = call @data2(%one, %m5, %n5) : (index, index, index) -> tensor<?x?xf32>
  %b5 = call @to_f32(%a5) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c5 = tensor.cast %b5 : tensor<?x?xf32> to tensor<10x9xf32>
  %d5 = tensor.expand_shape %c5 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9xf32> into tensor<2x5x3x3xf32>
  %e5 = tensor.cast %d5 : tensor<2x5x3x3xf32> to tensor<?x?x?x3xf32, #f32>
  %f5 = call @first_f32_5x3x3_any(%e5) : (tensor<?x?x?x3xf32, #f32>) -> tensor<?x3x?x?xf32, #f32>
  %g5 = tensor.cast %f5 : tensor<?x3x?x?xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g5) : (tensor<?x?x?x?xf32>) -> ()
  %m6 = arith.constant 6 : index
  %n6 = arith.constant 15 : index
  %a6 = call @data2(%one, %m6, %n6) : (index, index, index) -> tensor<?x?xf32>
  %b6 = call @to_f32(%a6) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c6 = tensor.cast %b6 : tensor<?x?xf32> to tensor<6x15xf32>
  %d6 = tensor.expand_shape %c6 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15xf32> into tensor<2x3x5x3xf32>
  %e6 = tensor.cast %d6 : tensor<2x3x5x3xf32> to tensor<2x3x5x3xf32, #f32>
  %f6 = call @last_f32_5x3x3(%e6) : (tensor<2x3x5x3xf32, #f32>) -> tensor<2x5x3x3xf32, #f32>
  %g6 = tensor.cast %f6 : tensor<2x5x3x3xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g6) : (tensor<?x?x?x?xf32>) -> ()
  %m7 = arith.constant 6 : index
  %n7 = arith.constant 15 : index
  %a7 = call @data2(%one, %m7, %n7) : (index, index, index) -> tensor<?x?xf32>
  %b7 = call @to_f32(%a7) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c7 = tensor.cast %b7 : tensor<?x?xf32> to tensor<6x15xf32>
  %d7 = tensor.expand_shape %c7 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15xf32> into tensor<2x3x5x3xf32>
  %e7 = tensor.cast %d7 : tensor<2x3x5x3xf32> to tensor<?x3x?x?xf32, #f32>
  %f7 = call @last_f32_5x3x3_any(%e7) : (tensor<?x3x?x?xf32, #f32>) -> tensor<?x?x?x3xf32, #f32>
  %g7 = tensor.cast %f7 : tensor<?x?x?x3xf32, #f32> to tensor<?x?x?x?xf32>
  call @show_f32(%g7) : (tensor<?x?x?x?xf32>) -> ()
  %m8 = arith.constant 18 : index
  %n8 = arith.constant 111 : index
  %a8 = call @data2(%one, %m8, %n8) : (index, index, index) -> tensor<?x?xf32>
  %b8 = call @to_bf16(%a8) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c8 = tensor.cast %b8 : tensor<?x?xbf16> to tensor<18x111xbf16>
  %d8 = tensor.expand_shape %c8 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111xbf16> into tensor<2x9x37x3xbf16>
  %e8 = tensor.cast %d8 : tensor<2x9x37x3xbf16> to tensor<2x9x37x3xbf16, #bf16>
  %f8 = call @first_bf16_9x37x3(%e8) : (tensor<2x9x37x3xbf16, #bf16>) -> tensor<2x3x9x37xbf16, #bf16>
  %g8 = tensor.cast %f8 : tensor<2x3x9x37xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g8) : (tensor<?x?x?x?xbf16>) -> ()
  %m9 = arith.constant 18 : index
  %n9 = arith.constant 111 : index
  %a9 = call @data2(%one, %m9, %n9) : (index, index, index) -> tensor<?x?xf32>
  %b9 = call @to_bf16(%a9) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c9 = tensor.cast %b9 : tensor<?x?xbf16> to tensor<18x111xbf16>
  %d9 = tensor.expand_shape %c9 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111xbf16> into tensor<2x9x37x3xbf16>
  %e9 = tensor.cast %d9 : tensor<2x9x37x3xbf16> to tensor<?x?x?x3xbf16, #bf16>
  %f9 = call @first_bf16_9x37x3_any(%e9) : (tensor<?x?x?x3xbf16, #bf16>) -> tensor<?x3x?x?xbf16, #bf16>
  %g9 = tensor.cast %f9 : tensor<?x3x?x?xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g9) : (tensor<?x?x?x?xbf16>) -> ()
  %m10 = arith.constant 6 : index
  %n10 = arith.constant 333 : index
  %a10 = call @data2(%one, %m10, %n10) : (index, index, index) -> tensor<?x?xf32>
  %b10 = call @to_bf16(%a10) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c10 = tensor.cast %b10 : tensor<?x?xbf16> to tensor<6x333xbf16>
  %d10 = tensor.expand_shape %c10 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333xbf16> into tensor<2x3x9x37xbf16>
  %e10 = tensor.cast %d10 : tensor<2x3x9x37xbf16> to tensor<2x3x9x37xbf16, #bf16>
  %f10 = call @last_bf16_9x37x3(%e10) : (tensor<2x3x9x37xbf16, #bf16>) -> tensor<2x9x37x3xbf16, #bf16>
  %g10 = tensor.cast %f10 : tensor<2x9x37x3xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g10) : (tensor<?x?x?x?xbf16>) -> ()
  %m11 = arith.constant 6 : index
  %n11 = arith.constant 333 : index
  %a11 = call @data2(%one, %m11, %n11) : (index, index, index) -> tensor<?x?xf32>
  %b11 = call @to_bf16(%a11) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c11 = tensor.cast %b11 : tensor<?x?xbf16> to tensor<6x333xbf16>
  %d11 = tensor.expand_shape %c11 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333xbf16> into tensor<2x3x9x37xbf16>
  %e11 = tensor.cast %d11 : tensor<2x3x9x37xbf16> to tensor<?x3x?x?xbf16, #bf16>
  %f11 = call @last_bf16_9x37x3_any(%e11) : (tensor<?x3x?x?xbf16, #bf16>) -> tensor<?x?x?x3xbf16, #bf16>
  %g11 = tensor.cast %f11 : tensor<?x?x?x3xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g11) : (tensor<?x?x?x?xbf16>) -> ()
  %m12 = arith.constant 10 : index
  %n12 = arith.constant 9 : index
  %a12 = call @data2(%one, %m12, %n12) : (index, index, index) -> tensor<?x?xf32>
  %b12 = call @to_bf16(%a12) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c12 = tensor.cast %b12 : tensor<?x?xbf16> to tensor<10x9xbf16>
  %d12 = tensor.expand_shape %c12 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9xbf16> into tensor<2x5x3x3xbf16>
  %e12 = tensor.cast %d12 : tensor<2x5x3x3xbf16> to tensor<2x5x3x3xbf16, #bf16>
  %f12 = call @first_bf16_5x3x3(%e12) : (tensor<2x5x3x3xbf16, #bf16>) -> tensor<2x3x5x3xbf16, #bf16>
  %g12 = tensor.cast %f12 : tensor<2x3x5x3xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g12) : (tensor<?x?x?x?xbf16>) -> ()
  %m13 = arith.constant 10 : index
  %n13 = arith.constant 9 : index
  %a13 = call @data2(%one, %m13, %n13) : (index, index, index) -> tensor<?x?xf32>
  %b13 = call @to_bf16(%a13) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c13 = tensor.cast %b13 : tensor<?x?xbf16> to tensor<10x9xbf16>
  %d13 = tensor.expand_shape %c13 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9xbf16> into tensor<2x5x3x3xbf16>
  %e13 = tensor.cast %d13 : tensor<2x5x3x3xbf16> to tensor<?x?x?x3xbf16, #bf16>
  %f13 = call @first_bf16_5x3x3_any(%e13) : (tensor<?x?x?x3xbf16, #bf16>) -> tensor<?x3x?x?xbf16, #bf16>
  %g13 = tensor.cast %f13 : tensor<?x3x?x?xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g13) : (tensor<?x?x?x?xbf16>) -> ()
  %m14 = arith.constant 6 : index
  %n14 = arith.constant 15 : index
  %a14 = call @data2(%one, %m14, %n14) : (index, index, index) -> tensor<?x?xf32>
  %b14 = call @to_bf16(%a14) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c14 = tensor.cast %b14 : tensor<?x?xbf16> to tensor<6x15xbf16>
  %d14 = tensor.expand_shape %c14 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15xbf16> into tensor<2x3x5x3xbf16>
  %e14 = tensor.cast %d14 : tensor<2x3x5x3xbf16> to tensor<2x3x5x3xbf16, #bf16>
  %f14 = call @last_bf16_5x3x3(%e14) : (tensor<2x3x5x3xbf16, #bf16>) -> tensor<2x5x3x3xbf16, #bf16>
  %g14 = tensor.cast %f14 : tensor<2x5x3x3xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g14) : (tensor<?x?x?x?xbf16>) -> ()
  %m15 = arith.constant 6 : index
  %n15 = arith.constant 15 : index
  %a15 = call @data2(%one, %m15, %n15) : (index, index, index) -> tensor<?x?xf32>
  %b15 = call @to_bf16(%a15) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %c15 = tensor.cast %b15 : tensor<?x?xbf16> to tensor<6x15xbf16>
  %d15 = tensor.expand_shape %c15 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15xbf16> into tensor<2x3x5x3xbf16>
  %e15 = tensor.cast %d15 : tensor<2x3x5x3xbf16> to tensor<?x3x?x?xbf16, #bf16>
  %f15 = call @last_bf16_5x3x3_any(%e15) : (tensor<?x3x?x?xbf16, #bf16>) -> tensor<?x?x?x3xbf16, #bf16>
  %g15 = tensor.cast %f15 : tensor<?x?x?x3xbf16, #bf16> to tensor<?x?x?x?xbf16>
  call @show_bf16(%g15) : (tensor<?x?x?x?xbf16>) -> ()
  %m16 = arith.constant 18 : index
  %n16 = arith.constant 111 : index
  %a16 = call @data2(%one, %m16, %n16) : (index, index, index) -> tensor<?x?xf32>
  %b16 = call @to_i8(%a16) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c16 = tensor.cast %b16 : tensor<?x?xi8> to tensor<18x111xi8>
  %d16 = tensor.expand_shape %c16 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111xi8> into tensor<2x9x37x3xi8>
  %e16 = tensor.cast %d16 : tensor<2x9x37x3xi8> to tensor<2x9x37x3xi8, #i8>
  %f16 = call @first_i8_9x37x3(%e16) : (tensor<2x9x37x3xi8, #i8>) -> tensor<2x3x9x37xi8, #i8>
  %g16 = tensor.cast %f16 : tensor<2x3x9x37xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g16) : (tensor<?x?x?x?xi8>) -> ()
  %m17 = arith.constant 18 : index
  %n17 = arith.constant 111 : index
  %a17 = call @data2(%one, %m17, %n17) : (index, index, index) -> tensor<?x?xf32>
  %b17 = call @to_i8(%a17) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c17 = tensor.cast %b17 : tensor<?x?xi8> to tensor<18x111xi8>
  %d17 = tensor.expand_shape %c17 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111xi8> into tensor<2x9x37x3xi8>
  %e17 = tensor.cast %d17 : tensor<2x9x37x3xi8> to tensor<?x?x?x3xi8, #i8>
  %f17 = call @first_i8_9x37x3_any(%e17) : (tensor<?x?x?x3xi8, #i8>) -> tensor<?x3x?x?xi8, #i8>
  %g17 = tensor.cast %f17 : tensor<?x3x?x?xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g17) : (tensor<?x?x?x?xi8>) -> ()
  %m18 = arith.constant 6 : index
  %n18 = arith.constant 333 : index
  %a18 = call @data2(%one, %m18, %n18) : (index, index, index) -> tensor<?x?xf32>
  %b18 = call @to_i8(%a18) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c18 = tensor.cast %b18 : tensor<?x?xi8> to tensor<6x333xi8>
  %d18 = tensor.expand_shape %c18 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333xi8> into tensor<2x3x9x37xi8>
  %e18 = tensor.cast %d18 : tensor<2x3x9x37xi8> to tensor<2x3x9x37xi8, #i8>
  %f18 = call @last_i8_9x37x3(%e18) : (tensor<2x3x9x37xi8, #i8>) -> tensor<2x9x37x3xi8, #i8>
  %g18 = tensor.cast %f18 : tensor<2x9x37x3xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g18) : (tensor<?x?x?x?xi8>) -> ()
  %m19 = arith.constant 6 : index
  %n19 = arith.constant 333 : index
  %a19 = call @data2(%one, %m19, %n19) : (index, index, index) -> tensor<?x?xf32>
  %b19 = call @to_i8(%a19) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c19 = tensor.cast %b19 : tensor<?x?xi8> to tensor<6x333xi8>
  %d19 = tensor.expand_shape %c19 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333xi8> into tensor<2x3x9x37xi8>
  %e19 = tensor.cast %d19 : tensor<2x3x9x37xi8> to tensor<?x3x?x?xi8, #i8>
  %f19 = call @last_i8_9x37x3_any(%e19) : (tensor<?x3x?x?xi8, #i8>) -> tensor<?x?x?x3xi8, #i8>
  %g19 = tensor.cast %f19 : tensor<?x?x?x3xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g19) : (tensor<?x?x?x?xi8>) -> ()
  %m20 = arith.constant 10 : index
  %n20 = arith.constant 9 : index
  %a20 = call @data2(%one, %m20, %n20) : (index, index, index) -> tensor<?x?xf32>
  %b20 = call @to_i8(%a20) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c20 = tensor.cast %b20 : tensor<?x?xi8> to tensor<10x9xi8>
  %d20 = tensor.expand_shape %c20 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9xi8> into tensor<2x5x3x3xi8>
  %e20 = tensor.cast %d20 : tensor<2x5x3x3xi8> to tensor<2x5x3x3xi8, #i8>
  %f20 = call @first_i8_5x3x3(%e20) : (tensor<2x5x3x3xi8, #i8>) -> tensor<2x3x5x3xi8, #i8>
  %g20 = tensor.cast %f20 : tensor<2x3x5x3xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g20) : (tensor<?x?x?x?xi8>) -> ()
  %m21 = arith.constant 10 : index
  %n21 = arith.constant 9 : index
  %a21 = call @data2(%one, %m21, %n21) : (index, index, index) -> tensor<?x?xf32>
  %b21 = call @to_i8(%a21) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c21 = tensor.cast %b21 : tensor<?x?xi8> to tensor<10x9xi8>
  %d21 = tensor.expand_shape %c21 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9xi8> into tensor<2x5x3x3xi8>
  %e21 = tensor.cast %d21 : tensor<2x5x3x3xi8> to tensor<?x?x?x3xi8, #i8>
  %f21 = call @first_i8_5x3x3_any(%e21) : (tensor<?x?x?x3xi8, #i8>) -> tensor<?x3x?x?xi8, #i8>
  %g21 = tensor.cast %f21 : tensor<?x3x?x?xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g21) : (tensor<?x?x?x?xi8>) -> ()
  %m22 = arith.constant 6 : index
  %n22 = arith.constant 15 : index
  %a22 = call @data2(%one, %m22, %n22) : (index, index, index) -> tensor<?x?xf32>
  %b22 = call @to_i8(%a22) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c22 = tensor.cast %b22 : tensor<?x?xi8> to tensor<6x15xi8>
  %d22 = tensor.expand_shape %c22 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15xi8> into tensor<2x3x5x3xi8>
  %e22 = tensor.cast %d22 : tensor<2x3x5x3xi8> to tensor<2x3x5x3xi8, #i8>
  %f22 = call @last_i8_5x3x3(%e22) : (tensor<2x3x5x3xi8, #i8>) -> tensor<2x5x3x3xi8, #i8>
  %g22 = tensor.cast %f22 : tensor<2x5x3x3xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g22) : (tensor<?x?x?x?xi8>) -> ()
  %m23 = arith.constant 6 : index
  %n23 = arith.constant 15 : index
  %a23 = call @data2(%one, %m23, %n23) : (index, index, index) -> tensor<?x?xf32>
  %b23 = call @to_i8(%a23) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %c23 = tensor.cast %b23 : tensor<?x?xi8> to tensor<6x15xi8>
  %d23 = tensor.expand_shape %c23 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15xi8> into tensor<2x3x5x3xi8>
  %e23 = tensor.cast %d23 : tensor<2x3x5x3xi8> to tensor<?x3x?x?xi8, #i8>
  %f23 = call @last_i8_5x3x3_any(%e23) : (tensor<?x3x?x?xi8, #i8>) -> tensor<?x?x?x3xi8, #i8>
  %g23 = tensor.cast %f23 : tensor<?x?x?x3xi8, #i8> to tensor<?x?x?x?xi8>
  call @show_i8(%g23) : (tensor<?x?x?x?xi8>) -> ()
  return
}

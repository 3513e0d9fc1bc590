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
// TYPES: f32 bf16 i8
func.func private @first_$T_9x37x3(%x: tensor<2x9x37x3x$T, #$T>) -> tensor<2x3x9x37x$T, #$T> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x9x37x$T, #$T>
  %r = linalg.transpose ins(%x : tensor<2x9x37x3x$T, #$T>) outs(%e : tensor<2x3x9x37x$T, #$T>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x9x37x$T, #$T>
}
func.func private @last_$T_9x37x3(%x: tensor<2x3x9x37x$T, #$T>) -> tensor<2x9x37x3x$T, #$T> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x9x37x3x$T, #$T>
  %r = linalg.transpose ins(%x : tensor<2x3x9x37x$T, #$T>) outs(%e : tensor<2x9x37x3x$T, #$T>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x9x37x3x$T, #$T>
}
func.func private @first_$T_5x3x3(%x: tensor<2x5x3x3x$T, #$T>) -> tensor<2x3x5x3x$T, #$T> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x3x5x3x$T, #$T>
  %r = linalg.transpose ins(%x : tensor<2x5x3x3x$T, #$T>) outs(%e : tensor<2x3x5x3x$T, #$T>) permutation = [0, 3, 1, 2]
  return %r : tensor<2x3x5x3x$T, #$T>
}
func.func private @last_$T_5x3x3(%x: tensor<2x3x5x3x$T, #$T>) -> tensor<2x5x3x3x$T, #$T> attributes {no_inline} {
  %e = tensor.empty() : tensor<2x5x3x3x$T, #$T>
  %r = linalg.transpose ins(%x : tensor<2x3x5x3x$T, #$T>) outs(%e : tensor<2x5x3x3x$T, #$T>) permutation = [0, 2, 3, 1]
  return %r : tensor<2x5x3x3x$T, #$T>
}
func.func private @first_$T_any(%x: tensor<?x?x?x3x$T, #$T>) -> tensor<?x3x?x?x$T, #$T> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x?x?x3x$T, #$T>
  %i2 = arith.constant 1 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x?x?x3x$T, #$T>
  %i3 = arith.constant 2 : index
  %d3 = tensor.dim %x, %i3 : tensor<?x?x?x3x$T, #$T>
  %e = tensor.empty(%d0, %d2, %d3) : tensor<?x3x?x?x$T, #$T>
  %r = linalg.transpose ins(%x : tensor<?x?x?x3x$T, #$T>) outs(%e : tensor<?x3x?x?x$T, #$T>) permutation = [0, 3, 1, 2]
  return %r : tensor<?x3x?x?x$T, #$T>
}
func.func private @last_$T_any(%x: tensor<?x3x?x?x$T, #$T>) -> tensor<?x?x?x3x$T, #$T> attributes {no_inline} {
  %i0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %i0 : tensor<?x3x?x?x$T, #$T>
  %i1 = arith.constant 2 : index
  %d1 = tensor.dim %x, %i1 : tensor<?x3x?x?x$T, #$T>
  %i2 = arith.constant 3 : index
  %d2 = tensor.dim %x, %i2 : tensor<?x3x?x?x$T, #$T>
  %e = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?x3x$T, #$T>
  %r = linalg.transpose ins(%x : tensor<?x3x?x?x$T, #$T>) outs(%e : tensor<?x?x?x3x$T, #$T>) permutation = [0, 2, 3, 1]
  return %r : tensor<?x?x?x3x$T, #$T>
}
func.func private @run_$T() attributes {no_inline} {
  %one = arith.constant 1 : index
  %m0 = arith.constant 18 : index
  %n0 = arith.constant 111 : index
  %a0 = call @data2(%one, %m0, %n0) : (index, index, index) -> tensor<?x?xf32>
  %b0 = call @to_$T(%a0) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c0 = tensor.cast %b0 : tensor<?x?x$T> to tensor<18x111x$T>
  %d0 = tensor.expand_shape %c0 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111x$T> into tensor<2x9x37x3x$T>
  %e0 = tensor.cast %d0 : tensor<2x9x37x3x$T> to tensor<2x9x37x3x$T, #$T>
  %f0 = call @first_$T_9x37x3(%e0) : (tensor<2x9x37x3x$T, #$T>) -> tensor<2x3x9x37x$T, #$T>
  %g0 = tensor.cast %f0 : tensor<2x3x9x37x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g0) : (tensor<?x?x?x?x$T>) -> ()
  %m1 = arith.constant 18 : index
  %n1 = arith.constant 111 : index
  %a1 = call @data2(%one, %m1, %n1) : (index, index, index) -> tensor<?x?xf32>
  %b1 = call @to_$T(%a1) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c1 = tensor.cast %b1 : tensor<?x?x$T> to tensor<18x111x$T>
  %d1 = tensor.expand_shape %c1 [[0, 1], [2, 3]] output_shape [2, 9, 37, 3] : tensor<18x111x$T> into tensor<2x9x37x3x$T>
  %e1 = tensor.cast %d1 : tensor<2x9x37x3x$T> to tensor<?x?x?x3x$T, #$T>
  %f1 = call @first_$T_any(%e1) : (tensor<?x?x?x3x$T, #$T>) -> tensor<?x3x?x?x$T, #$T>
  %g1 = tensor.cast %f1 : tensor<?x3x?x?x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g1) : (tensor<?x?x?x?x$T>) -> ()
  %m2 = arith.constant 6 : index
  %n2 = arith.constant 333 : index
  %a2 = call @data2(%one, %m2, %n2) : (index, index, index) -> tensor<?x?xf32>
  %b2 = call @to_$T(%a2) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c2 = tensor.cast %b2 : tensor<?x?x$T> to tensor<6x333x$T>
  %d2 = tensor.expand_shape %c2 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333x$T> into tensor<2x3x9x37x$T>
  %e2 = tensor.cast %d2 : tensor<2x3x9x37x$T> to tensor<2x3x9x37x$T, #$T>
  %f2 = call @last_$T_9x37x3(%e2) : (tensor<2x3x9x37x$T, #$T>) -> tensor<2x9x37x3x$T, #$T>
  %g2 = tensor.cast %f2 : tensor<2x9x37x3x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g2) : (tensor<?x?x?x?x$T>) -> ()
  %m3 = arith.constant 6 : index
  %n3 = arith.constant 333 : index
  %a3 = call @data2(%one, %m3, %n3) : (index, index, index) -> tensor<?x?xf32>
  %b3 = call @to_$T(%a3) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c3 = tensor.cast %b3 : tensor<?x?x$T> to tensor<6x333x$T>
  %d3 = tensor.expand_shape %c3 [[0, 1], [2, 3]] output_shape [2, 3, 9, 37] : tensor<6x333x$T> into tensor<2x3x9x37x$T>
  %e3 = tensor.cast %d3 : tensor<2x3x9x37x$T> to tensor<?x3x?x?x$T, #$T>
  %f3 = call @last_$T_any(%e3) : (tensor<?x3x?x?x$T, #$T>) -> tensor<?x?x?x3x$T, #$T>
  %g3 = tensor.cast %f3 : tensor<?x?x?x3x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g3) : (tensor<?x?x?x?x$T>) -> ()
  %m4 = arith.constant 10 : index
  %n4 = arith.constant 9 : index
  %a4 = call @data2(%one, %m4, %n4) : (index, index, index) -> tensor<?x?xf32>
  %b4 = call @to_$T(%a4) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c4 = tensor.cast %b4 : tensor<?x?x$T> to tensor<10x9x$T>
  %d4 = tensor.expand_shape %c4 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9x$T> into tensor<2x5x3x3x$T>
  %e4 = tensor.cast %d4 : tensor<2x5x3x3x$T> to tensor<2x5x3x3x$T, #$T>
  %f4 = call @first_$T_5x3x3(%e4) : (tensor<2x5x3x3x$T, #$T>) -> tensor<2x3x5x3x$T, #$T>
  %g4 = tensor.cast %f4 : tensor<2x3x5x3x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g4) : (tensor<?x?x?x?x$T>) -> ()
  %m5 = arith.constant 10 : index
  %n5 = arith.constant 9 : index
  %a5 = call @data2(%one, %m5, %n5) : (index, index, index) -> tensor<?x?xf32>
  %b5 = call @to_$T(%a5) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c5 = tensor.cast %b5 : tensor<?x?x$T> to tensor<10x9x$T>
  %d5 = tensor.expand_shape %c5 [[0, 1], [2, 3]] output_shape [2, 5, 3, 3] : tensor<10x9x$T> into tensor<2x5x3x3x$T>
  %e5 = tensor.cast %d5 : tensor<2x5x3x3x$T> to tensor<?x?x?x3x$T, #$T>
  %f5 = call @first_$T_any(%e5) : (tensor<?x?x?x3x$T, #$T>) -> tensor<?x3x?x?x$T, #$T>
  %g5 = tensor.cast %f5 : tensor<?x3x?x?x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g5) : (tensor<?x?x?x?x$T>) -> ()
  %m6 = arith.constant 6 : index
  %n6 = arith.constant 15 : index
  %a6 = call @data2(%one, %m6, %n6) : (index, index, index) -> tensor<?x?xf32>
  %b6 = call @to_$T(%a6) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c6 = tensor.cast %b6 : tensor<?x?x$T> to tensor<6x15x$T>
  %d6 = tensor.expand_shape %c6 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15x$T> into tensor<2x3x5x3x$T>
  %e6 = tensor.cast %d6 : tensor<2x3x5x3x$T> to tensor<2x3x5x3x$T, #$T>
  %f6 = call @last_$T_5x3x3(%e6) : (tensor<2x3x5x3x$T, #$T>) -> tensor<2x5x3x3x$T, #$T>
  %g6 = tensor.cast %f6 : tensor<2x5x3x3x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g6) : (tensor<?x?x?x?x$T>) -> ()
  %m7 = arith.constant 6 : index
  %n7 = arith.constant 15 : index
  %a7 = call @data2(%one, %m7, %n7) : (index, index, index) -> tensor<?x?xf32>
  %b7 = call @to_$T(%a7) : (tensor<?x?xf32>) -> tensor<?x?x$T>
  %c7 = tensor.cast %b7 : tensor<?x?x$T> to tensor<6x15x$T>
  %d7 = tensor.expand_shape %c7 [[0, 1], [2, 3]] output_shape [2, 3, 5, 3] : tensor<6x15x$T> into tensor<2x3x5x3x$T>
  %e7 = tensor.cast %d7 : tensor<2x3x5x3x$T> to tensor<?x3x?x?x$T, #$T>
  %f7 = call @last_$T_any(%e7) : (tensor<?x3x?x?x$T, #$T>) -> tensor<?x?x?x3x$T, #$T>
  %g7 = tensor.cast %f7 : tensor<?x?x?x3x$T, #$T> to tensor<?x?x?x?x$T>
  call @show_$T(%g7) : (tensor<?x?x?x?x$T>) -> ()
  return
}
// END
func.func @main() {
  call @run_f32() : () -> ()
  call @run_bf16() : () -> ()
  call @run_i8() : () -> ()
  return
}

// Images whose batches and channels share tiles, as XLA lays out those of convolutions: sums over
// channels in order, a depthwise convolution, and its filter, in words of several images or rows.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#w = #tiled_layout.layout<{3,0,2,1:T(8,128)(2,1)}>
#f = #tiled_layout.layout<{2,0,1:T(8,128)(2,1)}>
#a = #tiled_layout.layout<{3,0,2,1:T(8,128)}>

func.func private @f(%x: tensor<5x6x7x133xbf16, #w>, %k: tensor<3x3x133xbf16, #f>, %all: tensor<9x6x7x133xbf16, #w>)
    -> (tensor<133xf32>, tensor<5x4x5x133xf32, #a>, tensor<?xf32>) attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<133xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<133xf32>) -> tensor<133xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (c)>],
                       iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
      ins(%x : tensor<5x6x7x133xbf16, #w>) outs(%z : tensor<133xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %b = arith.extf %a : bf16 to f32
    %c = arith.addf %o, %b : f32
    linalg.yield %c : f32
  } -> tensor<133xf32>
  %e2 = tensor.empty() : tensor<5x4x5x133xf32, #a>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<5x4x5x133xf32, #a>) -> tensor<5x4x5x133xf32, #a>
  %d = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %k : tensor<5x6x7x133xbf16, #w>, tensor<3x3x133xbf16, #f>)
      outs(%z2 : tensor<5x4x5x133xf32, #a>) -> tensor<5x4x5x133xf32, #a>
  // Some images of more, of which the first shares words with another one.
  %n1 = arith.constant 1 : index
  %n3 = arith.constant 3 : index
  %h = tensor.dim %x, %n1 : tensor<5x6x7x133xbf16, #w>
  %n = arith.subi %h, %n1 : index
  %some = tensor.extract_slice %all[%n3, 0, 0, 0] [%n, 6, 7, 133] [1, 1, 1, 1] : tensor<9x6x7x133xbf16, #w> to tensor<?x6x7x133xbf16, #w>
  %c3 = arith.constant 3 : index
  %c = tensor.dim %all, %c3 : tensor<9x6x7x133xbf16, #w>
  %e3 = tensor.empty(%c) : tensor<?xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<?xf32>) -> tensor<?xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (c)>],
                       iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
      ins(%some : tensor<?x6x7x133xbf16, #w>) outs(%z3 : tensor<?xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %b = arith.extf %a : bf16 to f32
    %q = arith.mulf %b, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %s, %d, %t : tensor<133xf32>, tensor<5x4x5x133xf32, #a>, tensor<?xf32>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %m = arith.constant 210 : index
  %m9 = arith.constant 378 : index
  %n = arith.constant 133 : index
  %x0 = call @data2(%n1, %m9, %n) : (index, index, index) -> tensor<?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?xf32> to tensor<378x133xf32>
  %x2 = arith.truncf %x1 : tensor<378x133xf32> to tensor<378x133xbf16>
  %x9 = tensor.expand_shape %x2 [[0, 1, 2], [3]] output_shape [9, 6, 7, 133] : tensor<378x133xbf16> into tensor<9x6x7x133xbf16>
  %x5 = tensor.extract_slice %x9[0, 0, 0, 0] [5, 6, 7, 133] [1, 1, 1, 1] : tensor<9x6x7x133xbf16> to tensor<5x6x7x133xbf16>
  %k5 = tensor.extract_slice %x2[0, 0] [9, 133] [1, 1] : tensor<378x133xbf16> to tensor<9x133xbf16>
  %k = tensor.expand_shape %k5 [[0, 1], [2]] output_shape [3, 3, 133] : tensor<9x133xbf16> into tensor<3x3x133xbf16>
  %all = tensor.cast %x9 : tensor<9x6x7x133xbf16> to tensor<9x6x7x133xbf16, #w>
  %x = tensor.cast %x5 : tensor<5x6x7x133xbf16> to tensor<5x6x7x133xbf16, #w>
  %kt = tensor.cast %k : tensor<3x3x133xbf16> to tensor<3x3x133xbf16, #f>
  %r:3 = call @f(%x, %kt, %all) : (tensor<5x6x7x133xbf16, #w>, tensor<3x3x133xbf16, #f>, tensor<9x6x7x133xbf16, #w>)
      -> (tensor<133xf32>, tensor<5x4x5x133xf32, #a>, tensor<?xf32>)
  %u0 = tensor.cast %r#0 : tensor<133xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %p1 = tensor.cast %r#1 : tensor<5x4x5x133xf32, #a> to tensor<5x4x5x133xf32>
  %u1 = tensor.cast %p1 : tensor<5x4x5x133xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %u2 = tensor.cast %r#2 : tensor<?xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  return
}

// Relayouts of extents that are known at run time only, which transpose: of columns to rows, of words of two and of four
// rows, in masks and at edges, and of images whose channels come first.
//
// PROCESSORS: x86-64 x86-64-v4
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#ft = #tiled_layout.layout<{0,1:T(8,128)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bt = #tiled_layout.layout<{0,1:T(8,128)(2,1)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#wt = #tiled_layout.layout<{0,1:T(8,128)(4,1)}>
#c = #tiled_layout.layout<{0,1}>
#b3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
func.func @f32(%a: tensor<?x?xf32, #f>) -> tensor<?x?xf32, #ft> attributes {no_inline} {
  %r = tensor.cast %a : tensor<?x?xf32, #f> to tensor<?x?xf32, #ft>
  return %r : tensor<?x?xf32, #ft>
}
func.func @f32_to_columns(%a: tensor<?x?xf32, #f>) -> tensor<?x?xf32, #c> attributes {no_inline} {
  %r = tensor.cast %a : tensor<?x?xf32, #f> to tensor<?x?xf32, #c>
  return %r : tensor<?x?xf32, #c>
}
func.func @bf16(%a: tensor<?x?xbf16, #b>) -> tensor<?x?xbf16, #bt> attributes {no_inline} {
  %r = tensor.cast %a : tensor<?x?xbf16, #b> to tensor<?x?xbf16, #bt>
  return %r : tensor<?x?xbf16, #bt>
}
func.func @bf16_of_columns(%a: tensor<?x?xbf16, #c>) -> tensor<?x?xbf16, #b> attributes {no_inline} {
  %r = tensor.cast %a : tensor<?x?xbf16, #c> to tensor<?x?xbf16, #b>
  return %r : tensor<?x?xbf16, #b>
}
func.func @i8(%a: tensor<?x?xi8, #w>) -> tensor<?x?xi8, #wt> attributes {no_inline} {
  %r = tensor.cast %a : tensor<?x?xi8, #w> to tensor<?x?xi8, #wt>
  return %r : tensor<?x?xi8, #wt>
}
func.func @channels_last(%a: tensor<3x?x?xbf16, #b3>) -> tensor<?x?x3xbf16, #b3> attributes {no_inline} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %a, %c1 : tensor<3x?x?xbf16, #b3>
  %n = tensor.dim %a, %c2 : tensor<3x?x?xbf16, #b3>
  %e = tensor.empty(%m, %n) : tensor<?x?x3xbf16, #b3>
  %r = linalg.transpose ins(%a : tensor<3x?x?xbf16, #b3>) outs(%e : tensor<?x?x3xbf16, #b3>) permutation = [1, 2, 0]
  return %r : tensor<?x?x3xbf16, #b3>
}
func.func @many_channels_last(%a: tensor<?x?x?xbf16, #b3>) -> tensor<?x?x?xbf16, #b3> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = tensor.dim %a, %c0 : tensor<?x?x?xbf16, #b3>
  %m = tensor.dim %a, %c1 : tensor<?x?x?xbf16, #b3>
  %n = tensor.dim %a, %c2 : tensor<?x?x?xbf16, #b3>
  %e = tensor.empty(%m, %n, %l) : tensor<?x?x?xbf16, #b3>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, c) -> (c, i, j)>, affine_map<(i, j, c) -> (i, j, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a : tensor<?x?x?xbf16, #b3>) outs(%e : tensor<?x?x?xbf16, #b3>) {
  ^bb0(%x: bf16, %y: bf16):
    %v = arith.negf %x : bf16
    linalg.yield %v : bf16
  } -> tensor<?x?x?xbf16, #b3>
  return %r : tensor<?x?x?xbf16, #b3>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c13 = arith.constant 13 : index
  %c17 = arith.constant 17 : index
  %c21 = arith.constant 21 : index
  %c35 = arith.constant 35 : index
  %c37 = arith.constant 37 : index
  %c67 = arith.constant 67 : index
  %c150 = arith.constant 150 : index
  %d0 = call @data2(%c2, %c37, %c150) : (index, index, index) -> tensor<?x?xf32>
  %x0 = tensor.cast %d0 : tensor<?x?xf32> to tensor<?x?xf32, #f>
  %r0 = call @f32(%x0) : (tensor<?x?xf32, #f>) -> tensor<?x?xf32, #ft>
  %p0 = tensor.cast %r0 : tensor<?x?xf32, #ft> to tensor<?x?xf32>
  %u0 = tensor.cast %p0 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %d1 = call @data2(%c3, %c67, %c13) : (index, index, index) -> tensor<?x?xf32>
  %x1 = tensor.cast %d1 : tensor<?x?xf32> to tensor<?x?xf32, #f>
  %r1 = call @f32(%x1) : (tensor<?x?xf32, #f>) -> tensor<?x?xf32, #ft>
  %p1 = tensor.cast %r1 : tensor<?x?xf32, #ft> to tensor<?x?xf32>
  %u1 = tensor.cast %p1 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %d2 = call @data2(%c4, %c37, %c150) : (index, index, index) -> tensor<?x?xf32>
  %x2 = tensor.cast %d2 : tensor<?x?xf32> to tensor<?x?xf32, #f>
  %r2 = call @f32_to_columns(%x2) : (tensor<?x?xf32, #f>) -> tensor<?x?xf32, #c>
  %p2 = tensor.cast %r2 : tensor<?x?xf32, #c> to tensor<?x?xf32>
  %u2 = tensor.cast %p2 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %d4 = call @data2(%c6, %c37, %c150) : (index, index, index) -> tensor<?x?xf32>
  %b4 = arith.truncf %d4 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x4 = tensor.cast %b4 : tensor<?x?xbf16> to tensor<?x?xbf16, #b>
  %r4 = call @bf16(%x4) : (tensor<?x?xbf16, #b>) -> tensor<?x?xbf16, #bt>
  %p4 = tensor.cast %r4 : tensor<?x?xbf16, #bt> to tensor<?x?xbf16>
  %w4 = arith.extf %p4 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u4 = tensor.cast %w4 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %d6 = call @data2(%c8, %c37, %c150) : (index, index, index) -> tensor<?x?xf32>
  %b6 = arith.truncf %d6 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x6 = tensor.cast %b6 : tensor<?x?xbf16> to tensor<?x?xbf16, #c>
  %r6 = call @bf16_of_columns(%x6) : (tensor<?x?xbf16, #c>) -> tensor<?x?xbf16, #b>
  %p6 = tensor.cast %r6 : tensor<?x?xbf16, #b> to tensor<?x?xbf16>
  %w6 = arith.extf %p6 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u6 = tensor.cast %w6 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u6) : (tensor<*xf32>) -> ()
  %d8 = call @data2(%c1, %c37, %c150) : (index, index, index) -> tensor<?x?xf32>
  %s8 = tensor.cast %d8 : tensor<?x?xf32> to tensor<37x150xf32>
  %t8 = arith.constant dense<8.0> : tensor<37x150xf32>
  %m8 = arith.mulf %s8, %t8 : tensor<37x150xf32>
  %i8 = arith.fptosi %m8 : tensor<37x150xf32> to tensor<37x150xi8>
  %x8 = tensor.cast %i8 : tensor<37x150xi8> to tensor<?x?xi8, #w>
  %r8 = call @i8(%x8) : (tensor<?x?xi8, #w>) -> tensor<?x?xi8, #wt>
  %p8 = tensor.cast %r8 : tensor<?x?xi8, #wt> to tensor<?x?xi8>
  %w8 = arith.sitofp %p8 : tensor<?x?xi8> to tensor<?x?xf32>
  %u8 = tensor.cast %w8 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u8) : (tensor<*xf32>) -> ()
  %d10 = call @data3(%c3, %c3, %c17, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b10 = arith.truncf %d10 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %x10 = tensor.cast %b10 : tensor<?x?x?xbf16> to tensor<3x?x?xbf16, #b3>
  %r10 = call @channels_last(%x10) : (tensor<3x?x?xbf16, #b3>) -> tensor<?x?x3xbf16, #b3>
  %p10 = tensor.cast %r10 : tensor<?x?x3xbf16, #b3> to tensor<?x?x3xbf16>
  %w10 = arith.extf %p10 : tensor<?x?x3xbf16> to tensor<?x?x3xf32>
  %u10 = tensor.cast %w10 : tensor<?x?x3xf32> to tensor<*xf32>
  call @show(%u10) : (tensor<*xf32>) -> ()
  %d11 = call @data3(%c4, %c35, %c9, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b11 = arith.truncf %d11 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %x11 = tensor.cast %b11 : tensor<?x?x?xbf16> to tensor<?x?x?xbf16, #b3>
  %r11 = call @many_channels_last(%x11) : (tensor<?x?x?xbf16, #b3>) -> tensor<?x?x?xbf16, #b3>
  %p11 = tensor.cast %r11 : tensor<?x?x?xbf16, #b3> to tensor<?x?x?xbf16>
  %w11 = arith.extf %p11 : tensor<?x?x?xbf16> to tensor<?x?x?xf32>
  %u11 = tensor.cast %w11 : tensor<?x?x?xf32> to tensor<*xf32>
  call @show(%u11) : (tensor<*xf32>) -> ()
  %d12 = call @data3(%c4, %c5, %c4, %c37) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b12 = arith.truncf %d12 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %x12 = tensor.cast %b12 : tensor<?x?x?xbf16> to tensor<?x?x?xbf16, #b3>
  %r12 = call @many_channels_last(%x12) : (tensor<?x?x?xbf16, #b3>) -> tensor<?x?x?xbf16, #b3>
  %p12 = tensor.cast %r12 : tensor<?x?x?xbf16, #b3> to tensor<?x?x?xbf16>
  %w12 = arith.extf %p12 : tensor<?x?x?xbf16> to tensor<?x?x?xf32>
  %u12 = tensor.cast %w12 : tensor<?x?x?xf32> to tensor<*xf32>
  call @show(%u12) : (tensor<*xf32>) -> ()
  return
}

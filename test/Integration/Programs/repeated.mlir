// Elements that are repeated: nearest neighbours of images, scales for ten channels, angles for pairs of columns, and a
// square of columns that starts again every 20 columns.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#h = #tiled_layout.layout<{2,1,0:T(8,128)}>
#b = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#c = #tiled_layout.layout<{0,2,1:T(8,128)}>
#w = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#i3 = affine_map<(c, i, j) -> (c, i, j)>
#half = affine_map<(c, i, j) -> (c, i floordiv 2, j floordiv 2)>
func.func @nearest_f32(%x: tensor<3x9x21xf32, #h>) -> tensor<3x18x42xf32, #h> {
  %e = tensor.empty() : tensor<3x18x42xf32, #h>
  %r = linalg.generic {indexing_maps = [#half, #i3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<3x9x21xf32, #h>) outs(%e : tensor<3x18x42xf32, #h>) {
  ^bb0(%a: f32, %y: f32):
    linalg.yield %a : f32
  } -> tensor<3x18x42xf32, #h>
  return %r : tensor<3x18x42xf32, #h>
}
func.func @nearest_bf16(%x: tensor<3x9x21xbf16, #b>) -> tensor<3x18x42xbf16, #b> {
  %e = tensor.empty() : tensor<3x18x42xbf16, #b>
  %r = linalg.generic {indexing_maps = [#half, #i3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<3x9x21xbf16, #b>) outs(%e : tensor<3x18x42xbf16, #b>) {
  ^bb0(%a: bf16, %y: bf16):
    linalg.yield %a : bf16
  } -> tensor<3x18x42xbf16, #b>
  return %r : tensor<3x18x42xbf16, #b>
}
func.func @nearest_i8(%x: tensor<3x9x21xi8, #w>) -> tensor<3x36x84xi8, #w> {
  %e = tensor.empty() : tensor<3x36x84xi8, #w>
  %r = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i floordiv 4, j floordiv 4)>, #i3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<3x9x21xi8, #w>) outs(%e : tensor<3x36x84xi8, #w>) {
  ^bb0(%a: i8, %y: i8):
    linalg.yield %a : i8
  } -> tensor<3x36x84xi8, #w>
  return %r : tensor<3x36x84xi8, #w>
}
func.func @nearest_columns(%x: tensor<3x9x21xf32, #h>) -> tensor<3x18x42xf32, #c> {
  %e = tensor.empty() : tensor<3x18x42xf32, #c>
  %r = linalg.generic {indexing_maps = [#half, #i3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<3x9x21xf32, #h>) outs(%e : tensor<3x18x42xf32, #c>) {
  ^bb0(%a: f32, %y: f32):
    linalg.yield %a : f32
  } -> tensor<3x18x42xf32, #c>
  return %r : tensor<3x18x42xf32, #c>
}
func.func @thrice(%x: tensor<3x9x21xbf16, #b>) -> tensor<3x27x63xbf16, #b> {
  %e = tensor.empty() : tensor<3x27x63xbf16, #b>
  %r = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i floordiv 3, j floordiv 3)>, #i3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<3x9x21xbf16, #b>) outs(%e : tensor<3x27x63xbf16, #b>) {
  ^bb0(%a: bf16, %y: bf16):
    linalg.yield %a : bf16
  } -> tensor<3x27x63xbf16, #b>
  return %r : tensor<3x27x63xbf16, #b>
}
func.func @rows_of_channels(%x: tensor<7x11x40xbf16, #b>) -> tensor<7x22x40xbf16, #b> {
  %e = tensor.empty() : tensor<7x22x40xbf16, #b>
  %r = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i floordiv 2, j)>, #i3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<7x11x40xbf16, #b>) outs(%e : tensor<7x22x40xbf16, #b>) {
  ^bb0(%a: bf16, %y: bf16):
    linalg.yield %a : bf16
  } -> tensor<7x22x40xbf16, #b>
  return %r : tensor<7x22x40xbf16, #b>
}
func.func @channels(%x: tensor<2x9x60xbf16, #b>, %s: tensor<2x6xf32, #f>) -> tensor<2x9x60xbf16, #b> {
  %e = tensor.empty() : tensor<2x9x60xbf16, #b>
  %r = linalg.generic {indexing_maps = [#i3, affine_map<(n, p, c) -> (n, c floordiv 10)>, #i3],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %s : tensor<2x9x60xbf16, #b>, tensor<2x6xf32, #f>) outs(%e : tensor<2x9x60xbf16, #b>) {
  ^bb0(%a: bf16, %b: f32, %y: bf16):
    %v = arith.extf %a : bf16 to f32
    %p = arith.mulf %v, %b : f32
    %t = arith.truncf %p : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x9x60xbf16, #b>
  return %r : tensor<2x9x60xbf16, #b>
}
func.func @pairs(%x: tensor<9x?x40xbf16, #b>, %s: tensor<?x20xf32, #f>) -> tensor<9x?x40xbf16, #b> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<9x?x40xbf16, #b>
  %e = tensor.empty(%n) : tensor<9x?x40xbf16, #b>
  %r = linalg.generic {indexing_maps = [#i3, affine_map<(h, i, d) -> (i, d floordiv 2)>, affine_map<(h, i, d) -> (i, d mod 20)>, #i3],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %s, %s : tensor<9x?x40xbf16, #b>, tensor<?x20xf32, #f>, tensor<?x20xf32, #f>) outs(%e : tensor<9x?x40xbf16, #b>) {
  ^bb0(%a: bf16, %b: f32, %c: f32, %y: bf16):
    %v = arith.extf %a : bf16 to f32
    %p = arith.mulf %v, %b : f32
    %q = arith.addf %p, %c : f32
    %t = arith.truncf %q : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<9x?x40xbf16, #b>
  return %r : tensor<9x?x40xbf16, #b>
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c11 = arith.constant 11 : index
  %c20 = arith.constant 20 : index
  %c21 = arith.constant 21 : index
  %c40 = arith.constant 40 : index
  %c60 = arith.constant 60 : index
  %d0 = call @data3(%c1, %c3, %c9, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %k1 = tensor.cast %d0 : tensor<?x?x?xf32> to tensor<3x9x21xf32, #h>
  %r2 = call @nearest_f32(%k1) : (tensor<3x9x21xf32, #h>) -> tensor<3x18x42xf32, #h>
  %p3 = tensor.cast %r2 : tensor<3x18x42xf32, #h> to tensor<3x18x42xf32>
  %u3 = tensor.cast %p3 : tensor<3x18x42xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %d4 = call @data3(%c2, %c3, %c9, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b4 = arith.truncf %d4 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %k5 = tensor.cast %b4 : tensor<?x?x?xbf16> to tensor<3x9x21xbf16, #b>
  %r6 = call @nearest_bf16(%k5) : (tensor<3x9x21xbf16, #b>) -> tensor<3x18x42xbf16, #b>
  %p7 = tensor.cast %r6 : tensor<3x18x42xbf16, #b> to tensor<3x18x42xbf16>
  %w7 = arith.extf %p7 : tensor<3x18x42xbf16> to tensor<3x18x42xf32>
  %u7 = tensor.cast %w7 : tensor<3x18x42xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %d8 = call @data3(%c3, %c3, %c9, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %s8 = tensor.cast %d8 : tensor<?x?x?xf32> to tensor<3x9x21xf32>
  %ten8 = arith.constant dense<10.0> : tensor<3x9x21xf32>
  %m8 = arith.mulf %s8, %ten8 : tensor<3x9x21xf32>
  %i8 = arith.fptosi %m8 : tensor<3x9x21xf32> to tensor<3x9x21xi8>
  %k9 = tensor.cast %i8 : tensor<3x9x21xi8> to tensor<3x9x21xi8, #w>
  %r10 = call @nearest_i8(%k9) : (tensor<3x9x21xi8, #w>) -> tensor<3x36x84xi8, #w>
  %p11 = tensor.cast %r10 : tensor<3x36x84xi8, #w> to tensor<3x36x84xi8>
  %w11 = arith.sitofp %p11 : tensor<3x36x84xi8> to tensor<3x36x84xf32>
  %u11 = tensor.cast %w11 : tensor<3x36x84xf32> to tensor<*xf32>
  call @show(%u11) : (tensor<*xf32>) -> ()
  %d12 = call @data3(%c4, %c3, %c9, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %k13 = tensor.cast %d12 : tensor<?x?x?xf32> to tensor<3x9x21xf32, #h>
  %r14 = call @nearest_columns(%k13) : (tensor<3x9x21xf32, #h>) -> tensor<3x18x42xf32, #c>
  %p15 = tensor.cast %r14 : tensor<3x18x42xf32, #c> to tensor<3x18x42xf32>
  %u15 = tensor.cast %p15 : tensor<3x18x42xf32> to tensor<*xf32>
  call @show(%u15) : (tensor<*xf32>) -> ()
  %d16 = call @data3(%c6, %c3, %c9, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b16 = arith.truncf %d16 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %k17 = tensor.cast %b16 : tensor<?x?x?xbf16> to tensor<3x9x21xbf16, #b>
  %r18 = call @thrice(%k17) : (tensor<3x9x21xbf16, #b>) -> tensor<3x27x63xbf16, #b>
  %p19 = tensor.cast %r18 : tensor<3x27x63xbf16, #b> to tensor<3x27x63xbf16>
  %w19 = arith.extf %p19 : tensor<3x27x63xbf16> to tensor<3x27x63xf32>
  %u19 = tensor.cast %w19 : tensor<3x27x63xf32> to tensor<*xf32>
  call @show(%u19) : (tensor<*xf32>) -> ()
  %d20 = call @data3(%c7, %c7, %c11, %c40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b20 = arith.truncf %d20 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %k21 = tensor.cast %b20 : tensor<?x?x?xbf16> to tensor<7x11x40xbf16, #b>
  %r22 = call @rows_of_channels(%k21) : (tensor<7x11x40xbf16, #b>) -> tensor<7x22x40xbf16, #b>
  %p23 = tensor.cast %r22 : tensor<7x22x40xbf16, #b> to tensor<7x22x40xbf16>
  %w23 = arith.extf %p23 : tensor<7x22x40xbf16> to tensor<7x22x40xf32>
  %u23 = tensor.cast %w23 : tensor<7x22x40xf32> to tensor<*xf32>
  call @show(%u23) : (tensor<*xf32>) -> ()
  %d24 = call @data3(%c1, %c2, %c9, %c60) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b24 = arith.truncf %d24 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %k25 = tensor.cast %b24 : tensor<?x?x?xbf16> to tensor<2x9x60xbf16, #b>
  %d26 = call @data2(%c2, %c2, %c6) : (index, index, index) -> tensor<?x?xf32>
  %k27 = tensor.cast %d26 : tensor<?x?xf32> to tensor<2x6xf32, #f>
  %r28 = call @channels(%k25, %k27) : (tensor<2x9x60xbf16, #b>, tensor<2x6xf32, #f>) -> tensor<2x9x60xbf16, #b>
  %p29 = tensor.cast %r28 : tensor<2x9x60xbf16, #b> to tensor<2x9x60xbf16>
  %w29 = arith.extf %p29 : tensor<2x9x60xbf16> to tensor<2x9x60xf32>
  %u29 = tensor.cast %w29 : tensor<2x9x60xf32> to tensor<*xf32>
  call @show(%u29) : (tensor<*xf32>) -> ()
  %d30 = call @data3(%c3, %c9, %c7, %c40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b30 = arith.truncf %d30 : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %k31 = tensor.cast %b30 : tensor<?x?x?xbf16> to tensor<9x?x40xbf16, #b>
  %d32 = call @data2(%c4, %c7, %c20) : (index, index, index) -> tensor<?x?xf32>
  %k33 = tensor.cast %d32 : tensor<?x?xf32> to tensor<?x20xf32, #f>
  %r34 = call @pairs(%k31, %k33) : (tensor<9x?x40xbf16, #b>, tensor<?x20xf32, #f>) -> tensor<9x?x40xbf16, #b>
  %p35 = tensor.cast %r34 : tensor<9x?x40xbf16, #b> to tensor<9x?x40xbf16>
  %w35 = arith.extf %p35 : tensor<9x?x40xbf16> to tensor<9x?x40xf32>
  %u35 = tensor.cast %w35 : tensor<9x?x40xf32> to tensor<*xf32>
  call @show(%u35) : (tensor<*xf32>) -> ()
  return
}

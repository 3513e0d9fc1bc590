// Transposes between reshapes: channels that are shuffled, patches of an image, rows of windows. What is between the reshapes
// needs no layout of its own, also where a reshape is read by something else, or a fill is before the loops.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#r2_f32 = #tiled_layout.layout<{1,0:T(8,128)}>
#r3_f32 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#r4_f32 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#r5_f32 = #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>
#r6_f32 = #tiled_layout.layout<{5,4,3,2,1,0:T(8,128)}>
#r2_bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#r3_bf16 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#r4_bf16 = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#r5_bf16 = #tiled_layout.layout<{4,3,2,1,0:T(8,128)(2,1)}>
#r6_bf16 = #tiled_layout.layout<{5,4,3,2,1,0:T(8,128)(2,1)}>
#r2_i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#r3_i8 = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#r4_i8 = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
#r5_i8 = #tiled_layout.layout<{4,3,2,1,0:T(8,128)(4,1)}>
#r6_i8 = #tiled_layout.layout<{5,4,3,2,1,0:T(8,128)(4,1)}>
// TYPES: f32 bf16 i8
func.func @shuffle_$T(%x: tensor<5x15x96x$T, #r3_$T>) -> tensor<5x15x96x$T, #r3_$T> attributes {no_inline} {
  %g = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [5, 15, 4, 24] : tensor<5x15x96x$T, #r3_$T> into tensor<5x15x4x24x$T, #r4_$T>
  %e = tensor.empty() : tensor<5x15x24x4x$T, #r4_$T>
  %t = linalg.transpose ins(%g : tensor<5x15x4x24x$T, #r4_$T>) outs(%e : tensor<5x15x24x4x$T, #r4_$T>) permutation = [0, 1, 3, 2]
  %r = tensor.collapse_shape %t [[0], [1], [2, 3]] : tensor<5x15x24x4x$T, #r4_$T> into tensor<5x15x96x$T, #r3_$T>
  return %r : tensor<5x15x96x$T, #r3_$T>
}
// END
// TYPES: f32 bf16
func.func @patches_$T(%x: tensor<3x20x120x$T, #r3_$T>) -> (tensor<32x225x$T, #r2_$T>, tensor<3x4x5x8x15x$T, #r5_$T>) attributes {no_inline} {
  %g = tensor.expand_shape %x [[0], [1, 2], [3, 4]] output_shape [3, 4, 5, 8, 15] : tensor<3x20x120x$T, #r3_$T> into tensor<3x4x5x8x15x$T, #r5_$T>
  %e = tensor.empty() : tensor<4x8x5x15x3x$T, #r5_$T>
  %t = linalg.generic {indexing_maps = [affine_map<(h, w, p, q, c) -> (c, h, p, w, q)>, affine_map<(h, w, p, q, c) -> (h, w, p, q, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%g : tensor<3x4x5x8x15x$T, #r5_$T>) outs(%e : tensor<4x8x5x15x3x$T, #r5_$T>) {
  ^bb0(%v: $T, %o: $T):
    %d = arith.addf %v, %v : $T
    linalg.yield %d : $T
  } -> tensor<4x8x5x15x3x$T, #r5_$T>
  %r = tensor.collapse_shape %t [[0, 1], [2, 3, 4]] : tensor<4x8x5x15x3x$T, #r5_$T> into tensor<32x225x$T, #r2_$T>
  return %r, %g : tensor<32x225x$T, #r2_$T>, tensor<3x4x5x8x15x$T, #r5_$T>
}
func.func @windows_$T(%x: tensor<75x96x$T, #r2_$T>) -> tensor<73x288x$T, #r2_$T> attributes {no_inline} {
  %w = tensor.empty() : tensor<3xi1>
  %e = tensor.empty() : tensor<73x3x96x$T, #r3_$T>
  %zero = arith.constant 0.0 : $T
  %z = linalg.fill ins(%zero : $T) outs(%e : tensor<73x3x96x$T, #r3_$T>) -> tensor<73x3x96x$T, #r3_$T>
  %t = linalg.generic {indexing_maps = [affine_map<(i, k, j) -> (i + k, j)>, affine_map<(i, k, j) -> (k)>, affine_map<(i, k, j) -> (i, k, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %w : tensor<75x96x$T, #r2_$T>, tensor<3xi1>) outs(%z : tensor<73x3x96x$T, #r3_$T>) {
  ^bb0(%v: $T, %unused: i1, %o: $T):
    %d = arith.addf %o, %v : $T
    linalg.yield %d : $T
  } -> tensor<73x3x96x$T, #r3_$T>
  %r = tensor.collapse_shape %t [[0], [1, 2]] : tensor<73x3x96x$T, #r3_$T> into tensor<73x288x$T, #r2_$T>
  return %r : tensor<73x288x$T, #r2_$T>
}
// END
func.func @patches_i8(%x: tensor<3x20x120xi8, #r3_i8>) -> (tensor<32x225xi8, #r2_i8>, tensor<3x4x5x8x15xi8, #r5_i8>) attributes {no_inline} {
  %g = tensor.expand_shape %x [[0], [1, 2], [3, 4]] output_shape [3, 4, 5, 8, 15] : tensor<3x20x120xi8, #r3_i8> into tensor<3x4x5x8x15xi8, #r5_i8>
  %e = tensor.empty() : tensor<4x8x5x15x3xi8, #r5_i8>
  %t = linalg.generic {indexing_maps = [affine_map<(h, w, p, q, c) -> (c, h, p, w, q)>, affine_map<(h, w, p, q, c) -> (h, w, p, q, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%g : tensor<3x4x5x8x15xi8, #r5_i8>) outs(%e : tensor<4x8x5x15x3xi8, #r5_i8>) {
  ^bb0(%v: i8, %o: i8):
    %d = arith.addi %v, %v : i8
    linalg.yield %d : i8
  } -> tensor<4x8x5x15x3xi8, #r5_i8>
  %r = tensor.collapse_shape %t [[0, 1], [2, 3, 4]] : tensor<4x8x5x15x3xi8, #r5_i8> into tensor<32x225xi8, #r2_i8>
  return %r, %g : tensor<32x225xi8, #r2_i8>, tensor<3x4x5x8x15xi8, #r5_i8>
}
func.func @windows_i8(%x: tensor<75x96xi8, #r2_i8>) -> tensor<73x288xi8, #r2_i8> attributes {no_inline} {
  %w = tensor.empty() : tensor<3xi1>
  %e = tensor.empty() : tensor<73x3x96xi8, #r3_i8>
  %zero = arith.constant 0 : i8
  %z = linalg.fill ins(%zero : i8) outs(%e : tensor<73x3x96xi8, #r3_i8>) -> tensor<73x3x96xi8, #r3_i8>
  %t = linalg.generic {indexing_maps = [affine_map<(i, k, j) -> (i + k, j)>, affine_map<(i, k, j) -> (k)>, affine_map<(i, k, j) -> (i, k, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %w : tensor<75x96xi8, #r2_i8>, tensor<3xi1>) outs(%z : tensor<73x3x96xi8, #r3_i8>) {
  ^bb0(%v: i8, %unused: i1, %o: i8):
    %d = arith.addi %o, %v : i8
    linalg.yield %d : i8
  } -> tensor<73x3x96xi8, #r3_i8>
  %r = tensor.collapse_shape %t [[0], [1, 2]] : tensor<73x3x96xi8, #r3_i8> into tensor<73x288xi8, #r2_i8>
  return %r : tensor<73x288xi8, #r2_i8>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %a = arith.constant 75 : index
  %b = arith.constant 96 : index
  %x = call @data2(%n1, %a, %b) : (index, index, index) -> tensor<?x?xf32>
  %xs = tensor.cast %x : tensor<?x?xf32> to tensor<75x96xf32>
  %s0_f32 = tensor.expand_shape %xs [[0, 1], [2]] output_shape [5, 15, 96] : tensor<75x96xf32> into tensor<5x15x96xf32>
  %s1_f32 = tensor.cast %s0_f32 : tensor<5x15x96xf32> to tensor<5x15x96xf32, #r3_f32>
  %s2_f32 = call @shuffle_f32(%s1_f32) : (tensor<5x15x96xf32, #r3_f32>) -> tensor<5x15x96xf32, #r3_f32>
  %p_s_f32 = tensor.cast %s2_f32 : tensor<5x15x96xf32, #r3_f32> to tensor<5x15x96xf32>
  %u_s_f32 = tensor.cast %p_s_f32 : tensor<5x15x96xf32> to tensor<*xf32>
  call @show(%u_s_f32) : (tensor<*xf32>) -> ()
  %i0_f32 = tensor.collapse_shape %xs [[0, 1]] : tensor<75x96xf32> into tensor<7200xf32>
  %i1_f32 = tensor.expand_shape %i0_f32 [[0, 1, 2]] output_shape [3, 20, 120] : tensor<7200xf32> into tensor<3x20x120xf32>
  %i2_f32 = tensor.cast %i1_f32 : tensor<3x20x120xf32> to tensor<3x20x120xf32, #r3_f32>
  %i3_f32:2 = call @patches_f32(%i2_f32) : (tensor<3x20x120xf32, #r3_f32>) -> (tensor<32x225xf32, #r2_f32>, tensor<3x4x5x8x15xf32, #r5_f32>)
  %p_i_f32 = tensor.cast %i3_f32#0 : tensor<32x225xf32, #r2_f32> to tensor<32x225xf32>
  %u_i_f32 = tensor.cast %p_i_f32 : tensor<32x225xf32> to tensor<*xf32>
  call @show(%u_i_f32) : (tensor<*xf32>) -> ()
  %p_j_f32 = tensor.cast %i3_f32#1 : tensor<3x4x5x8x15xf32, #r5_f32> to tensor<3x4x5x8x15xf32>
  %u_j_f32 = tensor.cast %p_j_f32 : tensor<3x4x5x8x15xf32> to tensor<*xf32>
  call @show(%u_j_f32) : (tensor<*xf32>) -> ()
  %w0_f32 = tensor.cast %xs : tensor<75x96xf32> to tensor<75x96xf32, #r2_f32>
  %w1_f32 = call @windows_f32(%w0_f32) : (tensor<75x96xf32, #r2_f32>) -> tensor<73x288xf32, #r2_f32>
  %p_w_f32 = tensor.cast %w1_f32 : tensor<73x288xf32, #r2_f32> to tensor<73x288xf32>
  %u_w_f32 = tensor.cast %p_w_f32 : tensor<73x288xf32> to tensor<*xf32>
  call @show(%u_w_f32) : (tensor<*xf32>) -> ()
  %x_bf16 = arith.truncf %xs : tensor<75x96xf32> to tensor<75x96xbf16>
  %s0_bf16 = tensor.expand_shape %x_bf16 [[0, 1], [2]] output_shape [5, 15, 96] : tensor<75x96xbf16> into tensor<5x15x96xbf16>
  %s1_bf16 = tensor.cast %s0_bf16 : tensor<5x15x96xbf16> to tensor<5x15x96xbf16, #r3_bf16>
  %s2_bf16 = call @shuffle_bf16(%s1_bf16) : (tensor<5x15x96xbf16, #r3_bf16>) -> tensor<5x15x96xbf16, #r3_bf16>
  %p_s_bf16 = tensor.cast %s2_bf16 : tensor<5x15x96xbf16, #r3_bf16> to tensor<5x15x96xbf16>
  %f_s_bf16 = arith.extf %p_s_bf16 : tensor<5x15x96xbf16> to tensor<5x15x96xf32>
  %u_s_bf16 = tensor.cast %f_s_bf16 : tensor<5x15x96xf32> to tensor<*xf32>
  call @show(%u_s_bf16) : (tensor<*xf32>) -> ()
  %i0_bf16 = tensor.collapse_shape %x_bf16 [[0, 1]] : tensor<75x96xbf16> into tensor<7200xbf16>
  %i1_bf16 = tensor.expand_shape %i0_bf16 [[0, 1, 2]] output_shape [3, 20, 120] : tensor<7200xbf16> into tensor<3x20x120xbf16>
  %i2_bf16 = tensor.cast %i1_bf16 : tensor<3x20x120xbf16> to tensor<3x20x120xbf16, #r3_bf16>
  %i3_bf16:2 = call @patches_bf16(%i2_bf16) : (tensor<3x20x120xbf16, #r3_bf16>) -> (tensor<32x225xbf16, #r2_bf16>, tensor<3x4x5x8x15xbf16, #r5_bf16>)
  %p_i_bf16 = tensor.cast %i3_bf16#0 : tensor<32x225xbf16, #r2_bf16> to tensor<32x225xbf16>
  %f_i_bf16 = arith.extf %p_i_bf16 : tensor<32x225xbf16> to tensor<32x225xf32>
  %u_i_bf16 = tensor.cast %f_i_bf16 : tensor<32x225xf32> to tensor<*xf32>
  call @show(%u_i_bf16) : (tensor<*xf32>) -> ()
  %p_j_bf16 = tensor.cast %i3_bf16#1 : tensor<3x4x5x8x15xbf16, #r5_bf16> to tensor<3x4x5x8x15xbf16>
  %f_j_bf16 = arith.extf %p_j_bf16 : tensor<3x4x5x8x15xbf16> to tensor<3x4x5x8x15xf32>
  %u_j_bf16 = tensor.cast %f_j_bf16 : tensor<3x4x5x8x15xf32> to tensor<*xf32>
  call @show(%u_j_bf16) : (tensor<*xf32>) -> ()
  %w0_bf16 = tensor.cast %x_bf16 : tensor<75x96xbf16> to tensor<75x96xbf16, #r2_bf16>
  %w1_bf16 = call @windows_bf16(%w0_bf16) : (tensor<75x96xbf16, #r2_bf16>) -> tensor<73x288xbf16, #r2_bf16>
  %p_w_bf16 = tensor.cast %w1_bf16 : tensor<73x288xbf16, #r2_bf16> to tensor<73x288xbf16>
  %f_w_bf16 = arith.extf %p_w_bf16 : tensor<73x288xbf16> to tensor<73x288xf32>
  %u_w_bf16 = tensor.cast %f_w_bf16 : tensor<73x288xf32> to tensor<*xf32>
  call @show(%u_w_bf16) : (tensor<*xf32>) -> ()
  %x_i8 = arith.fptosi %xs : tensor<75x96xf32> to tensor<75x96xi8>
  %s0_i8 = tensor.expand_shape %x_i8 [[0, 1], [2]] output_shape [5, 15, 96] : tensor<75x96xi8> into tensor<5x15x96xi8>
  %s1_i8 = tensor.cast %s0_i8 : tensor<5x15x96xi8> to tensor<5x15x96xi8, #r3_i8>
  %s2_i8 = call @shuffle_i8(%s1_i8) : (tensor<5x15x96xi8, #r3_i8>) -> tensor<5x15x96xi8, #r3_i8>
  %p_s_i8 = tensor.cast %s2_i8 : tensor<5x15x96xi8, #r3_i8> to tensor<5x15x96xi8>
  %f_s_i8 = arith.sitofp %p_s_i8 : tensor<5x15x96xi8> to tensor<5x15x96xf32>
  %u_s_i8 = tensor.cast %f_s_i8 : tensor<5x15x96xf32> to tensor<*xf32>
  call @show(%u_s_i8) : (tensor<*xf32>) -> ()
  %i0_i8 = tensor.collapse_shape %x_i8 [[0, 1]] : tensor<75x96xi8> into tensor<7200xi8>
  %i1_i8 = tensor.expand_shape %i0_i8 [[0, 1, 2]] output_shape [3, 20, 120] : tensor<7200xi8> into tensor<3x20x120xi8>
  %i2_i8 = tensor.cast %i1_i8 : tensor<3x20x120xi8> to tensor<3x20x120xi8, #r3_i8>
  %i3_i8:2 = call @patches_i8(%i2_i8) : (tensor<3x20x120xi8, #r3_i8>) -> (tensor<32x225xi8, #r2_i8>, tensor<3x4x5x8x15xi8, #r5_i8>)
  %p_i_i8 = tensor.cast %i3_i8#0 : tensor<32x225xi8, #r2_i8> to tensor<32x225xi8>
  %f_i_i8 = arith.sitofp %p_i_i8 : tensor<32x225xi8> to tensor<32x225xf32>
  %u_i_i8 = tensor.cast %f_i_i8 : tensor<32x225xf32> to tensor<*xf32>
  call @show(%u_i_i8) : (tensor<*xf32>) -> ()
  %p_j_i8 = tensor.cast %i3_i8#1 : tensor<3x4x5x8x15xi8, #r5_i8> to tensor<3x4x5x8x15xi8>
  %f_j_i8 = arith.sitofp %p_j_i8 : tensor<3x4x5x8x15xi8> to tensor<3x4x5x8x15xf32>
  %u_j_i8 = tensor.cast %f_j_i8 : tensor<3x4x5x8x15xf32> to tensor<*xf32>
  call @show(%u_j_i8) : (tensor<*xf32>) -> ()
  %w0_i8 = tensor.cast %x_i8 : tensor<75x96xi8> to tensor<75x96xi8, #r2_i8>
  %w1_i8 = call @windows_i8(%w0_i8) : (tensor<75x96xi8, #r2_i8>) -> tensor<73x288xi8, #r2_i8>
  %p_w_i8 = tensor.cast %w1_i8 : tensor<73x288xi8, #r2_i8> to tensor<73x288xi8>
  %f_w_i8 = arith.sitofp %p_w_i8 : tensor<73x288xi8> to tensor<73x288xf32>
  %u_w_i8 = tensor.cast %f_w_i8 : tensor<73x288xf32> to tensor<*xf32>
  call @show(%u_w_i8) : (tensor<*xf32>) -> ()
  return
}

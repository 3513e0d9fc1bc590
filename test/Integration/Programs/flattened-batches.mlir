// As many images as are known at run time only become rows of one index, and back: the last word
// holds rows of fewer images. There may be none.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f32_2 = #tiled_layout.layout<{1,0:T(8,128)}>
#f32_4 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#bf16_2 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bf16_4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#i8_2 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#i8_4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
// TYPES: f32 bf16
func.func @collapsed_$T_3x5x64(%x: tensor<?x3x5x64x$T, #$T_4>) -> tensor<?x960x$T, #$T_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<?x3x5x64x$T, #$T_4> into tensor<?x960x$T, #$T_2>
  return %r : tensor<?x960x$T, #$T_2>
}
func.func @expanded_$T_3x5x64(%x: tensor<?x960x$T, #$T_2>) -> tensor<?x3x5x64x$T, #$T_4> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x960x$T, #$T_2>
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [%n, 3, 5, 64] : tensor<?x960x$T, #$T_2> into tensor<?x3x5x64x$T, #$T_4>
  return %r : tensor<?x3x5x64x$T, #$T_4>
}
// END
func.func @collapsed_bf16_5x3x48(%x: tensor<?x5x3x48xbf16, #bf16_4>) -> tensor<?x720xbf16, #bf16_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<?x5x3x48xbf16, #bf16_4> into tensor<?x720xbf16, #bf16_2>
  return %r : tensor<?x720xbf16, #bf16_2>
}
func.func @expanded_bf16_5x3x48(%x: tensor<?x720xbf16, #bf16_2>) -> tensor<?x5x3x48xbf16, #bf16_4> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x720xbf16, #bf16_2>
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [%n, 5, 3, 48] : tensor<?x720xbf16, #bf16_2> into tensor<?x5x3x48xbf16, #bf16_4>
  return %r : tensor<?x5x3x48xbf16, #bf16_4>
}
func.func @collapsed_i8_3x3x96(%x: tensor<?x3x3x96xi8, #i8_4>) -> tensor<?x864xi8, #i8_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<?x3x3x96xi8, #i8_4> into tensor<?x864xi8, #i8_2>
  return %r : tensor<?x864xi8, #i8_2>
}
func.func @expanded_i8_3x3x96(%x: tensor<?x864xi8, #i8_2>) -> tensor<?x3x3x96xi8, #i8_4> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x864xi8, #i8_2>
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [%n, 3, 3, 96] : tensor<?x864xi8, #i8_2> into tensor<?x3x3x96xi8, #i8_4>
  return %r : tensor<?x3x3x96xi8, #i8_4>
}
func.func @collapsed_i8_3x3x32(%x: tensor<?x3x3x32xi8, #i8_4>) -> tensor<?x288xi8, #i8_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<?x3x3x32xi8, #i8_4> into tensor<?x288xi8, #i8_2>
  return %r : tensor<?x288xi8, #i8_2>
}
func.func @expanded_i8_3x3x32(%x: tensor<?x288xi8, #i8_2>) -> tensor<?x3x3x32xi8, #i8_4> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x288xi8, #i8_2>
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [%n, 3, 3, 32] : tensor<?x288xi8, #i8_2> into tensor<?x3x3x32xi8, #i8_4>
  return %r : tensor<?x3x3x32xi8, #i8_4>
}
func.func @main() {
  %one = arith.constant 1 : index
  %n5 = arith.constant 5 : index
  %n3 = arith.constant 3 : index
  %n64 = arith.constant 64 : index
  %d0 = call @data4(%one, %n5, %n3, %n5, %n64) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s0 = tensor.cast %d0 : tensor<?x?x?x?xf32> to tensor<?x3x5x64xf32>
  %x0 = tensor.cast %s0 : tensor<?x3x5x64xf32> to tensor<?x3x5x64xf32, #f32_4>
  %r0 = call @collapsed_f32_3x5x64(%x0) : (tensor<?x3x5x64xf32, #f32_4>) -> tensor<?x960xf32, #f32_2>
  %p0 = tensor.cast %r0 : tensor<?x960xf32, #f32_2> to tensor<?x960xf32>
  %u0 = tensor.cast %p0 : tensor<?x960xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %n960 = arith.constant 960 : index
  %d1 = call @data2(%one, %n5, %n960) : (index, index, index) -> tensor<?x?xf32>
  %s1 = tensor.cast %d1 : tensor<?x?xf32> to tensor<?x960xf32>
  %x1 = tensor.cast %s1 : tensor<?x960xf32> to tensor<?x960xf32, #f32_2>
  %r1 = call @expanded_f32_3x5x64(%x1) : (tensor<?x960xf32, #f32_2>) -> tensor<?x3x5x64xf32, #f32_4>
  %p1 = tensor.cast %r1 : tensor<?x3x5x64xf32, #f32_4> to tensor<?x3x5x64xf32>
  %u1 = tensor.cast %p1 : tensor<?x3x5x64xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %n7 = arith.constant 7 : index
  %d2 = call @data4(%one, %n7, %n3, %n5, %n64) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s2 = tensor.cast %d2 : tensor<?x?x?x?xf32> to tensor<?x3x5x64xf32>
  %h2 = arith.truncf %s2 : tensor<?x3x5x64xf32> to tensor<?x3x5x64xbf16>
  %x2 = tensor.cast %h2 : tensor<?x3x5x64xbf16> to tensor<?x3x5x64xbf16, #bf16_4>
  %r2 = call @collapsed_bf16_3x5x64(%x2) : (tensor<?x3x5x64xbf16, #bf16_4>) -> tensor<?x960xbf16, #bf16_2>
  %p2 = tensor.cast %r2 : tensor<?x960xbf16, #bf16_2> to tensor<?x960xbf16>
  %f2 = arith.extf %p2 : tensor<?x960xbf16> to tensor<?x960xf32>
  %u2 = tensor.cast %f2 : tensor<?x960xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %d3 = call @data2(%one, %n7, %n960) : (index, index, index) -> tensor<?x?xf32>
  %s3 = tensor.cast %d3 : tensor<?x?xf32> to tensor<?x960xf32>
  %h3 = arith.truncf %s3 : tensor<?x960xf32> to tensor<?x960xbf16>
  %x3 = tensor.cast %h3 : tensor<?x960xbf16> to tensor<?x960xbf16, #bf16_2>
  %r3 = call @expanded_bf16_3x5x64(%x3) : (tensor<?x960xbf16, #bf16_2>) -> tensor<?x3x5x64xbf16, #bf16_4>
  %p3 = tensor.cast %r3 : tensor<?x3x5x64xbf16, #bf16_4> to tensor<?x3x5x64xbf16>
  %f3 = arith.extf %p3 : tensor<?x3x5x64xbf16> to tensor<?x3x5x64xf32>
  %u3 = tensor.cast %f3 : tensor<?x3x5x64xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %n4 = arith.constant 4 : index
  %n48 = arith.constant 48 : index
  %d4 = call @data4(%one, %n4, %n5, %n3, %n48) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s4 = tensor.cast %d4 : tensor<?x?x?x?xf32> to tensor<?x5x3x48xf32>
  %h4 = arith.truncf %s4 : tensor<?x5x3x48xf32> to tensor<?x5x3x48xbf16>
  %x4 = tensor.cast %h4 : tensor<?x5x3x48xbf16> to tensor<?x5x3x48xbf16, #bf16_4>
  %r4 = call @collapsed_bf16_5x3x48(%x4) : (tensor<?x5x3x48xbf16, #bf16_4>) -> tensor<?x720xbf16, #bf16_2>
  %p4 = tensor.cast %r4 : tensor<?x720xbf16, #bf16_2> to tensor<?x720xbf16>
  %f4 = arith.extf %p4 : tensor<?x720xbf16> to tensor<?x720xf32>
  %u4 = tensor.cast %f4 : tensor<?x720xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %n720 = arith.constant 720 : index
  %d5 = call @data2(%one, %n4, %n720) : (index, index, index) -> tensor<?x?xf32>
  %s5 = tensor.cast %d5 : tensor<?x?xf32> to tensor<?x720xf32>
  %h5 = arith.truncf %s5 : tensor<?x720xf32> to tensor<?x720xbf16>
  %x5 = tensor.cast %h5 : tensor<?x720xbf16> to tensor<?x720xbf16, #bf16_2>
  %r5 = call @expanded_bf16_5x3x48(%x5) : (tensor<?x720xbf16, #bf16_2>) -> tensor<?x5x3x48xbf16, #bf16_4>
  %p5 = tensor.cast %r5 : tensor<?x5x3x48xbf16, #bf16_4> to tensor<?x5x3x48xbf16>
  %f5 = arith.extf %p5 : tensor<?x5x3x48xbf16> to tensor<?x5x3x48xf32>
  %u5 = tensor.cast %f5 : tensor<?x5x3x48xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  %n96 = arith.constant 96 : index
  %d6 = call @data4(%one, %n7, %n3, %n3, %n96) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s6 = tensor.cast %d6 : tensor<?x?x?x?xf32> to tensor<?x3x3x96xf32>
  %two6 = arith.addf %s6, %s6 : tensor<?x3x3x96xf32>
  %four6 = arith.addf %two6, %two6 : tensor<?x3x3x96xf32>
  %eight6 = arith.addf %four6, %four6 : tensor<?x3x3x96xf32>
  %h6 = arith.fptosi %eight6 : tensor<?x3x3x96xf32> to tensor<?x3x3x96xi8>
  %x6 = tensor.cast %h6 : tensor<?x3x3x96xi8> to tensor<?x3x3x96xi8, #i8_4>
  %r6 = call @collapsed_i8_3x3x96(%x6) : (tensor<?x3x3x96xi8, #i8_4>) -> tensor<?x864xi8, #i8_2>
  %p6 = tensor.cast %r6 : tensor<?x864xi8, #i8_2> to tensor<?x864xi8>
  %f6 = arith.sitofp %p6 : tensor<?x864xi8> to tensor<?x864xf32>
  %u6 = tensor.cast %f6 : tensor<?x864xf32> to tensor<*xf32>
  call @show(%u6) : (tensor<*xf32>) -> ()
  %n864 = arith.constant 864 : index
  %d7 = call @data2(%one, %n7, %n864) : (index, index, index) -> tensor<?x?xf32>
  %s7 = tensor.cast %d7 : tensor<?x?xf32> to tensor<?x864xf32>
  %two7 = arith.addf %s7, %s7 : tensor<?x864xf32>
  %four7 = arith.addf %two7, %two7 : tensor<?x864xf32>
  %eight7 = arith.addf %four7, %four7 : tensor<?x864xf32>
  %h7 = arith.fptosi %eight7 : tensor<?x864xf32> to tensor<?x864xi8>
  %x7 = tensor.cast %h7 : tensor<?x864xi8> to tensor<?x864xi8, #i8_2>
  %r7 = call @expanded_i8_3x3x96(%x7) : (tensor<?x864xi8, #i8_2>) -> tensor<?x3x3x96xi8, #i8_4>
  %p7 = tensor.cast %r7 : tensor<?x3x3x96xi8, #i8_4> to tensor<?x3x3x96xi8>
  %f7 = arith.sitofp %p7 : tensor<?x3x3x96xi8> to tensor<?x3x3x96xf32>
  %u7 = tensor.cast %f7 : tensor<?x3x3x96xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %n1 = arith.constant 1 : index
  %n32 = arith.constant 32 : index
  %d8 = call @data4(%one, %n1, %n3, %n3, %n32) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s8 = tensor.cast %d8 : tensor<?x?x?x?xf32> to tensor<?x3x3x32xf32>
  %two8 = arith.addf %s8, %s8 : tensor<?x3x3x32xf32>
  %four8 = arith.addf %two8, %two8 : tensor<?x3x3x32xf32>
  %eight8 = arith.addf %four8, %four8 : tensor<?x3x3x32xf32>
  %h8 = arith.fptosi %eight8 : tensor<?x3x3x32xf32> to tensor<?x3x3x32xi8>
  %x8 = tensor.cast %h8 : tensor<?x3x3x32xi8> to tensor<?x3x3x32xi8, #i8_4>
  %r8 = call @collapsed_i8_3x3x32(%x8) : (tensor<?x3x3x32xi8, #i8_4>) -> tensor<?x288xi8, #i8_2>
  %p8 = tensor.cast %r8 : tensor<?x288xi8, #i8_2> to tensor<?x288xi8>
  %f8 = arith.sitofp %p8 : tensor<?x288xi8> to tensor<?x288xf32>
  %u8 = tensor.cast %f8 : tensor<?x288xf32> to tensor<*xf32>
  call @show(%u8) : (tensor<*xf32>) -> ()
  %n288 = arith.constant 288 : index
  %d9 = call @data2(%one, %n1, %n288) : (index, index, index) -> tensor<?x?xf32>
  %s9 = tensor.cast %d9 : tensor<?x?xf32> to tensor<?x288xf32>
  %two9 = arith.addf %s9, %s9 : tensor<?x288xf32>
  %four9 = arith.addf %two9, %two9 : tensor<?x288xf32>
  %eight9 = arith.addf %four9, %four9 : tensor<?x288xf32>
  %h9 = arith.fptosi %eight9 : tensor<?x288xf32> to tensor<?x288xi8>
  %x9 = tensor.cast %h9 : tensor<?x288xi8> to tensor<?x288xi8, #i8_2>
  %r9 = call @expanded_i8_3x3x32(%x9) : (tensor<?x288xi8, #i8_2>) -> tensor<?x3x3x32xi8, #i8_4>
  %p9 = tensor.cast %r9 : tensor<?x3x3x32xi8, #i8_4> to tensor<?x3x3x32xi8>
  %f9 = arith.sitofp %p9 : tensor<?x3x3x32xi8> to tensor<?x3x3x32xf32>
  %u9 = tensor.cast %f9 : tensor<?x3x3x32xf32> to tensor<*xf32>
  call @show(%u9) : (tensor<*xf32>) -> ()
  %n0 = arith.constant 0 : index
  %dn = call @data4(%one, %n0, %n3, %n5, %n64) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %sn = tensor.cast %dn : tensor<?x?x?x?xf32> to tensor<?x3x5x64xf32>
  %hn = arith.truncf %sn : tensor<?x3x5x64xf32> to tensor<?x3x5x64xbf16>
  %xn = tensor.cast %hn : tensor<?x3x5x64xbf16> to tensor<?x3x5x64xbf16, #bf16_4>
  %rn = call @collapsed_bf16_3x5x64(%xn) : (tensor<?x3x5x64xbf16, #bf16_4>) -> tensor<?x960xbf16, #bf16_2>
  %pn = tensor.cast %rn : tensor<?x960xbf16, #bf16_2> to tensor<?x960xbf16>
  %fn = arith.extf %pn : tensor<?x960xbf16> to tensor<?x960xf32>
  %zn = arith.constant dense<1.0> : tensor<1xf32>
  %on = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%fn : tensor<?x960xf32>) outs(%zn : tensor<1xf32>) {
  ^bb0(%v: f32, %t: f32):
    %w = arith.addf %t, %v : f32
    linalg.yield %w : f32
  } -> tensor<1xf32>
  %un = tensor.cast %on : tensor<1xf32> to tensor<*xf32>
  call @show(%un) : (tensor<*xf32>) -> ()
  return
}

// Images whose columns end within tiles become rows of one index, and back: runs of columns lie
// side by side on both sides, in words that hold rows of different images.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f32_2 = #tiled_layout.layout<{1,0:T(8,128)}>
#f32_4 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#bf16_2 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bf16_4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#i8_2 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#i8_4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
func.func @collapsed_f32_3x7x7x64(%x: tensor<3x7x7x64xf32, #f32_4>) -> tensor<3x3136xf32, #f32_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<3x7x7x64xf32, #f32_4> into tensor<3x3136xf32, #f32_2>
  return %r : tensor<3x3136xf32, #f32_2>
}
func.func @collapsed_bf16_4x7x3x64(%x: tensor<4x7x3x64xbf16, #bf16_4>) -> tensor<4x1344xbf16, #bf16_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<4x7x3x64xbf16, #bf16_4> into tensor<4x1344xbf16, #bf16_2>
  return %r : tensor<4x1344xbf16, #bf16_2>
}
func.func @collapsed_bf16_5x3x5x48(%x: tensor<5x3x5x48xbf16, #bf16_4>) -> tensor<5x720xbf16, #bf16_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<5x3x5x48xbf16, #bf16_4> into tensor<5x720xbf16, #bf16_2>
  return %r : tensor<5x720xbf16, #bf16_2>
}
func.func @collapsed_i8_9x3x2x96(%x: tensor<9x3x2x96xi8, #i8_4>) -> tensor<9x576xi8, #i8_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<9x3x2x96xi8, #i8_4> into tensor<9x576xi8, #i8_2>
  return %r : tensor<9x576xi8, #i8_2>
}
func.func @expanded_f32_3x2x5x100(%x: tensor<3x1000xf32, #f32_2>) -> tensor<3x2x5x100xf32, #f32_4> {
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [3, 2, 5, 100] : tensor<3x1000xf32, #f32_2> into tensor<3x2x5x100xf32, #f32_4>
  return %r : tensor<3x2x5x100xf32, #f32_4>
}
func.func @expanded_bf16_7x3x3x48(%x: tensor<7x432xbf16, #bf16_2>) -> tensor<7x3x3x48xbf16, #bf16_4> {
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [7, 3, 3, 48] : tensor<7x432xbf16, #bf16_2> into tensor<7x3x3x48xbf16, #bf16_4>
  return %r : tensor<7x3x3x48xbf16, #bf16_4>
}
func.func @expanded_i8_6x3x2x32(%x: tensor<6x192xi8, #i8_2>) -> tensor<6x3x2x32xi8, #i8_4> {
  %r = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [6, 3, 2, 32] : tensor<6x192xi8, #i8_2> into tensor<6x3x2x32xi8, #i8_4>
  return %r : tensor<6x3x2x32xi8, #i8_4>
}
func.func @expanded_bf16_6x3x8x96(%x: tensor<18x768xbf16, #bf16_2>) -> tensor<6x3x8x96xbf16, #bf16_4> {
  %r = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [6, 3, 8, 96] : tensor<18x768xbf16, #bf16_2> into tensor<6x3x8x96xbf16, #bf16_4>
  return %r : tensor<6x3x8x96xbf16, #bf16_4>
}
func.func @collapsed_i8_5x2x9x64(%x: tensor<5x2x9x64xi8, #i8_4>) -> tensor<5x1152xi8, #i8_2> {
  %r = tensor.collapse_shape %x [[0], [1, 2, 3]] : tensor<5x2x9x64xi8, #i8_4> into tensor<5x1152xi8, #i8_2>
  return %r : tensor<5x1152xi8, #i8_2>
}
func.func @main() {
  %one = arith.constant 1 : index
  %n3 = arith.constant 3 : index
  %n7 = arith.constant 7 : index
  %n64 = arith.constant 64 : index
  %d0 = call @data4(%one, %n3, %n7, %n7, %n64) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s0 = tensor.cast %d0 : tensor<?x?x?x?xf32> to tensor<3x7x7x64xf32>
  %x0 = tensor.cast %s0 : tensor<3x7x7x64xf32> to tensor<3x7x7x64xf32, #f32_4>
  %r0 = call @collapsed_f32_3x7x7x64(%x0) : (tensor<3x7x7x64xf32, #f32_4>) -> tensor<3x3136xf32, #f32_2>
  %p0 = tensor.cast %r0 : tensor<3x3136xf32, #f32_2> to tensor<3x3136xf32>
  %u0 = tensor.cast %p0 : tensor<3x3136xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %n4 = arith.constant 4 : index
  %d1 = call @data4(%one, %n4, %n7, %n3, %n64) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s1 = tensor.cast %d1 : tensor<?x?x?x?xf32> to tensor<4x7x3x64xf32>
  %h1 = arith.truncf %s1 : tensor<4x7x3x64xf32> to tensor<4x7x3x64xbf16>
  %x1 = tensor.cast %h1 : tensor<4x7x3x64xbf16> to tensor<4x7x3x64xbf16, #bf16_4>
  %r1 = call @collapsed_bf16_4x7x3x64(%x1) : (tensor<4x7x3x64xbf16, #bf16_4>) -> tensor<4x1344xbf16, #bf16_2>
  %p1 = tensor.cast %r1 : tensor<4x1344xbf16, #bf16_2> to tensor<4x1344xbf16>
  %f1 = arith.extf %p1 : tensor<4x1344xbf16> to tensor<4x1344xf32>
  %u1 = tensor.cast %f1 : tensor<4x1344xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %n5 = arith.constant 5 : index
  %n48 = arith.constant 48 : index
  %d2 = call @data4(%one, %n5, %n3, %n5, %n48) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s2 = tensor.cast %d2 : tensor<?x?x?x?xf32> to tensor<5x3x5x48xf32>
  %h2 = arith.truncf %s2 : tensor<5x3x5x48xf32> to tensor<5x3x5x48xbf16>
  %x2 = tensor.cast %h2 : tensor<5x3x5x48xbf16> to tensor<5x3x5x48xbf16, #bf16_4>
  %r2 = call @collapsed_bf16_5x3x5x48(%x2) : (tensor<5x3x5x48xbf16, #bf16_4>) -> tensor<5x720xbf16, #bf16_2>
  %p2 = tensor.cast %r2 : tensor<5x720xbf16, #bf16_2> to tensor<5x720xbf16>
  %f2 = arith.extf %p2 : tensor<5x720xbf16> to tensor<5x720xf32>
  %u2 = tensor.cast %f2 : tensor<5x720xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %n9 = arith.constant 9 : index
  %n2 = arith.constant 2 : index
  %n96 = arith.constant 96 : index
  %d3 = call @data4(%one, %n9, %n3, %n2, %n96) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s3 = tensor.cast %d3 : tensor<?x?x?x?xf32> to tensor<9x3x2x96xf32>
  %e3 = arith.constant dense<8.0> : tensor<9x3x2x96xf32>
  %m3 = arith.mulf %s3, %e3 : tensor<9x3x2x96xf32>
  %h3 = arith.fptosi %m3 : tensor<9x3x2x96xf32> to tensor<9x3x2x96xi8>
  %x3 = tensor.cast %h3 : tensor<9x3x2x96xi8> to tensor<9x3x2x96xi8, #i8_4>
  %r3 = call @collapsed_i8_9x3x2x96(%x3) : (tensor<9x3x2x96xi8, #i8_4>) -> tensor<9x576xi8, #i8_2>
  %p3 = tensor.cast %r3 : tensor<9x576xi8, #i8_2> to tensor<9x576xi8>
  %f3 = arith.sitofp %p3 : tensor<9x576xi8> to tensor<9x576xf32>
  %u3 = tensor.cast %f3 : tensor<9x576xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %n1000 = arith.constant 1000 : index
  %d4 = call @data2(%one, %n3, %n1000) : (index, index, index) -> tensor<?x?xf32>
  %s4 = tensor.cast %d4 : tensor<?x?xf32> to tensor<3x1000xf32>
  %x4 = tensor.cast %s4 : tensor<3x1000xf32> to tensor<3x1000xf32, #f32_2>
  %r4 = call @expanded_f32_3x2x5x100(%x4) : (tensor<3x1000xf32, #f32_2>) -> tensor<3x2x5x100xf32, #f32_4>
  %p4 = tensor.cast %r4 : tensor<3x2x5x100xf32, #f32_4> to tensor<3x2x5x100xf32>
  %u4 = tensor.cast %p4 : tensor<3x2x5x100xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %n432 = arith.constant 432 : index
  %d5 = call @data2(%one, %n7, %n432) : (index, index, index) -> tensor<?x?xf32>
  %s5 = tensor.cast %d5 : tensor<?x?xf32> to tensor<7x432xf32>
  %h5 = arith.truncf %s5 : tensor<7x432xf32> to tensor<7x432xbf16>
  %x5 = tensor.cast %h5 : tensor<7x432xbf16> to tensor<7x432xbf16, #bf16_2>
  %r5 = call @expanded_bf16_7x3x3x48(%x5) : (tensor<7x432xbf16, #bf16_2>) -> tensor<7x3x3x48xbf16, #bf16_4>
  %p5 = tensor.cast %r5 : tensor<7x3x3x48xbf16, #bf16_4> to tensor<7x3x3x48xbf16>
  %f5 = arith.extf %p5 : tensor<7x3x3x48xbf16> to tensor<7x3x3x48xf32>
  %u5 = tensor.cast %f5 : tensor<7x3x3x48xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  %n6 = arith.constant 6 : index
  %n192 = arith.constant 192 : index
  %d6 = call @data2(%one, %n6, %n192) : (index, index, index) -> tensor<?x?xf32>
  %s6 = tensor.cast %d6 : tensor<?x?xf32> to tensor<6x192xf32>
  %e6 = arith.constant dense<8.0> : tensor<6x192xf32>
  %m6 = arith.mulf %s6, %e6 : tensor<6x192xf32>
  %h6 = arith.fptosi %m6 : tensor<6x192xf32> to tensor<6x192xi8>
  %x6 = tensor.cast %h6 : tensor<6x192xi8> to tensor<6x192xi8, #i8_2>
  %r6 = call @expanded_i8_6x3x2x32(%x6) : (tensor<6x192xi8, #i8_2>) -> tensor<6x3x2x32xi8, #i8_4>
  %p6 = tensor.cast %r6 : tensor<6x3x2x32xi8, #i8_4> to tensor<6x3x2x32xi8>
  %f6 = arith.sitofp %p6 : tensor<6x3x2x32xi8> to tensor<6x3x2x32xf32>
  %u6 = tensor.cast %f6 : tensor<6x3x2x32xf32> to tensor<*xf32>
  call @show(%u6) : (tensor<*xf32>) -> ()
  %n18 = arith.constant 18 : index
  %n768 = arith.constant 768 : index
  %d7 = call @data2(%one, %n18, %n768) : (index, index, index) -> tensor<?x?xf32>
  %s7 = tensor.cast %d7 : tensor<?x?xf32> to tensor<18x768xf32>
  %h7 = arith.truncf %s7 : tensor<18x768xf32> to tensor<18x768xbf16>
  %x7 = tensor.cast %h7 : tensor<18x768xbf16> to tensor<18x768xbf16, #bf16_2>
  %r7 = call @expanded_bf16_6x3x8x96(%x7) : (tensor<18x768xbf16, #bf16_2>) -> tensor<6x3x8x96xbf16, #bf16_4>
  %p7 = tensor.cast %r7 : tensor<6x3x8x96xbf16, #bf16_4> to tensor<6x3x8x96xbf16>
  %f7 = arith.extf %p7 : tensor<6x3x8x96xbf16> to tensor<6x3x8x96xf32>
  %u7 = tensor.cast %f7 : tensor<6x3x8x96xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %d8 = call @data4(%one, %n5, %n2, %n9, %n64) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %s8 = tensor.cast %d8 : tensor<?x?x?x?xf32> to tensor<5x2x9x64xf32>
  %e8 = arith.constant dense<8.0> : tensor<5x2x9x64xf32>
  %m8 = arith.mulf %s8, %e8 : tensor<5x2x9x64xf32>
  %h8 = arith.fptosi %m8 : tensor<5x2x9x64xf32> to tensor<5x2x9x64xi8>
  %x8 = tensor.cast %h8 : tensor<5x2x9x64xi8> to tensor<5x2x9x64xi8, #i8_4>
  %r8 = call @collapsed_i8_5x2x9x64(%x8) : (tensor<5x2x9x64xi8, #i8_4>) -> tensor<5x1152xi8, #i8_2>
  %p8 = tensor.cast %r8 : tensor<5x1152xi8, #i8_2> to tensor<5x1152xi8>
  %f8 = arith.sitofp %p8 : tensor<5x1152xi8> to tensor<5x1152xf32>
  %u8 = tensor.cast %f8 : tensor<5x1152xf32> to tensor<*xf32>
  call @show(%u8) : (tensor<*xf32>) -> ()
  return
}

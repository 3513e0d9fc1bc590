// Columns that are appended behind a number of columns known at run time only: rows that share words in
// whole words, and what is left of the last word; no columns; rows within another array, from a word on and within one.
//
// The default target has masks for bytes, which LLVM takes minutes to write out for a machine without.
//
// PROCESSORS: x86-64 x86-64-v3 x86-64-v4
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#i8_3 = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>

// TYPES: bf16 i8
func.func private @columns_$T(%x: tensor<?x?x$T, #$T>, %y: tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T> attributes {no_inline} {
  %r = tensor.concat dim(1) %x, %y : (tensor<?x?x$T, #$T>, tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T>
  return %r : tensor<?x?x$T, #$T>
}
func.func private @at_$T(%x: tensor<?x?x$T, #$T>, %y: tensor<?x?x$T, #$T>, %n: index) -> tensor<?x?x$T, #$T> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %y, %c0 : tensor<?x?x$T, #$T>
  %w = tensor.dim %y, %c1 : tensor<?x?x$T, #$T>
  %a = tensor.insert_slice %y into %x[4, %n] [%h, %w] [1, 1] : tensor<?x?x$T, #$T> into tensor<?x?x$T, #$T>
  %b = tensor.insert_slice %y into %a[21, %n] [%h, %w] [1, 1] : tensor<?x?x$T, #$T> into tensor<?x?x$T, #$T>
  return %b : tensor<?x?x$T, #$T>
}

// END
func.func private @batch_i8(%x: tensor<2x7x?xi8, #i8_3>, %y: tensor<2x7x?xi8, #i8_3>) -> tensor<2x7x?xi8, #i8_3> attributes {no_inline} {
  %r = tensor.concat dim(2) %x, %y : (tensor<2x7x?xi8, #i8_3>, tensor<2x7x?xi8, #i8_3>) -> tensor<2x7x?xi8, #i8_3>
  return %r : tensor<2x7x?xi8, #i8_3>
}
func.func private @to_bf16(%x: tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16> attributes {no_inline} {
  %q = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  %r = tensor.cast %q : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  return %r : tensor<?x?xbf16, #bf16>
}
func.func private @show_bf16(%x: tensor<?x?xbf16, #bf16>) attributes {no_inline} {
  %p = tensor.cast %x : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f = arith.extf %p : tensor<?x?xbf16> to tensor<?x?xf32>
  %u = tensor.cast %f : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @bytes(%x: tensor<?x?xf32>) -> tensor<?x?xi8> attributes {no_inline} {
  %eight = arith.constant 8.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %s1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.splat %eight[%s0, %s1] : tensor<?x?xf32>
  %m = arith.mulf %x, %e : tensor<?x?xf32>
  %r = arith.fptosi %m : tensor<?x?xf32> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func private @to_i8(%x: tensor<?x?xf32>) -> tensor<?x?xi8, #i8> attributes {no_inline} {
  %q = call @bytes(%x) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %r = tensor.cast %q : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  return %r : tensor<?x?xi8, #i8>
}
func.func private @show_i8(%x: tensor<?x?xi8, #i8>) attributes {no_inline} {
  %p = tensor.cast %x : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f = arith.sitofp %p : tensor<?x?xi8> to tensor<?x?xf32>
  %u = tensor.cast %f : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %n0 = arith.constant 0 : index
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %n7 = arith.constant 7 : index
  %n8 = arith.constant 8 : index
  %n9 = arith.constant 9 : index
  %n14 = arith.constant 14 : index
  %n36 = arith.constant 36 : index
  %n37 = arith.constant 37 : index
  %n100 = arith.constant 100 : index
  %n130 = arith.constant 130 : index
  %n150 = arith.constant 150 : index
  %n200 = arith.constant 200 : index
  %n300 = arith.constant 300 : index
  %d1 = call @data2(%n1, %n8, %n100) : (index, index, index) -> tensor<?x?xf32>
  %x1 = call @to_bf16(%d1) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %d2 = call @data2(%n2, %n8, %n200) : (index, index, index) -> tensor<?x?xf32>
  %x2 = call @to_bf16(%d2) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %r3 = call @columns_bf16(%x1, %x2) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%r3) : (tensor<?x?xbf16, #bf16>) -> ()
  %d4 = call @data2(%n1, %n9, %n130) : (index, index, index) -> tensor<?x?xf32>
  %x4 = call @to_bf16(%d4) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %d5 = call @data2(%n2, %n9, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x5 = call @to_bf16(%d5) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %r6 = call @columns_bf16(%x4, %x5) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%r6) : (tensor<?x?xbf16, #bf16>) -> ()
  %d7 = call @data2(%n1, %n3, %n1) : (index, index, index) -> tensor<?x?xf32>
  %x7 = call @to_bf16(%d7) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %d8 = call @data2(%n2, %n3, %n150) : (index, index, index) -> tensor<?x?xf32>
  %x8 = call @to_bf16(%d8) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %r9 = call @columns_bf16(%x7, %x8) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%r9) : (tensor<?x?xbf16, #bf16>) -> ()
  %d10 = call @data2(%n1, %n1, %n37) : (index, index, index) -> tensor<?x?xf32>
  %x10 = call @to_bf16(%d10) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %d11 = call @data2(%n2, %n1, %n130) : (index, index, index) -> tensor<?x?xf32>
  %x11 = call @to_bf16(%d11) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %r12 = call @columns_bf16(%x10, %x11) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%r12) : (tensor<?x?xbf16, #bf16>) -> ()
  %d13 = call @data2(%n1, %n36, %n7) : (index, index, index) -> tensor<?x?xf32>
  %x13 = call @to_bf16(%d13) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %d14 = call @data2(%n2, %n36, %n2) : (index, index, index) -> tensor<?x?xf32>
  %x14 = call @to_bf16(%d14) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %r15 = call @columns_bf16(%x13, %x14) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%r15) : (tensor<?x?xbf16, #bf16>) -> ()
  %d16 = call @data2(%n1, %n36, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x16 = call @to_bf16(%d16) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %d17 = call @data2(%n2, %n14, %n150) : (index, index, index) -> tensor<?x?xf32>
  %x17 = call @to_bf16(%d17) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %r18 = call @at_bf16(%x16, %x17, %n37) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>, index) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%r18) : (tensor<?x?xbf16, #bf16>) -> ()
  %d19 = call @data2(%n1, %n8, %n100) : (index, index, index) -> tensor<?x?xf32>
  %x19 = call @to_i8(%d19) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %d20 = call @data2(%n2, %n8, %n200) : (index, index, index) -> tensor<?x?xf32>
  %x20 = call @to_i8(%d20) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %r21 = call @columns_i8(%x19, %x20) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  call @show_i8(%r21) : (tensor<?x?xi8, #i8>) -> ()
  %d22 = call @data2(%n1, %n9, %n130) : (index, index, index) -> tensor<?x?xf32>
  %x22 = call @to_i8(%d22) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %d23 = call @data2(%n2, %n9, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x23 = call @to_i8(%d23) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %r24 = call @columns_i8(%x22, %x23) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  call @show_i8(%r24) : (tensor<?x?xi8, #i8>) -> ()
  %d25 = call @data2(%n1, %n3, %n1) : (index, index, index) -> tensor<?x?xf32>
  %x25 = call @to_i8(%d25) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %d26 = call @data2(%n2, %n3, %n150) : (index, index, index) -> tensor<?x?xf32>
  %x26 = call @to_i8(%d26) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %r27 = call @columns_i8(%x25, %x26) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  call @show_i8(%r27) : (tensor<?x?xi8, #i8>) -> ()
  %d28 = call @data2(%n1, %n1, %n37) : (index, index, index) -> tensor<?x?xf32>
  %x28 = call @to_i8(%d28) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %d29 = call @data2(%n2, %n1, %n130) : (index, index, index) -> tensor<?x?xf32>
  %x29 = call @to_i8(%d29) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %r30 = call @columns_i8(%x28, %x29) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  call @show_i8(%r30) : (tensor<?x?xi8, #i8>) -> ()
  %d31 = call @data2(%n1, %n36, %n7) : (index, index, index) -> tensor<?x?xf32>
  %x31 = call @to_i8(%d31) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %d32 = call @data2(%n2, %n36, %n2) : (index, index, index) -> tensor<?x?xf32>
  %x32 = call @to_i8(%d32) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %r33 = call @columns_i8(%x31, %x32) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  call @show_i8(%r33) : (tensor<?x?xi8, #i8>) -> ()
  %d34 = call @data2(%n1, %n36, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x34 = call @to_i8(%d34) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %d35 = call @data2(%n2, %n14, %n150) : (index, index, index) -> tensor<?x?xf32>
  %x35 = call @to_i8(%d35) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %r36 = call @at_i8(%x34, %x35, %n37) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>, index) -> tensor<?x?xi8, #i8>
  call @show_i8(%r36) : (tensor<?x?xi8, #i8>) -> ()
  %zbf160 = call @data2(%n1, %n9, %n0) : (index, index, index) -> tensor<?x?xf32>
  %zbf161 = call @to_bf16(%zbf160) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %zbf162 = call @data2(%n2, %n9, %n130) : (index, index, index) -> tensor<?x?xf32>
  %zbf163 = call @to_bf16(%zbf162) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %zbf164 = call @columns_bf16(%zbf161, %zbf163) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%zbf164) : (tensor<?x?xbf16, #bf16>) -> ()
  %zbf165 = call @columns_bf16(%zbf163, %zbf161) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%zbf165) : (tensor<?x?xbf16, #bf16>) -> ()
  %zi80 = call @data2(%n1, %n9, %n0) : (index, index, index) -> tensor<?x?xf32>
  %zi81 = call @to_i8(%zi80) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %zi82 = call @data2(%n2, %n9, %n130) : (index, index, index) -> tensor<?x?xf32>
  %zi83 = call @to_i8(%zi82) : (tensor<?x?xf32>) -> tensor<?x?xi8, #i8>
  %zi84 = call @columns_i8(%zi81, %zi83) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  call @show_i8(%zi84) : (tensor<?x?xi8, #i8>) -> ()
  %zi85 = call @columns_i8(%zi83, %zi81) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  call @show_i8(%zi85) : (tensor<?x?xi8, #i8>) -> ()
  %b0 = call @data2(%n1, %n14, %n100) : (index, index, index) -> tensor<?x?xf32>
  %b1 = call @bytes(%b0) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %b2 = tensor.cast %b1 : tensor<?x?xi8> to tensor<14x?xi8>
  %b3 = tensor.expand_shape %b2 [[0, 1], [2]] output_shape [2, 7, %n100] : tensor<14x?xi8> into tensor<2x7x?xi8>
  %b4 = tensor.cast %b3 : tensor<2x7x?xi8> to tensor<2x7x?xi8, #i8_3>
  %b5 = call @batch_i8(%b4, %b4) : (tensor<2x7x?xi8, #i8_3>, tensor<2x7x?xi8, #i8_3>) -> tensor<2x7x?xi8, #i8_3>
  %b6 = tensor.cast %b5 : tensor<2x7x?xi8, #i8_3> to tensor<2x7x?xi8>
  %b7 = arith.sitofp %b6 : tensor<2x7x?xi8> to tensor<2x7x?xf32>
  %b8 = tensor.cast %b7 : tensor<2x7x?xf32> to tensor<*xf32>
  call @show(%b8) : (tensor<*xf32>) -> ()
  return
}

// Rows and columns that are appended or inserted behind a number of them known at run time only, where the
// dimension whose elements lie closest is not the last one: along it, along another one, in words, in batches.
// The default target has masks for 16 bits, which LLVM takes long to write out for a machine without.
//
// PROCESSORS: x86-64 x86-64-v3 x86-64-v4
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#bf16 = #tiled_layout.layout<{0,1:T(8,128)(2,1)}>
#f32 = #tiled_layout.layout<{0,1:T(8,128)}>
#f32_3 = #tiled_layout.layout<{1,2,0:T(4,64)}>

// TYPES: bf16 f32
func.func private @columns_$T(%x: tensor<?x?x$T, #$T>, %y: tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T> attributes {no_inline} {
  %r = tensor.concat dim(1) %x, %y : (tensor<?x?x$T, #$T>, tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T>
  return %r : tensor<?x?x$T, #$T>
}
func.func private @rows_$T(%x: tensor<?x?x$T, #$T>, %y: tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T> attributes {no_inline} {
  %r = tensor.concat dim(0) %x, %y : (tensor<?x?x$T, #$T>, tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T>
  return %r : tensor<?x?x$T, #$T>
}
func.func private @at_$T(%x: tensor<?x?x$T, #$T>, %y: tensor<?x?x$T, #$T>, %n: index) -> tensor<?x?x$T, #$T> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %y, %c0 : tensor<?x?x$T, #$T>
  %w = tensor.dim %y, %c1 : tensor<?x?x$T, #$T>
  %a = tensor.insert_slice %y into %x[%n, 4] [%h, %w] [1, 1] : tensor<?x?x$T, #$T> into tensor<?x?x$T, #$T>
  %b = tensor.insert_slice %y into %a[%n, 21] [%h, %w] [1, 1] : tensor<?x?x$T, #$T> into tensor<?x?x$T, #$T>
  return %b : tensor<?x?x$T, #$T>
}

// END
func.func private @batch_f32(%x: tensor<2x7x?xf32, #f32_3>, %y: tensor<2x7x?xf32, #f32_3>) -> tensor<2x14x?xf32, #f32_3> attributes {no_inline} {
  %r = tensor.concat dim(1) %x, %y : (tensor<2x7x?xf32, #f32_3>, tensor<2x7x?xf32, #f32_3>) -> tensor<2x14x?xf32, #f32_3>
  return %r : tensor<2x14x?xf32, #f32_3>
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
func.func private @to_f32(%x: tensor<?x?xf32>) -> tensor<?x?xf32, #f32> attributes {no_inline} {
  %r = tensor.cast %x : tensor<?x?xf32> to tensor<?x?xf32, #f32>
  return %r : tensor<?x?xf32, #f32>
}
func.func private @show_f32(%x: tensor<?x?xf32, #f32>) attributes {no_inline} {
  %p = tensor.cast %x : tensor<?x?xf32, #f32> to tensor<?x?xf32>
  %u = tensor.cast %p : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
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
  %d16 = call @data2(%n1, %n300, %n36) : (index, index, index) -> tensor<?x?xf32>
  %x16 = call @to_bf16(%d16) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %d17 = call @data2(%n2, %n150, %n14) : (index, index, index) -> tensor<?x?xf32>
  %x17 = call @to_bf16(%d17) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %r18 = call @at_bf16(%x16, %x17, %n37) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>, index) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%r18) : (tensor<?x?xbf16, #bf16>) -> ()
  %d19 = call @data2(%n1, %n8, %n100) : (index, index, index) -> tensor<?x?xf32>
  %x19 = call @to_f32(%d19) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %d20 = call @data2(%n2, %n8, %n200) : (index, index, index) -> tensor<?x?xf32>
  %x20 = call @to_f32(%d20) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %r21 = call @columns_f32(%x19, %x20) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%r21) : (tensor<?x?xf32, #f32>) -> ()
  %d22 = call @data2(%n1, %n9, %n130) : (index, index, index) -> tensor<?x?xf32>
  %x22 = call @to_f32(%d22) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %d23 = call @data2(%n2, %n9, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x23 = call @to_f32(%d23) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %r24 = call @columns_f32(%x22, %x23) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%r24) : (tensor<?x?xf32, #f32>) -> ()
  %d25 = call @data2(%n1, %n3, %n1) : (index, index, index) -> tensor<?x?xf32>
  %x25 = call @to_f32(%d25) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %d26 = call @data2(%n2, %n3, %n150) : (index, index, index) -> tensor<?x?xf32>
  %x26 = call @to_f32(%d26) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %r27 = call @columns_f32(%x25, %x26) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%r27) : (tensor<?x?xf32, #f32>) -> ()
  %d28 = call @data2(%n1, %n1, %n37) : (index, index, index) -> tensor<?x?xf32>
  %x28 = call @to_f32(%d28) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %d29 = call @data2(%n2, %n1, %n130) : (index, index, index) -> tensor<?x?xf32>
  %x29 = call @to_f32(%d29) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %r30 = call @columns_f32(%x28, %x29) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%r30) : (tensor<?x?xf32, #f32>) -> ()
  %d31 = call @data2(%n1, %n36, %n7) : (index, index, index) -> tensor<?x?xf32>
  %x31 = call @to_f32(%d31) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %d32 = call @data2(%n2, %n36, %n2) : (index, index, index) -> tensor<?x?xf32>
  %x32 = call @to_f32(%d32) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %r33 = call @columns_f32(%x31, %x32) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%r33) : (tensor<?x?xf32, #f32>) -> ()
  %d34 = call @data2(%n1, %n300, %n36) : (index, index, index) -> tensor<?x?xf32>
  %x34 = call @to_f32(%d34) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %d35 = call @data2(%n2, %n150, %n14) : (index, index, index) -> tensor<?x?xf32>
  %x35 = call @to_f32(%d35) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %r36 = call @at_f32(%x34, %x35, %n37) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>, index) -> tensor<?x?xf32, #f32>
  call @show_f32(%r36) : (tensor<?x?xf32, #f32>) -> ()
  %qbf160 = call @data2(%n1, %n8, %n100) : (index, index, index) -> tensor<?x?xf32>
  %sbf160 = call @to_bf16(%qbf160) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %tbf160 = call @data2(%n2, %n200, %n100) : (index, index, index) -> tensor<?x?xf32>
  %vbf160 = call @to_bf16(%tbf160) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %wbf160 = call @rows_bf16(%sbf160, %vbf160) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%wbf160) : (tensor<?x?xbf16, #bf16>) -> ()
  %qbf161 = call @data2(%n1, %n9, %n130) : (index, index, index) -> tensor<?x?xf32>
  %sbf161 = call @to_bf16(%qbf161) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %tbf161 = call @data2(%n2, %n150, %n130) : (index, index, index) -> tensor<?x?xf32>
  %vbf161 = call @to_bf16(%tbf161) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %wbf161 = call @rows_bf16(%sbf161, %vbf161) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%wbf161) : (tensor<?x?xbf16, #bf16>) -> ()
  %qbf162 = call @data2(%n1, %n3, %n1) : (index, index, index) -> tensor<?x?xf32>
  %sbf162 = call @to_bf16(%qbf162) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %tbf162 = call @data2(%n2, %n37, %n1) : (index, index, index) -> tensor<?x?xf32>
  %vbf162 = call @to_bf16(%tbf162) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %wbf162 = call @rows_bf16(%sbf162, %vbf162) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%wbf162) : (tensor<?x?xbf16, #bf16>) -> ()
  %qbf163 = call @data2(%n1, %n300, %n7) : (index, index, index) -> tensor<?x?xf32>
  %sbf163 = call @to_bf16(%qbf163) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %tbf163 = call @data2(%n2, %n2, %n7) : (index, index, index) -> tensor<?x?xf32>
  %vbf163 = call @to_bf16(%tbf163) : (tensor<?x?xf32>) -> tensor<?x?xbf16, #bf16>
  %wbf163 = call @rows_bf16(%sbf163, %vbf163) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  call @show_bf16(%wbf163) : (tensor<?x?xbf16, #bf16>) -> ()
  %qf320 = call @data2(%n1, %n8, %n100) : (index, index, index) -> tensor<?x?xf32>
  %sf320 = call @to_f32(%qf320) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %tf320 = call @data2(%n2, %n200, %n100) : (index, index, index) -> tensor<?x?xf32>
  %vf320 = call @to_f32(%tf320) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %wf320 = call @rows_f32(%sf320, %vf320) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%wf320) : (tensor<?x?xf32, #f32>) -> ()
  %qf321 = call @data2(%n1, %n9, %n130) : (index, index, index) -> tensor<?x?xf32>
  %sf321 = call @to_f32(%qf321) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %tf321 = call @data2(%n2, %n150, %n130) : (index, index, index) -> tensor<?x?xf32>
  %vf321 = call @to_f32(%tf321) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %wf321 = call @rows_f32(%sf321, %vf321) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%wf321) : (tensor<?x?xf32, #f32>) -> ()
  %qf322 = call @data2(%n1, %n3, %n1) : (index, index, index) -> tensor<?x?xf32>
  %sf322 = call @to_f32(%qf322) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %tf322 = call @data2(%n2, %n37, %n1) : (index, index, index) -> tensor<?x?xf32>
  %vf322 = call @to_f32(%tf322) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %wf322 = call @rows_f32(%sf322, %vf322) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%wf322) : (tensor<?x?xf32, #f32>) -> ()
  %qf323 = call @data2(%n1, %n300, %n7) : (index, index, index) -> tensor<?x?xf32>
  %sf323 = call @to_f32(%qf323) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %tf323 = call @data2(%n2, %n2, %n7) : (index, index, index) -> tensor<?x?xf32>
  %vf323 = call @to_f32(%tf323) : (tensor<?x?xf32>) -> tensor<?x?xf32, #f32>
  %wf323 = call @rows_f32(%sf323, %vf323) : (tensor<?x?xf32, #f32>, tensor<?x?xf32, #f32>) -> tensor<?x?xf32, #f32>
  call @show_f32(%wf323) : (tensor<?x?xf32, #f32>) -> ()
  %b0 = call @data2(%n1, %n14, %n100) : (index, index, index) -> tensor<?x?xf32>
  %b2 = tensor.cast %b0 : tensor<?x?xf32> to tensor<14x?xf32>
  %b3 = tensor.expand_shape %b2 [[0, 1], [2]] output_shape [2, 7, %n100] : tensor<14x?xf32> into tensor<2x7x?xf32>
  %b4 = tensor.cast %b3 : tensor<2x7x?xf32> to tensor<2x7x?xf32, #f32_3>
  %b5 = call @batch_f32(%b4, %b4) : (tensor<2x7x?xf32, #f32_3>, tensor<2x7x?xf32, #f32_3>) -> tensor<2x14x?xf32, #f32_3>
  %b6 = tensor.cast %b5 : tensor<2x14x?xf32, #f32_3> to tensor<2x14x?xf32>
  %b8 = tensor.cast %b6 : tensor<2x14x?xf32> to tensor<*xf32>
  call @show(%b8) : (tensor<*xf32>) -> ()
  return
}

// Rows that are appended to others behind a number of rows known at run time only, within words and
// at their edges, of columns that are whole vectors and not; fewer rows than a word has; from rows
// without a layout; within batches.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bf16_3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#i8_3 = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
// TYPES: bf16 i8
func.func @appended_$T(%x: tensor<?x?x$T, #$T>, %y: tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T> {
  %r = tensor.concat dim(0) %x, %y : (tensor<?x?x$T, #$T>, tensor<?x?x$T, #$T>) -> tensor<?x?x$T, #$T>
  return %r : tensor<?x?x$T, #$T>
}
func.func @inserted_$T(%x: tensor<?x?x$T, #$T>, %y: tensor<?x?x$T>, %n: index) -> tensor<?x?x$T, #$T> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %y, %c0 : tensor<?x?x$T>
  %w = tensor.dim %y, %c1 : tensor<?x?x$T>
  %r = tensor.insert_slice %y into %x[%n, 0] [%h, %w] [1, 1] : tensor<?x?x$T> into tensor<?x?x$T, #$T>
  return %r : tensor<?x?x$T, #$T>
}
func.func @batch_$T(%x: tensor<2x?x40x$T, #$T_3>, %y: tensor<2x?x40x$T, #$T_3>) -> tensor<2x?x40x$T, #$T_3> {
  %r = tensor.concat dim(1) %x, %y : (tensor<2x?x40x$T, #$T_3>, tensor<2x?x40x$T, #$T_3>) -> tensor<2x?x40x$T, #$T_3>
  return %r : tensor<2x?x40x$T, #$T_3>
}
// END
func.func private @to_bf16_2(%x: tensor<?x?xf32>) -> tensor<?x?xbf16> {
  %r = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}
func.func private @show_bf16_2(%x: tensor<?x?xbf16>) {
  %f = arith.extf %x : tensor<?x?xbf16> to tensor<?x?xf32>
  %u = tensor.cast %f : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @to_bf16_3(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xbf16> {
  %r = arith.truncf %x : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  return %r : tensor<?x?x?xbf16>
}
func.func private @show_bf16_3(%x: tensor<?x?x?xbf16>) {
  %f = arith.extf %x : tensor<?x?x?xbf16> to tensor<?x?x?xf32>
  %u = tensor.cast %f : tensor<?x?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @to_i8_2(%x: tensor<?x?xf32>) -> tensor<?x?xi8> {
  %eight = arith.constant 8.0 : f32
  %c0 = arith.constant 0 : index
  %s0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %c1 = arith.constant 1 : index
  %s1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.splat %eight[%s0, %s1] : tensor<?x?xf32>
  %m = arith.mulf %x, %e : tensor<?x?xf32>
  %r = arith.fptosi %m : tensor<?x?xf32> to tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
func.func private @show_i8_2(%x: tensor<?x?xi8>) {
  %f = arith.sitofp %x : tensor<?x?xi8> to tensor<?x?xf32>
  %u = tensor.cast %f : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func private @to_i8_3(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xi8> {
  %eight = arith.constant 8.0 : f32
  %c0 = arith.constant 0 : index
  %s0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %c1 = arith.constant 1 : index
  %s1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %c2 = arith.constant 2 : index
  %s2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %e = tensor.splat %eight[%s0, %s1, %s2] : tensor<?x?x?xf32>
  %m = arith.mulf %x, %e : tensor<?x?x?xf32>
  %r = arith.fptosi %m : tensor<?x?x?xf32> to tensor<?x?x?xi8>
  return %r : tensor<?x?x?xi8>
}
func.func private @show_i8_3(%x: tensor<?x?x?xi8>) {
  %f = arith.sitofp %x : tensor<?x?x?xi8> to tensor<?x?x?xf32>
  %u = tensor.cast %f : tensor<?x?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n13 = arith.constant 13 : index
  %n128 = arith.constant 128 : index
  %d1 = call @data2(%n1, %n13, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q1 = call @to_bf16_2(%d1) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x1 = tensor.cast %q1 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %n2 = arith.constant 2 : index
  %n20 = arith.constant 20 : index
  %d2 = call @data2(%n2, %n20, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q2 = call @to_bf16_2(%d2) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x2 = tensor.cast %q2 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r3 = call @appended_bf16(%x1, %x2) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p4 = tensor.cast %r3 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  call @show_bf16_2(%p4) : (tensor<?x?xbf16>) -> ()
  %n8 = arith.constant 8 : index
  %n100 = arith.constant 100 : index
  %d5 = call @data2(%n1, %n8, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q5 = call @to_bf16_2(%d5) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x5 = tensor.cast %q5 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %n9 = arith.constant 9 : index
  %d6 = call @data2(%n2, %n9, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q6 = call @to_bf16_2(%d6) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x6 = tensor.cast %q6 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r7 = call @appended_bf16(%x5, %x6) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p8 = tensor.cast %r7 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  call @show_bf16_2(%p8) : (tensor<?x?xbf16>) -> ()
  %n6 = arith.constant 6 : index
  %n37 = arith.constant 37 : index
  %d9 = call @data2(%n1, %n6, %n37) : (index, index, index) -> tensor<?x?xf32>
  %q9 = call @to_bf16_2(%d9) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x9 = tensor.cast %q9 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %d10 = call @data2(%n2, %n1, %n37) : (index, index, index) -> tensor<?x?xf32>
  %q10 = call @to_bf16_2(%d10) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x10 = tensor.cast %q10 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r11 = call @appended_bf16(%x9, %x10) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p12 = tensor.cast %r11 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  call @show_bf16_2(%p12) : (tensor<?x?xbf16>) -> ()
  %n3 = arith.constant 3 : index
  %n64 = arith.constant 64 : index
  %d13 = call @data2(%n1, %n3, %n64) : (index, index, index) -> tensor<?x?xf32>
  %q13 = call @to_bf16_2(%d13) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x13 = tensor.cast %q13 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %d14 = call @data2(%n2, %n2, %n64) : (index, index, index) -> tensor<?x?xf32>
  %q14 = call @to_bf16_2(%d14) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x14 = tensor.cast %q14 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r15 = call @appended_bf16(%x13, %x14) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p16 = tensor.cast %r15 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  call @show_bf16_2(%p16) : (tensor<?x?xbf16>) -> ()
  %n40 = arith.constant 40 : index
  %d17 = call @data2(%n1, %n40, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q17 = call @to_bf16_2(%d17) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x17 = tensor.cast %q17 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %d18 = call @data2(%n3, %n20, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q18 = call @to_bf16_2(%d18) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %n7 = arith.constant 7 : index
  %r19 = call @inserted_bf16(%x17, %q18, %n7) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16>, index) -> tensor<?x?xbf16, #bf16>
  %p20 = tensor.cast %r19 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  call @show_bf16_2(%p20) : (tensor<?x?xbf16>) -> ()
  %d21 = call @data2(%n1, %n40, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q21 = call @to_bf16_2(%d21) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %x21 = tensor.cast %q21 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %d22 = call @data2(%n3, %n3, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q22 = call @to_bf16_2(%d22) : (tensor<?x?xf32>) -> tensor<?x?xbf16>
  %n22 = arith.constant 22 : index
  %r23 = call @inserted_bf16(%x21, %q22, %n22) : (tensor<?x?xbf16, #bf16>, tensor<?x?xbf16>, index) -> tensor<?x?xbf16, #bf16>
  %p24 = tensor.cast %r23 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  call @show_bf16_2(%p24) : (tensor<?x?xbf16>) -> ()
  %d25 = call @data3(%n1, %n2, %n7, %n40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %q25 = call @to_bf16_3(%d25) : (tensor<?x?x?xf32>) -> tensor<?x?x?xbf16>
  %x25 = tensor.cast %q25 : tensor<?x?x?xbf16> to tensor<2x?x40xbf16, #bf16_3>
  %d26 = call @data3(%n2, %n2, %n9, %n40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %q26 = call @to_bf16_3(%d26) : (tensor<?x?x?xf32>) -> tensor<?x?x?xbf16>
  %x26 = tensor.cast %q26 : tensor<?x?x?xbf16> to tensor<2x?x40xbf16, #bf16_3>
  %r27 = call @batch_bf16(%x25, %x26) : (tensor<2x?x40xbf16, #bf16_3>, tensor<2x?x40xbf16, #bf16_3>) -> tensor<2x?x40xbf16, #bf16_3>
  %p28 = tensor.cast %r27 : tensor<2x?x40xbf16, #bf16_3> to tensor<?x?x?xbf16>
  call @show_bf16_3(%p28) : (tensor<?x?x?xbf16>) -> ()
  %d29 = call @data2(%n1, %n13, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q29 = call @to_i8_2(%d29) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x29 = tensor.cast %q29 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %d30 = call @data2(%n2, %n20, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q30 = call @to_i8_2(%d30) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x30 = tensor.cast %q30 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r31 = call @appended_i8(%x29, %x30) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p32 = tensor.cast %r31 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  call @show_i8_2(%p32) : (tensor<?x?xi8>) -> ()
  %d33 = call @data2(%n1, %n8, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q33 = call @to_i8_2(%d33) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x33 = tensor.cast %q33 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %d34 = call @data2(%n2, %n9, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q34 = call @to_i8_2(%d34) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x34 = tensor.cast %q34 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r35 = call @appended_i8(%x33, %x34) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p36 = tensor.cast %r35 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  call @show_i8_2(%p36) : (tensor<?x?xi8>) -> ()
  %d37 = call @data2(%n1, %n6, %n37) : (index, index, index) -> tensor<?x?xf32>
  %q37 = call @to_i8_2(%d37) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x37 = tensor.cast %q37 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %d38 = call @data2(%n2, %n1, %n37) : (index, index, index) -> tensor<?x?xf32>
  %q38 = call @to_i8_2(%d38) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x38 = tensor.cast %q38 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r39 = call @appended_i8(%x37, %x38) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p40 = tensor.cast %r39 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  call @show_i8_2(%p40) : (tensor<?x?xi8>) -> ()
  %d41 = call @data2(%n1, %n3, %n64) : (index, index, index) -> tensor<?x?xf32>
  %q41 = call @to_i8_2(%d41) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x41 = tensor.cast %q41 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %d42 = call @data2(%n2, %n2, %n64) : (index, index, index) -> tensor<?x?xf32>
  %q42 = call @to_i8_2(%d42) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x42 = tensor.cast %q42 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r43 = call @appended_i8(%x41, %x42) : (tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p44 = tensor.cast %r43 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  call @show_i8_2(%p44) : (tensor<?x?xi8>) -> ()
  %d45 = call @data2(%n1, %n40, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q45 = call @to_i8_2(%d45) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x45 = tensor.cast %q45 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %d46 = call @data2(%n3, %n20, %n128) : (index, index, index) -> tensor<?x?xf32>
  %q46 = call @to_i8_2(%d46) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %r47 = call @inserted_i8(%x45, %q46, %n7) : (tensor<?x?xi8, #i8>, tensor<?x?xi8>, index) -> tensor<?x?xi8, #i8>
  %p48 = tensor.cast %r47 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  call @show_i8_2(%p48) : (tensor<?x?xi8>) -> ()
  %d49 = call @data2(%n1, %n40, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q49 = call @to_i8_2(%d49) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %x49 = tensor.cast %q49 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %d50 = call @data2(%n3, %n3, %n100) : (index, index, index) -> tensor<?x?xf32>
  %q50 = call @to_i8_2(%d50) : (tensor<?x?xf32>) -> tensor<?x?xi8>
  %r51 = call @inserted_i8(%x49, %q50, %n22) : (tensor<?x?xi8, #i8>, tensor<?x?xi8>, index) -> tensor<?x?xi8, #i8>
  %p52 = tensor.cast %r51 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  call @show_i8_2(%p52) : (tensor<?x?xi8>) -> ()
  %d53 = call @data3(%n1, %n2, %n7, %n40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %q53 = call @to_i8_3(%d53) : (tensor<?x?x?xf32>) -> tensor<?x?x?xi8>
  %x53 = tensor.cast %q53 : tensor<?x?x?xi8> to tensor<2x?x40xi8, #i8_3>
  %d54 = call @data3(%n2, %n2, %n9, %n40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %q54 = call @to_i8_3(%d54) : (tensor<?x?x?xf32>) -> tensor<?x?x?xi8>
  %x54 = tensor.cast %q54 : tensor<?x?x?xi8> to tensor<2x?x40xi8, #i8_3>
  %r55 = call @batch_i8(%x53, %x54) : (tensor<2x?x40xi8, #i8_3>, tensor<2x?x40xi8, #i8_3>) -> tensor<2x?x40xi8, #i8_3>
  %p56 = tensor.cast %r55 : tensor<2x?x40xi8, #i8_3> to tensor<?x?x?xi8>
  call @show_i8_3(%p56) : (tensor<?x?x?xi8>) -> ()
  return
}

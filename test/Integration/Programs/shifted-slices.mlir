// Slices that begin within a tile, along rows, columns at a multiple of 16, and both; with sizes
// known at run time, also of fewer rows than the first tile has; up to the last row; with a
// dimension dropped; added to one another. Rows that are inserted, and concatenated, within tiles.
// Dimensions of 1 that come and go. Words that hold another number of rows than those they go to.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f32 = #tiled_layout.layout<{1,0:T(8,128)}>
#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#bf16_3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
// TYPES: f32 bf16 i8
func.func @both_$T(%x: tensor<50x300x$T, #$T>) -> tensor<17x200x$T, #$T> {
  %s = tensor.extract_slice %x[6, 48] [17, 200] [1, 1] : tensor<50x300x$T, #$T> to tensor<17x200x$T, #$T>
  return %s : tensor<17x200x$T, #$T>
}
// END
// TYPES: f32 i8
func.func @inserted_$T(%x: tensor<50x300x$T, #$T>) -> tensor<50x300x$T, #$T> {
  %a = tensor.extract_slice %x[2, 0] [30, 300] [1, 1] : tensor<50x300x$T, #$T> to tensor<30x300x$T, #$T>
  %r = tensor.insert_slice %a into %x[13, 0] [30, 300] [1, 1] : tensor<30x300x$T, #$T> into tensor<50x300x$T, #$T>
  return %r : tensor<50x300x$T, #$T>
}
// END
// TYPES: bf16 i8
func.func @rows_$T(%x: tensor<50x300x$T, #$T>) -> tensor<37x300x$T, #$T> {
  %s = tensor.extract_slice %x[3, 0] [37, 300] [1, 1] : tensor<50x300x$T, #$T> to tensor<37x300x$T, #$T>
  return %s : tensor<37x300x$T, #$T>
}
// END
func.func @row_bf16(%x: tensor<50x300xbf16, #bf16>) -> tensor<200xbf16> {
  %s = tensor.extract_slice %x[7, 32] [1, 200] [1, 1] : tensor<50x300xbf16, #bf16> to tensor<200xbf16>
  %e = tensor.empty() : tensor<200xbf16>
  %r = linalg.copy ins(%s : tensor<200xbf16>) outs(%e : tensor<200xbf16>) -> tensor<200xbf16>
  return %r : tensor<200xbf16>
}
// TYPES: bf16 i8
func.func @joined_$T(%x: tensor<50x300x$T, #$T>) -> tensor<81x300x$T, #$T> {
  %a = tensor.extract_slice %x[0, 0] [31, 300] [1, 1] : tensor<50x300x$T, #$T> to tensor<31x300x$T, #$T>
  %r = tensor.concat dim(0) %a, %x : (tensor<31x300x$T, #$T>, tensor<50x300x$T, #$T>) -> tensor<81x300x$T, #$T>
  return %r : tensor<81x300x$T, #$T>
}
// END
func.func @raised_bf16(%x: tensor<50x300xbf16, #bf16>, %n: index) -> tensor<?x300xbf16, #bf16> {
  %a = tensor.extract_slice %x[0, 0] [%n, 300] [1, 1] : tensor<50x300xbf16, #bf16> to tensor<?x300xbf16, #bf16>
  %b = tensor.expand_shape %a [[0, 1], [2]] output_shape [1, %n, 300] : tensor<?x300xbf16, #bf16> into tensor<1x?x300xbf16, #bf16_3>
  %e = tensor.empty(%n) : tensor<1x?x300xbf16, #bf16_3>
  %c = linalg.copy ins(%b : tensor<1x?x300xbf16, #bf16_3>) outs(%e : tensor<1x?x300xbf16, #bf16_3>) -> tensor<1x?x300xbf16, #bf16_3>
  %d = tensor.collapse_shape %c [[0, 1], [2]] : tensor<1x?x300xbf16, #bf16_3> into tensor<?x300xbf16, #bf16>
  %s = arith.addf %d, %a : tensor<?x300xbf16, #bf16>
  return %s : tensor<?x300xbf16, #bf16>
}
func.func @last_i8(%x: tensor<50x300xi8, #i8>) -> tensor<45x300xi8, #i8> {
  %s = tensor.extract_slice %x[5, 0] [45, 300] [1, 1] : tensor<50x300xi8, #i8> to tensor<45x300xi8, #i8>
  return %s : tensor<45x300xi8, #i8>
}
func.func @some_i8(%x: tensor<50x300xi8, #i8>, %n: index) -> tensor<?x300xi8, #i8> {
  %s = tensor.extract_slice %x[9, 0] [%n, 300] [1, 1] : tensor<50x300xi8, #i8> to tensor<?x300xi8, #i8>
  return %s : tensor<?x300xi8, #i8>
}
func.func @added_i8(%x: tensor<50x300xi8, #i8>) -> tensor<40x200xi8, #i8> {
  %a = tensor.extract_slice %x[1, 16] [40, 200] [1, 1] : tensor<50x300xi8, #i8> to tensor<40x200xi8, #i8>
  %b = tensor.extract_slice %x[10, 0] [40, 200] [1, 1] : tensor<50x300xi8, #i8> to tensor<40x200xi8, #i8>
  %s = arith.addi %a, %b : tensor<40x200xi8, #i8>
  return %s : tensor<40x200xi8, #i8>
}
func.func @padded_i8(%x: tensor<50x300xi8, #i8>, %n: index) -> tensor<?x300xi8, #i8> {
  %c7 = arith.constant 7 : i8
  %a = tensor.extract_slice %x[0, 0] [%n, 300] [1, 1] : tensor<50x300xi8, #i8> to tensor<?x300xi8, #i8>
  %p = tensor.pad %a low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c7 : i8
  } : tensor<?x300xi8, #i8> to tensor<?x300xi8, #i8>
  return %p : tensor<?x300xi8, #i8>
}
#i8_pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @other_words_i8(%x: tensor<50x300xi8, #i8>) -> tensor<37x300xi8, #i8_pairs> {
  %s = tensor.extract_slice %x[3, 0] [37, 300] [1, 1] : tensor<50x300xi8, #i8> to tensor<37x300xi8, #i8>
  %r = tensor.cast %s : tensor<37x300xi8, #i8> to tensor<37x300xi8, #i8_pairs>
  return %r : tensor<37x300xi8, #i8_pairs>
}
#bf16_fours = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
func.func @into_other_words_bf16(%x: tensor<50x300xbf16, #bf16>) -> tensor<81x300xbf16, #bf16_fours> {
  %c = arith.constant 2.0 : bf16
  %e = tensor.empty() : tensor<81x300xbf16, #bf16_fours>
  %f = linalg.fill ins(%c : bf16) outs(%e : tensor<81x300xbf16, #bf16_fours>) -> tensor<81x300xbf16, #bf16_fours>
  %g = tensor.cast %x : tensor<50x300xbf16, #bf16> to tensor<50x300xbf16, #bf16_fours>
  %r = tensor.insert_slice %g into %f[5, 0] [50, 300] [1, 1] : tensor<50x300xbf16, #bf16_fours> into tensor<81x300xbf16, #bf16_fours>
  return %r : tensor<81x300xbf16, #bf16_fours>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n3 = arith.constant 3 : index
  %n11 = arith.constant 11 : index
  %n50 = arith.constant 50 : index
  %n300 = arith.constant 300 : index
  %x0 = call @data2(%n1, %n50, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<50x300xf32>
  %eight = arith.constant dense<8.0> : tensor<50x300xf32>
  %x_f32 = tensor.cast %x : tensor<50x300xf32> to tensor<50x300xf32, #f32>
  %r3 = call @both_f32(%x_f32) : (tensor<50x300xf32, #f32>) -> tensor<17x200xf32, #f32>
  %p3 = tensor.cast %r3 : tensor<17x200xf32, #f32> to tensor<17x200xf32>
  %u3 = tensor.cast %p3 : tensor<17x200xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %r7 = call @inserted_f32(%x_f32) : (tensor<50x300xf32, #f32>) -> tensor<50x300xf32, #f32>
  %p7 = tensor.cast %r7 : tensor<50x300xf32, #f32> to tensor<50x300xf32>
  %u7 = tensor.cast %p7 : tensor<50x300xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %h = arith.truncf %x : tensor<50x300xf32> to tensor<50x300xbf16>
  %x_bf16 = tensor.cast %h : tensor<50x300xbf16> to tensor<50x300xbf16, #bf16>
  %r10 = call @rows_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<37x300xbf16, #bf16>
  %p10 = tensor.cast %r10 : tensor<37x300xbf16, #bf16> to tensor<37x300xbf16>
  %f10 = arith.extf %p10 : tensor<37x300xbf16> to tensor<37x300xf32>
  %u10 = tensor.cast %f10 : tensor<37x300xf32> to tensor<*xf32>
  call @show(%u10) : (tensor<*xf32>) -> ()
  %r12 = call @both_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<17x200xbf16, #bf16>
  %p12 = tensor.cast %r12 : tensor<17x200xbf16, #bf16> to tensor<17x200xbf16>
  %f12 = arith.extf %p12 : tensor<17x200xbf16> to tensor<17x200xf32>
  %u12 = tensor.cast %f12 : tensor<17x200xf32> to tensor<*xf32>
  call @show(%u12) : (tensor<*xf32>) -> ()
  %r14 = call @row_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<200xbf16>
  %f14 = arith.extf %r14 : tensor<200xbf16> to tensor<200xf32>
  %u14 = tensor.cast %f14 : tensor<200xf32> to tensor<*xf32>
  call @show(%u14) : (tensor<*xf32>) -> ()
  %r17 = call @joined_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<81x300xbf16, #bf16>
  %p17 = tensor.cast %r17 : tensor<81x300xbf16, #bf16> to tensor<81x300xbf16>
  %f17 = arith.extf %p17 : tensor<81x300xbf16> to tensor<81x300xf32>
  %u17 = tensor.cast %f17 : tensor<81x300xf32> to tensor<*xf32>
  call @show(%u17) : (tensor<*xf32>) -> ()
  %r18 = call @raised_bf16(%x_bf16, %n11) : (tensor<50x300xbf16, #bf16>, index) -> tensor<?x300xbf16, #bf16>
  %p18 = tensor.cast %r18 : tensor<?x300xbf16, #bf16> to tensor<?x300xbf16>
  %f18 = arith.extf %p18 : tensor<?x300xbf16> to tensor<?x300xf32>
  %u18 = tensor.cast %f18 : tensor<?x300xf32> to tensor<*xf32>
  call @show(%u18) : (tensor<*xf32>) -> ()
  %g = arith.mulf %x, %eight : tensor<50x300xf32>
  %i = arith.fptosi %g : tensor<50x300xf32> to tensor<50x300xi8>
  %x_i8 = tensor.cast %i : tensor<50x300xi8> to tensor<50x300xi8, #i8>
  %r19 = call @rows_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<37x300xi8, #i8>
  %p19 = tensor.cast %r19 : tensor<37x300xi8, #i8> to tensor<37x300xi8>
  %f19 = arith.sitofp %p19 : tensor<37x300xi8> to tensor<37x300xf32>
  %u19 = tensor.cast %f19 : tensor<37x300xf32> to tensor<*xf32>
  call @show(%u19) : (tensor<*xf32>) -> ()
  %r20 = call @last_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<45x300xi8, #i8>
  %p20 = tensor.cast %r20 : tensor<45x300xi8, #i8> to tensor<45x300xi8>
  %f20 = arith.sitofp %p20 : tensor<45x300xi8> to tensor<45x300xf32>
  %u20 = tensor.cast %f20 : tensor<45x300xf32> to tensor<*xf32>
  call @show(%u20) : (tensor<*xf32>) -> ()
  %r21 = call @both_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<17x200xi8, #i8>
  %p21 = tensor.cast %r21 : tensor<17x200xi8, #i8> to tensor<17x200xi8>
  %f21 = arith.sitofp %p21 : tensor<17x200xi8> to tensor<17x200xf32>
  %u21 = tensor.cast %f21 : tensor<17x200xf32> to tensor<*xf32>
  call @show(%u21) : (tensor<*xf32>) -> ()
  %r22 = call @some_i8(%x_i8, %n11) : (tensor<50x300xi8, #i8>, index) -> tensor<?x300xi8, #i8>
  %p22 = tensor.cast %r22 : tensor<?x300xi8, #i8> to tensor<?x300xi8>
  %f22 = arith.sitofp %p22 : tensor<?x300xi8> to tensor<?x300xf32>
  %u22 = tensor.cast %f22 : tensor<?x300xf32> to tensor<*xf32>
  call @show(%u22) : (tensor<*xf32>) -> ()
  %r24 = call @added_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<40x200xi8, #i8>
  %p24 = tensor.cast %r24 : tensor<40x200xi8, #i8> to tensor<40x200xi8>
  %f24 = arith.sitofp %p24 : tensor<40x200xi8> to tensor<40x200xf32>
  %u24 = tensor.cast %f24 : tensor<40x200xf32> to tensor<*xf32>
  call @show(%u24) : (tensor<*xf32>) -> ()
  %r25 = call @inserted_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<50x300xi8, #i8>
  %p25 = tensor.cast %r25 : tensor<50x300xi8, #i8> to tensor<50x300xi8>
  %f25 = arith.sitofp %p25 : tensor<50x300xi8> to tensor<50x300xf32>
  %u25 = tensor.cast %f25 : tensor<50x300xf32> to tensor<*xf32>
  call @show(%u25) : (tensor<*xf32>) -> ()
  %r26 = call @joined_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<81x300xi8, #i8>
  %p26 = tensor.cast %r26 : tensor<81x300xi8, #i8> to tensor<81x300xi8>
  %f26 = arith.sitofp %p26 : tensor<81x300xi8> to tensor<81x300xf32>
  %u26 = tensor.cast %f26 : tensor<81x300xf32> to tensor<*xf32>
  call @show(%u26) : (tensor<*xf32>) -> ()
  %pad_a = call @padded_i8(%x_i8, %n3) : (tensor<50x300xi8, #i8>, index) -> tensor<?x300xi8, #i8>
  %pad_a1 = tensor.cast %pad_a : tensor<?x300xi8, #i8> to tensor<?x300xi8>
  %pad_a2 = arith.sitofp %pad_a1 : tensor<?x300xi8> to tensor<?x300xf32>
  %pad_a3 = tensor.cast %pad_a2 : tensor<?x300xf32> to tensor<*xf32>
  call @show(%pad_a3) : (tensor<*xf32>) -> ()
  %pad_b = call @padded_i8(%x_i8, %n11) : (tensor<50x300xi8, #i8>, index) -> tensor<?x300xi8, #i8>
  %pad_b1 = tensor.cast %pad_b : tensor<?x300xi8, #i8> to tensor<?x300xi8>
  %pad_b2 = arith.sitofp %pad_b1 : tensor<?x300xi8> to tensor<?x300xf32>
  %pad_b3 = tensor.cast %pad_b2 : tensor<?x300xf32> to tensor<*xf32>
  call @show(%pad_b3) : (tensor<*xf32>) -> ()
  %other = call @other_words_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<37x300xi8, #i8_pairs>
  %other1 = tensor.cast %other : tensor<37x300xi8, #i8_pairs> to tensor<37x300xi8>
  %other2 = arith.sitofp %other1 : tensor<37x300xi8> to tensor<37x300xf32>
  %other3 = tensor.cast %other2 : tensor<37x300xf32> to tensor<*xf32>
  call @show(%other3) : (tensor<*xf32>) -> ()
  %fours = call @into_other_words_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<81x300xbf16, #bf16_fours>
  %fours1 = tensor.cast %fours : tensor<81x300xbf16, #bf16_fours> to tensor<81x300xbf16>
  %fours2 = arith.extf %fours1 : tensor<81x300xbf16> to tensor<81x300xf32>
  %fours3 = tensor.cast %fours2 : tensor<81x300xf32> to tensor<*xf32>
  call @show(%fours3) : (tensor<*xf32>) -> ()
  return
}

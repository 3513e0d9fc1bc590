// Maxima and minima of floats of 16 bits: of numbers, infinities, zeros and NaN, each with each, and between arithmetic.
// Signs of zeros are seen by what one is divided by them.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#map = affine_map<(i, j) -> (i, j)>
// TYPES: f16 bf16
func.func @maximum_$T_words(%x: tensor<21x200x$T, #words>, %y: tensor<21x200x$T, #words>) -> tensor<21x200x$T, #words> attributes {no_inline} {
  %e = tensor.empty() : tensor<21x200x$T, #words>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<21x200x$T, #words>, tensor<21x200x$T, #words>) outs(%e : tensor<21x200x$T, #words>) {
  ^bb0(%a: $T, %b: $T, %o: $T):
    %m = arith.maximumf %a, %b : $T
    linalg.yield %m : $T
  } -> tensor<21x200x$T, #words>
  return %r : tensor<21x200x$T, #words>
}
func.func @minimum_$T_words(%x: tensor<21x200x$T, #words>, %y: tensor<21x200x$T, #words>) -> tensor<21x200x$T, #words> attributes {no_inline} {
  %e = tensor.empty() : tensor<21x200x$T, #words>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<21x200x$T, #words>, tensor<21x200x$T, #words>) outs(%e : tensor<21x200x$T, #words>) {
  ^bb0(%a: $T, %b: $T, %o: $T):
    %m = arith.minimumf %a, %b : $T
    linalg.yield %m : $T
  } -> tensor<21x200x$T, #words>
  return %r : tensor<21x200x$T, #words>
}
func.func @maximum_$T_rows(%x: tensor<21x200x$T, #rows>, %y: tensor<21x200x$T, #rows>) -> tensor<21x200x$T, #rows> attributes {no_inline} {
  %e = tensor.empty() : tensor<21x200x$T, #rows>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<21x200x$T, #rows>, tensor<21x200x$T, #rows>) outs(%e : tensor<21x200x$T, #rows>) {
  ^bb0(%a: $T, %b: $T, %o: $T):
    %m = arith.maximumf %a, %b : $T
    linalg.yield %m : $T
  } -> tensor<21x200x$T, #rows>
  return %r : tensor<21x200x$T, #rows>
}
func.func @minimum_$T_rows(%x: tensor<21x200x$T, #rows>, %y: tensor<21x200x$T, #rows>) -> tensor<21x200x$T, #rows> attributes {no_inline} {
  %e = tensor.empty() : tensor<21x200x$T, #rows>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<21x200x$T, #rows>, tensor<21x200x$T, #rows>) outs(%e : tensor<21x200x$T, #rows>) {
  ^bb0(%a: $T, %b: $T, %o: $T):
    %m = arith.minimumf %a, %b : $T
    linalg.yield %m : $T
  } -> tensor<21x200x$T, #rows>
  return %r : tensor<21x200x$T, #rows>
}
func.func @clamp_$T(%x: tensor<21x200x$T, #words>, %y: tensor<21x200x$T, #words>) -> tensor<21x200x$T, #words> attributes {no_inline} {
  %e = tensor.empty() : tensor<21x200x$T, #words>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<21x200x$T, #words>, tensor<21x200x$T, #words>) outs(%e : tensor<21x200x$T, #words>) {
  ^bb0(%a: $T, %b: $T, %o: $T):
    %zero = arith.constant 0.0 : $T
    %two = arith.constant 2.0 : $T
    %s = arith.addf %a, %b : $T
    %l = arith.maximumf %s, %zero : $T
    %h = arith.minimumf %l, %two : $T
    %m = arith.mulf %h, %b : $T
    linalg.yield %m : $T
  } -> tensor<21x200x$T, #words>
  return %r : tensor<21x200x$T, #words>
}
// END
func.func @relu_f16(%x: tensor<21x200xf16, #words>, %y: tensor<21x200xf16, #words>) -> tensor<21x200xf16, #words> attributes {no_inline} {
  %e = tensor.empty() : tensor<21x200xf16, #words>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<21x200xf16, #words>, tensor<21x200xf16, #words>) outs(%e : tensor<21x200xf16, #words>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %zero = arith.constant 0.0 : f16
    %l = arith.maximumf %a, %zero : f16
    %m = arith.minimumf %l, %b : f16
    linalg.yield %m : f16
  } -> tensor<21x200xf16, #words>
  return %r : tensor<21x200xf16, #words>
}
func.func @relu_bf16(%x: tensor<21x200xbf16, #words>, %y: tensor<21x200xbf16, #words>) -> tensor<21x200xbf16, #words> attributes {no_inline} {
  %e = tensor.empty() : tensor<21x200xbf16, #words>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<21x200xbf16, #words>, tensor<21x200xbf16, #words>) outs(%e : tensor<21x200xbf16, #words>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %zero = arith.constant 0.0 : bf16
    %l = arith.maximumf %a, %zero : bf16
    %m = arith.minimumf %l, %b : bf16
    linalg.yield %m : bf16
  } -> tensor<21x200xbf16, #words>
  return %r : tensor<21x200xbf16, #words>
}
// Values that differ in what they are: of eleven, infinities, zeros and NaN of both signs.
func.func @values(%seed: index) -> tensor<21x200xf32> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4i = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %inf = arith.constant 0x7f800000 : f32
  %ninf = arith.constant 0xff800000 : f32
  %zero = arith.constant 0.0 : f32
  %nzero = arith.constant -0.0 : f32
  %nan = arith.constant 0x7fe00000 : f32
  %nnan = arith.constant 0xffe00000 : f32
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = affine.apply affine_map<(i, j)[s] -> ((i * 3 + (j floordiv 8) * s + j * s) mod 11)>(%i, %j)[%seed]
    %k = arith.index_cast %s : index to i32
    %number = arith.sitofp %k : i32 to f32
    %c4 = arith.constant 4.5 : f32
    %n = arith.subf %number, %c4 : f32
    %is0 = arith.cmpi eq, %s, %c0 : index
    %is1 = arith.cmpi eq, %s, %c1 : index
    %is2 = arith.cmpi eq, %s, %c2 : index
    %is3 = arith.cmpi eq, %s, %c3 : index
    %is4 = arith.cmpi eq, %s, %c4i : index
    %is5 = arith.cmpi eq, %s, %c5 : index
    %v0 = arith.select %is0, %inf, %n : f32
    %v1 = arith.select %is1, %ninf, %v0 : f32
    %v2 = arith.select %is2, %zero, %v1 : f32
    %v3 = arith.select %is3, %nzero, %v2 : f32
    %v4 = arith.select %is4, %nan, %v3 : f32
    %v5 = arith.select %is5, %nnan, %v4 : f32
    tensor.yield %v5 : f32
  } : tensor<21x200xf32>
  return %t : tensor<21x200xf32>
}
func.func @show_reciprocals(%wide: tensor<21x200xf32>) attributes {no_inline} {
  %one = arith.constant dense<1.0> : tensor<21x200xf32>
  %q = arith.divf %one, %wide : tensor<21x200xf32>
  %u = tensor.cast %q : tensor<21x200xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = call @values(%c1) : (index) -> tensor<21x200xf32>
  %y = call @values(%c4) : (index) -> tensor<21x200xf32>
  %x_f16 = arith.truncf %x : tensor<21x200xf32> to tensor<21x200xf16>
  %y_f16 = arith.truncf %y : tensor<21x200xf32> to tensor<21x200xf16>
  %x_f16_words = tensor.cast %x_f16 : tensor<21x200xf16> to tensor<21x200xf16, #words>
  %y_f16_words = tensor.cast %y_f16 : tensor<21x200xf16> to tensor<21x200xf16, #words>
  %x_f16_rows = tensor.cast %x_f16 : tensor<21x200xf16> to tensor<21x200xf16, #rows>
  %y_f16_rows = tensor.cast %y_f16 : tensor<21x200xf16> to tensor<21x200xf16, #rows>
  %x_bf16 = arith.truncf %x : tensor<21x200xf32> to tensor<21x200xbf16>
  %y_bf16 = arith.truncf %y : tensor<21x200xf32> to tensor<21x200xbf16>
  %x_bf16_words = tensor.cast %x_bf16 : tensor<21x200xbf16> to tensor<21x200xbf16, #words>
  %y_bf16_words = tensor.cast %y_bf16 : tensor<21x200xbf16> to tensor<21x200xbf16, #words>
  %x_bf16_rows = tensor.cast %x_bf16 : tensor<21x200xbf16> to tensor<21x200xbf16, #rows>
  %y_bf16_rows = tensor.cast %y_bf16 : tensor<21x200xbf16> to tensor<21x200xbf16, #rows>
  %maximum_f16_words = call @maximum_f16_words(%x_f16_words, %y_f16_words) : (tensor<21x200xf16, #words>, tensor<21x200xf16, #words>) -> tensor<21x200xf16, #words>
  %maximum_f16_words_plain = tensor.cast %maximum_f16_words : tensor<21x200xf16, #words> to tensor<21x200xf16>
  %maximum_f16_words_wide = arith.extf %maximum_f16_words_plain : tensor<21x200xf16> to tensor<21x200xf32>
  call @show_reciprocals(%maximum_f16_words_wide) : (tensor<21x200xf32>) -> ()
  %minimum_f16_words = call @minimum_f16_words(%x_f16_words, %y_f16_words) : (tensor<21x200xf16, #words>, tensor<21x200xf16, #words>) -> tensor<21x200xf16, #words>
  %minimum_f16_words_plain = tensor.cast %minimum_f16_words : tensor<21x200xf16, #words> to tensor<21x200xf16>
  %minimum_f16_words_wide = arith.extf %minimum_f16_words_plain : tensor<21x200xf16> to tensor<21x200xf32>
  call @show_reciprocals(%minimum_f16_words_wide) : (tensor<21x200xf32>) -> ()
  %maximum_f16_rows = call @maximum_f16_rows(%x_f16_rows, %y_f16_rows) : (tensor<21x200xf16, #rows>, tensor<21x200xf16, #rows>) -> tensor<21x200xf16, #rows>
  %maximum_f16_rows_plain = tensor.cast %maximum_f16_rows : tensor<21x200xf16, #rows> to tensor<21x200xf16>
  %maximum_f16_rows_wide = arith.extf %maximum_f16_rows_plain : tensor<21x200xf16> to tensor<21x200xf32>
  call @show_reciprocals(%maximum_f16_rows_wide) : (tensor<21x200xf32>) -> ()
  %minimum_f16_rows = call @minimum_f16_rows(%x_f16_rows, %y_f16_rows) : (tensor<21x200xf16, #rows>, tensor<21x200xf16, #rows>) -> tensor<21x200xf16, #rows>
  %minimum_f16_rows_plain = tensor.cast %minimum_f16_rows : tensor<21x200xf16, #rows> to tensor<21x200xf16>
  %minimum_f16_rows_wide = arith.extf %minimum_f16_rows_plain : tensor<21x200xf16> to tensor<21x200xf32>
  call @show_reciprocals(%minimum_f16_rows_wide) : (tensor<21x200xf32>) -> ()
  %clamp_f16 = call @clamp_f16(%x_f16_words, %y_f16_words) : (tensor<21x200xf16, #words>, tensor<21x200xf16, #words>) -> tensor<21x200xf16, #words>
  %clamp_f16_plain = tensor.cast %clamp_f16 : tensor<21x200xf16, #words> to tensor<21x200xf16>
  %clamp_f16_wide = arith.extf %clamp_f16_plain : tensor<21x200xf16> to tensor<21x200xf32>
  call @show_reciprocals(%clamp_f16_wide) : (tensor<21x200xf32>) -> ()
  %relu_f16 = call @relu_f16(%x_f16_words, %y_f16_words) : (tensor<21x200xf16, #words>, tensor<21x200xf16, #words>) -> tensor<21x200xf16, #words>
  %relu_f16_plain = tensor.cast %relu_f16 : tensor<21x200xf16, #words> to tensor<21x200xf16>
  %relu_f16_wide = arith.extf %relu_f16_plain : tensor<21x200xf16> to tensor<21x200xf32>
  call @show_reciprocals(%relu_f16_wide) : (tensor<21x200xf32>) -> ()
  %maximum_bf16_words = call @maximum_bf16_words(%x_bf16_words, %y_bf16_words) : (tensor<21x200xbf16, #words>, tensor<21x200xbf16, #words>) -> tensor<21x200xbf16, #words>
  %maximum_bf16_words_plain = tensor.cast %maximum_bf16_words : tensor<21x200xbf16, #words> to tensor<21x200xbf16>
  %maximum_bf16_words_wide = arith.extf %maximum_bf16_words_plain : tensor<21x200xbf16> to tensor<21x200xf32>
  call @show_reciprocals(%maximum_bf16_words_wide) : (tensor<21x200xf32>) -> ()
  %minimum_bf16_words = call @minimum_bf16_words(%x_bf16_words, %y_bf16_words) : (tensor<21x200xbf16, #words>, tensor<21x200xbf16, #words>) -> tensor<21x200xbf16, #words>
  %minimum_bf16_words_plain = tensor.cast %minimum_bf16_words : tensor<21x200xbf16, #words> to tensor<21x200xbf16>
  %minimum_bf16_words_wide = arith.extf %minimum_bf16_words_plain : tensor<21x200xbf16> to tensor<21x200xf32>
  call @show_reciprocals(%minimum_bf16_words_wide) : (tensor<21x200xf32>) -> ()
  %maximum_bf16_rows = call @maximum_bf16_rows(%x_bf16_rows, %y_bf16_rows) : (tensor<21x200xbf16, #rows>, tensor<21x200xbf16, #rows>) -> tensor<21x200xbf16, #rows>
  %maximum_bf16_rows_plain = tensor.cast %maximum_bf16_rows : tensor<21x200xbf16, #rows> to tensor<21x200xbf16>
  %maximum_bf16_rows_wide = arith.extf %maximum_bf16_rows_plain : tensor<21x200xbf16> to tensor<21x200xf32>
  call @show_reciprocals(%maximum_bf16_rows_wide) : (tensor<21x200xf32>) -> ()
  %minimum_bf16_rows = call @minimum_bf16_rows(%x_bf16_rows, %y_bf16_rows) : (tensor<21x200xbf16, #rows>, tensor<21x200xbf16, #rows>) -> tensor<21x200xbf16, #rows>
  %minimum_bf16_rows_plain = tensor.cast %minimum_bf16_rows : tensor<21x200xbf16, #rows> to tensor<21x200xbf16>
  %minimum_bf16_rows_wide = arith.extf %minimum_bf16_rows_plain : tensor<21x200xbf16> to tensor<21x200xf32>
  call @show_reciprocals(%minimum_bf16_rows_wide) : (tensor<21x200xf32>) -> ()
  %clamp_bf16 = call @clamp_bf16(%x_bf16_words, %y_bf16_words) : (tensor<21x200xbf16, #words>, tensor<21x200xbf16, #words>) -> tensor<21x200xbf16, #words>
  %clamp_bf16_plain = tensor.cast %clamp_bf16 : tensor<21x200xbf16, #words> to tensor<21x200xbf16>
  %clamp_bf16_wide = arith.extf %clamp_bf16_plain : tensor<21x200xbf16> to tensor<21x200xf32>
  call @show_reciprocals(%clamp_bf16_wide) : (tensor<21x200xf32>) -> ()
  %relu_bf16 = call @relu_bf16(%x_bf16_words, %y_bf16_words) : (tensor<21x200xbf16, #words>, tensor<21x200xbf16, #words>) -> tensor<21x200xbf16, #words>
  %relu_bf16_plain = tensor.cast %relu_bf16 : tensor<21x200xbf16, #words> to tensor<21x200xbf16>
  %relu_bf16_wide = arith.extf %relu_bf16_plain : tensor<21x200xbf16> to tensor<21x200xf32>
  call @show_reciprocals(%relu_bf16_wide) : (tensor<21x200xf32>) -> ()
  return
}

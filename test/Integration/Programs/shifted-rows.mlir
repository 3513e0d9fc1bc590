// Stencils whose operands are rows and columns of one array from any of them on: rows within a word, of which some or all are
// left at the end, beside columns within a vector.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#i16 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#map = affine_map<(i, j) -> (i, j)>
func.func @any_i8(%x: tensor<?x?xi8, #i8>, %m: index, %n: index) -> tensor<?x?xi8, #i8> attributes {no_inline} {
  %s0 = tensor.extract_slice %x[0, 0] [%m, %n] [1, 1] : tensor<?x?xi8, #i8> to tensor<?x?xi8, #i8>
  %s1 = tensor.extract_slice %x[3, 1] [%m, %n] [1, 1] : tensor<?x?xi8, #i8> to tensor<?x?xi8, #i8>
  %s2 = tensor.extract_slice %x[5, 10] [%m, %n] [1, 1] : tensor<?x?xi8, #i8> to tensor<?x?xi8, #i8>
  %s3 = tensor.extract_slice %x[2, 64] [%m, %n] [1, 1] : tensor<?x?xi8, #i8> to tensor<?x?xi8, #i8>
  %e = tensor.empty(%m, %n) : tensor<?x?xi8, #i8>
  %r = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%s0, %s1, %s2, %s3 : tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>, tensor<?x?xi8, #i8>) outs(%e : tensor<?x?xi8, #i8>) {
  ^bb0(%a0: i8, %a1: i8, %a2: i8, %a3: i8, %o: i8):
    %q1 = arith.subi %a0, %a1 : i8
    %q2 = arith.addi %q1, %a2 : i8
    %q3 = arith.subi %q2, %a3 : i8
    linalg.yield %q3 : i8
  } -> tensor<?x?xi8, #i8>
  return %r : tensor<?x?xi8, #i8>
}
func.func @known_i8(%x: tensor<?x?xi8, #i8>, %m: index, %n: index) -> tensor<19x203xi8, #i8> attributes {no_inline} {
  %s0 = tensor.extract_slice %x[0, 0] [19, 203] [1, 1] : tensor<?x?xi8, #i8> to tensor<19x203xi8, #i8>
  %s1 = tensor.extract_slice %x[3, 1] [19, 203] [1, 1] : tensor<?x?xi8, #i8> to tensor<19x203xi8, #i8>
  %s2 = tensor.extract_slice %x[5, 10] [19, 203] [1, 1] : tensor<?x?xi8, #i8> to tensor<19x203xi8, #i8>
  %s3 = tensor.extract_slice %x[2, 64] [19, 203] [1, 1] : tensor<?x?xi8, #i8> to tensor<19x203xi8, #i8>
  %e = tensor.empty() : tensor<19x203xi8, #i8>
  %r = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%s0, %s1, %s2, %s3 : tensor<19x203xi8, #i8>, tensor<19x203xi8, #i8>, tensor<19x203xi8, #i8>, tensor<19x203xi8, #i8>) outs(%e : tensor<19x203xi8, #i8>) {
  ^bb0(%a0: i8, %a1: i8, %a2: i8, %a3: i8, %o: i8):
    %q1 = arith.subi %a0, %a1 : i8
    %q2 = arith.addi %q1, %a2 : i8
    %q3 = arith.subi %q2, %a3 : i8
    linalg.yield %q3 : i8
  } -> tensor<19x203xi8, #i8>
  return %r : tensor<19x203xi8, #i8>
}
func.func @any_i16(%x: tensor<?x?xi16, #i16>, %m: index, %n: index) -> tensor<?x?xi16, #i16> attributes {no_inline} {
  %s0 = tensor.extract_slice %x[4, 0] [%m, %n] [1, 1] : tensor<?x?xi16, #i16> to tensor<?x?xi16, #i16>
  %s1 = tensor.extract_slice %x[13, 10] [%m, %n] [1, 1] : tensor<?x?xi16, #i16> to tensor<?x?xi16, #i16>
  %s2 = tensor.extract_slice %x[10, 29] [%m, %n] [1, 1] : tensor<?x?xi16, #i16> to tensor<?x?xi16, #i16>
  %s3 = tensor.extract_slice %x[7, 0] [%m, %n] [1, 1] : tensor<?x?xi16, #i16> to tensor<?x?xi16, #i16>
  %e = tensor.empty(%m, %n) : tensor<?x?xi16, #i16>
  %r = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%s0, %s1, %s2, %s3 : tensor<?x?xi16, #i16>, tensor<?x?xi16, #i16>, tensor<?x?xi16, #i16>, tensor<?x?xi16, #i16>) outs(%e : tensor<?x?xi16, #i16>) {
  ^bb0(%a0: i16, %a1: i16, %a2: i16, %a3: i16, %o: i16):
    %q1 = arith.subi %a0, %a1 : i16
    %q2 = arith.addi %q1, %a2 : i16
    %q3 = arith.subi %q2, %a3 : i16
    linalg.yield %q3 : i16
  } -> tensor<?x?xi16, #i16>
  return %r : tensor<?x?xi16, #i16>
}
func.func @known_i16(%x: tensor<?x?xi16, #i16>, %m: index, %n: index) -> tensor<19x203xi16, #i16> attributes {no_inline} {
  %s0 = tensor.extract_slice %x[4, 0] [19, 203] [1, 1] : tensor<?x?xi16, #i16> to tensor<19x203xi16, #i16>
  %s1 = tensor.extract_slice %x[13, 10] [19, 203] [1, 1] : tensor<?x?xi16, #i16> to tensor<19x203xi16, #i16>
  %s2 = tensor.extract_slice %x[10, 29] [19, 203] [1, 1] : tensor<?x?xi16, #i16> to tensor<19x203xi16, #i16>
  %s3 = tensor.extract_slice %x[7, 0] [19, 203] [1, 1] : tensor<?x?xi16, #i16> to tensor<19x203xi16, #i16>
  %e = tensor.empty() : tensor<19x203xi16, #i16>
  %r = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%s0, %s1, %s2, %s3 : tensor<19x203xi16, #i16>, tensor<19x203xi16, #i16>, tensor<19x203xi16, #i16>, tensor<19x203xi16, #i16>) outs(%e : tensor<19x203xi16, #i16>) {
  ^bb0(%a0: i16, %a1: i16, %a2: i16, %a3: i16, %o: i16):
    %q1 = arith.subi %a0, %a1 : i16
    %q2 = arith.addi %q1, %a2 : i16
    %q3 = arith.subi %q2, %a3 : i16
    linalg.yield %q3 : i16
  } -> tensor<19x203xi16, #i16>
  return %r : tensor<19x203xi16, #i16>
}
func.func @any_bf16(%x: tensor<?x?xbf16, #bf16>, %m: index, %n: index) -> tensor<?x?xbf16, #bf16> attributes {no_inline} {
  %s0 = tensor.extract_slice %x[0, 1] [%m, %n] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16, #bf16>
  %s1 = tensor.extract_slice %x[1, 0] [%m, %n] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16, #bf16>
  %s2 = tensor.extract_slice %x[1, 2] [%m, %n] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16, #bf16>
  %s3 = tensor.extract_slice %x[2, 1] [%m, %n] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16, #bf16>
  %s4 = tensor.extract_slice %x[9, 65] [%m, %n] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16, #bf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%s0, %s1, %s2, %s3, %s4 : tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>, tensor<?x?xbf16, #bf16>) outs(%e : tensor<?x?xbf16, #bf16>) {
  ^bb0(%a0: bf16, %a1: bf16, %a2: bf16, %a3: bf16, %a4: bf16, %o: bf16):
    %q1 = arith.maximumf %a0, %a1 : bf16
    %q2 = arith.addf %q1, %a2 : bf16
    %q3 = arith.maximumf %q2, %a3 : bf16
    %q4 = arith.addf %q3, %a4 : bf16
    linalg.yield %q4 : bf16
  } -> tensor<?x?xbf16, #bf16>
  return %r : tensor<?x?xbf16, #bf16>
}
func.func @known_bf16(%x: tensor<?x?xbf16, #bf16>, %m: index, %n: index) -> tensor<19x203xbf16, #bf16> attributes {no_inline} {
  %s0 = tensor.extract_slice %x[0, 1] [19, 203] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<19x203xbf16, #bf16>
  %s1 = tensor.extract_slice %x[1, 0] [19, 203] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<19x203xbf16, #bf16>
  %s2 = tensor.extract_slice %x[1, 2] [19, 203] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<19x203xbf16, #bf16>
  %s3 = tensor.extract_slice %x[2, 1] [19, 203] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<19x203xbf16, #bf16>
  %s4 = tensor.extract_slice %x[9, 65] [19, 203] [1, 1] : tensor<?x?xbf16, #bf16> to tensor<19x203xbf16, #bf16>
  %e = tensor.empty() : tensor<19x203xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%s0, %s1, %s2, %s3, %s4 : tensor<19x203xbf16, #bf16>, tensor<19x203xbf16, #bf16>, tensor<19x203xbf16, #bf16>, tensor<19x203xbf16, #bf16>, tensor<19x203xbf16, #bf16>) outs(%e : tensor<19x203xbf16, #bf16>) {
  ^bb0(%a0: bf16, %a1: bf16, %a2: bf16, %a3: bf16, %a4: bf16, %o: bf16):
    %q1 = arith.maximumf %a0, %a1 : bf16
    %q2 = arith.addf %q1, %a2 : bf16
    %q3 = arith.maximumf %q2, %a3 : bf16
    %q4 = arith.addf %q3, %a4 : bf16
    linalg.yield %q4 : bf16
  } -> tensor<19x203xbf16, #bf16>
  return %r : tensor<19x203xbf16, #bf16>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %rows = arith.constant 40 : index
  %columns = arith.constant 301 : index
  %m1 = arith.constant 1 : index
  %m2 = arith.constant 2 : index
  %m7 = arith.constant 7 : index
  %m20 = arith.constant 20 : index
  %k9 = arith.constant 9 : index
  %k102 = arith.constant 102 : index
  %k230 = arith.constant 230 : index
  %x = call @data2(%n1, %rows, %columns) : (index, index, index) -> tensor<?x?xf32>
  %i_i8 = arith.fptosi %x : tensor<?x?xf32> to tensor<?x?xi32>
  %y_i8 = arith.trunci %i_i8 : tensor<?x?xi32> to tensor<?x?xi8>
  %t_i8 = tensor.cast %y_i8 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r0_i8 = call @any_i8(%t_i8, %m1, %k102) : (tensor<?x?xi8, #i8>, index, index) -> tensor<?x?xi8, #i8>
  %p0_i8 = tensor.cast %r0_i8 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f0_i8 = arith.sitofp %p0_i8 : tensor<?x?xi8> to tensor<?x?xf32>
  %u0_i8 = tensor.cast %f0_i8 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0_i8) : (tensor<*xf32>) -> ()
  %r1_i8 = call @any_i8(%t_i8, %m2, %k230) : (tensor<?x?xi8, #i8>, index, index) -> tensor<?x?xi8, #i8>
  %p1_i8 = tensor.cast %r1_i8 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f1_i8 = arith.sitofp %p1_i8 : tensor<?x?xi8> to tensor<?x?xf32>
  %u1_i8 = tensor.cast %f1_i8 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u1_i8) : (tensor<*xf32>) -> ()
  %r2_i8 = call @any_i8(%t_i8, %m7, %k9) : (tensor<?x?xi8, #i8>, index, index) -> tensor<?x?xi8, #i8>
  %p2_i8 = tensor.cast %r2_i8 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f2_i8 = arith.sitofp %p2_i8 : tensor<?x?xi8> to tensor<?x?xf32>
  %u2_i8 = tensor.cast %f2_i8 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u2_i8) : (tensor<*xf32>) -> ()
  %r3_i8 = call @any_i8(%t_i8, %m20, %k230) : (tensor<?x?xi8, #i8>, index, index) -> tensor<?x?xi8, #i8>
  %p3_i8 = tensor.cast %r3_i8 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f3_i8 = arith.sitofp %p3_i8 : tensor<?x?xi8> to tensor<?x?xf32>
  %u3_i8 = tensor.cast %f3_i8 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u3_i8) : (tensor<*xf32>) -> ()
  %r_i8 = call @known_i8(%t_i8, %m1, %m1) : (tensor<?x?xi8, #i8>, index, index) -> tensor<19x203xi8, #i8>
  %p_i8 = tensor.cast %r_i8 : tensor<19x203xi8, #i8> to tensor<19x203xi8>
  %f_i8 = arith.sitofp %p_i8 : tensor<19x203xi8> to tensor<19x203xf32>
  %u_i8 = tensor.cast %f_i8 : tensor<19x203xf32> to tensor<*xf32>
  call @show(%u_i8) : (tensor<*xf32>) -> ()
  %i_i16 = arith.fptosi %x : tensor<?x?xf32> to tensor<?x?xi32>
  %y_i16 = arith.trunci %i_i16 : tensor<?x?xi32> to tensor<?x?xi16>
  %t_i16 = tensor.cast %y_i16 : tensor<?x?xi16> to tensor<?x?xi16, #i16>
  %r0_i16 = call @any_i16(%t_i16, %m1, %k102) : (tensor<?x?xi16, #i16>, index, index) -> tensor<?x?xi16, #i16>
  %p0_i16 = tensor.cast %r0_i16 : tensor<?x?xi16, #i16> to tensor<?x?xi16>
  %f0_i16 = arith.sitofp %p0_i16 : tensor<?x?xi16> to tensor<?x?xf32>
  %u0_i16 = tensor.cast %f0_i16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0_i16) : (tensor<*xf32>) -> ()
  %r1_i16 = call @any_i16(%t_i16, %m2, %k230) : (tensor<?x?xi16, #i16>, index, index) -> tensor<?x?xi16, #i16>
  %p1_i16 = tensor.cast %r1_i16 : tensor<?x?xi16, #i16> to tensor<?x?xi16>
  %f1_i16 = arith.sitofp %p1_i16 : tensor<?x?xi16> to tensor<?x?xf32>
  %u1_i16 = tensor.cast %f1_i16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u1_i16) : (tensor<*xf32>) -> ()
  %r2_i16 = call @any_i16(%t_i16, %m7, %k9) : (tensor<?x?xi16, #i16>, index, index) -> tensor<?x?xi16, #i16>
  %p2_i16 = tensor.cast %r2_i16 : tensor<?x?xi16, #i16> to tensor<?x?xi16>
  %f2_i16 = arith.sitofp %p2_i16 : tensor<?x?xi16> to tensor<?x?xf32>
  %u2_i16 = tensor.cast %f2_i16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u2_i16) : (tensor<*xf32>) -> ()
  %r3_i16 = call @any_i16(%t_i16, %m20, %k230) : (tensor<?x?xi16, #i16>, index, index) -> tensor<?x?xi16, #i16>
  %p3_i16 = tensor.cast %r3_i16 : tensor<?x?xi16, #i16> to tensor<?x?xi16>
  %f3_i16 = arith.sitofp %p3_i16 : tensor<?x?xi16> to tensor<?x?xf32>
  %u3_i16 = tensor.cast %f3_i16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u3_i16) : (tensor<*xf32>) -> ()
  %r_i16 = call @known_i16(%t_i16, %m1, %m1) : (tensor<?x?xi16, #i16>, index, index) -> tensor<19x203xi16, #i16>
  %p_i16 = tensor.cast %r_i16 : tensor<19x203xi16, #i16> to tensor<19x203xi16>
  %f_i16 = arith.sitofp %p_i16 : tensor<19x203xi16> to tensor<19x203xf32>
  %u_i16 = tensor.cast %f_i16 : tensor<19x203xf32> to tensor<*xf32>
  call @show(%u_i16) : (tensor<*xf32>) -> ()
  %y_bf16 = arith.truncf %x : tensor<?x?xf32> to tensor<?x?xbf16>
  %t_bf16 = tensor.cast %y_bf16 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r0_bf16 = call @any_bf16(%t_bf16, %m1, %k102) : (tensor<?x?xbf16, #bf16>, index, index) -> tensor<?x?xbf16, #bf16>
  %p0_bf16 = tensor.cast %r0_bf16 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f0_bf16 = arith.extf %p0_bf16 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u0_bf16 = tensor.cast %f0_bf16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0_bf16) : (tensor<*xf32>) -> ()
  %r1_bf16 = call @any_bf16(%t_bf16, %m2, %k230) : (tensor<?x?xbf16, #bf16>, index, index) -> tensor<?x?xbf16, #bf16>
  %p1_bf16 = tensor.cast %r1_bf16 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f1_bf16 = arith.extf %p1_bf16 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u1_bf16 = tensor.cast %f1_bf16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u1_bf16) : (tensor<*xf32>) -> ()
  %r2_bf16 = call @any_bf16(%t_bf16, %m7, %k9) : (tensor<?x?xbf16, #bf16>, index, index) -> tensor<?x?xbf16, #bf16>
  %p2_bf16 = tensor.cast %r2_bf16 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f2_bf16 = arith.extf %p2_bf16 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u2_bf16 = tensor.cast %f2_bf16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u2_bf16) : (tensor<*xf32>) -> ()
  %r3_bf16 = call @any_bf16(%t_bf16, %m20, %k230) : (tensor<?x?xbf16, #bf16>, index, index) -> tensor<?x?xbf16, #bf16>
  %p3_bf16 = tensor.cast %r3_bf16 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f3_bf16 = arith.extf %p3_bf16 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u3_bf16 = tensor.cast %f3_bf16 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u3_bf16) : (tensor<*xf32>) -> ()
  %r_bf16 = call @known_bf16(%t_bf16, %m1, %m1) : (tensor<?x?xbf16, #bf16>, index, index) -> tensor<19x203xbf16, #bf16>
  %p_bf16 = tensor.cast %r_bf16 : tensor<19x203xbf16, #bf16> to tensor<19x203xbf16>
  %f_bf16 = arith.extf %p_bf16 : tensor<19x203xbf16> to tensor<19x203xf32>
  %u_bf16 = tensor.cast %f_bf16 : tensor<19x203xf32> to tensor<*xf32>
  call @show(%u_bf16) : (tensor<*xf32>) -> ()
  return
}

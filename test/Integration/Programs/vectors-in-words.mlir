// Arrays of one dimension in words, as XLA stores them: slices, sums of neighbours, rotations,
// arrays turned round, conversions, comparisons, positions, extrema, and rows put one after another.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f32 = #tiled_layout.layout<{0:T(1024)}>
#bf16 = #tiled_layout.layout<{0:T(1024)(128)(2,1)}>
#i8 = #tiled_layout.layout<{0:T(2048)(128)(4,1)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>
func.func @slice_bf16(%x: tensor<5000xbf16, #bf16>) -> tensor<4000xbf16, #bf16> {
  %r = tensor.extract_slice %x[3] [4000] [1] : tensor<5000xbf16, #bf16> to tensor<4000xbf16, #bf16>
  return %r : tensor<4000xbf16, #bf16>
}
func.func @slice_of_next_row_bf16(%x: tensor<3000xbf16, #bf16>) -> tensor<2500xbf16, #bf16> {
  %r = tensor.extract_slice %x[200] [2500] [1] : tensor<3000xbf16, #bf16> to tensor<2500xbf16, #bf16>
  return %r : tensor<2500xbf16, #bf16>
}
func.func @neighbours_bf16(%x: tensor<3001xbf16, #bf16>) -> tensor<2999xbf16, #bf16> {
  %a = tensor.extract_slice %x[0] [2999] [1] : tensor<3001xbf16, #bf16> to tensor<2999xbf16, #bf16>
  %b = tensor.extract_slice %x[1] [2999] [1] : tensor<3001xbf16, #bf16> to tensor<2999xbf16, #bf16>
  %c = tensor.extract_slice %x[2] [2999] [1] : tensor<3001xbf16, #bf16> to tensor<2999xbf16, #bf16>
  %e = tensor.empty() : tensor<2999xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<2999xbf16, #bf16>, tensor<2999xbf16, #bf16>, tensor<2999xbf16, #bf16>) outs(%e : tensor<2999xbf16, #bf16>) {
  ^bb0(%p: bf16, %q: bf16, %s: bf16, %o: bf16):
    %t = arith.addf %p, %q : bf16
    %u = arith.addf %t, %s : bf16
    linalg.yield %u : bf16
  } -> tensor<2999xbf16, #bf16>
  return %r : tensor<2999xbf16, #bf16>
}
func.func @rolled_bf16(%x: tensor<2500xbf16, #bf16>) -> tensor<2500xbf16, #bf16> {
  %a = tensor.extract_slice %x[300] [2200] [1] : tensor<2500xbf16, #bf16> to tensor<2200xbf16, #bf16>
  %b = tensor.extract_slice %x[0] [300] [1] : tensor<2500xbf16, #bf16> to tensor<300xbf16, #bf16>
  %r = tensor.concat dim(0) %a, %b : (tensor<2200xbf16, #bf16>, tensor<300xbf16, #bf16>) -> tensor<2500xbf16, #bf16>
  return %r : tensor<2500xbf16, #bf16>
}
func.func @reversed_70_bf16(%x: tensor<70xbf16, #bf16>) -> tensor<70xbf16, #bf16> {
  %c = arith.constant 69 : index
  %e = tensor.empty() : tensor<70xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<70xbf16, #bf16>) {
  ^bb0(%o: bf16):
    %i = linalg.index 0 : index
    %j = arith.subi %c, %i : index
    %v = tensor.extract %x[%j] : tensor<70xbf16, #bf16>
    linalg.yield %v : bf16
  } -> tensor<70xbf16, #bf16>
  return %r : tensor<70xbf16, #bf16>
}
func.func @positive_bf16(%x: tensor<2333xbf16, #bf16>, %y: tensor<2333xbf16, #bf16>) -> tensor<2333xi1, #i8> {
  %e = tensor.empty() : tensor<2333xi1, #i8>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<2333xbf16, #bf16>, tensor<2333xbf16, #bf16>) outs(%e : tensor<2333xi1, #i8>) {
  ^bb0(%p: bf16, %q: bf16, %o: i1):
    %t = arith.cmpf ogt, %p, %q : bf16
    linalg.yield %t : i1
  } -> tensor<2333xi1, #i8>
  return %r : tensor<2333xi1, #i8>
}
func.func @from_f32_bf16(%x: tensor<2333xf32, #f32>, %y: tensor<2333xbf16, #bf16>) -> tensor<2333xbf16, #bf16> {
  %e = tensor.empty() : tensor<2333xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<2333xf32, #f32>, tensor<2333xbf16, #bf16>) outs(%e : tensor<2333xbf16, #bf16>) {
  ^bb0(%p: f32, %q: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %c7 = arith.constant 7 : index
    %k = arith.remui %i, %c7 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %w = arith.extf %q : bf16 to f32
    %s = arith.addf %p, %w : f32
    %t = arith.addf %s, %f : f32
    %v = arith.truncf %t : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<2333xbf16, #bf16>
  return %r : tensor<2333xbf16, #bf16>
}
func.func @greatest_bf16(%x: tensor<2333xbf16, #bf16>) -> tensor<1xbf16, #bf16> {
  %c = arith.constant 0xFF80 : bf16
  %e = tensor.empty() : tensor<bf16>
  %z = linalg.fill ins(%c : bf16) outs(%e : tensor<bf16>) -> tensor<bf16>
  %r = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
      ins(%x : tensor<2333xbf16, #bf16>) outs(%z : tensor<bf16>) {
  ^bb0(%p: bf16, %o: bf16):
    %t = arith.maximumf %o, %p : bf16
    linalg.yield %t : bf16
  } -> tensor<bf16>
  %v = tensor.extract %r[] : tensor<bf16>
  %s = tensor.splat %v : tensor<1xbf16>
  %k = tensor.cast %s : tensor<1xbf16> to tensor<1xbf16, #bf16>
  return %k : tensor<1xbf16, #bf16>
}
func.func @sum_of_any_bf16(%x: tensor<?xbf16, #bf16>, %y: tensor<?xbf16, #bf16>) -> tensor<?xbf16, #bf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xbf16, #bf16>
  %e = tensor.empty(%n) : tensor<?xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xbf16, #bf16>, tensor<?xbf16, #bf16>) outs(%e : tensor<?xbf16, #bf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %t = arith.addf %p, %q : bf16
    linalg.yield %t : bf16
  } -> tensor<?xbf16, #bf16>
  return %r : tensor<?xbf16, #bf16>
}
func.func @slice_i8(%x: tensor<5000xi8, #i8>) -> tensor<4000xi8, #i8> {
  %r = tensor.extract_slice %x[3] [4000] [1] : tensor<5000xi8, #i8> to tensor<4000xi8, #i8>
  return %r : tensor<4000xi8, #i8>
}
func.func @short_slice_i8(%x: tensor<300xi8, #i8>) -> tensor<90xi8, #i8> {
  %r = tensor.extract_slice %x[100] [90] [1] : tensor<300xi8, #i8> to tensor<90xi8, #i8>
  return %r : tensor<90xi8, #i8>
}
func.func @neighbours_i8(%x: tensor<3001xi8, #i8>) -> tensor<2999xi8, #i8> {
  %a = tensor.extract_slice %x[0] [2999] [1] : tensor<3001xi8, #i8> to tensor<2999xi8, #i8>
  %b = tensor.extract_slice %x[1] [2999] [1] : tensor<3001xi8, #i8> to tensor<2999xi8, #i8>
  %c = tensor.extract_slice %x[2] [2999] [1] : tensor<3001xi8, #i8> to tensor<2999xi8, #i8>
  %e = tensor.empty() : tensor<2999xi8, #i8>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<2999xi8, #i8>, tensor<2999xi8, #i8>, tensor<2999xi8, #i8>) outs(%e : tensor<2999xi8, #i8>) {
  ^bb0(%p: i8, %q: i8, %s: i8, %o: i8):
    %t = arith.addi %p, %q : i8
    %u = arith.addi %t, %s : i8
    linalg.yield %u : i8
  } -> tensor<2999xi8, #i8>
  return %r : tensor<2999xi8, #i8>
}
func.func @rolled_i8(%x: tensor<2500xi8, #i8>) -> tensor<2500xi8, #i8> {
  %a = tensor.extract_slice %x[300] [2200] [1] : tensor<2500xi8, #i8> to tensor<2200xi8, #i8>
  %b = tensor.extract_slice %x[0] [300] [1] : tensor<2500xi8, #i8> to tensor<300xi8, #i8>
  %r = tensor.concat dim(0) %a, %b : (tensor<2200xi8, #i8>, tensor<300xi8, #i8>) -> tensor<2500xi8, #i8>
  return %r : tensor<2500xi8, #i8>
}
func.func @reversed_2500_i8(%x: tensor<2500xi8, #i8>) -> tensor<2500xi8, #i8> {
  %c = arith.constant 2499 : index
  %e = tensor.empty() : tensor<2500xi8, #i8>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<2500xi8, #i8>) {
  ^bb0(%o: i8):
    %i = linalg.index 0 : index
    %j = arith.subi %c, %i : index
    %v = tensor.extract %x[%j] : tensor<2500xi8, #i8>
    linalg.yield %v : i8
  } -> tensor<2500xi8, #i8>
  return %r : tensor<2500xi8, #i8>
}
func.func @positive_i8(%x: tensor<2333xi8, #i8>, %y: tensor<2333xi8, #i8>) -> tensor<2333xi1, #i8> {
  %e = tensor.empty() : tensor<2333xi1, #i8>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<2333xi8, #i8>, tensor<2333xi8, #i8>) outs(%e : tensor<2333xi1, #i8>) {
  ^bb0(%p: i8, %q: i8, %o: i1):
    %t = arith.cmpi sgt, %p, %q : i8
    linalg.yield %t : i1
  } -> tensor<2333xi1, #i8>
  return %r : tensor<2333xi1, #i8>
}
func.func @from_f32_i8(%x: tensor<2333xf32, #f32>, %y: tensor<2333xi8, #i8>) -> tensor<2333xi8, #i8> {
  %e = tensor.empty() : tensor<2333xi8, #i8>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<2333xf32, #f32>, tensor<2333xi8, #i8>) outs(%e : tensor<2333xi8, #i8>) {
  ^bb0(%p: f32, %q: i8, %o: i8):
    %i = linalg.index 0 : index
    %c7 = arith.constant 7 : index
    %k = arith.remui %i, %c7 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %w = arith.sitofp %q : i8 to f32
    %s = arith.addf %p, %w : f32
    %t = arith.addf %s, %f : f32
    %v = arith.fptosi %t : f32 to i8
    linalg.yield %v : i8
  } -> tensor<2333xi8, #i8>
  return %r : tensor<2333xi8, #i8>
}
func.func @greatest_i8(%x: tensor<2333xi8, #i8>) -> tensor<1xi8, #i8> {
  %c = arith.constant -128 : i8
  %e = tensor.empty() : tensor<i8>
  %z = linalg.fill ins(%c : i8) outs(%e : tensor<i8>) -> tensor<i8>
  %r = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
      ins(%x : tensor<2333xi8, #i8>) outs(%z : tensor<i8>) {
  ^bb0(%p: i8, %o: i8):
    %t = arith.maxsi %o, %p : i8
    linalg.yield %t : i8
  } -> tensor<i8>
  %v = tensor.extract %r[] : tensor<i8>
  %s = tensor.splat %v : tensor<1xi8>
  %k = tensor.cast %s : tensor<1xi8> to tensor<1xi8, #i8>
  return %k : tensor<1xi8, #i8>
}
func.func @sum_of_any_i8(%x: tensor<?xi8, #i8>, %y: tensor<?xi8, #i8>) -> tensor<?xi8, #i8> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi8, #i8>
  %e = tensor.empty(%n) : tensor<?xi8, #i8>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xi8, #i8>, tensor<?xi8, #i8>) outs(%e : tensor<?xi8, #i8>) {
  ^bb0(%p: i8, %q: i8, %o: i8):
    %t = arith.addi %p, %q : i8
    linalg.yield %t : i8
  } -> tensor<?xi8, #i8>
  return %r : tensor<?xi8, #i8>
}
func.func @known_length(%x: tensor<2333xf32, #f32>) -> tensor<?xbf16, #bf16> {
  %n = arith.constant 2333 : index
  %e = tensor.empty(%n) : tensor<?xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<2333xf32, #f32>) outs(%e : tensor<?xbf16, #bf16>) {
  ^bb0(%p: f32, %o: bf16):
    %t = arith.truncf %p : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<?xbf16, #bf16>
  return %r : tensor<?xbf16, #bf16>
}
func.func @rows_in_turn(%x: tensor<2100xbf16, #bf16>) -> tensor<2100xbf16, #bf16> {
  %a = tensor.expand_shape %x [[0, 1]] output_shape [30, 70] : tensor<2100xbf16, #bf16> into tensor<30x70xbf16, #rows>
  %b = tensor.expand_shape %x [[0, 1]] output_shape [30, 70] : tensor<2100xbf16, #bf16> into tensor<30x70xbf16, #rows>
  %e = tensor.empty() : tensor<30x70xbf16, #rows>
  %s = linalg.add ins(%a, %b : tensor<30x70xbf16, #rows>, tensor<30x70xbf16, #rows>) outs(%e : tensor<30x70xbf16, #rows>) -> tensor<30x70xbf16, #rows>
  %r = tensor.collapse_shape %s [[0, 1]] : tensor<30x70xbf16, #rows> into tensor<2100xbf16, #bf16>
  return %r : tensor<2100xbf16, #bf16>
}
func.func @main() {
  %n0 = arith.constant 5000 : index
  %seed0 = arith.constant 1 : index
  %d0 = call @data1(%seed0, %n0) : (index, index) -> tensor<?xf32>
  %h0 = arith.truncf %d0 : tensor<?xf32> to tensor<?xbf16>
  %x0 = tensor.cast %h0 : tensor<?xbf16> to tensor<5000xbf16>
  %y0 = tensor.cast %x0 : tensor<5000xbf16> to tensor<5000xbf16, #bf16>
  %r1 = call @slice_bf16(%y0) : (tensor<5000xbf16, #bf16>) -> tensor<4000xbf16, #bf16>
  %p1 = tensor.cast %r1 : tensor<4000xbf16, #bf16> to tensor<4000xbf16>
  %f1 = arith.extf %p1 : tensor<4000xbf16> to tensor<4000xf32>
  %u1 = tensor.cast %f1 : tensor<4000xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %n2 = arith.constant 3000 : index
  %seed2 = arith.constant 3 : index
  %d2 = call @data1(%seed2, %n2) : (index, index) -> tensor<?xf32>
  %h2 = arith.truncf %d2 : tensor<?xf32> to tensor<?xbf16>
  %x2 = tensor.cast %h2 : tensor<?xbf16> to tensor<3000xbf16>
  %y2 = tensor.cast %x2 : tensor<3000xbf16> to tensor<3000xbf16, #bf16>
  %r3 = call @slice_of_next_row_bf16(%y2) : (tensor<3000xbf16, #bf16>) -> tensor<2500xbf16, #bf16>
  %p3 = tensor.cast %r3 : tensor<2500xbf16, #bf16> to tensor<2500xbf16>
  %f3 = arith.extf %p3 : tensor<2500xbf16> to tensor<2500xf32>
  %u3 = tensor.cast %f3 : tensor<2500xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %n4 = arith.constant 3001 : index
  %seed4 = arith.constant 5 : index
  %d4 = call @data1(%seed4, %n4) : (index, index) -> tensor<?xf32>
  %h4 = arith.truncf %d4 : tensor<?xf32> to tensor<?xbf16>
  %x4 = tensor.cast %h4 : tensor<?xbf16> to tensor<3001xbf16>
  %y4 = tensor.cast %x4 : tensor<3001xbf16> to tensor<3001xbf16, #bf16>
  %r5 = call @neighbours_bf16(%y4) : (tensor<3001xbf16, #bf16>) -> tensor<2999xbf16, #bf16>
  %p5 = tensor.cast %r5 : tensor<2999xbf16, #bf16> to tensor<2999xbf16>
  %f5 = arith.extf %p5 : tensor<2999xbf16> to tensor<2999xf32>
  %u5 = tensor.cast %f5 : tensor<2999xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  %n6 = arith.constant 2500 : index
  %seed6 = arith.constant 7 : index
  %d6 = call @data1(%seed6, %n6) : (index, index) -> tensor<?xf32>
  %h6 = arith.truncf %d6 : tensor<?xf32> to tensor<?xbf16>
  %x6 = tensor.cast %h6 : tensor<?xbf16> to tensor<2500xbf16>
  %y6 = tensor.cast %x6 : tensor<2500xbf16> to tensor<2500xbf16, #bf16>
  %r7 = call @rolled_bf16(%y6) : (tensor<2500xbf16, #bf16>) -> tensor<2500xbf16, #bf16>
  %p7 = tensor.cast %r7 : tensor<2500xbf16, #bf16> to tensor<2500xbf16>
  %f7 = arith.extf %p7 : tensor<2500xbf16> to tensor<2500xf32>
  %u7 = tensor.cast %f7 : tensor<2500xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %n8 = arith.constant 70 : index
  %seed8 = arith.constant 9 : index
  %d8 = call @data1(%seed8, %n8) : (index, index) -> tensor<?xf32>
  %h8 = arith.truncf %d8 : tensor<?xf32> to tensor<?xbf16>
  %x8 = tensor.cast %h8 : tensor<?xbf16> to tensor<70xbf16>
  %y8 = tensor.cast %x8 : tensor<70xbf16> to tensor<70xbf16, #bf16>
  %r9 = call @reversed_70_bf16(%y8) : (tensor<70xbf16, #bf16>) -> tensor<70xbf16, #bf16>
  %p9 = tensor.cast %r9 : tensor<70xbf16, #bf16> to tensor<70xbf16>
  %f9 = arith.extf %p9 : tensor<70xbf16> to tensor<70xf32>
  %u9 = tensor.cast %f9 : tensor<70xf32> to tensor<*xf32>
  call @show(%u9) : (tensor<*xf32>) -> ()
  %n10 = arith.constant 2333 : index
  %seed10 = arith.constant 11 : index
  %d10 = call @data1(%seed10, %n10) : (index, index) -> tensor<?xf32>
  %h10 = arith.truncf %d10 : tensor<?xf32> to tensor<?xbf16>
  %x10 = tensor.cast %h10 : tensor<?xbf16> to tensor<2333xbf16>
  %y10 = tensor.cast %x10 : tensor<2333xbf16> to tensor<2333xbf16, #bf16>
  %n11 = arith.constant 2333 : index
  %seed11 = arith.constant 12 : index
  %d11 = call @data1(%seed11, %n11) : (index, index) -> tensor<?xf32>
  %h11 = arith.truncf %d11 : tensor<?xf32> to tensor<?xbf16>
  %x11 = tensor.cast %h11 : tensor<?xbf16> to tensor<2333xbf16>
  %y11 = tensor.cast %x11 : tensor<2333xbf16> to tensor<2333xbf16, #bf16>
  %r12 = call @positive_bf16(%y10, %y11) : (tensor<2333xbf16, #bf16>, tensor<2333xbf16, #bf16>) -> tensor<2333xi1, #i8>
  %p12 = tensor.cast %r12 : tensor<2333xi1, #i8> to tensor<2333xi1>
  %f12 = arith.uitofp %p12 : tensor<2333xi1> to tensor<2333xf32>
  %u12 = tensor.cast %f12 : tensor<2333xf32> to tensor<*xf32>
  call @show(%u12) : (tensor<*xf32>) -> ()
  %n13 = arith.constant 2333 : index
  %seed13 = arith.constant 14 : index
  %d13 = call @data1(%seed13, %n13) : (index, index) -> tensor<?xf32>
  %x13 = tensor.cast %d13 : tensor<?xf32> to tensor<2333xf32>
  %y13 = tensor.cast %x13 : tensor<2333xf32> to tensor<2333xf32, #f32>
  %n14 = arith.constant 2333 : index
  %seed14 = arith.constant 15 : index
  %d14 = call @data1(%seed14, %n14) : (index, index) -> tensor<?xf32>
  %h14 = arith.truncf %d14 : tensor<?xf32> to tensor<?xbf16>
  %x14 = tensor.cast %h14 : tensor<?xbf16> to tensor<2333xbf16>
  %y14 = tensor.cast %x14 : tensor<2333xbf16> to tensor<2333xbf16, #bf16>
  %r15 = call @from_f32_bf16(%y13, %y14) : (tensor<2333xf32, #f32>, tensor<2333xbf16, #bf16>) -> tensor<2333xbf16, #bf16>
  %p15 = tensor.cast %r15 : tensor<2333xbf16, #bf16> to tensor<2333xbf16>
  %f15 = arith.extf %p15 : tensor<2333xbf16> to tensor<2333xf32>
  %u15 = tensor.cast %f15 : tensor<2333xf32> to tensor<*xf32>
  call @show(%u15) : (tensor<*xf32>) -> ()
  %n16 = arith.constant 2333 : index
  %seed16 = arith.constant 17 : index
  %d16 = call @data1(%seed16, %n16) : (index, index) -> tensor<?xf32>
  %h16 = arith.truncf %d16 : tensor<?xf32> to tensor<?xbf16>
  %x16 = tensor.cast %h16 : tensor<?xbf16> to tensor<2333xbf16>
  %y16 = tensor.cast %x16 : tensor<2333xbf16> to tensor<2333xbf16, #bf16>
  %r17 = call @greatest_bf16(%y16) : (tensor<2333xbf16, #bf16>) -> tensor<1xbf16, #bf16>
  %p17 = tensor.cast %r17 : tensor<1xbf16, #bf16> to tensor<1xbf16>
  %f17 = arith.extf %p17 : tensor<1xbf16> to tensor<1xf32>
  %u17 = tensor.cast %f17 : tensor<1xf32> to tensor<*xf32>
  call @show(%u17) : (tensor<*xf32>) -> ()
  %n18 = arith.constant 2333 : index
  %seed18 = arith.constant 19 : index
  %d18 = call @data1(%seed18, %n18) : (index, index) -> tensor<?xf32>
  %h18 = arith.truncf %d18 : tensor<?xf32> to tensor<?xbf16>
  %y18 = tensor.cast %h18 : tensor<?xbf16> to tensor<?xbf16, #bf16>
  %n19 = arith.constant 2333 : index
  %seed19 = arith.constant 20 : index
  %d19 = call @data1(%seed19, %n19) : (index, index) -> tensor<?xf32>
  %h19 = arith.truncf %d19 : tensor<?xf32> to tensor<?xbf16>
  %y19 = tensor.cast %h19 : tensor<?xbf16> to tensor<?xbf16, #bf16>
  %r20 = call @sum_of_any_bf16(%y18, %y19) : (tensor<?xbf16, #bf16>, tensor<?xbf16, #bf16>) -> tensor<?xbf16, #bf16>
  %p20 = tensor.cast %r20 : tensor<?xbf16, #bf16> to tensor<?xbf16>
  %f20 = arith.extf %p20 : tensor<?xbf16> to tensor<?xf32>
  %u20 = tensor.cast %f20 : tensor<?xf32> to tensor<*xf32>
  call @show(%u20) : (tensor<*xf32>) -> ()
  %n21 = arith.constant 5 : index
  %seed21 = arith.constant 22 : index
  %d21 = call @data1(%seed21, %n21) : (index, index) -> tensor<?xf32>
  %h21 = arith.truncf %d21 : tensor<?xf32> to tensor<?xbf16>
  %y21 = tensor.cast %h21 : tensor<?xbf16> to tensor<?xbf16, #bf16>
  %n22 = arith.constant 5 : index
  %seed22 = arith.constant 23 : index
  %d22 = call @data1(%seed22, %n22) : (index, index) -> tensor<?xf32>
  %h22 = arith.truncf %d22 : tensor<?xf32> to tensor<?xbf16>
  %y22 = tensor.cast %h22 : tensor<?xbf16> to tensor<?xbf16, #bf16>
  %r23 = call @sum_of_any_bf16(%y21, %y22) : (tensor<?xbf16, #bf16>, tensor<?xbf16, #bf16>) -> tensor<?xbf16, #bf16>
  %p23 = tensor.cast %r23 : tensor<?xbf16, #bf16> to tensor<?xbf16>
  %f23 = arith.extf %p23 : tensor<?xbf16> to tensor<?xf32>
  %u23 = tensor.cast %f23 : tensor<?xf32> to tensor<*xf32>
  call @show(%u23) : (tensor<*xf32>) -> ()
  %n24 = arith.constant 256 : index
  %seed24 = arith.constant 25 : index
  %d24 = call @data1(%seed24, %n24) : (index, index) -> tensor<?xf32>
  %h24 = arith.truncf %d24 : tensor<?xf32> to tensor<?xbf16>
  %y24 = tensor.cast %h24 : tensor<?xbf16> to tensor<?xbf16, #bf16>
  %n25 = arith.constant 256 : index
  %seed25 = arith.constant 26 : index
  %d25 = call @data1(%seed25, %n25) : (index, index) -> tensor<?xf32>
  %h25 = arith.truncf %d25 : tensor<?xf32> to tensor<?xbf16>
  %y25 = tensor.cast %h25 : tensor<?xbf16> to tensor<?xbf16, #bf16>
  %r26 = call @sum_of_any_bf16(%y24, %y25) : (tensor<?xbf16, #bf16>, tensor<?xbf16, #bf16>) -> tensor<?xbf16, #bf16>
  %p26 = tensor.cast %r26 : tensor<?xbf16, #bf16> to tensor<?xbf16>
  %f26 = arith.extf %p26 : tensor<?xbf16> to tensor<?xf32>
  %u26 = tensor.cast %f26 : tensor<?xf32> to tensor<*xf32>
  call @show(%u26) : (tensor<*xf32>) -> ()
  %n27 = arith.constant 5000 : index
  %seed27 = arith.constant 28 : index
  %d27 = call @data1(%seed27, %n27) : (index, index) -> tensor<?xf32>
  %a27 = arith.addf %d27, %d27 : tensor<?xf32>
  %b27 = arith.addf %a27, %a27 : tensor<?xf32>
  %c27 = arith.addf %b27, %b27 : tensor<?xf32>
  %h27 = arith.fptosi %c27 : tensor<?xf32> to tensor<?xi8>
  %x27 = tensor.cast %h27 : tensor<?xi8> to tensor<5000xi8>
  %y27 = tensor.cast %x27 : tensor<5000xi8> to tensor<5000xi8, #i8>
  %r28 = call @slice_i8(%y27) : (tensor<5000xi8, #i8>) -> tensor<4000xi8, #i8>
  %p28 = tensor.cast %r28 : tensor<4000xi8, #i8> to tensor<4000xi8>
  %f28 = arith.sitofp %p28 : tensor<4000xi8> to tensor<4000xf32>
  %u28 = tensor.cast %f28 : tensor<4000xf32> to tensor<*xf32>
  call @show(%u28) : (tensor<*xf32>) -> ()
  %n29 = arith.constant 300 : index
  %seed29 = arith.constant 30 : index
  %d29 = call @data1(%seed29, %n29) : (index, index) -> tensor<?xf32>
  %a29 = arith.addf %d29, %d29 : tensor<?xf32>
  %b29 = arith.addf %a29, %a29 : tensor<?xf32>
  %c29 = arith.addf %b29, %b29 : tensor<?xf32>
  %h29 = arith.fptosi %c29 : tensor<?xf32> to tensor<?xi8>
  %x29 = tensor.cast %h29 : tensor<?xi8> to tensor<300xi8>
  %y29 = tensor.cast %x29 : tensor<300xi8> to tensor<300xi8, #i8>
  %r30 = call @short_slice_i8(%y29) : (tensor<300xi8, #i8>) -> tensor<90xi8, #i8>
  %p30 = tensor.cast %r30 : tensor<90xi8, #i8> to tensor<90xi8>
  %f30 = arith.sitofp %p30 : tensor<90xi8> to tensor<90xf32>
  %u30 = tensor.cast %f30 : tensor<90xf32> to tensor<*xf32>
  call @show(%u30) : (tensor<*xf32>) -> ()
  %n31 = arith.constant 3001 : index
  %seed31 = arith.constant 32 : index
  %d31 = call @data1(%seed31, %n31) : (index, index) -> tensor<?xf32>
  %a31 = arith.addf %d31, %d31 : tensor<?xf32>
  %b31 = arith.addf %a31, %a31 : tensor<?xf32>
  %c31 = arith.addf %b31, %b31 : tensor<?xf32>
  %h31 = arith.fptosi %c31 : tensor<?xf32> to tensor<?xi8>
  %x31 = tensor.cast %h31 : tensor<?xi8> to tensor<3001xi8>
  %y31 = tensor.cast %x31 : tensor<3001xi8> to tensor<3001xi8, #i8>
  %r32 = call @neighbours_i8(%y31) : (tensor<3001xi8, #i8>) -> tensor<2999xi8, #i8>
  %p32 = tensor.cast %r32 : tensor<2999xi8, #i8> to tensor<2999xi8>
  %f32 = arith.sitofp %p32 : tensor<2999xi8> to tensor<2999xf32>
  %u32 = tensor.cast %f32 : tensor<2999xf32> to tensor<*xf32>
  call @show(%u32) : (tensor<*xf32>) -> ()
  %n33 = arith.constant 2500 : index
  %seed33 = arith.constant 34 : index
  %d33 = call @data1(%seed33, %n33) : (index, index) -> tensor<?xf32>
  %a33 = arith.addf %d33, %d33 : tensor<?xf32>
  %b33 = arith.addf %a33, %a33 : tensor<?xf32>
  %c33 = arith.addf %b33, %b33 : tensor<?xf32>
  %h33 = arith.fptosi %c33 : tensor<?xf32> to tensor<?xi8>
  %x33 = tensor.cast %h33 : tensor<?xi8> to tensor<2500xi8>
  %y33 = tensor.cast %x33 : tensor<2500xi8> to tensor<2500xi8, #i8>
  %r34 = call @rolled_i8(%y33) : (tensor<2500xi8, #i8>) -> tensor<2500xi8, #i8>
  %p34 = tensor.cast %r34 : tensor<2500xi8, #i8> to tensor<2500xi8>
  %f34 = arith.sitofp %p34 : tensor<2500xi8> to tensor<2500xf32>
  %u34 = tensor.cast %f34 : tensor<2500xf32> to tensor<*xf32>
  call @show(%u34) : (tensor<*xf32>) -> ()
  %n35 = arith.constant 2500 : index
  %seed35 = arith.constant 36 : index
  %d35 = call @data1(%seed35, %n35) : (index, index) -> tensor<?xf32>
  %a35 = arith.addf %d35, %d35 : tensor<?xf32>
  %b35 = arith.addf %a35, %a35 : tensor<?xf32>
  %c35 = arith.addf %b35, %b35 : tensor<?xf32>
  %h35 = arith.fptosi %c35 : tensor<?xf32> to tensor<?xi8>
  %x35 = tensor.cast %h35 : tensor<?xi8> to tensor<2500xi8>
  %y35 = tensor.cast %x35 : tensor<2500xi8> to tensor<2500xi8, #i8>
  %r36 = call @reversed_2500_i8(%y35) : (tensor<2500xi8, #i8>) -> tensor<2500xi8, #i8>
  %p36 = tensor.cast %r36 : tensor<2500xi8, #i8> to tensor<2500xi8>
  %f36 = arith.sitofp %p36 : tensor<2500xi8> to tensor<2500xf32>
  %u36 = tensor.cast %f36 : tensor<2500xf32> to tensor<*xf32>
  call @show(%u36) : (tensor<*xf32>) -> ()
  %n37 = arith.constant 2333 : index
  %seed37 = arith.constant 38 : index
  %d37 = call @data1(%seed37, %n37) : (index, index) -> tensor<?xf32>
  %a37 = arith.addf %d37, %d37 : tensor<?xf32>
  %b37 = arith.addf %a37, %a37 : tensor<?xf32>
  %c37 = arith.addf %b37, %b37 : tensor<?xf32>
  %h37 = arith.fptosi %c37 : tensor<?xf32> to tensor<?xi8>
  %x37 = tensor.cast %h37 : tensor<?xi8> to tensor<2333xi8>
  %y37 = tensor.cast %x37 : tensor<2333xi8> to tensor<2333xi8, #i8>
  %n38 = arith.constant 2333 : index
  %seed38 = arith.constant 39 : index
  %d38 = call @data1(%seed38, %n38) : (index, index) -> tensor<?xf32>
  %a38 = arith.addf %d38, %d38 : tensor<?xf32>
  %b38 = arith.addf %a38, %a38 : tensor<?xf32>
  %c38 = arith.addf %b38, %b38 : tensor<?xf32>
  %h38 = arith.fptosi %c38 : tensor<?xf32> to tensor<?xi8>
  %x38 = tensor.cast %h38 : tensor<?xi8> to tensor<2333xi8>
  %y38 = tensor.cast %x38 : tensor<2333xi8> to tensor<2333xi8, #i8>
  %r39 = call @positive_i8(%y37, %y38) : (tensor<2333xi8, #i8>, tensor<2333xi8, #i8>) -> tensor<2333xi1, #i8>
  %p39 = tensor.cast %r39 : tensor<2333xi1, #i8> to tensor<2333xi1>
  %f39 = arith.uitofp %p39 : tensor<2333xi1> to tensor<2333xf32>
  %u39 = tensor.cast %f39 : tensor<2333xf32> to tensor<*xf32>
  call @show(%u39) : (tensor<*xf32>) -> ()
  %n40 = arith.constant 2333 : index
  %seed40 = arith.constant 41 : index
  %d40 = call @data1(%seed40, %n40) : (index, index) -> tensor<?xf32>
  %x40 = tensor.cast %d40 : tensor<?xf32> to tensor<2333xf32>
  %y40 = tensor.cast %x40 : tensor<2333xf32> to tensor<2333xf32, #f32>
  %n41 = arith.constant 2333 : index
  %seed41 = arith.constant 42 : index
  %d41 = call @data1(%seed41, %n41) : (index, index) -> tensor<?xf32>
  %a41 = arith.addf %d41, %d41 : tensor<?xf32>
  %b41 = arith.addf %a41, %a41 : tensor<?xf32>
  %c41 = arith.addf %b41, %b41 : tensor<?xf32>
  %h41 = arith.fptosi %c41 : tensor<?xf32> to tensor<?xi8>
  %x41 = tensor.cast %h41 : tensor<?xi8> to tensor<2333xi8>
  %y41 = tensor.cast %x41 : tensor<2333xi8> to tensor<2333xi8, #i8>
  %r42 = call @from_f32_i8(%y40, %y41) : (tensor<2333xf32, #f32>, tensor<2333xi8, #i8>) -> tensor<2333xi8, #i8>
  %p42 = tensor.cast %r42 : tensor<2333xi8, #i8> to tensor<2333xi8>
  %f42 = arith.sitofp %p42 : tensor<2333xi8> to tensor<2333xf32>
  %u42 = tensor.cast %f42 : tensor<2333xf32> to tensor<*xf32>
  call @show(%u42) : (tensor<*xf32>) -> ()
  %n43 = arith.constant 2333 : index
  %seed43 = arith.constant 44 : index
  %d43 = call @data1(%seed43, %n43) : (index, index) -> tensor<?xf32>
  %a43 = arith.addf %d43, %d43 : tensor<?xf32>
  %b43 = arith.addf %a43, %a43 : tensor<?xf32>
  %c43 = arith.addf %b43, %b43 : tensor<?xf32>
  %h43 = arith.fptosi %c43 : tensor<?xf32> to tensor<?xi8>
  %x43 = tensor.cast %h43 : tensor<?xi8> to tensor<2333xi8>
  %y43 = tensor.cast %x43 : tensor<2333xi8> to tensor<2333xi8, #i8>
  %r44 = call @greatest_i8(%y43) : (tensor<2333xi8, #i8>) -> tensor<1xi8, #i8>
  %p44 = tensor.cast %r44 : tensor<1xi8, #i8> to tensor<1xi8>
  %f44 = arith.sitofp %p44 : tensor<1xi8> to tensor<1xf32>
  %u44 = tensor.cast %f44 : tensor<1xf32> to tensor<*xf32>
  call @show(%u44) : (tensor<*xf32>) -> ()
  %n45 = arith.constant 2333 : index
  %seed45 = arith.constant 46 : index
  %d45 = call @data1(%seed45, %n45) : (index, index) -> tensor<?xf32>
  %a45 = arith.addf %d45, %d45 : tensor<?xf32>
  %b45 = arith.addf %a45, %a45 : tensor<?xf32>
  %c45 = arith.addf %b45, %b45 : tensor<?xf32>
  %h45 = arith.fptosi %c45 : tensor<?xf32> to tensor<?xi8>
  %y45 = tensor.cast %h45 : tensor<?xi8> to tensor<?xi8, #i8>
  %n46 = arith.constant 2333 : index
  %seed46 = arith.constant 47 : index
  %d46 = call @data1(%seed46, %n46) : (index, index) -> tensor<?xf32>
  %a46 = arith.addf %d46, %d46 : tensor<?xf32>
  %b46 = arith.addf %a46, %a46 : tensor<?xf32>
  %c46 = arith.addf %b46, %b46 : tensor<?xf32>
  %h46 = arith.fptosi %c46 : tensor<?xf32> to tensor<?xi8>
  %y46 = tensor.cast %h46 : tensor<?xi8> to tensor<?xi8, #i8>
  %r47 = call @sum_of_any_i8(%y45, %y46) : (tensor<?xi8, #i8>, tensor<?xi8, #i8>) -> tensor<?xi8, #i8>
  %p47 = tensor.cast %r47 : tensor<?xi8, #i8> to tensor<?xi8>
  %f47 = arith.sitofp %p47 : tensor<?xi8> to tensor<?xf32>
  %u47 = tensor.cast %f47 : tensor<?xf32> to tensor<*xf32>
  call @show(%u47) : (tensor<*xf32>) -> ()
  %n48 = arith.constant 5 : index
  %seed48 = arith.constant 49 : index
  %d48 = call @data1(%seed48, %n48) : (index, index) -> tensor<?xf32>
  %a48 = arith.addf %d48, %d48 : tensor<?xf32>
  %b48 = arith.addf %a48, %a48 : tensor<?xf32>
  %c48 = arith.addf %b48, %b48 : tensor<?xf32>
  %h48 = arith.fptosi %c48 : tensor<?xf32> to tensor<?xi8>
  %y48 = tensor.cast %h48 : tensor<?xi8> to tensor<?xi8, #i8>
  %n49 = arith.constant 5 : index
  %seed49 = arith.constant 50 : index
  %d49 = call @data1(%seed49, %n49) : (index, index) -> tensor<?xf32>
  %a49 = arith.addf %d49, %d49 : tensor<?xf32>
  %b49 = arith.addf %a49, %a49 : tensor<?xf32>
  %c49 = arith.addf %b49, %b49 : tensor<?xf32>
  %h49 = arith.fptosi %c49 : tensor<?xf32> to tensor<?xi8>
  %y49 = tensor.cast %h49 : tensor<?xi8> to tensor<?xi8, #i8>
  %r50 = call @sum_of_any_i8(%y48, %y49) : (tensor<?xi8, #i8>, tensor<?xi8, #i8>) -> tensor<?xi8, #i8>
  %p50 = tensor.cast %r50 : tensor<?xi8, #i8> to tensor<?xi8>
  %f50 = arith.sitofp %p50 : tensor<?xi8> to tensor<?xf32>
  %u50 = tensor.cast %f50 : tensor<?xf32> to tensor<*xf32>
  call @show(%u50) : (tensor<*xf32>) -> ()
  %n51 = arith.constant 256 : index
  %seed51 = arith.constant 52 : index
  %d51 = call @data1(%seed51, %n51) : (index, index) -> tensor<?xf32>
  %a51 = arith.addf %d51, %d51 : tensor<?xf32>
  %b51 = arith.addf %a51, %a51 : tensor<?xf32>
  %c51 = arith.addf %b51, %b51 : tensor<?xf32>
  %h51 = arith.fptosi %c51 : tensor<?xf32> to tensor<?xi8>
  %y51 = tensor.cast %h51 : tensor<?xi8> to tensor<?xi8, #i8>
  %n52 = arith.constant 256 : index
  %seed52 = arith.constant 53 : index
  %d52 = call @data1(%seed52, %n52) : (index, index) -> tensor<?xf32>
  %a52 = arith.addf %d52, %d52 : tensor<?xf32>
  %b52 = arith.addf %a52, %a52 : tensor<?xf32>
  %c52 = arith.addf %b52, %b52 : tensor<?xf32>
  %h52 = arith.fptosi %c52 : tensor<?xf32> to tensor<?xi8>
  %y52 = tensor.cast %h52 : tensor<?xi8> to tensor<?xi8, #i8>
  %r53 = call @sum_of_any_i8(%y51, %y52) : (tensor<?xi8, #i8>, tensor<?xi8, #i8>) -> tensor<?xi8, #i8>
  %p53 = tensor.cast %r53 : tensor<?xi8, #i8> to tensor<?xi8>
  %f53 = arith.sitofp %p53 : tensor<?xi8> to tensor<?xf32>
  %u53 = tensor.cast %f53 : tensor<?xf32> to tensor<*xf32>
  call @show(%u53) : (tensor<*xf32>) -> ()
  %n54 = arith.constant 2333 : index
  %seed54 = arith.constant 55 : index
  %d54 = call @data1(%seed54, %n54) : (index, index) -> tensor<?xf32>
  %x54 = tensor.cast %d54 : tensor<?xf32> to tensor<2333xf32>
  %y54 = tensor.cast %x54 : tensor<2333xf32> to tensor<2333xf32, #f32>
  %r55 = call @known_length(%y54) : (tensor<2333xf32, #f32>) -> tensor<?xbf16, #bf16>
  %p55 = tensor.cast %r55 : tensor<?xbf16, #bf16> to tensor<?xbf16>
  %f55 = arith.extf %p55 : tensor<?xbf16> to tensor<?xf32>
  %u55 = tensor.cast %f55 : tensor<?xf32> to tensor<*xf32>
  call @show(%u55) : (tensor<*xf32>) -> ()
  %n56 = arith.constant 2100 : index
  %seed56 = arith.constant 57 : index
  %d56 = call @data1(%seed56, %n56) : (index, index) -> tensor<?xf32>
  %h56 = arith.truncf %d56 : tensor<?xf32> to tensor<?xbf16>
  %x56 = tensor.cast %h56 : tensor<?xbf16> to tensor<2100xbf16>
  %y56 = tensor.cast %x56 : tensor<2100xbf16> to tensor<2100xbf16, #bf16>
  %r57 = call @rows_in_turn(%y56) : (tensor<2100xbf16, #bf16>) -> tensor<2100xbf16, #bf16>
  %p57 = tensor.cast %r57 : tensor<2100xbf16, #bf16> to tensor<2100xbf16>
  %f57 = arith.extf %p57 : tensor<2100xbf16> to tensor<2100xf32>
  %u57 = tensor.cast %f57 : tensor<2100xf32> to tensor<*xf32>
  call @show(%u57) : (tensor<*xf32>) -> ()
  return
}

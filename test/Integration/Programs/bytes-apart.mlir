// Bytes in words of four rows: columns at a step, rows and columns that take turns in another array or are repeated, and
// what is left out by comparisons of indices.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#w = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#w3 = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
func.func @columns(%x: tensor<13x600xi8, #w>) -> tensor<13x150xi8, #w> {
  %s0 = tensor.extract_slice %x[0, 0] [13, 150] [1, 4] : tensor<13x600xi8, #w> to tensor<13x150xi8, #w>
  %s1 = tensor.extract_slice %x[0, 1] [13, 150] [1, 4] : tensor<13x600xi8, #w> to tensor<13x150xi8, #w>
  %s2 = tensor.extract_slice %x[0, 2] [13, 150] [1, 4] : tensor<13x600xi8, #w> to tensor<13x150xi8, #w>
  %s3 = tensor.extract_slice %x[0, 3] [13, 150] [1, 4] : tensor<13x600xi8, #w> to tensor<13x150xi8, #w>
  %m0 = arith.maxsi %s0, %s1 : tensor<13x150xi8, #w>
  %m1 = arith.subi %s2, %s3 : tensor<13x150xi8, #w>
  %r = arith.addi %m0, %m1 : tensor<13x150xi8, #w>
  return %r : tensor<13x150xi8, #w>
}
func.func @odd(%x: tensor<13x600xi8, #w>) -> tensor<13x300xi8, #w> {
  %s = tensor.extract_slice %x[0, 1] [13, 300] [1, 2] : tensor<13x600xi8, #w> to tensor<13x300xi8, #w>
  %r = arith.addi %s, %s : tensor<13x300xi8, #w>
  return %r : tensor<13x300xi8, #w>
}
func.func @rows(%a: tensor<13x300xi8, #w>, %b: tensor<13x300xi8, #w>) -> tensor<26x300xi8, #w> {
  %e = tensor.empty() : tensor<26x300xi8, #w>
  %0 = tensor.insert_slice %a into %e[0, 0] [13, 300] [2, 1] : tensor<13x300xi8, #w> into tensor<26x300xi8, #w>
  %r = tensor.insert_slice %b into %0[1, 0] [13, 300] [2, 1] : tensor<13x300xi8, #w> into tensor<26x300xi8, #w>
  return %r : tensor<26x300xi8, #w>
}
func.func @repeated_rows(%a: tensor<13x300xi8, #w>) -> tensor<26x300xi8, #w> {
  %e = tensor.empty() : tensor<13x2x300xi8, #w3>
  %b = linalg.broadcast ins(%a : tensor<13x300xi8, #w>) outs(%e : tensor<13x2x300xi8, #w3>) dimensions = [1]
  %r = tensor.collapse_shape %b [[0, 1], [2]] : tensor<13x2x300xi8, #w3> into tensor<26x300xi8, #w>
  return %r : tensor<26x300xi8, #w>
}
func.func @repeated_columns(%a: tensor<13x300xi8, #w>) -> tensor<13x600xi8, #w> {
  %e = tensor.empty() : tensor<13x300x2xi8, #w3>
  %b = linalg.broadcast ins(%a : tensor<13x300xi8, #w>) outs(%e : tensor<13x300x2xi8, #w3>) dimensions = [2]
  %r = tensor.collapse_shape %b [[0], [1, 2]] : tensor<13x300x2xi8, #w3> into tensor<13x600xi8, #w>
  return %r : tensor<13x600xi8, #w>
}
func.func @triangle(%a: tensor<13x300xi8, #w>) -> tensor<13x300xi8, #w> {
  %zero = arith.constant 0 : i8
  %e = tensor.empty() : tensor<13x300xi8, #w>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<13x300xi8, #w>) outs(%e : tensor<13x300xi8, #w>) {
  ^bb0(%x: i8, %y: i8):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c3 = arith.constant 3 : index
    %k = arith.muli %i, %c3 : index
    %l = arith.remui %j, %c3 : index
    %m = arith.addi %k, %l : index
    %is = arith.cmpi ugt, %m, %j : index
    %s = arith.select %is, %x, %zero : i8
    linalg.yield %s : i8
  } -> tensor<13x300xi8, #w>
  return %r : tensor<13x300xi8, #w>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c13 = arith.constant 13 : index
  %c300 = arith.constant 300 : index
  %c600 = arith.constant 600 : index
  %x0 = call @data2(%c1, %c13, %c600) : (index, index, index) -> tensor<?x?xf32>
  %x2 = arith.addf %x0, %x0 : tensor<?x?xf32>
  %x4 = arith.addf %x2, %x2 : tensor<?x?xf32>
  %x8 = arith.addf %x4, %x4 : tensor<?x?xf32>
  %x1 = arith.fptosi %x8 : tensor<?x?xf32> to tensor<?x?xi8>
  %x = tensor.cast %x1 : tensor<?x?xi8> to tensor<13x600xi8, #w>
  %a0 = call @data2(%c2, %c13, %c300) : (index, index, index) -> tensor<?x?xf32>
  %a2 = arith.addf %a0, %a0 : tensor<?x?xf32>
  %a4 = arith.addf %a2, %a2 : tensor<?x?xf32>
  %a8 = arith.addf %a4, %a4 : tensor<?x?xf32>
  %a1 = arith.fptosi %a8 : tensor<?x?xf32> to tensor<?x?xi8>
  %a = tensor.cast %a1 : tensor<?x?xi8> to tensor<13x300xi8, #w>
  %b0 = call @data2(%c3, %c13, %c300) : (index, index, index) -> tensor<?x?xf32>
  %b2 = arith.addf %b0, %b0 : tensor<?x?xf32>
  %b4 = arith.addf %b2, %b2 : tensor<?x?xf32>
  %b8 = arith.addf %b4, %b4 : tensor<?x?xf32>
  %b1 = arith.fptosi %b8 : tensor<?x?xf32> to tensor<?x?xi8>
  %b = tensor.cast %b1 : tensor<?x?xi8> to tensor<13x300xi8, #w>
  %r0 = call @columns(%x) : (tensor<13x600xi8, #w>) -> tensor<13x150xi8, #w>
  %s0 = tensor.cast %r0 : tensor<13x150xi8, #w> to tensor<13x150xi8>
  %w0 = arith.sitofp %s0 : tensor<13x150xi8> to tensor<13x150xf32>
  %u0 = tensor.cast %w0 : tensor<13x150xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %r1 = call @odd(%x) : (tensor<13x600xi8, #w>) -> tensor<13x300xi8, #w>
  %s1 = tensor.cast %r1 : tensor<13x300xi8, #w> to tensor<13x300xi8>
  %w1 = arith.sitofp %s1 : tensor<13x300xi8> to tensor<13x300xf32>
  %u1 = tensor.cast %w1 : tensor<13x300xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %r2 = call @rows(%a, %b) : (tensor<13x300xi8, #w>, tensor<13x300xi8, #w>) -> tensor<26x300xi8, #w>
  %s2 = tensor.cast %r2 : tensor<26x300xi8, #w> to tensor<26x300xi8>
  %w2 = arith.sitofp %s2 : tensor<26x300xi8> to tensor<26x300xf32>
  %u2 = tensor.cast %w2 : tensor<26x300xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %r3 = call @repeated_rows(%a) : (tensor<13x300xi8, #w>) -> tensor<26x300xi8, #w>
  %s3 = tensor.cast %r3 : tensor<26x300xi8, #w> to tensor<26x300xi8>
  %w3 = arith.sitofp %s3 : tensor<26x300xi8> to tensor<26x300xf32>
  %u3 = tensor.cast %w3 : tensor<26x300xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %r4 = call @repeated_columns(%a) : (tensor<13x300xi8, #w>) -> tensor<13x600xi8, #w>
  %s4 = tensor.cast %r4 : tensor<13x600xi8, #w> to tensor<13x600xi8>
  %w4 = arith.sitofp %s4 : tensor<13x600xi8> to tensor<13x600xf32>
  %u4 = tensor.cast %w4 : tensor<13x600xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %r5 = call @triangle(%a) : (tensor<13x300xi8, #w>) -> tensor<13x300xi8, #w>
  %s5 = tensor.cast %r5 : tensor<13x300xi8, #w> to tensor<13x300xi8>
  %w5 = arith.sitofp %s5 : tensor<13x300xi8> to tensor<13x300xf32>
  %u5 = tensor.cast %w5 : tensor<13x300xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  return
}

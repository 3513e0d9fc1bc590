// A quantised layer: int8 activations with a zero point, int4 weights, sums of 32 bits, a
// bias, requantisation by a multiplier and a rounding shift, and saturation.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#x = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#w = #tiled_layout.layout<{1,0:T(8,16)E(4)}>
#o = #tiled_layout.layout<{1,0:T(8,128)}>
#b = #tiled_layout.layout<{0:T(128)}>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @layer(%x: tensor<10x33xi8, #x>, %w4: tensor<33x21xi4, #w>, %bias: tensor<21xi32, #b>) -> tensor<10x21xi8, #x> {
  %zero = arith.constant 0 : i32
  %zp = arith.constant 3 : i32
  %ew = tensor.empty() : tensor<33x21xi8, #x>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%w4 : tensor<33x21xi4, #w>) outs(%ew : tensor<33x21xi8, #x>) {
  ^bb0(%a: i4, %u: i8):
    %s = arith.extsi %a : i4 to i8
    linalg.yield %s : i8
  } -> tensor<33x21xi8, #x>
  %e = tensor.empty() : tensor<10x21xi32, #o>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<10x21xi32, #o>) -> tensor<10x21xi32, #o>
  %m = linalg.quantized_matmul ins(%x, %w, %zp, %zero : tensor<10x33xi8, #x>, tensor<33x21xi8, #x>, i32, i32) outs(%f : tensor<10x21xi32, #o>) -> tensor<10x21xi32, #o>
  %eo = tensor.empty() : tensor<10x21xi8, #x>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %bias : tensor<10x21xi32, #o>, tensor<21xi32, #b>) outs(%eo : tensor<10x21xi8, #x>) {
  ^bb0(%a: i32, %c: i32, %u: i8):
    %s = arith.addi %a, %c : i32
    %wide = arith.extsi %s : i32 to i64
    %multiplier = arith.constant 1518500250 : i64
    %p = arith.muli %wide, %multiplier : i64
    %round = arith.constant 8589934592 : i64
    %q = arith.addi %p, %round : i64
    %shift = arith.constant 34 : i64
    %t = arith.shrsi %q, %shift : i64
    %low = arith.constant -128 : i64
    %high = arith.constant 127 : i64
    %l = arith.maxsi %t, %low : i64
    %h = arith.minsi %l, %high : i64
    %y = arith.trunci %h : i64 to i8
    linalg.yield %y : i8
  } -> tensor<10x21xi8, #x>
  return %r : tensor<10x21xi8, #x>
}
func.func @main() {
  %x = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = affine.apply affine_map<(i, j) -> ((i * 37 + j * 11) mod 256)>(%i, %j)
    %v = arith.index_cast %k : index to i8
    tensor.yield %v : i8
  } : tensor<10x33xi8>
  %w = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = affine.apply affine_map<(i, j) -> ((i * 5 + j * 3) mod 16)>(%i, %j)
    %v = arith.index_cast %k : index to i4
    tensor.yield %v : i4
  } : tensor<33x21xi4>
  %b = tensor.generate {
  ^bb0(%j: index):
    %k = affine.apply affine_map<(j) -> (j * 100 - 900)>(%j)
    %v = arith.index_cast %k : index to i32
    tensor.yield %v : i32
  } : tensor<21xi32>
  %xt = tensor.cast %x : tensor<10x33xi8> to tensor<10x33xi8, #x>
  %wt = tensor.cast %w : tensor<33x21xi4> to tensor<33x21xi4, #w>
  %bt = tensor.cast %b : tensor<21xi32> to tensor<21xi32, #b>
  %r = call @layer(%xt, %wt, %bt) : (tensor<10x33xi8, #x>, tensor<33x21xi4, #w>, tensor<21xi32, #b>) -> tensor<10x21xi8, #x>
  %plain = tensor.cast %r : tensor<10x21xi8, #x> to tensor<10x21xi8>
  %wide = arith.extsi %plain : tensor<10x21xi8> to tensor<10x21xi32>
  %u = tensor.cast %wide : tensor<10x21xi32> to tensor<*xi32>
  call @showI32(%u) : (tensor<*xi32>) -> ()
  return
}

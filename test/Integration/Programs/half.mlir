// A block of f16 with a product accumulated in f32, a swish gate, a residual, and weights of
// four bits with a scale for each group of rows, dequantised on the way.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#x = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#q = #tiled_layout.layout<{1,0:T(16,32)E(4)}>
#s = #tiled_layout.layout<{1,0:T(2,128)}>
#f = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>
func.func @block(%x: tensor<?x32xf16, #x>, %w: tensor<32x48xi4, #q>, %scales: tensor<2x48xf32, #s>) -> tensor<?x48xf16, #x> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x32xf16, #x>
  %ed = tensor.empty() : tensor<32x48xf16, #x>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%w : tensor<32x48xi4, #q>) outs(%ed : tensor<32x48xf16, #x>) {
  ^bb0(%a: i4, %o: f16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c16 = arith.constant 16 : index
    %g = arith.divui %i, %c16 : index
    %s = tensor.extract %scales[%g, %j] : tensor<2x48xf32, #s>
    %e = arith.extsi %a : i4 to i32
    %v = arith.sitofp %e : i32 to f32
    %m = arith.mulf %v, %s : f32
    %h = arith.truncf %m : f32 to f16
    linalg.yield %h : f16
  } -> tensor<32x48xf16, #x>
  %e = tensor.empty(%n) : tensor<?x48xf32, #f>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x48xf32, #f>) -> tensor<?x48xf32, #f>
  %p = linalg.matmul ins(%x, %d : tensor<?x32xf16, #x>, tensor<32x48xf16, #x>) outs(%z : tensor<?x48xf32, #f>) -> tensor<?x48xf32, #f>
  %eo = tensor.empty(%n) : tensor<?x48xf16, #x>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<?x48xf32, #f>) outs(%eo : tensor<?x48xf16, #x>) {
  ^bb0(%a: f32, %o: f16):
    %m = arith.negf %a : f32
    %k = math.exp %m : f32
    %t = arith.addf %k, %one : f32
    %u = arith.divf %a, %t : f32
    %h = arith.truncf %u : f32 to f16
    linalg.yield %h : f16
  } -> tensor<?x48xf16, #x>
  return %r : tensor<?x48xf16, #x>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %x0 = call @data2(%c1, %c9, %c32) : (index, index, index) -> tensor<?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x32xf32>
  %x2 = arith.truncf %x1 : tensor<?x32xf32> to tensor<?x32xf16>
  %x = tensor.cast %x2 : tensor<?x32xf16> to tensor<?x32xf16, #x>
  %w = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = affine.apply affine_map<(i, j) -> ((i * 5 + j * 3) mod 16)>(%i, %j)
    %v = arith.index_cast %k : index to i4
    tensor.yield %v : i4
  } : tensor<32x48xi4>
  %wt = tensor.cast %w : tensor<32x48xi4> to tensor<32x48xi4, #q>
  %s0 = call @data2(%c9, %c2, %c48) : (index, index, index) -> tensor<?x?xf32>
  %s = tensor.cast %s0 : tensor<?x?xf32> to tensor<2x48xf32, #s>
  %r = call @block(%x, %wt, %s) : (tensor<?x32xf16, #x>, tensor<32x48xi4, #q>, tensor<2x48xf32, #s>) -> tensor<?x48xf16, #x>
  %plain = tensor.cast %r : tensor<?x48xf16, #x> to tensor<?x48xf16>
  %wide = arith.extf %plain : tensor<?x48xf16> to tensor<?x48xf32>
  %u = tensor.cast %wide : tensor<?x48xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

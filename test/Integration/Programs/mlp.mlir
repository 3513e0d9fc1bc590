// A perceptron of two layers as torch-mlir emits it: transposed weights, biases broadcast
// by indexing maps, relu as compare and select.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{0,1:T(8,128)}>
#v = #tiled_layout.layout<{0:T(128)}>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @linear(%x: tensor<?x40xf32, #a>, %w: tensor<64x40xf32, #w>, %b: tensor<64xf32, #v>) -> tensor<?x64xf32, #a> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x40xf32, #a>
  %et = tensor.empty() : tensor<40x64xf32, #a>
  %t = linalg.transpose ins(%w : tensor<64x40xf32, #w>) outs(%et : tensor<40x64xf32, #a>) permutation = [1, 0]
  %e = tensor.empty(%n) : tensor<?x64xf32, #a>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32, #a>) -> tensor<?x64xf32, #a>
  %m = linalg.matmul ins(%x, %t : tensor<?x40xf32, #a>, tensor<40x64xf32, #a>) outs(%f : tensor<?x64xf32, #a>) -> tensor<?x64xf32, #a>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %b : tensor<?x64xf32, #a>, tensor<64xf32, #v>) outs(%e : tensor<?x64xf32, #a>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x64xf32, #a>
  return %r : tensor<?x64xf32, #a>
}
func.func @relu(%x: tensor<?x64xf32, #a>) -> tensor<?x64xf32, #a> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32, #a>
  %e = tensor.empty(%n) : tensor<?x64xf32, #a>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x64xf32, #a>) outs(%e : tensor<?x64xf32, #a>) {
  ^bb0(%p: f32, %o: f32):
    %c = arith.cmpf ugt, %p, %zero : f32
    %s = arith.select %c, %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<?x64xf32, #a>
  return %r : tensor<?x64xf32, #a>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c13 = arith.constant 13 : index
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %x0 = call @data2(%c1, %c13, %c40) : (index, index, index) -> tensor<?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x40xf32>
  %x = tensor.cast %x1 : tensor<?x40xf32> to tensor<?x40xf32, #a>
  %w0 = call @data2(%c2, %c64, %c40) : (index, index, index) -> tensor<?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?xf32> to tensor<64x40xf32, #w>
  %b0 = call @data1(%c1, %c64) : (index, index) -> tensor<?xf32>
  %b = tensor.cast %b0 : tensor<?xf32> to tensor<64xf32, #v>
  %h = call @linear(%x, %w, %b) : (tensor<?x40xf32, #a>, tensor<64x40xf32, #w>, tensor<64xf32, #v>) -> tensor<?x64xf32, #a>
  %r = call @relu(%h) : (tensor<?x64xf32, #a>) -> tensor<?x64xf32, #a>
  %plain = tensor.cast %r : tensor<?x64xf32, #a> to tensor<?x64xf32>
  %u = tensor.cast %plain : tensor<?x64xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

// Packs and unpacks of arrays of run-time extents between operations that know nothing of them,
// one of them with the outer dimensions in another order, beside arrays with layouts.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs
// PASSES: --convert-linalg-pack-to-tiled-layout

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#n = #tiled_layout.layout<{0,1:T(8,128)}>
#id4 = affine_map<(a, b, c, d) -> (a, b, c, d)>
func.func @relu(%x: tensor<?x?xf32, #m>) -> tensor<?x?xf32, #n> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32, #m>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32, #m>
  %plain = tensor.cast %x : tensor<?x?xf32, #m> to tensor<?x?xf32>
  %rows = arith.ceildivui %m, %c8 : index
  %columns = arith.ceildivui %n, %c16 : index
  %e = tensor.empty(%rows, %columns) : tensor<?x?x8x16xf32>
  %p = linalg.pack %plain padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %e : tensor<?x?xf32> -> tensor<?x?x8x16xf32>
  %q = linalg.generic {indexing_maps = [#id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%p : tensor<?x?x8x16xf32>) {
  ^bb0(%a: f32):
    %b = arith.maximumf %a, %zero : f32
    linalg.yield %b : f32
  } -> tensor<?x?x8x16xf32>
  %er = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.unpack %q inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %er : tensor<?x?x8x16xf32> -> tensor<?x?xf32>
  %t = tensor.cast %r : tensor<?x?xf32> to tensor<?x?xf32, #n>
  return %t : tensor<?x?xf32, #n>
}
func.func @turned(%x: tensor<20x35xf32, #m>) -> tensor<5x2x16x4xf32> {
  %zero = arith.constant 0.0 : f32
  %plain = tensor.cast %x : tensor<20x35xf32, #m> to tensor<20x35xf32>
  %s = tensor.extract_slice %plain[0, 0] [20, 32] [1, 1] : tensor<20x35xf32> to tensor<20x32xf32>
  %e = tensor.empty() : tensor<5x2x16x4xf32>
  %p = linalg.pack %s outer_dims_perm = [0, 1] inner_dims_pos = [1, 0] inner_tiles = [16, 4] into %e : tensor<20x32xf32> -> tensor<5x2x16x4xf32>
  return %p : tensor<5x2x16x4xf32>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %c35 = arith.constant 35 : index
  %x0 = call @data2(%c1, %c20, %c35) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x?xf32, #m>
  %r = call @relu(%x) : (tensor<?x?xf32, #m>) -> tensor<?x?xf32, #n>
  %rp = tensor.cast %r : tensor<?x?xf32, #n> to tensor<?x?xf32>
  %ru = tensor.cast %rp : tensor<?x?xf32> to tensor<*xf32>
  call @show(%ru) : (tensor<*xf32>) -> ()
  %y = tensor.cast %x0 : tensor<?x?xf32> to tensor<20x35xf32, #m>
  %t = call @turned(%y) : (tensor<20x35xf32, #m>) -> tensor<5x2x16x4xf32>
  %tu = tensor.cast %t : tensor<5x2x16x4xf32> to tensor<*xf32>
  call @show(%tu) : (tensor<*xf32>) -> ()
  return
}

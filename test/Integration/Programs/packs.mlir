// A product of matrices as IREE prepares it: packs, linalg.mmt4d, an unpack. The packs
// become relayouts, beside arrays with layouts of their own.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs
// PASSES: --convert-linalg-pack-to-tiled-layout --tiled-layout-fold-relayouts

#a = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @product(%a: tensor<21x35xf32, #a>, %b: tensor<35x30xf32, #a>) -> tensor<21x30xf32, #a> {
  %zero = arith.constant 0.0 : f32
  %ap = tensor.cast %a : tensor<21x35xf32, #a> to tensor<21x35xf32>
  %bp = tensor.cast %b : tensor<35x30xf32, #a> to tensor<35x30xf32>
  %ea = tensor.empty() : tensor<3x35x8x1xf32>
  %pa = linalg.pack %ap padding_value(%zero : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %ea : tensor<21x35xf32> -> tensor<3x35x8x1xf32>
  %eb = tensor.empty() : tensor<4x35x8x1xf32>
  %pb = linalg.pack %bp padding_value(%zero : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [8, 1] into %eb : tensor<35x30xf32> -> tensor<4x35x8x1xf32>
  %ec = tensor.empty() : tensor<3x4x8x8xf32>
  %fc = linalg.fill ins(%zero : f32) outs(%ec : tensor<3x4x8x8xf32>) -> tensor<3x4x8x8xf32>
  %pc = linalg.mmt4d ins(%pa, %pb : tensor<3x35x8x1xf32>, tensor<4x35x8x1xf32>) outs(%fc : tensor<3x4x8x8xf32>) -> tensor<3x4x8x8xf32>
  %e = tensor.empty() : tensor<21x30xf32>
  %c = linalg.unpack %pc inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<3x4x8x8xf32> -> tensor<21x30xf32>
  %r = tensor.cast %c : tensor<21x30xf32> to tensor<21x30xf32, #a>
  return %r : tensor<21x30xf32, #a>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  %c30 = arith.constant 30 : index
  %c35 = arith.constant 35 : index
  %a0 = call @data2(%c1, %c21, %c35) : (index, index, index) -> tensor<?x?xf32>
  %a = tensor.cast %a0 : tensor<?x?xf32> to tensor<21x35xf32, #a>
  %b0 = call @data2(%c21, %c35, %c30) : (index, index, index) -> tensor<?x?xf32>
  %b = tensor.cast %b0 : tensor<?x?xf32> to tensor<35x30xf32, #a>
  %r = call @product(%a, %b) : (tensor<21x35xf32, #a>, tensor<35x30xf32, #a>) -> tensor<21x30xf32, #a>
  %plain = tensor.cast %r : tensor<21x30xf32, #a> to tensor<21x30xf32>
  %u = tensor.cast %plain : tensor<21x30xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

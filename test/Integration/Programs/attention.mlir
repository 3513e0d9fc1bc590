// Attention: heads split from rows, scores, a causal mask, softmax, heads merged again.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#heads = #tiled_layout.layout<{2,1,0:T(8,128)}>
#id = affine_map<(h, i, j) -> (h, i, j)>
func.func @attention(%x: tensor<24x64xf32, #rows>, %wq: tensor<64x64xf32, #rows>, %wk: tensor<64x64xf32, #rows>) -> tensor<24x64xf32, #rows> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e9 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<24x64xf32, #rows>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<24x64xf32, #rows>) -> tensor<24x64xf32, #rows>
  %q = linalg.matmul ins(%x, %wq : tensor<24x64xf32, #rows>, tensor<64x64xf32, #rows>) outs(%f : tensor<24x64xf32, #rows>) -> tensor<24x64xf32, #rows>
  %k = linalg.matmul ins(%x, %wk : tensor<24x64xf32, #rows>, tensor<64x64xf32, #rows>) outs(%f : tensor<24x64xf32, #rows>) -> tensor<24x64xf32, #rows>
  %q3 = tensor.expand_shape %q [[0], [1, 2]] output_shape [24, 4, 16] : tensor<24x64xf32, #rows> into tensor<24x4x16xf32, #heads>
  %k3 = tensor.expand_shape %k [[0], [1, 2]] output_shape [24, 4, 16] : tensor<24x64xf32, #rows> into tensor<24x4x16xf32, #heads>
  %v3 = tensor.expand_shape %x [[0], [1, 2]] output_shape [24, 4, 16] : tensor<24x64xf32, #rows> into tensor<24x4x16xf32, #heads>
  %eh = tensor.empty() : tensor<4x24x16xf32, #heads>
  %qh = linalg.transpose ins(%q3 : tensor<24x4x16xf32, #heads>) outs(%eh : tensor<4x24x16xf32, #heads>) permutation = [1, 0, 2]
  %kh = linalg.transpose ins(%k3 : tensor<24x4x16xf32, #heads>) outs(%eh : tensor<4x24x16xf32, #heads>) permutation = [1, 0, 2]
  %vh = linalg.transpose ins(%v3 : tensor<24x4x16xf32, #heads>) outs(%eh : tensor<4x24x16xf32, #heads>) permutation = [1, 0, 2]
  %es = tensor.empty() : tensor<4x24x24xf32, #heads>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<4x24x24xf32, #heads>) -> tensor<4x24x24xf32, #heads>
  %s = linalg.generic {indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h, j, d)>, affine_map<(h, i, j, d) -> (h, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%qh, %kh : tensor<4x24x16xf32, #heads>, tensor<4x24x16xf32, #heads>) outs(%fs : tensor<4x24x24xf32, #heads>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> tensor<4x24x24xf32, #heads>
  %masked = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%s : tensor<4x24x24xf32, #heads>) outs(%es : tensor<4x24x24xf32, #heads>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %later = arith.cmpi ugt, %j, %i : index
    %scaled = arith.mulf %a, %scale : f32
    %m = arith.select %later, %low, %scaled : f32
    linalg.yield %m : f32
  } -> tensor<4x24x24xf32, #heads>
  %p = linalg.softmax dimension(2) ins(%masked : tensor<4x24x24xf32, #heads>) outs(%es : tensor<4x24x24xf32, #heads>) -> tensor<4x24x24xf32, #heads>
  %fo = linalg.fill ins(%zero : f32) outs(%eh : tensor<4x24x16xf32, #heads>) -> tensor<4x24x16xf32, #heads>
  %o = linalg.batch_matmul ins(%p, %vh : tensor<4x24x24xf32, #heads>, tensor<4x24x16xf32, #heads>) outs(%fo : tensor<4x24x16xf32, #heads>) -> tensor<4x24x16xf32, #heads>
  %et = tensor.empty() : tensor<24x4x16xf32, #heads>
  %ot = linalg.transpose ins(%o : tensor<4x24x16xf32, #heads>) outs(%et : tensor<24x4x16xf32, #heads>) permutation = [1, 0, 2]
  %r = tensor.collapse_shape %ot [[0], [1, 2]] : tensor<24x4x16xf32, #heads> into tensor<24x64xf32, #rows>
  %sum = arith.addf %r, %x : tensor<24x64xf32, #rows>
  return %sum : tensor<24x64xf32, #rows>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c24 = arith.constant 24 : index
  %c64 = arith.constant 64 : index
  %x0 = call @data2(%c1, %c24, %c64) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<24x64xf32, #rows>
  %w0 = call @data2(%c3, %c64, %c64) : (index, index, index) -> tensor<?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?xf32> to tensor<64x64xf32, #rows>
  %v0 = call @data2(%c24, %c64, %c64) : (index, index, index) -> tensor<?x?xf32>
  %v = tensor.cast %v0 : tensor<?x?xf32> to tensor<64x64xf32, #rows>
  %eighth = arith.constant dense<0.03125> : tensor<64x64xf32, #rows>
  %ws = arith.mulf %w, %eighth : tensor<64x64xf32, #rows>
  %r = call @attention(%x, %ws, %v) : (tensor<24x64xf32, #rows>, tensor<64x64xf32, #rows>, tensor<64x64xf32, #rows>) -> tensor<24x64xf32, #rows>
  %plain = tensor.cast %r : tensor<24x64xf32, #rows> to tensor<24x64xf32>
  %u = tensor.cast %plain : tensor<24x64xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

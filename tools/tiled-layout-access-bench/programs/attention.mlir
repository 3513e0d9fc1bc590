// Attention of 12 heads on tensors of f32: scores, softmax, and the weighted sum of values. How much
// of the time goes into the two products?

#f32 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(b, i, j) -> (b, i, j)>
#row = affine_map<(b, i, j) -> (b, i)>

func.func @program(%qm: memref<12x512x64xf32, #f32>, %km: memref<12x512x64xf32, #f32>, %vm: memref<12x512x64xf32, #f32>,
    %rm: memref<12x512x64xf32, #f32>) {
  %zero = arith.constant 0.0 : f32
  %q = bufferization.to_tensor %qm restrict : memref<12x512x64xf32, #f32> to tensor<12x512x64xf32, #f32>
  %k = bufferization.to_tensor %km restrict : memref<12x512x64xf32, #f32> to tensor<12x512x64xf32, #f32>
  %v = bufferization.to_tensor %vm restrict : memref<12x512x64xf32, #f32> to tensor<12x512x64xf32, #f32>
  %e0 = tensor.empty() : tensor<12x512x512xf32, #f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<12x512x512xf32, #f32>) -> tensor<12x512x512xf32, #f32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
                                            affine_map<(b, i, j, k) -> (b, j, k)>,
                                            affine_map<(b, i, j, k) -> (b, i, j)>]
         ins(%q, %k : tensor<12x512x64xf32, #f32>, tensor<12x512x64xf32, #f32>) outs(%z0 : tensor<12x512x512xf32, #f32>) -> tensor<12x512x512xf32, #f32>
  %infinity = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.125 : f32
  %e1 = tensor.empty() : tensor<12x512xf32, #rows>
  %low = linalg.fill ins(%infinity : f32) outs(%e1 : tensor<12x512xf32, #rows>) -> tensor<12x512xf32, #rows>
  %max = linalg.reduce {arith.maximumf} ins(%s : tensor<12x512x512xf32, #f32>) outs(%low : tensor<12x512xf32, #rows>) dimensions = [2]
  %e2 = tensor.empty() : tensor<12x512x512xf32, #f32>
  %x = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<12x512x512xf32, #f32>, tensor<12x512xf32, #rows>) outs(%e2 : tensor<12x512x512xf32, #f32>) {
  ^body(%a: f32, %m: f32, %old: f32):
    %d = arith.subf %a, %m : f32
    %t = arith.mulf %d, %scale : f32
    %e = math.exp %t : f32
    linalg.yield %e : f32
  } -> tensor<12x512x512xf32, #f32>
  %none = linalg.fill ins(%zero : f32) outs(%e1 : tensor<12x512xf32, #rows>) -> tensor<12x512xf32, #rows>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<12x512x512xf32, #f32>) outs(%none : tensor<12x512xf32, #rows>) dimensions = [2]
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %sum : tensor<12x512x512xf32, #f32>, tensor<12x512xf32, #rows>) outs(%e2 : tensor<12x512x512xf32, #f32>) {
  ^body(%a: f32, %m: f32, %old: f32):
    %d = arith.divf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<12x512x512xf32, #f32>
  %e3 = tensor.empty() : tensor<12x512x64xf32, #f32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<12x512x64xf32, #f32>) -> tensor<12x512x64xf32, #f32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<12x512x512xf32, #f32>, tensor<12x512x64xf32, #f32>)
         outs(%z3 : tensor<12x512x64xf32, #f32>) -> tensor<12x512x64xf32, #f32>
  bufferization.materialize_in_destination %r in restrict writable %rm
    : (tensor<12x512x64xf32, #f32>, memref<12x512x64xf32, #f32>) -> ()
  return
}

func.func @products(%qm: memref<12x512x64xf32, #f32>, %km: memref<12x512x64xf32, #f32>, %vm: memref<12x512x64xf32, #f32>,
    %rm: memref<12x512x64xf32, #f32>) {
  %zero = arith.constant 0.0 : f32
  %q = bufferization.to_tensor %qm restrict : memref<12x512x64xf32, #f32> to tensor<12x512x64xf32, #f32>
  %k = bufferization.to_tensor %km restrict : memref<12x512x64xf32, #f32> to tensor<12x512x64xf32, #f32>
  %v = bufferization.to_tensor %vm restrict : memref<12x512x64xf32, #f32> to tensor<12x512x64xf32, #f32>
  %e0 = tensor.empty() : tensor<12x512x512xf32, #f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<12x512x512xf32, #f32>) -> tensor<12x512x512xf32, #f32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
                                            affine_map<(b, i, j, k) -> (b, j, k)>,
                                            affine_map<(b, i, j, k) -> (b, i, j)>]
         ins(%q, %k : tensor<12x512x64xf32, #f32>, tensor<12x512x64xf32, #f32>) outs(%z0 : tensor<12x512x512xf32, #f32>) -> tensor<12x512x512xf32, #f32>
  %e3 = tensor.empty() : tensor<12x512x64xf32, #f32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<12x512x64xf32, #f32>) -> tensor<12x512x64xf32, #f32>
  %r = linalg.batch_matmul ins(%s, %v : tensor<12x512x512xf32, #f32>, tensor<12x512x64xf32, #f32>)
         outs(%z3 : tensor<12x512x64xf32, #f32>) -> tensor<12x512x64xf32, #f32>
  bufferization.materialize_in_destination %r in restrict writable %rm
    : (tensor<12x512x64xf32, #f32>, memref<12x512x64xf32, #f32>) -> ()
  return
}

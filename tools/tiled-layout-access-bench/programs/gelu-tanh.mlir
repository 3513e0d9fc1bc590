// A layer of a transformer on tensors of f32: matmul, bias, a GELU by `tanh`, matmul. How much of the time
// goes into the two products?

#f32 = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @program(%xm: memref<512x768xf32, #f32>, %wm: memref<768x3072xf32, #f32>, %bm: memref<3072xf32>,
    %vm: memref<3072x768xf32, #f32>, %rm: memref<512x768xf32, #f32>) {
  %zero = arith.constant 0.0 : f32
  %x = bufferization.to_tensor %xm restrict : memref<512x768xf32, #f32> to tensor<512x768xf32, #f32>
  %w = bufferization.to_tensor %wm restrict : memref<768x3072xf32, #f32> to tensor<768x3072xf32, #f32>
  %v = bufferization.to_tensor %vm restrict : memref<3072x768xf32, #f32> to tensor<3072x768xf32, #f32>
  %b = bufferization.to_tensor %bm restrict : memref<3072xf32> to tensor<3072xf32>
  %e0 = tensor.empty() : tensor<512x3072xf32, #f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<512x3072xf32, #f32>) -> tensor<512x3072xf32, #f32>
  %h = linalg.matmul ins(%x, %w : tensor<512x768xf32, #f32>, tensor<768x3072xf32, #f32>)
         outs(%z0 : tensor<512x3072xf32, #f32>) -> tensor<512x3072xf32, #f32>
  %e1 = tensor.empty() : tensor<512x3072xf32, #f32>
  %g = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %b : tensor<512x3072xf32, #f32>, tensor<3072xf32>) outs(%e1 : tensor<512x3072xf32, #f32>) {
  ^body(%a: f32, %c: f32, %old: f32):
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %s = arith.addf %a, %c : f32
    %cubic = arith.constant 0.044715 : f32
    %root = arith.constant 0.797884583 : f32
    %s2 = arith.mulf %s, %s : f32
    %s3 = arith.mulf %s2, %s : f32
    %p = arith.mulf %s3, %cubic : f32
    %q = arith.addf %s, %p : f32
    %t = arith.mulf %q, %root : f32
    %u = math.tanh %t : f32
    %k = arith.addf %u, %one : f32
    %l = arith.mulf %s, %half : f32
    %m = arith.mulf %l, %k : f32
    linalg.yield %m : f32
  } -> tensor<512x3072xf32, #f32>
  %e2 = tensor.empty() : tensor<512x768xf32, #f32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<512x768xf32, #f32>) -> tensor<512x768xf32, #f32>
  %r = linalg.matmul ins(%g, %v : tensor<512x3072xf32, #f32>, tensor<3072x768xf32, #f32>)
         outs(%z2 : tensor<512x768xf32, #f32>) -> tensor<512x768xf32, #f32>
  bufferization.materialize_in_destination %r in restrict writable %rm
    : (tensor<512x768xf32, #f32>, memref<512x768xf32, #f32>) -> ()
  return
}

func.func @products(%xm: memref<512x768xf32, #f32>, %wm: memref<768x3072xf32, #f32>, %bm: memref<3072xf32>,
    %vm: memref<3072x768xf32, #f32>, %rm: memref<512x768xf32, #f32>) {
  %zero = arith.constant 0.0 : f32
  %x = bufferization.to_tensor %xm restrict : memref<512x768xf32, #f32> to tensor<512x768xf32, #f32>
  %w = bufferization.to_tensor %wm restrict : memref<768x3072xf32, #f32> to tensor<768x3072xf32, #f32>
  %v = bufferization.to_tensor %vm restrict : memref<3072x768xf32, #f32> to tensor<3072x768xf32, #f32>
  %e0 = tensor.empty() : tensor<512x3072xf32, #f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<512x3072xf32, #f32>) -> tensor<512x3072xf32, #f32>
  %h = linalg.matmul ins(%x, %w : tensor<512x768xf32, #f32>, tensor<768x3072xf32, #f32>)
         outs(%z0 : tensor<512x3072xf32, #f32>) -> tensor<512x3072xf32, #f32>
  %e2 = tensor.empty() : tensor<512x768xf32, #f32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<512x768xf32, #f32>) -> tensor<512x768xf32, #f32>
  %r = linalg.matmul ins(%h, %v : tensor<512x3072xf32, #f32>, tensor<3072x768xf32, #f32>)
         outs(%z2 : tensor<512x768xf32, #f32>) -> tensor<512x768xf32, #f32>
  bufferization.materialize_in_destination %r in restrict writable %rm
    : (tensor<512x768xf32, #f32>, memref<512x768xf32, #f32>) -> ()
  return
}

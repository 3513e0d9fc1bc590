// A dense layer as a frontend would hand it over:
//
//   out = relu(x * w + bias)
//
// The activations arrive in bf16, packed two rows to a 32-bit word; the weights
// lie in 8x128 tiles of f32; the batch of 1003 rows divides no tile. Sums are in
// f32. The result is computed in tiles and handed back row-major.

#activations = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#weights = #tiled_layout.layout<{1,0:T(8,128)}>

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @dense_layer(%x: tensor<1003x1280xbf16, #activations>,
                       %w: tensor<1280x4096xf32, #weights>,
                       %bias: tensor<4096xf32>) -> tensor<1003x4096xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1003x4096xf32, #weights>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1003x4096xf32, #weights>)
             -> tensor<1003x4096xf32, #weights>
  %product = linalg.matmul
      ins(%x, %w : tensor<1003x1280xbf16, #activations>, tensor<1280x4096xf32, #weights>)
      outs(%zeros : tensor<1003x4096xf32, #weights>) -> tensor<1003x4096xf32, #weights>
  %y = linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%bias : tensor<4096xf32>) outs(%product : tensor<1003x4096xf32, #weights>) {
  ^bb0(%b: f32, %p: f32):
    %sum = arith.addf %p, %b : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<1003x4096xf32, #weights>
  %result = tensor.cast %y : tensor<1003x4096xf32, #weights> to tensor<1003x4096xf32>
  return %result : tensor<1003x4096xf32>
}

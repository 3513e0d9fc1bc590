// A dense layer as a compiler for an accelerator would emit it:
//
//   out = relu(x * w + bias)
//
// The activations arrive in bf16, packed two rows to a 32-bit word; the weights
// lie in 8x128 tiles of f32; the batch of 1003 rows divides no tile. The result
// is computed in tiles and handed back row-major.

#activations = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#weights = #tiled_layout.layout<{1,0:T(8,128)}>

#row = affine_map<(i, k, j) -> (i, k)>
#column = affine_map<(i, k, j) -> (k, j)>
#out = affine_map<(i, k, j) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>
#minor = affine_map<(i, j) -> (j)>

func.func @dense_layer(%x: memref<1003x1280xbf16, #activations>,
                       %w: memref<1280x4096xf32, #weights>,
                       %bias: memref<4096xf32>,
                       %result: memref<1003x4096xf32>)
    attributes {llvm.emit_c_interface} {
  %y = memref.alloc() : memref<1003x4096xf32, #weights>

  linalg.generic {indexing_maps = [#minor, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%bias : memref<4096xf32>) outs(%y : memref<1003x4096xf32, #weights>) {
  ^bb0(%b: f32, %old: f32):
    linalg.yield %b : f32
  }

  linalg.generic {indexing_maps = [#row, #column, #out],
                  iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x, %w : memref<1003x1280xbf16, #activations>,
                   memref<1280x4096xf32, #weights>)
      outs(%y : memref<1003x4096xf32, #weights>) {
  ^bb0(%a: bf16, %b: f32, %sum: f32):
    %wide = arith.extf %a : bf16 to f32
    %product = arith.mulf %wide, %b : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }

  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<1003x4096xf32, #weights>) {
  ^bb0(%v: f32):
    %zero = arith.constant 0.0 : f32
    %relu = arith.maximumf %v, %zero : f32
    linalg.yield %relu : f32
  }

  tiled_layout.relayout ins(%y : memref<1003x4096xf32, #weights>)
                        outs(%result : memref<1003x4096xf32>)
  memref.dealloc %y : memref<1003x4096xf32, #weights>
  return
}

// Arrays in another memory space, `S(1)`: products whose operands are packed, of bf16 too; a slice that comes from
// the host and one that goes back, halves that a reshape and a concatenation interleave.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#nk = affine_map<(i, j, k) -> (i, k)>
#mk = affine_map<(i, j, k) -> (j, k)>
#nm = affine_map<(i, j, k) -> (i, j)>
#h = #tiled_layout.layout<{1,0:T(8,128)}>
#t = #tiled_layout.layout<{1,0:T(8,128)S(1)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(2,1)S(1)}>
#c = #tiled_layout.layout<{2,1,0:T(8,128)S(1)}>
#d = #tiled_layout.layout<{3,2,1,0:T(8,128)S(1)}>

func.func private @f(%x: tensor<70x130xf32, #t>, %w: tensor<96x130xf32, #t>, %part: tensor<8x96xf32, #h>)
    -> (tensor<70x96xf32, #t>, tensor<16x96xf32, #h>) attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x96xf32, #t>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x96xf32, #t>) -> tensor<70x96xf32, #t>
  %p = linalg.matmul indexing_maps = [#nk, #mk, #nm] ins(%x, %w : tensor<70x130xf32, #t>, tensor<96x130xf32, #t>)
      outs(%init : tensor<70x96xf32, #t>) -> tensor<70x96xf32, #t>
  %there = tensor.cast %part : tensor<8x96xf32, #h> to tensor<8x96xf32, #t>
  %r = tensor.insert_slice %there into %p[16, 0] [8, 96] [1, 1] : tensor<8x96xf32, #t> into tensor<70x96xf32, #t>
  %s = tensor.extract_slice %r[8, 0] [16, 96] [1, 1] : tensor<70x96xf32, #t> to tensor<16x96xf32, #t>
  %back = tensor.cast %s : tensor<16x96xf32, #t> to tensor<16x96xf32, #h>
  return %r, %back : tensor<70x96xf32, #t>, tensor<16x96xf32, #h>
}

func.func private @widened(%x: tensor<70x130xbf16, #b>, %w: tensor<96x130xbf16, #b>) -> tensor<70x96xf32, #t> attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x96xf32, #t>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<70x96xf32, #t>) -> tensor<70x96xf32, #t>
  %p = linalg.matmul indexing_maps = [#nk, #mk, #nm] ins(%x, %w : tensor<70x130xbf16, #b>, tensor<96x130xbf16, #b>)
      outs(%init : tensor<70x96xf32, #t>) -> tensor<70x96xf32, #t>
  return %p : tensor<70x96xf32, #t>
}

func.func private @interleaved(%low: tensor<6x3x32xf32, #c>, %high: tensor<6x3x32x1xf32, #d>)
    -> tensor<6x3x32x2xf32, #d> attributes {no_inline} {
  %l = tensor.expand_shape %low [[0], [1], [2, 3]] output_shape [6, 3, 32, 1]
      : tensor<6x3x32xf32, #c> into tensor<6x3x32x1xf32, #d>
  %r = tensor.concat dim(3) %l, %high : (tensor<6x3x32x1xf32, #d>, tensor<6x3x32x1xf32, #d>) -> tensor<6x3x32x2xf32, #d>
  return %r : tensor<6x3x32x2xf32, #d>
}


func.func @main() {
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %n6 = arith.constant 6 : index
  %n8 = arith.constant 8 : index
  %n32 = arith.constant 32 : index
  %n70 = arith.constant 70 : index
  %n96 = arith.constant 96 : index
  %n130 = arith.constant 130 : index
  %x0 = call @data2(%n1, %n70, %n130) : (index, index, index) -> tensor<?x?xf32>
  %w0 = call @data2(%n2, %n96, %n130) : (index, index, index) -> tensor<?x?xf32>
  %p0 = call @data2(%n3, %n8, %n96) : (index, index, index) -> tensor<?x?xf32>
  %l0 = call @data3(%n1, %n6, %n3, %n32) : (index, index, index, index) -> tensor<?x?x?xf32>
  %h0 = call @data3(%n2, %n6, %n3, %n32) : (index, index, index, index) -> tensor<?x?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?xf32> to tensor<70x130xf32>
  %w1 = tensor.cast %w0 : tensor<?x?xf32> to tensor<96x130xf32>
  %p1 = tensor.cast %p0 : tensor<?x?xf32> to tensor<8x96xf32>
  %l1 = tensor.cast %l0 : tensor<?x?x?xf32> to tensor<6x3x32xf32>
  %h1 = tensor.cast %h0 : tensor<?x?x?xf32> to tensor<6x3x32xf32>
  %h2 = tensor.expand_shape %h1 [[0], [1], [2, 3]] output_shape [6, 3, 32, 1] : tensor<6x3x32xf32> into tensor<6x3x32x1xf32>
  %x = tensor.cast %x1 : tensor<70x130xf32> to tensor<70x130xf32, #t>
  %w = tensor.cast %w1 : tensor<96x130xf32> to tensor<96x130xf32, #t>
  %p = tensor.cast %p1 : tensor<8x96xf32> to tensor<8x96xf32, #h>
  %l = tensor.cast %l1 : tensor<6x3x32xf32> to tensor<6x3x32xf32, #c>
  %h = tensor.cast %h2 : tensor<6x3x32x1xf32> to tensor<6x3x32x1xf32, #d>
  %r:2 = call @f(%x, %w, %p) : (tensor<70x130xf32, #t>, tensor<96x130xf32, #t>, tensor<8x96xf32, #h>)
      -> (tensor<70x96xf32, #t>, tensor<16x96xf32, #h>)
  %q = call @interleaved(%l, %h) : (tensor<6x3x32xf32, #c>, tensor<6x3x32x1xf32, #d>) -> tensor<6x3x32x2xf32, #d>
  %xb0 = arith.truncf %x1 : tensor<70x130xf32> to tensor<70x130xbf16>
  %wb0 = arith.truncf %w1 : tensor<96x130xf32> to tensor<96x130xbf16>
  %xb = tensor.cast %xb0 : tensor<70x130xbf16> to tensor<70x130xbf16, #b>
  %wb = tensor.cast %wb0 : tensor<96x130xbf16> to tensor<96x130xbf16, #b>
  %s = call @widened(%xb, %wb) : (tensor<70x130xbf16, #b>, tensor<96x130xbf16, #b>) -> tensor<70x96xf32, #t>
  %o3 = tensor.cast %s : tensor<70x96xf32, #t> to tensor<70x96xf32>
  %u3 = tensor.cast %o3 : tensor<70x96xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %o0 = tensor.cast %r#0 : tensor<70x96xf32, #t> to tensor<70x96xf32>
  %u0 = tensor.cast %o0 : tensor<70x96xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %o1 = tensor.cast %r#1 : tensor<16x96xf32, #h> to tensor<16x96xf32>
  %u1 = tensor.cast %o1 : tensor<16x96xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %o2 = tensor.cast %q : tensor<6x3x32x2xf32, #d> to tensor<6x3x32x2xf32>
  %u2 = tensor.cast %o2 : tensor<6x3x32x2xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  return
}

// A network of which no extent is known: a convolution with padding, pooling, a flattening, a
// product, a softmax and the index of the largest value.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#f = #tiled_layout.layout<{3,2,1,0:T(4,8)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#n = #tiled_layout.layout<{0,1:T(8,128)}>
#i = #tiled_layout.layout<{0:T(8)}>
#p = #tiled_layout.layout<{2,1,0:T(8,128)}>
#u = #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>
func.func @conv(%x: tensor<?x?x?x?xf32, #a>, %w: tensor<?x?x?x?xf32, #f>) -> tensor<?x?x?x?xf32, #a> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?x?x?xf32, #a>
  %h = tensor.dim %x, %c1 : tensor<?x?x?x?xf32, #a>
  %k = tensor.dim %x, %c2 : tensor<?x?x?x?xf32, #a>
  %kh = tensor.dim %w, %c0 : tensor<?x?x?x?xf32, #f>
  %kw = tensor.dim %w, %c1 : tensor<?x?x?x?xf32, #f>
  %o = tensor.dim %w, %c3 : tensor<?x?x?x?xf32, #f>
  %ph = arith.divui %kh, %c2 : index
  %pw = arith.divui %kw, %c2 : index
  %p = tensor.pad %x low[0, %ph, %pw, 0] high[0, %ph, %pw, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<?x?x?x?xf32, #a> to tensor<?x?x?x?xf32, #a>
  %e = tensor.empty(%n, %h, %k, %o) : tensor<?x?x?x?xf32, #a>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?xf32, #a>) -> tensor<?x?x?x?xf32, #a>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%p, %w : tensor<?x?x?x?xf32, #a>, tensor<?x?x?x?xf32, #f>) outs(%z : tensor<?x?x?x?xf32, #a>) -> tensor<?x?x?x?xf32, #a>
  return %r : tensor<?x?x?x?xf32, #a>
}
func.func @pool(%x: tensor<?x?x?x?xf32, #a>) -> tensor<?x?x?x?xf32, #a> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %low = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?x?x?xf32, #a>
  %h = tensor.dim %x, %c1 : tensor<?x?x?x?xf32, #a>
  %k = tensor.dim %x, %c2 : tensor<?x?x?x?xf32, #a>
  %c = tensor.dim %x, %c3 : tensor<?x?x?x?xf32, #a>
  %hh = arith.divui %h, %c2 : index
  %kk = arith.divui %k, %c2 : index
  %window = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty(%n, %hh, %kk, %c) : tensor<?x?x?x?xf32, #a>
  %z = linalg.fill ins(%low : f32) outs(%e : tensor<?x?x?x?xf32, #a>) -> tensor<?x?x?x?xf32, #a>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%x, %window : tensor<?x?x?x?xf32, #a>, tensor<2x2xf32>) outs(%z : tensor<?x?x?x?xf32, #a>) -> tensor<?x?x?x?xf32, #a>
  return %r : tensor<?x?x?x?xf32, #a>
}
func.func @head(%x: tensor<?x?x?x?xf32, #a>, %w: tensor<?x?xf32, #n>) -> (tensor<?x?xf32, #m>, tensor<?xi32, #i>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %izero = arith.constant 0 : i32
  %low = arith.constant 0xFF800000 : f32
  %plain = tensor.cast %x : tensor<?x?x?x?xf32, #a> to tensor<?x?x?x?xf32>
  %flat = tensor.collapse_shape %plain [[0], [1, 2, 3]] : tensor<?x?x?x?xf32> into tensor<?x?xf32>
  %y = tensor.cast %flat : tensor<?x?xf32> to tensor<?x?xf32, #m>
  %n = tensor.dim %y, %c0 : tensor<?x?xf32, #m>
  %o = tensor.dim %w, %c1 : tensor<?x?xf32, #n>
  %e = tensor.empty(%n, %o) : tensor<?x?xf32, #m>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32, #m>) -> tensor<?x?xf32, #m>
  %p = linalg.matmul ins(%y, %w : tensor<?x?xf32, #m>, tensor<?x?xf32, #n>) outs(%z : tensor<?x?xf32, #m>) -> tensor<?x?xf32, #m>
  %s = linalg.softmax dimension(1) ins(%p : tensor<?x?xf32, #m>) outs(%e : tensor<?x?xf32, #m>) -> tensor<?x?xf32, #m>
  %em = tensor.empty(%n) : tensor<?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%em : tensor<?xf32>) -> tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi32, #i>
  %fi = linalg.fill ins(%izero : i32) outs(%ei : tensor<?xi32, #i>) -> tensor<?xi32, #i>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%s : tensor<?x?xf32, #m>) outs(%fm, %fi : tensor<?xf32>, tensor<?xi32, #i>) {
  ^bb0(%a: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %is = arith.cmpf ogt, %a, %best : f32
    %b = arith.select %is, %a, %best : f32
    %k = arith.select %is, %ji, %at : i32
    linalg.yield %b, %k : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32, #i>)
  return %s, %r#1 : tensor<?x?xf32, #m>, tensor<?xi32, #i>
}
// Pairs of columns that change places, and a depthwise convolution whose multiplier is 1.
func.func @swapped(%x: tensor<?x?xf32, #m>) -> tensor<?x?xf32, #m> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, #m>
  %k = tensor.dim %x, %c1 : tensor<?x?xf32, #m>
  %h = arith.divui %k, %c2 : index
  %p = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, %h, 2] : tensor<?x?xf32, #m> into tensor<?x?x2xf32, #p>
  %a = tensor.extract_slice %p[0, 0, 0] [%n, %h, 1] [1, 1, 1] : tensor<?x?x2xf32, #p> to tensor<?x?xf32, #m>
  %b = tensor.extract_slice %p[0, 0, 1] [%n, %h, 1] [1, 1, 1] : tensor<?x?x2xf32, #p> to tensor<?x?xf32, #m>
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [%n, %h, 1] : tensor<?x?xf32, #m> into tensor<?x?x1xf32, #p>
  %1 = tensor.expand_shape %b [[0], [1, 2]] output_shape [%n, %h, 1] : tensor<?x?xf32, #m> into tensor<?x?x1xf32, #p>
  %c = tensor.concat dim(2) %1, %0 : (tensor<?x?x1xf32, #p>, tensor<?x?x1xf32, #p>) -> tensor<?x?x2xf32, #p>
  %r = tensor.collapse_shape %c [[0], [1, 2]] : tensor<?x?x2xf32, #p> into tensor<?x?xf32, #m>
  return %r : tensor<?x?xf32, #m>
}
func.func @depthwise(%x: tensor<?x?x?x?xf32, #a>, %w: tensor<?x?x?x1xf32, #a>) -> tensor<?x?x?x?xf32, #a> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?x?x?xf32, #a>
  %h = tensor.dim %x, %c1 : tensor<?x?x?x?xf32, #a>
  %k = tensor.dim %x, %c2 : tensor<?x?x?x?xf32, #a>
  %ch = tensor.dim %x, %c3 : tensor<?x?x?x?xf32, #a>
  %oh = arith.subi %h, %c2 : index
  %ow = arith.subi %k, %c2 : index
  %e = tensor.empty(%n, %oh, %ow, %ch) : tensor<?x?x?x?x1xf32, #u>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x?x1xf32, #u>) -> tensor<?x?x?x?x1xf32, #u>
  %c = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<?x?x?x?xf32, #a>, tensor<?x?x?x1xf32, #a>)
    outs(%z : tensor<?x?x?x?x1xf32, #u>) -> tensor<?x?x?x?x1xf32, #u>
  %r = tensor.collapse_shape %c [[0], [1], [2], [3, 4]] : tensor<?x?x?x?x1xf32, #u> into tensor<?x?x?x?xf32, #a>
  return %r : tensor<?x?x?x?xf32, #a>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c72 = arith.constant 72 : index
  %x0 = call @data4(%c1, %c2, %c6, %c9, %c4) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32, #a>
  %w0 = call @data4(%c3, %c3, %c3, %c4, %c6) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32, #f>
  %y = call @conv(%x, %w) : (tensor<?x?x?x?xf32, #a>, tensor<?x?x?x?xf32, #f>) -> tensor<?x?x?x?xf32, #a>
  %p = call @pool(%y) : (tensor<?x?x?x?xf32, #a>) -> tensor<?x?x?x?xf32, #a>
  %v0 = call @data2(%c6, %c72, %c9) : (index, index, index) -> tensor<?x?xf32>
  %v = tensor.cast %v0 : tensor<?x?xf32> to tensor<?x?xf32, #n>
  %r:2 = call @head(%p, %v) : (tensor<?x?x?x?xf32, #a>, tensor<?x?xf32, #n>) -> (tensor<?x?xf32, #m>, tensor<?xi32, #i>)
  %pp = tensor.cast %p : tensor<?x?x?x?xf32, #a> to tensor<?x?x?x?xf32>
  %pu = tensor.cast %pp : tensor<?x?x?x?xf32> to tensor<*xf32>
  call @show(%pu) : (tensor<*xf32>) -> ()
  %sp = tensor.cast %r#0 : tensor<?x?xf32, #m> to tensor<?x?xf32>
  %su = tensor.cast %sp : tensor<?x?xf32> to tensor<*xf32>
  call @show(%su) : (tensor<*xf32>) -> ()
  %ip = tensor.cast %r#1 : tensor<?xi32, #i> to tensor<?xi32>
  %iu = tensor.cast %ip : tensor<?xi32> to tensor<*xi32>
  call @showI32(%iu) : (tensor<*xi32>) -> ()
  %c5 = arith.constant 5 : index
  %c40 = arith.constant 40 : index
  %s0 = call @data2(%c5, %c40, %c3) : (index, index, index) -> tensor<?x?xf32>
  %s1 = tensor.cast %s0 : tensor<?x?xf32> to tensor<?x?xf32, #m>
  %s2 = call @swapped(%s1) : (tensor<?x?xf32, #m>) -> tensor<?x?xf32, #m>
  %s3 = tensor.cast %s2 : tensor<?x?xf32, #m> to tensor<?x?xf32>
  %s4 = tensor.cast %s3 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%s4) : (tensor<*xf32>) -> ()
  %d0 = call @data4(%c3, %c3, %c3, %c4, %c1) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %d1 = tensor.cast %d0 : tensor<?x?x?x?xf32> to tensor<?x?x?x1xf32>
  %d2 = tensor.cast %d1 : tensor<?x?x?x1xf32> to tensor<?x?x?x1xf32, #a>
  %d3 = call @depthwise(%x, %d2) : (tensor<?x?x?x?xf32, #a>, tensor<?x?x?x1xf32, #a>) -> tensor<?x?x?x?xf32, #a>
  %d4 = tensor.cast %d3 : tensor<?x?x?x?xf32, #a> to tensor<?x?x?x?xf32>
  %d5 = tensor.cast %d4 : tensor<?x?x?x?xf32> to tensor<*xf32>
  call @show(%d5) : (tensor<*xf32>) -> ()
  return
}

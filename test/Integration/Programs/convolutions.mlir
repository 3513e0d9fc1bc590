// An image network: a convolution with padding and stride, bias and relu6, a depthwise
// convolution, a pointwise one, and the mean of each channel, channels last.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#i = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#k = #tiled_layout.layout<{3,2,1,0:T(4,16)}>
#d = #tiled_layout.layout<{2,1,0:T(8,128)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(128)}>
#id = affine_map<(n, y, x, c) -> (n, y, x, c)>
func.func @network(%image: tensor<2x13x14x3xf32, #i>, %k1: tensor<3x3x3x16xf32, #k>, %bias: tensor<16xf32, #v>, %k2: tensor<3x3x16xf32, #d>, %k3: tensor<1x1x16x20xf32, #k>) -> tensor<2x20xf32, #m> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %padded = tensor.pad %image low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x13x14x3xf32, #i> to tensor<2x15x16x3xf32, #i>
  %e1 = tensor.empty() : tensor<2x7x7x16xf32, #i>
  %f1 = linalg.broadcast ins(%bias : tensor<16xf32, #v>) outs(%e1 : tensor<2x7x7x16xf32, #i>) dimensions = [0, 1, 2]
  %c1 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%padded, %k1 : tensor<2x15x16x3xf32, #i>, tensor<3x3x3x16xf32, #k>) outs(%f1 : tensor<2x7x7x16xf32, #i>) -> tensor<2x7x7x16xf32, #i>
  %r1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%c1 : tensor<2x7x7x16xf32, #i>) outs(%e1 : tensor<2x7x7x16xf32, #i>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.maximumf %a, %zero : f32
    %q = arith.minimumf %p, %six : f32
    linalg.yield %q : f32
  } -> tensor<2x7x7x16xf32, #i>
  %e2 = tensor.empty() : tensor<2x5x5x16xf32, #i>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x5x5x16xf32, #i>) -> tensor<2x5x5x16xf32, #i>
  %c2 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<1> : tensor<2xi64>} ins(%r1, %k2 : tensor<2x7x7x16xf32, #i>, tensor<3x3x16xf32, #d>) outs(%f2 : tensor<2x5x5x16xf32, #i>) -> tensor<2x5x5x16xf32, #i>
  %e3 = tensor.empty() : tensor<2x5x5x20xf32, #i>
  %f3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x5x5x20xf32, #i>) -> tensor<2x5x5x20xf32, #i>
  %c3 = linalg.conv_2d_nhwc_hwcf ins(%c2, %k3 : tensor<2x5x5x16xf32, #i>, tensor<1x1x16x20xf32, #k>) outs(%f3 : tensor<2x5x5x20xf32, #i>) -> tensor<2x5x5x20xf32, #i>
  %e4 = tensor.empty() : tensor<2x20xf32, #m>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<2x20xf32, #m>) -> tensor<2x20xf32, #m>
  %sum = linalg.reduce { arith.addf } ins(%c3 : tensor<2x5x5x20xf32, #i>) outs(%f4 : tensor<2x20xf32, #m>) dimensions = [1, 2]
  %count = arith.constant dense<25.0> : tensor<2x20xf32, #m>
  %mean = arith.divf %sum, %count : tensor<2x20xf32, #m>
  return %mean : tensor<2x20xf32, #m>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %n13 = arith.constant 13 : index
  %n14 = arith.constant 14 : index
  %n16 = arith.constant 16 : index
  %n20 = arith.constant 20 : index
  %a0 = call @data4(%n1, %n2, %n13, %n14, %n3) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %a = tensor.cast %a0 : tensor<?x?x?x?xf32> to tensor<2x13x14x3xf32, #i>
  %b0 = call @data4(%n2, %n3, %n3, %n3, %n16) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %b = tensor.cast %b0 : tensor<?x?x?x?xf32> to tensor<3x3x3x16xf32, #k>
  %v0 = call @data1(%n3, %n16) : (index, index) -> tensor<?xf32>
  %v = tensor.cast %v0 : tensor<?xf32> to tensor<16xf32, #v>
  %c0 = call @data3(%n2, %n3, %n3, %n16) : (index, index, index, index) -> tensor<?x?x?xf32>
  %c = tensor.cast %c0 : tensor<?x?x?xf32> to tensor<3x3x16xf32, #d>
  %d0 = call @data4(%n2, %n1, %n1, %n16, %n20) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %d = tensor.cast %d0 : tensor<?x?x?x?xf32> to tensor<1x1x16x20xf32, #k>
  %r = call @network(%a, %b, %v, %c, %d) : (tensor<2x13x14x3xf32, #i>, tensor<3x3x3x16xf32, #k>, tensor<16xf32, #v>, tensor<3x3x16xf32, #d>, tensor<1x1x16x20xf32, #k>) -> tensor<2x20xf32, #m>
  %plain = tensor.cast %r : tensor<2x20xf32, #m> to tensor<2x20xf32>
  %u = tensor.cast %plain : tensor<2x20xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

// A transposed convolution as torch-mlir prints it: zeros between the elements of the image, by
// a slice with steps in a padded array, and a filter that is turned round and transposed.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#c = #tiled_layout.layout<{1,3,2,0:T(8,128)}>
#id = affine_map<(f, c, h, w) -> (f, c, h, w)>
func.func @upsample(%x: tensor<1x5x6x7xf32, #c>, %w: tensor<5x9x3x3xf32, #a>, %bias: tensor<9xf32>) -> tensor<1x9x13x15xf32, #a> {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  // Turned round in both directions, with channels in the other order.
  %ef = tensor.empty() : tensor<9x5x3x3xf32, #c>
  %filter = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%ef : tensor<9x5x3x3xf32, #c>) {
  ^bb0(%o: f32):
    %f = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %k = linalg.index 3 : index
    %th = arith.subi %c2, %h : index
    %tk = arith.subi %c2, %k : index
    %v = tensor.extract %w[%c, %f, %th, %tk] : tensor<5x9x3x3xf32, #a>
    linalg.yield %v : f32
  } -> tensor<9x5x3x3xf32, #c>
  %ep = tensor.empty() : tensor<1x5x15x17xf32, #a>
  %fp = linalg.fill ins(%zero : f32) outs(%ep : tensor<1x5x15x17xf32, #a>) -> tensor<1x5x15x17xf32, #a>
  %xa = tensor.cast %x : tensor<1x5x6x7xf32, #c> to tensor<1x5x6x7xf32, #a>
  %padded = tensor.insert_slice %xa into %fp[0, 0, 2, 2] [1, 5, 6, 7] [1, 1, 2, 2] : tensor<1x5x6x7xf32, #a> into tensor<1x5x15x17xf32, #a>
  %e = tensor.empty() : tensor<1x9x13x15xf32, #a>
  %b = linalg.broadcast ins(%bias : tensor<9xf32>) outs(%e : tensor<1x9x13x15xf32, #a>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%padded, %filter : tensor<1x5x15x17xf32, #a>, tensor<9x5x3x3xf32, #c>) outs(%b : tensor<1x9x13x15xf32, #a>) -> tensor<1x9x13x15xf32, #a>
  return %r : tensor<1x9x13x15xf32, #a>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %x0 = call @data4(%c1, %c1, %c5, %c6, %c7) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?x?xf32> to tensor<1x5x6x7xf32, #c>
  %w0 = call @data4(%c3, %c5, %c9, %c3, %c3) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?x?x?xf32> to tensor<5x9x3x3xf32, #a>
  %b0 = call @data1(%c7, %c9) : (index, index) -> tensor<?xf32>
  %b = tensor.cast %b0 : tensor<?xf32> to tensor<9xf32>
  %r = call @upsample(%x, %w, %b) : (tensor<1x5x6x7xf32, #c>, tensor<5x9x3x3xf32, #a>, tensor<9xf32>) -> tensor<1x9x13x15xf32, #a>
  %rp = tensor.cast %r : tensor<1x9x13x15xf32, #a> to tensor<1x9x13x15xf32>
  %ru = tensor.cast %rp : tensor<1x9x13x15xf32> to tensor<*xf32>
  call @show(%ru) : (tensor<*xf32>) -> ()
  return
}

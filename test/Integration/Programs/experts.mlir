// A mixture of experts: each row goes to the expert with its greatest score, whose weights
// are a slice of a stack at an index from data; the results come together with a residual.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#stack = #tiled_layout.layout<{2,1,0:T(8,128)}>
#row = #tiled_layout.layout<{1,0:T(1,128)}>
func.func @experts(%x: tensor<11x24xf32, #rows>, %router: tensor<24x4xf32, #rows>, %w: tensor<4x24x24xf32, #stack>) -> tensor<11x24xf32, #rows> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %es = tensor.empty() : tensor<11x4xf32, #rows>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<11x4xf32, #rows>) -> tensor<11x4xf32, #rows>
  %scores = linalg.matmul ins(%x, %router : tensor<11x24xf32, #rows>, tensor<24x4xf32, #rows>) outs(%fs : tensor<11x4xf32, #rows>) -> tensor<11x4xf32, #rows>
  %r = scf.for %i = %c0 to %c11 step %c1 iter_args(%out = %x) -> tensor<11x24xf32, #rows> {
    %best:2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%m = %low, %b = %c0) -> (f32, index) {
      %s = tensor.extract %scores[%i, %k] : tensor<11x4xf32, #rows>
      %greater = arith.cmpf ogt, %s, %m : f32
      %nm = arith.select %greater, %s, %m : f32
      %nb = arith.select %greater, %k, %b : index
      scf.yield %nm, %nb : f32, index
    }
    %expert = tensor.extract_slice %w[%best#1, 0, 0] [1, 24, 24] [1, 1, 1] : tensor<4x24x24xf32, #stack> to tensor<24x24xf32, #rows>
    %xi = tensor.extract_slice %x[%i, 0] [1, 24] [1, 1] : tensor<11x24xf32, #rows> to tensor<1x24xf32, #row>
    %e = tensor.empty() : tensor<1x24xf32, #row>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24xf32, #row>) -> tensor<1x24xf32, #row>
    %y = linalg.matmul ins(%xi, %expert : tensor<1x24xf32, #row>, tensor<24x24xf32, #rows>) outs(%f : tensor<1x24xf32, #row>) -> tensor<1x24xf32, #row>
    %z = arith.addf %y, %xi : tensor<1x24xf32, #row>
    %on = tensor.insert_slice %z into %out[%i, 0] [1, 24] [1, 1] : tensor<1x24xf32, #row> into tensor<11x24xf32, #rows>
    scf.yield %on : tensor<11x24xf32, #rows>
  }
  return %r : tensor<11x24xf32, #rows>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c11 = arith.constant 11 : index
  %c24 = arith.constant 24 : index
  %x0 = call @data2(%c1, %c11, %c24) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<11x24xf32, #rows>
  %r0 = call @data2(%c3, %c24, %c4) : (index, index, index) -> tensor<?x?xf32>
  %r = tensor.cast %r0 : tensor<?x?xf32> to tensor<24x4xf32, #rows>
  %w0 = call @data3(%c3, %c4, %c24, %c24) : (index, index, index, index) -> tensor<?x?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?x?xf32> to tensor<4x24x24xf32, #stack>
  %y = call @experts(%x, %r, %w) : (tensor<11x24xf32, #rows>, tensor<24x4xf32, #rows>, tensor<4x24x24xf32, #stack>) -> tensor<11x24xf32, #rows>
  %plain = tensor.cast %y : tensor<11x24xf32, #rows> to tensor<11x24xf32>
  %u = tensor.cast %plain : tensor<11x24xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

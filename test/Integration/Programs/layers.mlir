// Layers that are functions: what they return is a new buffer, or the argument that they overwrite,
// and is handed on, used twice, returned by a branch and by an iteration.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(4,8)}>
func.func private @dense(%x: tensor<?x20xf32, #m>, %w: tensor<20x20xf32, #m>) -> tensor<?x20xf32, #m> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x20xf32, #m>
  %e = tensor.empty(%n) : tensor<?x20xf32, #m>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x20xf32, #m>) -> tensor<?x20xf32, #m>
  %p = linalg.matmul ins(%x, %w : tensor<?x20xf32, #m>, tensor<20x20xf32, #m>) outs(%f : tensor<?x20xf32, #m>) -> tensor<?x20xf32, #m>
  return %p : tensor<?x20xf32, #m>
}
func.func private @squash(%x: tensor<?x20xf32, #m>) -> tensor<?x20xf32, #m> attributes {no_inline} {
  %t = math.tanh %x : tensor<?x20xf32, #m>
  return %t : tensor<?x20xf32, #m>
}
func.func private @block(%x: tensor<?x20xf32, #m>, %w: tensor<20x20xf32, #m>, %deep: i1) -> (tensor<?x20xf32, #m>, tensor<?x20xf32, #m>) attributes {no_inline} {
  %a = call @dense(%x, %w) : (tensor<?x20xf32, #m>, tensor<20x20xf32, #m>) -> tensor<?x20xf32, #m>
  %b = call @squash(%a) : (tensor<?x20xf32, #m>) -> tensor<?x20xf32, #m>
  %c = scf.if %deep -> tensor<?x20xf32, #m> {
    %d = func.call @dense(%b, %w) : (tensor<?x20xf32, #m>, tensor<20x20xf32, #m>) -> tensor<?x20xf32, #m>
    scf.yield %d : tensor<?x20xf32, #m>
  } else {
    scf.yield %b : tensor<?x20xf32, #m>
  }
  %sum = arith.addf %c, %x : tensor<?x20xf32, #m>
  return %sum, %b : tensor<?x20xf32, #m>, tensor<?x20xf32, #m>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n9 = arith.constant 9 : index
  %n20 = arith.constant 20 : index
  %true = arith.constant true
  %false = arith.constant false
  %x0 = call @data2(%c1, %n9, %n20) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x20xf32, #m>
  %w0 = call @data2(%c2, %n20, %n20) : (index, index, index) -> tensor<?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?xf32> to tensor<20x20xf32, #m>
  %a:2 = call @block(%x, %w, %true) : (tensor<?x20xf32, #m>, tensor<20x20xf32, #m>, i1) -> (tensor<?x20xf32, #m>, tensor<?x20xf32, #m>)
  %b:2 = call @block(%a#0, %w, %false) : (tensor<?x20xf32, #m>, tensor<20x20xf32, #m>, i1) -> (tensor<?x20xf32, #m>, tensor<?x20xf32, #m>)
  %c = arith.addf %b#0, %a#1 : tensor<?x20xf32, #m>
  %d = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %c) -> tensor<?x20xf32, #m> {
    %u:2 = func.call @block(%t, %w, %true) : (tensor<?x20xf32, #m>, tensor<20x20xf32, #m>, i1) -> (tensor<?x20xf32, #m>, tensor<?x20xf32, #m>)
    %v = func.call @squash(%u#0) : (tensor<?x20xf32, #m>) -> tensor<?x20xf32, #m>
    %s = arith.mulf %v, %u#1 : tensor<?x20xf32, #m>
    scf.yield %s : tensor<?x20xf32, #m>
  }
  %r = arith.addf %d, %b#1 : tensor<?x20xf32, #m>
  %plain = tensor.cast %r : tensor<?x20xf32, #m> to tensor<?x20xf32>
  %unranked = tensor.cast %plain : tensor<?x20xf32> to tensor<*xf32>
  call @show(%unranked) : (tensor<*xf32>) -> ()
  return
}

// A product and a sum of rows that a script of the transform dialect in the program's module
// tiles by sizes that are no multiples of the layouts' tiles, and fuses.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs
// PASSES: --transform-interpreter --canonicalize

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#n = #tiled_layout.layout<{0,1:T(8,16)}>
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %max = transform.structured.match ops{["linalg.max"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:2 = transform.structured.fuse %max tile_sizes [12, 40] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %product = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %inner, %loop = transform.structured.tile_using_for %product tile_sizes [0, 0, 7] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %sum = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
  %part, %all = transform.structured.tile_using_forall %sum tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
func.func @layer(%a: tensor<33x50xf32, #m>, %b: tensor<50x90xf32, #n>) -> (tensor<33x90xf32, #m>, tensor<33xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x90xf32, #m>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<33x90xf32, #m>) -> tensor<33x90xf32, #m>
  %p = linalg.matmul ins(%a, %b : tensor<33x50xf32, #m>, tensor<50x90xf32, #n>) outs(%z : tensor<33x90xf32, #m>) -> tensor<33x90xf32, #m>
  %ez = tensor.empty() : tensor<33x90xf32, #m>
  %f = linalg.fill ins(%zero : f32) outs(%ez : tensor<33x90xf32, #m>) -> tensor<33x90xf32, #m>
  %er = tensor.empty() : tensor<33x90xf32, #m>
  %r = linalg.max ins(%p, %f : tensor<33x90xf32, #m>, tensor<33x90xf32, #m>) outs(%er : tensor<33x90xf32, #m>) -> tensor<33x90xf32, #m>
  %es = tensor.empty() : tensor<33xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<33xf32>) -> tensor<33xf32>
  %s = linalg.reduce { arith.addf } ins(%r : tensor<33x90xf32, #m>) outs(%fs : tensor<33xf32>) dimensions = [1]
  return %r, %s : tensor<33x90xf32, #m>, tensor<33xf32>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c33 = arith.constant 33 : index
  %c50 = arith.constant 50 : index
  %c90 = arith.constant 90 : index
  %a0 = call @data2(%c1, %c33, %c50) : (index, index, index) -> tensor<?x?xf32>
  %a = tensor.cast %a0 : tensor<?x?xf32> to tensor<33x50xf32, #m>
  %b0 = call @data2(%c33, %c50, %c90) : (index, index, index) -> tensor<?x?xf32>
  %b = tensor.cast %b0 : tensor<?x?xf32> to tensor<50x90xf32, #n>
  %r:2 = call @layer(%a, %b) : (tensor<33x50xf32, #m>, tensor<50x90xf32, #n>) -> (tensor<33x90xf32, #m>, tensor<33xf32>)
  %rp = tensor.cast %r#0 : tensor<33x90xf32, #m> to tensor<33x90xf32>
  %ru = tensor.cast %rp : tensor<33x90xf32> to tensor<*xf32>
  call @show(%ru) : (tensor<*xf32>) -> ()
  %su = tensor.cast %r#1 : tensor<33xf32> to tensor<*xf32>
  call @show(%su) : (tensor<*xf32>) -> ()
  return
}

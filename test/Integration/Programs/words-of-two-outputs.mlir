// Two outputs whose words have 2 rows and 4: of 15 rows, 3 are left of the last word of 4, 2 in interleaved vectors and one in its own.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
func.func @f(%x: tensor<15x32xi8, #two>) -> (tensor<15x32xi8, #two>, tensor<15x32xi8, #four>) attributes {no_inline} {
  %e = tensor.empty() : tensor<15x32xi8, #two>
  %g = tensor.empty() : tensor<15x32xi8, #four>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<15x32xi8, #two>) outs(%e, %g : tensor<15x32xi8, #two>, tensor<15x32xi8, #four>) {
  ^bb0(%a: i8, %o: i8, %p: i8):
    %s = arith.addi %a, %a : i8
    linalg.yield %a, %s : i8, i8
  } -> (tensor<15x32xi8, #two>, tensor<15x32xi8, #four>)
  return %r#0, %r#1 : tensor<15x32xi8, #two>, tensor<15x32xi8, #four>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %m = arith.constant 15 : index
  %n = arith.constant 32 : index
  %c37 = arith.constant 37.0 : f32
  %d = call @data2(%c1, %m, %n) : (index, index, index) -> tensor<?x?xf32>
  %sp = tensor.splat %c37[%m, %n] : tensor<?x?xf32>
  %mu = arith.mulf %d, %sp : tensor<?x?xf32>
  %i = arith.fptosi %mu : tensor<?x?xf32> to tensor<?x?xi32>
  %t = arith.trunci %i : tensor<?x?xi32> to tensor<?x?xi8>
  %z = tensor.cast %t : tensor<?x?xi8> to tensor<15x32xi8>
  %v = tensor.cast %z : tensor<15x32xi8> to tensor<15x32xi8, #two>
  %r:2 = call @f(%v) : (tensor<15x32xi8, #two>) -> (tensor<15x32xi8, #two>, tensor<15x32xi8, #four>)
  %p0 = tensor.cast %r#0 : tensor<15x32xi8, #two> to tensor<15x32xi8>
  %g0 = arith.sitofp %p0 : tensor<15x32xi8> to tensor<15x32xf32>
  %u0 = tensor.cast %g0 : tensor<15x32xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %p1 = tensor.cast %r#1 : tensor<15x32xi8, #four> to tensor<15x32xi8>
  %g1 = arith.sitofp %p1 : tensor<15x32xi8> to tensor<15x32xf32>
  %u1 = tensor.cast %g1 : tensor<15x32xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  return
}

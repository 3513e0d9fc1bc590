// relu(x * w + bias), transposed, as linalg on tensors: the program of module.mlir in the form that the tests of
// `stablehlo-legalize-to-linalg` expect of each operation. Written by hand. The attributes of the module and
// `xla_shape` are as that pass leaves them (docs/StableHLO.md).
#id = affine_map<(d0, d1) -> (d0, d1)>
#columns = affine_map<(d0, d1) -> (d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
module @dense attributes {
  mhlo.xla_entry_computation_parameter_layouts = [dense<[1, 0]> : tensor<2xindex>,
    dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>],
  mhlo.xla_entry_computation_parameter_tiles = [[dense<[8, 128]> : tensor<2xindex>],
    [dense<[8, 128]> : tensor<2xindex>], []],
  mhlo.xla_entry_computation_result_layout = [dense<[0, 1]> : tensor<2xindex>],
  mhlo.xla_entry_computation_result_tiles = [[dense<[8, 128]> : tensor<2xindex>]]
} {
  func.func @main(%x: tensor<20x300xf32>, %w: tensor<300x40xf32>, %bias: tensor<40xf32>)
      -> tensor<40x20xf32> {
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<20x40xf32>
    %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<20x40xf32>) -> tensor<20x40xf32>
    %0 = linalg.matmul {xla_shape = "f32[20,40]{1,0:T(8,128)}"}
      ins(%x, %w : tensor<20x300xf32>, tensor<300x40xf32>) outs(%f0 : tensor<20x40xf32>) -> tensor<20x40xf32>
    %e1 = tensor.empty() : tensor<20x40xf32>
    %1 = linalg.generic {indexing_maps = [#columns, #id], iterator_types = ["parallel", "parallel"]}
      ins(%bias : tensor<40xf32>) outs(%e1 : tensor<20x40xf32>) {
    ^bb0(%b: f32, %out: f32):
      linalg.yield %b : f32
    } -> tensor<20x40xf32>
    %e2 = tensor.empty() : tensor<20x40xf32>
    %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<20x40xf32>, tensor<20x40xf32>) outs(%e2 : tensor<20x40xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<20x40xf32>
    %e3 = tensor.empty() : tensor<20x40xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<20x40xf32>) outs(%e3 : tensor<20x40xf32>) {
    ^bb0(%a: f32, %out: f32):
      %m = arith.maximumf %a, %zero : f32
      linalg.yield %m : f32
    } -> tensor<20x40xf32>
    %e4 = tensor.empty() : tensor<40x20xf32>
    %4 = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3 : tensor<20x40xf32>) outs(%e4 : tensor<40x20xf32>) {
    ^bb0(%a: f32, %out: f32):
      linalg.yield %a : f32
    } -> tensor<40x20xf32>
    return %4 : tensor<40x20xf32>
  }
}

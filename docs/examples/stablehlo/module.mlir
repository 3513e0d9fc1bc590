// relu(x * w + bias), transposed: a module as an XLA front end prints it with
// --mlir-print-op-generic, with layouts on its boundary.
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
    %0 = "stablehlo.dot_general"(%x, %w) {
      dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1],
                                             rhs_contracting_dimensions = [0]>
    } : (tensor<20x300xf32>, tensor<300x40xf32>) -> tensor<20x40xf32>
    %1 = "stablehlo.broadcast_in_dim"(%bias) {broadcast_dimensions = array<i64: 1>}
      : (tensor<40xf32>) -> tensor<20x40xf32>
    %2 = "stablehlo.add"(%0, %1) : (tensor<20x40xf32>, tensor<20x40xf32>) -> tensor<20x40xf32>
    %3 = "stablehlo.constant"() {value = dense<0.0> : tensor<20x40xf32>} : () -> tensor<20x40xf32>
    %4 = "stablehlo.maximum"(%2, %3)
      : (tensor<20x40xf32>, tensor<20x40xf32>) -> tensor<20x40xf32>
    %5 = "stablehlo.transpose"(%4) {permutation = array<i64: 1, 0>}
      : (tensor<20x40xf32>) -> tensor<40x20xf32>
    "func.return"(%5) : (tensor<40x20xf32>) -> ()
  }

  // What the operations are, on tensors.
  func.func private @dot(%x: tensor<20x300xf32>, %w: tensor<300x40xf32>) -> tensor<20x40xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<20x40xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<20x40xf32>) -> tensor<20x40xf32>
    %r = linalg.matmul ins(%x, %w : tensor<20x300xf32>, tensor<300x40xf32>)
                       outs(%init : tensor<20x40xf32>) -> tensor<20x40xf32>
    return %r : tensor<20x40xf32>
  }
  func.func private @broadcast(%bias: tensor<40xf32>) -> tensor<20x40xf32> {
    %empty = tensor.empty() : tensor<20x40xf32>
    %r = linalg.broadcast ins(%bias : tensor<40xf32>) outs(%empty : tensor<20x40xf32>)
      dimensions = [0]
    return %r : tensor<20x40xf32>
  }
  func.func private @add(%a: tensor<20x40xf32>, %b: tensor<20x40xf32>) -> tensor<20x40xf32> {
    %r = arith.addf %a, %b : tensor<20x40xf32>
    return %r : tensor<20x40xf32>
  }
  func.func private @zero() -> tensor<20x40xf32> {
    %r = arith.constant dense<0.0> : tensor<20x40xf32>
    return %r : tensor<20x40xf32>
  }
  func.func private @maximum(%a: tensor<20x40xf32>, %b: tensor<20x40xf32>) -> tensor<20x40xf32> {
    %r = arith.maximumf %a, %b : tensor<20x40xf32>
    return %r : tensor<20x40xf32>
  }
  func.func private @transpose(%a: tensor<20x40xf32>) -> tensor<40x20xf32> {
    %empty = tensor.empty() : tensor<40x20xf32>
    %r = linalg.transpose ins(%a : tensor<20x40xf32>) outs(%empty : tensor<40x20xf32>)
      permutation = [1, 0]
    return %r : tensor<40x20xf32>
  }

  // Runs @main, and prints how many results differ from the same on rows, and one result.
  func.func @run() {
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %x = tensor.generate {
    ^bb0(%i: index, %k: index):
      %sum = arith.addi %i, %k : index
      %digit = arith.remui %sum, %c7 : index
      %word = arith.index_cast %digit : index to i32
      %value = arith.sitofp %word : i32 to f32
      tensor.yield %value : f32
    } : tensor<20x300xf32>
    %w = tensor.generate {
    ^bb0(%k: index, %j: index):
      %product = arith.muli %k, %j : index
      %digit = arith.remui %product, %c5 : index
      %word = arith.index_cast %digit : index to i32
      %value = arith.sitofp %word : i32 to f32
      tensor.yield %value : f32
    } : tensor<300x40xf32>
    %bias = tensor.generate {
    ^bb0(%j: index):
      %word = arith.index_cast %j : index to i32
      %value = arith.sitofp %word : i32 to f32
      %hundred = arith.constant -100.0 : f32
      %b = arith.mulf %value, %hundred : f32
      tensor.yield %b : f32
    } : tensor<40xf32>
    %result = call @main(%x, %w, %bias) {no_inline}
      : (tensor<20x300xf32>, tensor<300x40xf32>, tensor<40xf32>) -> tensor<40x20xf32>

    %0 = call @dot(%x, %w) : (tensor<20x300xf32>, tensor<300x40xf32>) -> tensor<20x40xf32>
    %1 = call @broadcast(%bias) : (tensor<40xf32>) -> tensor<20x40xf32>
    %2 = arith.addf %0, %1 : tensor<20x40xf32>
    %none = arith.constant 0 : i32
    %zero = arith.constant 0.0 : f32
    %differ = affine.for %i = 0 to 20 iter_args(%outer = %none) -> (i32) {
      %inner = affine.for %j = 0 to 40 iter_args(%count = %outer) -> (i32) {
        %a = tensor.extract %2[%i, %j] : tensor<20x40xf32>
        %expected = arith.maximumf %a, %zero : f32
        %actual = tensor.extract %result[%j, %i] : tensor<40x20xf32>
        %differs = arith.cmpf une, %expected, %actual : f32
        %one = arith.extui %differs : i1 to i32
        %next = arith.addi %count, %one : i32
        affine.yield %next : i32
      }
      affine.yield %inner : i32
    }
    vector.print %differ : i32
    %element = tensor.extract %result[%c7, %c5] : tensor<40x20xf32>
    vector.print %element : f32
    return
  }
}

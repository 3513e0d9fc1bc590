// Losses that are sums of all elements: of terms that call functions, fused and by themselves, and of squares.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>
#all = affine_map<(i, j) -> ()>
func.func @losses(%x: tensor<?x37xf32, #t>, %y: tensor<?x37xf32, #t>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  // Logistic loss: max(x, 0) - x y + log(1 + exp(-|x|)).
  %logistic = linalg.generic {indexing_maps = [#id, #id, #all], iterator_types = ["reduction", "reduction"]}
    ins(%x, %y : tensor<?x37xf32, #t>, tensor<?x37xf32, #t>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %none = arith.constant 0.0 : f32
    %m = arith.maximumf %a, %none : f32
    %p = arith.mulf %a, %b : f32
    %d = arith.subf %m, %p : f32
    %abs = math.absf %a : f32
    %n = arith.negf %abs : f32
    %e = math.exp %n : f32
    %f = arith.addf %e, %one : f32
    %l = math.log %f : f32
    %v = arith.addf %d, %l : f32
    %r = arith.addf %s, %v : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  // The same kind of sum of an operation of its own.
  %rows = tensor.dim %x, %c0 : tensor<?x37xf32, #t>
  %empty = tensor.empty(%rows) : tensor<?x37xf32, #t>
  %soft = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<?x37xf32, #t>, tensor<?x37xf32, #t>) outs(%empty : tensor<?x37xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %v = math.tanh %d : f32
    linalg.yield %v : f32
  } -> tensor<?x37xf32, #t>
  %tanh = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction", "reduction"]}
    ins(%soft : tensor<?x37xf32, #t>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %r = arith.addf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %squares = linalg.generic {indexing_maps = [#id, #id, #all], iterator_types = ["reduction", "reduction"]}
    ins(%x, %y : tensor<?x37xf32, #t>, tensor<?x37xf32, #t>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %d = arith.subf %a, %b : f32
    %q = arith.mulf %d, %d : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %a = tensor.extract %logistic[] : tensor<f32>
  %b = tensor.extract %tanh[] : tensor<f32>
  %c = tensor.extract %squares[] : tensor<f32>
  %all = tensor.from_elements %a, %b, %c : tensor<3xf32>
  return %all : tensor<3xf32>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n4 = arith.constant 4 : index
  %n19 = arith.constant 19 : index
  %n37 = arith.constant 37 : index
  %x0 = call @data2(%n1, %n19, %n37) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x37xf32, #t>
  %y0 = call @data2(%n4, %n19, %n37) : (index, index, index) -> tensor<?x?xf32>
  %y = tensor.cast %y0 : tensor<?x?xf32> to tensor<?x37xf32, #t>
  %r = call @losses(%x, %y) : (tensor<?x37xf32, #t>, tensor<?x37xf32, #t>) -> tensor<3xf32>
  %u = tensor.cast %r : tensor<3xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

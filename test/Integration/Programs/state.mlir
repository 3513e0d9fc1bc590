// A program with state: weights and a step counter in globals, a step that averages
// gradients, functions that call each other, a branch by control flow between blocks.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#w = #tiled_layout.layout<{1,0:T(8,128)}>
ml_program.global private mutable @weights(dense<0.5> : tensor<7x19xf32, #w>) : tensor<7x19xf32, #w>
ml_program.global private mutable @count(dense<0> : tensor<i64>) : tensor<i64>
func.func private @clip(%g: tensor<7x19xf32, #w>, %always: i1) -> tensor<7x19xf32, #w> {
  %low = arith.constant dense<-0.5> : tensor<7x19xf32, #w>
  %high = arith.constant dense<0.5> : tensor<7x19xf32, #w>
  cf.cond_br %always, ^clip, ^end(%g : tensor<7x19xf32, #w>)
^clip:
  %a = arith.maximumf %g, %low : tensor<7x19xf32, #w>
  %b = arith.minimumf %a, %high : tensor<7x19xf32, #w>
  cf.br ^end(%b : tensor<7x19xf32, #w>)
^end(%r: tensor<7x19xf32, #w>):
  return %r : tensor<7x19xf32, #w>
}
func.func private @step(%g: tensor<7x19xf32, #w>) {
  %old = ml_program.global_load @weights : tensor<7x19xf32, #w>
  %n = ml_program.global_load @count : tensor<i64>
  %n0 = tensor.extract %n[] : tensor<i64>
  %one = arith.constant 1 : i64
  %odd = arith.trunci %n0 : i64 to i1
  %c = call @clip(%g, %odd) : (tensor<7x19xf32, #w>, i1) -> tensor<7x19xf32, #w>
  %rate = arith.constant dense<0.25> : tensor<7x19xf32, #w>
  %d = arith.mulf %c, %rate : tensor<7x19xf32, #w>
  %new = arith.subf %old, %d : tensor<7x19xf32, #w>
  ml_program.global_store @weights = %new : tensor<7x19xf32, #w>
  %n1 = arith.addi %n0, %one : i64
  %t = tensor.from_elements %n1 : tensor<i64>
  ml_program.global_store @count = %t : tensor<i64>
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c19 = arith.constant 19 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %g0 = func.call @data2(%i, %c7, %c19) : (index, index, index) -> tensor<?x?xf32>
    %g = tensor.cast %g0 : tensor<?x?xf32> to tensor<7x19xf32, #w>
    func.call @step(%g) : (tensor<7x19xf32, #w>) -> ()
  }
  %w = ml_program.global_load @weights : tensor<7x19xf32, #w>
  %plain = tensor.cast %w : tensor<7x19xf32, #w> to tensor<7x19xf32>
  %u = tensor.cast %plain : tensor<7x19xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

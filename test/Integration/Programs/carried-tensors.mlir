// Tensors that loops and branches carry, where one branch writes to a tensor that
// another one carries on.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Either x or y advances.
func.func private @one_of_two(%a: tensor<3x5xf32, #t>, %b: tensor<3x5xf32, #t>, %n: index) -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>) {
    %k = arith.remui %i, %c3 : index
    %c = arith.cmpi eq, %k, %c1 : index
    %s:2 = scf.if %c -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>) {
      %q = arith.addf %x, %y : tensor<3x5xf32, #t>
      scf.yield %q, %y : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
    } else {
      %q = arith.addf %x, %y : tensor<3x5xf32, #t>
      scf.yield %x, %q : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
    }
    scf.yield %s#0, %s#1 : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
  }
  return %r#0, %r#1 : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
}

// A branch swaps them, and one writes.
func.func private @swap(%a: tensor<3x5xf32, #t>, %b: tensor<3x5xf32, #t>, %n: index) -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 7.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>) {
    %c = arith.cmpi ne, %i, %c1 : index
    %s:2 = scf.if %c -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>) {
      scf.yield %y, %x : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
    } else {
      %q = tensor.insert %f into %x[%c1, %c1] : tensor<3x5xf32, #t>
      scf.yield %q, %y : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
    }
    scf.yield %s#0, %s#1 : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
  }
  return %r#0, %r#1 : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
}

func.func private @print(%a: tensor<3x5xf32, #t>) {
  %plain = tensor.cast %a : tensor<3x5xf32, #t> to tensor<3x5xf32>
  %u = tensor.cast %plain : tensor<3x5xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %p = func.call @data2(%c1, %c3, %c5) : (index, index, index) -> tensor<?x?xf32>
  %q = func.call @data2(%c2, %c3, %c5) : (index, index, index) -> tensor<?x?xf32>
  %a = tensor.cast %p : tensor<?x?xf32> to tensor<3x5xf32, #t>
  %b = tensor.cast %q : tensor<?x?xf32> to tensor<3x5xf32, #t>
  %0:2 = call @one_of_two(%a, %b, %c5) : (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>, index) -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>)
  call @print(%0#0) : (tensor<3x5xf32, #t>) -> ()
  call @print(%0#1) : (tensor<3x5xf32, #t>) -> ()
  %1:2 = call @swap(%a, %b, %c5) : (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>, index) -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>)
  call @print(%1#0) : (tensor<3x5xf32, #t>) -> ()
  call @print(%1#1) : (tensor<3x5xf32, #t>) -> ()
  return
}

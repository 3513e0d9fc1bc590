// A sparse matrix in rows times a dense one, with loops whose bounds come from memory, and bags
// of embeddings that are summed between offsets.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#n = #tiled_layout.layout<{0,1:T(8,128)}>
#v = #tiled_layout.layout<{0:T(4)}>
func.func @multiply(%starts: tensor<8xindex, #v>, %columns: tensor<20xindex, #v>, %values: tensor<20xf32, #v>, %b: tensor<?x30xf32, #m>) -> tensor<7x30xf32, #n> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c30 = arith.constant 30 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x30xf32, #n>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x30xf32, #n>) -> tensor<7x30xf32, #n>
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%c = %f) -> tensor<7x30xf32, #n> {
    %next = arith.addi %i, %c1 : index
    %from = tensor.extract %starts[%i] : tensor<8xindex, #v>
    %to = tensor.extract %starts[%next] : tensor<8xindex, #v>
    %s = scf.for %k = %from to %to step %c1 iter_args(%d = %c) -> tensor<7x30xf32, #n> {
      %column = tensor.extract %columns[%k] : tensor<20xindex, #v>
      %value = tensor.extract %values[%k] : tensor<20xf32, #v>
      %t = scf.for %j = %c0 to %c30 step %c1 iter_args(%g = %d) -> tensor<7x30xf32, #n> {
        %x = tensor.extract %b[%column, %j] : tensor<?x30xf32, #m>
        %old = tensor.extract %g[%i, %j] : tensor<7x30xf32, #n>
        %p = arith.mulf %value, %x : f32
        %sum = arith.addf %old, %p : f32
        %h = tensor.insert %sum into %g[%i, %j] : tensor<7x30xf32, #n>
        scf.yield %h : tensor<7x30xf32, #n>
      }
      scf.yield %t : tensor<7x30xf32, #n>
    }
    scf.yield %s : tensor<7x30xf32, #n>
  }
  return %r : tensor<7x30xf32, #n>
}
func.func @bags(%starts: tensor<8xindex, #v>, %ids: tensor<20xindex, #v>, %table: tensor<?x30xf32, #m>) -> tensor<7x30xf32, #m> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x30xf32, #m>
  %r = scf.forall (%i) in (7) shared_outs(%o = %e) -> tensor<7x30xf32, #m> {
    %next = arith.addi %i, %c1 : index
    %from = tensor.extract %starts[%i] : tensor<8xindex, #v>
    %to = tensor.extract %starts[%next] : tensor<8xindex, #v>
    %ez = tensor.empty() : tensor<1x30xf32>
    %z = linalg.fill ins(%zero : f32) outs(%ez : tensor<1x30xf32>) -> tensor<1x30xf32>
    %bag = scf.for %k = %from to %to step %c1 iter_args(%sum = %z) -> tensor<1x30xf32> {
      %id = tensor.extract %ids[%k] : tensor<20xindex, #v>
      %row = tensor.extract_slice %table[%id, 0] [1, 30] [1, 1] : tensor<?x30xf32, #m> to tensor<1x30xf32>
      %next_sum = arith.addf %sum, %row : tensor<1x30xf32>
      scf.yield %next_sum : tensor<1x30xf32>
    }
    %n = arith.subi %to, %from : index
    %some = arith.maxui %n, %c1 : index
    %ni = arith.index_cast %some : index to i32
    %nf = arith.sitofp %ni : i32 to f32
    %count = tensor.splat %nf : tensor<1x30xf32>
    %mean = arith.divf %bag, %count : tensor<1x30xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %mean into %o[%i, 0] [1, 30] [1, 1] : tensor<1x30xf32> into tensor<7x30xf32, #m>
    }
  }
  return %r : tensor<7x30xf32, #m>
}
func.func @main() {
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c30 = arith.constant 30 : index
  %starts = arith.constant dense<[0, 3, 3, 8, 9, 15, 18, 20]> : tensor<8xindex, #v>
  %columns = arith.constant dense<[0, 4, 9, 1, 2, 3, 7, 8, 5, 0, 2, 4, 6, 8, 9, 1, 5, 6, 3, 7]> : tensor<20xindex, #v>
  %v0 = call @data1(%c3, %c20) : (index, index) -> tensor<?xf32>
  %v = tensor.cast %v0 : tensor<?xf32> to tensor<20xf32, #v>
  %b0 = call @data2(%c3, %c10, %c30) : (index, index, index) -> tensor<?x?xf32>
  %b = tensor.cast %b0 : tensor<?x?xf32> to tensor<?x30xf32, #m>
  %r = call @multiply(%starts, %columns, %v, %b) : (tensor<8xindex, #v>, tensor<20xindex, #v>, tensor<20xf32, #v>, tensor<?x30xf32, #m>) -> tensor<7x30xf32, #n>
  %rp = tensor.cast %r : tensor<7x30xf32, #n> to tensor<7x30xf32>
  %ru = tensor.cast %rp : tensor<7x30xf32> to tensor<*xf32>
  call @show(%ru) : (tensor<*xf32>) -> ()
  %s = call @bags(%starts, %columns, %b) : (tensor<8xindex, #v>, tensor<20xindex, #v>, tensor<?x30xf32, #m>) -> tensor<7x30xf32, #m>
  %sp = tensor.cast %s : tensor<7x30xf32, #m> to tensor<7x30xf32>
  %su = tensor.cast %sp : tensor<7x30xf32> to tensor<*xf32>
  call @show(%su) : (tensor<*xf32>) -> ()
  return
}

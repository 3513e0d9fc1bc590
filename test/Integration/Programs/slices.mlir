// Slices that begin within a tile: a field that spreads in time, as array programs write it, and a
// factorisation without pivots.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,16)}>
#id = affine_map<(i, j) -> (i, j)>
func.func @spread(%u: tensor<37x45xf32, #t>, %steps: index) -> tensor<37x45xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %quarter = arith.constant 0.25 : f32
  %r = scf.for %k = %c0 to %steps step %c1 iter_args(%a = %u) -> tensor<37x45xf32, #t> {
    %n = tensor.extract_slice %a[0, 1] [35, 43] [1, 1] : tensor<37x45xf32, #t> to tensor<35x43xf32>
    %s = tensor.extract_slice %a[2, 1] [35, 43] [1, 1] : tensor<37x45xf32, #t> to tensor<35x43xf32>
    %w = tensor.extract_slice %a[1, 0] [35, 43] [1, 1] : tensor<37x45xf32, #t> to tensor<35x43xf32>
    %e = tensor.extract_slice %a[1, 2] [35, 43] [1, 1] : tensor<37x45xf32, #t> to tensor<35x43xf32>
    %empty = tensor.empty() : tensor<35x43xf32>
    %x = linalg.add ins(%n, %s : tensor<35x43xf32>, tensor<35x43xf32>) outs(%empty : tensor<35x43xf32>) -> tensor<35x43xf32>
    %y = linalg.add ins(%w, %e : tensor<35x43xf32>, tensor<35x43xf32>) outs(%empty : tensor<35x43xf32>) -> tensor<35x43xf32>
    %z = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<35x43xf32>, tensor<35x43xf32>) outs(%empty : tensor<35x43xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %sum = arith.addf %p, %q : f32
      %m = arith.mulf %sum, %quarter : f32
      linalg.yield %m : f32
    } -> tensor<35x43xf32>
    %b = tensor.insert_slice %z into %a[1, 1] [35, 43] [1, 1] : tensor<35x43xf32> into tensor<37x45xf32, #t>
    scf.yield %b : tensor<37x45xf32, #t>
  }
  return %r : tensor<37x45xf32, #t>
}
func.func @factor(%u: tensor<37x37xf32, #t>) -> tensor<37x37xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 37 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %u) -> tensor<37x37xf32, #t> {
    %next = arith.addi %k, %c1 : index
    %m = arith.subi %n, %next : index
    %pivot = tensor.extract %a[%k, %k] : tensor<37x37xf32, #t>
    %column = tensor.extract_slice %a[%next, %k] [%m, 1] [1, 1] : tensor<37x37xf32, #t> to tensor<?xf32>
    %empty = tensor.empty(%m) : tensor<?xf32>
    %l = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%column : tensor<?xf32>) outs(%empty : tensor<?xf32>) {
    ^bb0(%v: f32, %o: f32):
      %q = arith.divf %v, %pivot : f32
      linalg.yield %q : f32
    } -> tensor<?xf32>
    %row = tensor.extract_slice %a[%k, %next] [1, %m] [1, 1] : tensor<37x37xf32, #t> to tensor<?xf32>
    %rest = tensor.extract_slice %a[%next, %next] [%m, %m] [1, 1] : tensor<37x37xf32, #t> to tensor<?x?xf32>
    %new = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%l, %row : tensor<?xf32>, tensor<?xf32>) outs(%rest : tensor<?x?xf32>) {
    ^bb0(%v: f32, %w: f32, %o: f32):
      %p = arith.mulf %v, %w : f32
      %s = arith.subf %o, %p : f32
      linalg.yield %s : f32
    } -> tensor<?x?xf32>
    %b = tensor.insert_slice %new into %a[%next, %next] [%m, %m] [1, 1] : tensor<?x?xf32> into tensor<37x37xf32, #t>
    %c = tensor.insert_slice %l into %b[%next, %k] [%m, 1] [1, 1] : tensor<?xf32> into tensor<37x37xf32, #t>
    scf.yield %c : tensor<37x37xf32, #t>
  }
  return %r : tensor<37x37xf32, #t>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c37 = arith.constant 37 : index
  %c45 = arith.constant 45 : index
  %x0 = call @data2(%c1, %c37, %c45) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<37x45xf32, #t>
  %s = call @spread(%x, %c4) : (tensor<37x45xf32, #t>, index) -> tensor<37x45xf32, #t>
  %sp = tensor.cast %s : tensor<37x45xf32, #t> to tensor<37x45xf32>
  %su = tensor.cast %sp : tensor<37x45xf32> to tensor<*xf32>
  call @show(%su) : (tensor<*xf32>) -> ()
  %y0 = call @data2(%c3, %c37, %c37) : (index, index, index) -> tensor<?x?xf32>
  %y1 = tensor.cast %y0 : tensor<?x?xf32> to tensor<37x37xf32, #t>
  %empty = tensor.empty() : tensor<37x37xf32, #t>
  %large = arith.constant 64.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y1 : tensor<37x37xf32, #t>) outs(%empty : tensor<37x37xf32, #t>) {
  ^bb0(%v: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %is = arith.cmpi eq, %i, %j : index
    %d = arith.addf %v, %large : f32
    %r = arith.select %is, %d, %v : f32
    linalg.yield %r : f32
  } -> tensor<37x37xf32, #t>
  %f = call @factor(%y) : (tensor<37x37xf32, #t>) -> tensor<37x37xf32, #t>
  %fp = tensor.cast %f : tensor<37x37xf32, #t> to tensor<37x37xf32>
  %fu = tensor.cast %fp : tensor<37x37xf32> to tensor<*xf32>
  call @show(%fu) : (tensor<*xf32>) -> ()
  return
}

// Words' distance by a table that is filled along its diagonals, a game of life on bits, and
// means of clusters by arguments of minima: integers, branches and loops on tensors.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,16)}>
#b = #tiled_layout.layout<{1,0:T(8,128)E(1)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(8)}>
#ij = affine_map<(i, j) -> (i, j)>
func.func @distance(%a: tensor<?xi8, #v>, %b: tensor<?xi8, #v>) -> tensor<?x?xi32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %m = tensor.dim %a, %c0 : tensor<?xi8, #v>
  %n = tensor.dim %b, %c0 : tensor<?xi8, #v>
  %rows = arith.addi %m, %c1 : index
  %columns = arith.addi %n, %c1 : index
  %t0 = tensor.generate %rows, %columns {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %x = arith.index_cast %s : index to i32
    tensor.yield %x : i32
  } : tensor<?x?xi32, #t>
  %r = scf.for %i = %c1 to %rows step %c1 iter_args(%t1 = %t0) -> tensor<?x?xi32, #t> {
    %im = arith.subi %i, %c1 : index
    %p = tensor.extract %a[%im] : tensor<?xi8, #v>
    %s = scf.for %j = %c1 to %columns step %c1 iter_args(%t2 = %t1) -> tensor<?x?xi32, #t> {
      %jm = arith.subi %j, %c1 : index
      %q = tensor.extract %b[%jm] : tensor<?xi8, #v>
      %isSame = arith.cmpi eq, %p, %q : i8
      %u = scf.if %isSame -> tensor<?x?xi32, #t> {
        %d = tensor.extract %t2[%im, %jm] : tensor<?x?xi32, #t>
        %w = tensor.insert %d into %t2[%i, %j] : tensor<?x?xi32, #t>
        scf.yield %w : tensor<?x?xi32, #t>
      } else {
        %d = tensor.extract %t2[%im, %jm] : tensor<?x?xi32, #t>
        %e = tensor.extract %t2[%i, %jm] : tensor<?x?xi32, #t>
        %f = tensor.extract %t2[%im, %j] : tensor<?x?xi32, #t>
        %g = arith.minsi %d, %e : i32
        %h = arith.minsi %f, %g : i32
        %k = arith.addi %h, %one : i32
        %w = tensor.insert %k into %t2[%i, %j] : tensor<?x?xi32, #t>
        scf.yield %w : tensor<?x?xi32, #t>
      }
      scf.yield %u : tensor<?x?xi32, #t>
    }
    scf.yield %s : tensor<?x?xi32, #t>
  }
  return %r : tensor<?x?xi32, #t>
}
func.func @life(%start: tensor<20x23xi1, #b>, %steps: index) -> tensor<20x23xi1, #b> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %r = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %start) -> tensor<20x23xi1, #b> {
    %p = tensor.pad %x low[1, 1] high[1, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %false : i1
    } : tensor<20x23xi1, #b> to tensor<22x25xi1, #b>
    %e = tensor.empty() : tensor<20x23xi32, #t>
    %z = linalg.fill ins(%zero : i32) outs(%e : tensor<20x23xi32, #t>) -> tensor<20x23xi32, #t>
    %w = tensor.empty() : tensor<3x3xi1>
    %n = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i + k, j + l)>, affine_map<(i, j, k, l) -> (k, l)>, affine_map<(i, j, k, l) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<22x25xi1, #b>, tensor<3x3xi1>) outs(%z : tensor<20x23xi32, #t>) {
    ^bb0(%a: i1, %u: i1, %sum: i32):
      %b = arith.extui %a : i1 to i32
      %c = arith.addi %sum, %b : i32
      linalg.yield %c : i32
    } -> tensor<20x23xi32, #t>
    %next = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %n : tensor<20x23xi1, #b>, tensor<20x23xi32, #t>) outs(%x : tensor<20x23xi1, #b>) {
    ^bb0(%a: i1, %k: i32, %o: i1):
      %own = arith.extui %a : i1 to i32
      %others = arith.subi %k, %own : i32
      %isThree = arith.cmpi eq, %others, %three : i32
      %isTwo = arith.cmpi eq, %others, %two : i32
      %stays = arith.andi %a, %isTwo : i1
      %l = arith.ori %isThree, %stays : i1
      linalg.yield %l : i1
    } -> tensor<20x23xi1, #b>
    scf.yield %next : tensor<20x23xi1, #b>
  }
  return %r : tensor<20x23xi1, #b>
}
func.func @clusters(%x: tensor<?x5xf32, #m>, %centres: tensor<4x5xf32, #m>) -> tensor<4x5xf32, #m> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x5xf32, #m>
  %r = scf.for %round = %c0 to %c3 step %c1 iter_args(%c = %centres) -> tensor<4x5xf32, #m> {
    %ed = tensor.empty(%n) : tensor<?x4xf32, #m>
    %fd = linalg.fill ins(%zero : f32) outs(%ed : tensor<?x4xf32, #m>) -> tensor<?x4xf32, #m>
    %d = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %c : tensor<?x5xf32, #m>, tensor<4x5xf32, #m>) outs(%fd : tensor<?x4xf32, #m>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %e = arith.subf %a, %b : f32
      %q = arith.mulf %e, %e : f32
      %t = arith.addf %s, %q : f32
      linalg.yield %t : f32
    } -> tensor<?x4xf32, #m>
    %ec = tensor.empty() : tensor<4x6xf32, #m>
    %fc = linalg.fill ins(%zero : f32) outs(%ec : tensor<4x6xf32, #m>) -> tensor<4x6xf32, #m>
    %one = arith.constant 1.0 : f32
    %sums = scf.for %i = %c0 to %n step %c1 iter_args(%u = %fc) -> tensor<4x6xf32, #m> {
      %c4 = arith.constant 4 : index
      %first = tensor.extract %d[%i, %c0] : tensor<?x4xf32, #m>
      %best:2 = scf.for %j = %c1 to %c4 step %c1 iter_args(%value = %first, %at = %c0) -> (f32, index) {
        %y = tensor.extract %d[%i, %j] : tensor<?x4xf32, #m>
        %is = arith.cmpf olt, %y, %value : f32
        %v = arith.select %is, %y, %value : f32
        %k = arith.select %is, %j, %at : index
        scf.yield %v, %k : f32, index
      }
      %w = scf.for %j = %c0 to %c5 step %c1 iter_args(%g = %u) -> tensor<4x6xf32, #m> {
        %y = tensor.extract %x[%i, %j] : tensor<?x5xf32, #m>
        %old = tensor.extract %g[%best#1, %j] : tensor<4x6xf32, #m>
        %sum = arith.addf %old, %y : f32
        %h = tensor.insert %sum into %g[%best#1, %j] : tensor<4x6xf32, #m>
        scf.yield %h : tensor<4x6xf32, #m>
      }
      %count = tensor.extract %w[%best#1, %c5] : tensor<4x6xf32, #m>
      %more = arith.addf %count, %one : f32
      %z = tensor.insert %more into %w[%best#1, %c5] : tensor<4x6xf32, #m>
      scf.yield %z : tensor<4x6xf32, #m>
    }
    %s = tensor.extract_slice %sums[0, 0] [4, 5] [1, 1] : tensor<4x6xf32, #m> to tensor<4x5xf32, #m>
    %k = tensor.extract_slice %sums[0, 5] [4, 1] [1, 1] : tensor<4x6xf32, #m> to tensor<4xf32>
    %e = tensor.empty() : tensor<4x5xf32, #m>
    %mean = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s, %k : tensor<4x5xf32, #m>, tensor<4xf32>) outs(%e : tensor<4x5xf32, #m>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.maximumf %b, %one : f32
      %q = arith.divf %a, %p : f32
      linalg.yield %q : f32
    } -> tensor<4x5xf32, #m>
    scf.yield %mean : tensor<4x5xf32, #m>
  }
  return %r : tensor<4x5xf32, #m>
}
func.func @main() {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c40 = arith.constant 40 : index
  %a = arith.constant dense<[7, 1, 4, 4, 2, 9, 7, 3, 3, 5, 6]> : tensor<11xi8, #v>
  %b = arith.constant dense<[1, 7, 4, 2, 2, 9, 3, 7, 5]> : tensor<9xi8, #v>
  %ad = tensor.cast %a : tensor<11xi8, #v> to tensor<?xi8, #v>
  %bd = tensor.cast %b : tensor<9xi8, #v> to tensor<?xi8, #v>
  %d = call @distance(%ad, %bd) : (tensor<?xi8, #v>, tensor<?xi8, #v>) -> tensor<?x?xi32, #t>
  %dp = tensor.cast %d : tensor<?x?xi32, #t> to tensor<?x?xi32>
  %du = tensor.cast %dp : tensor<?x?xi32> to tensor<*xi32>
  call @showI32(%du) : (tensor<*xi32>) -> ()
  %e = tensor.empty() : tensor<20x23xi1, #b>
  %l0 = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<20x23xi1, #b>) {
  ^bb0(%o: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = affine.apply affine_map<(i, j) -> (i * 5 + j * 3)>(%i, %j)
    %q = arith.remui %s, %c3 : index
    %c0 = arith.constant 0 : index
    %is = arith.cmpi eq, %q, %c0 : index
    linalg.yield %is : i1
  } -> tensor<20x23xi1, #b>
  %l = call @life(%l0, %c5) : (tensor<20x23xi1, #b>, index) -> tensor<20x23xi1, #b>
  %lp = tensor.cast %l : tensor<20x23xi1, #b> to tensor<20x23xi1>
  %li = arith.extui %lp : tensor<20x23xi1> to tensor<20x23xi32>
  %lu = tensor.cast %li : tensor<20x23xi32> to tensor<*xi32>
  call @showI32(%lu) : (tensor<*xi32>) -> ()
  %x0 = call @data2(%c3, %c40, %c5) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x5xf32, #m>
  %k0 = call @data2(%c5, %c4, %c5) : (index, index, index) -> tensor<?x?xf32>
  %k = tensor.cast %k0 : tensor<?x?xf32> to tensor<4x5xf32, #m>
  %m = call @clusters(%x, %k) : (tensor<?x5xf32, #m>, tensor<4x5xf32, #m>) -> tensor<4x5xf32, #m>
  %mp = tensor.cast %m : tensor<4x5xf32, #m> to tensor<4x5xf32>
  %mu = tensor.cast %mp : tensor<4x5xf32> to tensor<*xf32>
  call @show(%mu) : (tensor<*xf32>) -> ()
  return
}

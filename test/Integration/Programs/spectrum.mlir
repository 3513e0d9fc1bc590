// Complex numbers and f64: a small discrete Fourier transform as a product, magnitudes, and
// the position of the greatest, with a layout on every tensor.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(16)}>
func.func @spectrum(%x: tensor<24xf64, #v>) -> (tensor<24xf64, #v>, tensor<i32>) {
  %n = arith.constant 24.0 : f64
  %em = tensor.empty() : tensor<24x24xcomplex<f64>, #m>
  %w = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%em : tensor<24x24xcomplex<f64>, #m>) {
  ^bb0(%o: complex<f64>):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    %k64 = arith.index_cast %k : index to i64
    %f = arith.sitofp %k64 : i64 to f64
    %turn = arith.constant -6.283185307179586 : f64
    %t = arith.mulf %f, %turn : f64
    %a = arith.divf %t, %n : f64
    %c = math.cos %a : f64
    %s = math.sin %a : f64
    %z = complex.create %c, %s : complex<f64>
    linalg.yield %z : complex<f64>
  } -> tensor<24x24xcomplex<f64>, #m>
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %ey = tensor.empty() : tensor<24xcomplex<f64>, #v>
  %fy = linalg.fill ins(%zero : complex<f64>) outs(%ey : tensor<24xcomplex<f64>, #v>) -> tensor<24xcomplex<f64>, #v>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%w, %x : tensor<24x24xcomplex<f64>, #m>, tensor<24xf64, #v>) outs(%fy : tensor<24xcomplex<f64>, #v>) {
  ^bb0(%a: complex<f64>, %b: f64, %o: complex<f64>):
    %none = arith.constant 0.0 : f64
    %z = complex.create %b, %none : complex<f64>
    %p = complex.mul %a, %z : complex<f64>
    %s = complex.add %o, %p : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<24xcomplex<f64>, #v>
  %ea = tensor.empty() : tensor<24xf64, #v>
  %a = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%y : tensor<24xcomplex<f64>, #v>) outs(%ea : tensor<24xf64, #v>) {
  ^bb0(%z: complex<f64>, %o: f64):
    %re = complex.re %z : complex<f64>
    %im = complex.im %z : complex<f64>
    %rr = arith.mulf %re, %re : f64
    %ii = arith.mulf %im, %im : f64
    %s = arith.addf %rr, %ii : f64
    %m = math.sqrt %s : f64
    linalg.yield %m : f64
  } -> tensor<24xf64, #v>
  %low = arith.constant dense<-1.0> : tensor<f64>
  %first = arith.constant dense<0> : tensor<i32>
  %best:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%a : tensor<24xf64, #v>) outs(%low, %first : tensor<f64>, tensor<i32>) {
  ^bb0(%z: f64, %m: f64, %k: i32):
    %i = linalg.index 0 : index
    %i32 = arith.index_cast %i : index to i32
    %g = arith.cmpf ogt, %z, %m : f64
    %nm = arith.select %g, %z, %m : f64
    %nk = arith.select %g, %i32, %k : i32
    linalg.yield %nm, %nk : f64, i32
  } -> (tensor<f64>, tensor<i32>)
  return %a, %best#1 : tensor<24xf64, #v>, tensor<i32>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %x0 = call @data1(%c1, %c24) : (index, index) -> tensor<?xf32>
  %x1 = arith.extf %x0 : tensor<?xf32> to tensor<?xf64>
  %x = tensor.cast %x1 : tensor<?xf64> to tensor<24xf64, #v>
  %r:2 = call @spectrum(%x) : (tensor<24xf64, #v>) -> (tensor<24xf64, #v>, tensor<i32>)
  %plain = tensor.cast %r#0 : tensor<24xf64, #v> to tensor<24xf64>
  %narrow = arith.truncf %plain : tensor<24xf64> to tensor<24xf32>
  %u = tensor.cast %narrow : tensor<24xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  %k = tensor.cast %r#1 : tensor<i32> to tensor<*xi32>
  call @showI32(%k) : (tensor<*xi32>) -> ()
  return
}

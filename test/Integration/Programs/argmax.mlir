// The first greatest, or least, value of each row and where it is: of equal ones the first, beside
// NaN, from a value on that some rows do not reach, in f32, bf16 and bytes.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#h = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#id = affine_map<(r, c) -> (r, c)>
#row = affine_map<(r, c) -> (r)>

// One of eight values each, or NaN.
func.func @steps(%x: tensor<19x300xf32, #m>) -> tensor<19x300xf32, #m> {
  %four = arith.constant 4.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %low = arith.constant -3.0 : f32
  %e = tensor.empty() : tensor<19x300xf32, #m>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<19x300xf32, #m>) outs(%e : tensor<19x300xf32, #m>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %four : f32
    %q = math.floor %p : f32
    %c = arith.cmpf olt, %q, %low : f32
    %s = arith.select %c, %nan, %q : f32
    linalg.yield %s : f32
  } -> tensor<19x300xf32, #m>
  return %y : tensor<19x300xf32, #m>
}

func.func @greatest(%x: tensor<19x300xf32, #m>, %v: tensor<19xf32>, %i: tensor<19xi32>) -> (tensor<19xf32>, tensor<19xi32>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<19x300xf32, #m>) outs(%v, %i : tensor<19xf32>, tensor<19xi32>) {
  ^bb0(%a: f32, %o: f32, %oi: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %a, %o : f32
    %n = arith.select %c, %a, %o : f32
    %ni = arith.select %c, %ji, %oi : i32
    linalg.yield %n, %ni : f32, i32
  } -> (tensor<19xf32>, tensor<19xi32>)
  return %r#0, %r#1 : tensor<19xf32>, tensor<19xi32>
}

// The index comes first, and the comparison is the other way round.
func.func @least(%x: tensor<19x300xf32, #m>, %i: tensor<19xi64>, %v: tensor<19xf32>) -> (tensor<19xi64>, tensor<19xf32>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<19x300xf32, #m>) outs(%i, %v : tensor<19xi64>, tensor<19xf32>) {
  ^bb0(%a: f32, %oi: i64, %o: f32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %o, %a : f32
    %n = arith.select %c, %a, %o : f32
    %ni = arith.select %c, %ji, %oi : i64
    linalg.yield %ni, %n : i64, f32
  } -> (tensor<19xi64>, tensor<19xf32>)
  return %r#0, %r#1 : tensor<19xi64>, tensor<19xf32>
}

func.func @bytes(%x: tensor<19x300xi8, #b>, %v: tensor<19xi8>, %i: tensor<19xi32>) -> (tensor<19xi8>, tensor<19xi32>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<19x300xi8, #b>) outs(%v, %i : tensor<19xi8>, tensor<19xi32>) {
  ^bb0(%a: i8, %o: i8, %oi: i32):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i32
    %c = arith.cmpi sgt, %a, %o : i8
    %n = arith.select %c, %a, %o : i8
    %ni = arith.select %c, %ji, %oi : i32
    linalg.yield %n, %ni : i8, i32
  } -> (tensor<19xi8>, tensor<19xi32>)
  return %r#0, %r#1 : tensor<19xi8>, tensor<19xi32>
}

func.func @token(%x: tensor<1x2003xbf16, #h>, %v: tensor<1xbf16>, %i: tensor<1xi64>) -> (tensor<1xbf16>, tensor<1xi64>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<1x2003xbf16, #h>) outs(%v, %i : tensor<1xbf16>, tensor<1xi64>) {
  ^bb0(%a: bf16, %o: bf16, %oi: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %a, %o : bf16
    %n = arith.select %c, %a, %o : bf16
    %ni = arith.select %c, %ji, %oi : i64
    linalg.yield %n, %ni : bf16, i64
  } -> (tensor<1xbf16>, tensor<1xi64>)
  return %r#0, %r#1 : tensor<1xbf16>, tensor<1xi64>
}

// Of all elements of a vector, whose number is given at run time.
func.func @whole(%x: tensor<?xf32>, %v: tensor<f32>, %i: tensor<i64>) -> (tensor<f32>, tensor<i64>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(c) -> (c)>, affine_map<(c) -> ()>, affine_map<(c) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<?xf32>) outs(%v, %i : tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32, %o: f32, %oi: i64):
    %j = linalg.index 0 : index
    %ji = arith.index_cast %j : index to i64
    %c = arith.cmpf olt, %a, %o : f32
    %n = arith.select %c, %a, %o : f32
    %ni = arith.select %c, %ji, %oi : i64
    linalg.yield %n, %ni : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %r#0, %r#1 : tensor<f32>, tensor<i64>
}

func.func @main() {
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n19 = arith.constant 19 : index
  %n300 = arith.constant 300 : index
  %n2003 = arith.constant 2003 : index
  %x0 = call @data2(%n1, %n19, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?xf32> to tensor<19x300xf32, #m>
  %x = call @steps(%x1) : (tensor<19x300xf32, #m>) -> tensor<19x300xf32, #m>
  %none = arith.constant dense<[0xFF800000, 2.0, 3.0, 4.0, -2.0, 1.0, 0.0, 0x7FC00000, 9.0, -5.0, 3.0, 3.0, 2.0, 1.0, -4.0, -0.0, 0.0, 2.0, 3.0]> : tensor<19xf32>
  %where = arith.constant dense<1234> : tensor<19xi32>
  %g:2 = call @greatest(%x, %none, %where) : (tensor<19x300xf32, #m>, tensor<19xf32>, tensor<19xi32>) -> (tensor<19xf32>, tensor<19xi32>)
  %gi = arith.sitofp %g#1 : tensor<19xi32> to tensor<19xf32>
  %g0 = tensor.cast %g#0 : tensor<19xf32> to tensor<*xf32>
  call @show(%g0) : (tensor<*xf32>) -> ()
  %g1 = tensor.cast %gi : tensor<19xf32> to tensor<*xf32>
  call @show(%g1) : (tensor<*xf32>) -> ()
  %where64 = arith.constant dense<-7> : tensor<19xi64>
  %l:2 = call @least(%x, %where64, %none) : (tensor<19x300xf32, #m>, tensor<19xi64>, tensor<19xf32>) -> (tensor<19xi64>, tensor<19xf32>)
  %li = arith.sitofp %l#0 : tensor<19xi64> to tensor<19xf32>
  %l0 = tensor.cast %l#1 : tensor<19xf32> to tensor<*xf32>
  call @show(%l0) : (tensor<*xf32>) -> ()
  %l1 = tensor.cast %li : tensor<19xf32> to tensor<*xf32>
  call @show(%l1) : (tensor<*xf32>) -> ()

  %e8 = tensor.empty() : tensor<19x300xi8, #b>
  %hundred = arith.constant 100.0 : f32
  %x8 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x1 : tensor<19x300xf32, #m>) outs(%e8 : tensor<19x300xi8, #b>) {
  ^bb0(%a: f32, %o: i8):
    %p = arith.mulf %a, %hundred : f32
    %q = arith.fptosi %p : f32 to i8
    linalg.yield %q : i8
  } -> tensor<19x300xi8, #b>
  %low8 = arith.constant dense<-128> : tensor<19xi8>
  %b:2 = call @bytes(%x8, %low8, %where) : (tensor<19x300xi8, #b>, tensor<19xi8>, tensor<19xi32>) -> (tensor<19xi8>, tensor<19xi32>)
  %bv = arith.sitofp %b#0 : tensor<19xi8> to tensor<19xf32>
  %bi = arith.sitofp %b#1 : tensor<19xi32> to tensor<19xf32>
  %b0 = tensor.cast %bv : tensor<19xf32> to tensor<*xf32>
  call @show(%b0) : (tensor<*xf32>) -> ()
  %b1 = tensor.cast %bi : tensor<19xf32> to tensor<*xf32>
  call @show(%b1) : (tensor<*xf32>) -> ()

  %t0 = call @data2(%n2, %n1, %n2003) : (index, index, index) -> tensor<?x?xf32>
  %t1 = tensor.cast %t0 : tensor<?x?xf32> to tensor<1x2003xf32>
  %th = arith.truncf %t1 : tensor<1x2003xf32> to tensor<1x2003xbf16>
  %t = tensor.cast %th : tensor<1x2003xbf16> to tensor<1x2003xbf16, #h>
  %lowh = arith.constant dense<0xFF80> : tensor<1xbf16>
  %zero = arith.constant dense<0> : tensor<1xi64>
  %k:2 = call @token(%t, %lowh, %zero) : (tensor<1x2003xbf16, #h>, tensor<1xbf16>, tensor<1xi64>) -> (tensor<1xbf16>, tensor<1xi64>)
  %kv = arith.extf %k#0 : tensor<1xbf16> to tensor<1xf32>
  %ki = arith.sitofp %k#1 : tensor<1xi64> to tensor<1xf32>
  %k0 = tensor.cast %kv : tensor<1xf32> to tensor<*xf32>
  call @show(%k0) : (tensor<*xf32>) -> ()
  %k1 = tensor.cast %ki : tensor<1xf32> to tensor<*xf32>
  call @show(%k1) : (tensor<*xf32>) -> ()

  %n0 = arith.constant 0 : index
  %high = arith.constant dense<1.0e9> : tensor<f32>
  %none0 = arith.constant dense<-1> : tensor<i64>
  scf.for %n = %n0 to %n19 step %n1 {
    %w = func.call @data1(%n2, %n) : (index, index) -> tensor<?xf32>
    %m:2 = func.call @whole(%w, %high, %none0) : (tensor<?xf32>, tensor<f32>, tensor<i64>) -> (tensor<f32>, tensor<i64>)
    %mi = arith.sitofp %m#1 : tensor<i64> to tensor<f32>
    %m0 = tensor.cast %m#0 : tensor<f32> to tensor<*xf32>
    func.call @show(%m0) : (tensor<*xf32>) -> ()
    %m1 = tensor.cast %mi : tensor<f32> to tensor<*xf32>
    func.call @show(%m1) : (tensor<*xf32>) -> ()
  }
  return
}

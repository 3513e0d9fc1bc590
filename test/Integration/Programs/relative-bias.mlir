// Tables that a body reads at the distance of two indices, as biases of relative positions are: forwards and backwards,
// of a head that is another index, from what is known at run time on, and with one dimension in two places.
//
// Without masks, LLVM takes long to write vectors out.
//
// PROCESSORS: x86-64-v3 x86-64-v4
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t2 = #tiled_layout.layout<{1,0:T(8,128)}>
#t3 = #tiled_layout.layout<{2,1,0:T(8,128)}>
#w2 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#w3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#map = affine_map<(h, i, j) -> (h, i, j)>

func.func private @distance(%x: tensor<3x40x150xf32, #t3>, %b: tensor<3x300xf32, #t2>) -> tensor<3x40x150xf32, #t3> attributes {no_inline} {
  %e = tensor.empty() : tensor<3x40x150xf32, #t3>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<3x40x150xf32, #t3>) outs(%e : tensor<3x40x150xf32, #t3>) {
  ^bb0(%v: f32, %o: f32):
    %c = arith.constant 45 : index
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %d = arith.subi %j, %i : index
    %p = arith.addi %d, %c : index
    %q = tensor.extract %b[%h, %p] : tensor<3x300xf32, #t2>
    %s = arith.addf %v, %q : f32
    linalg.yield %s : f32
  } -> tensor<3x40x150xf32, #t3>
  return %r : tensor<3x40x150xf32, #t3>
}
func.func private @backwards(%x: tensor<?x?x?xbf16, #w3>, %b: tensor<?x?xbf16, #w2>, %c: index) -> tensor<?x?x?xbf16, #w3> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = tensor.dim %x, %c0 : tensor<?x?x?xbf16, #w3>
  %m = tensor.dim %x, %c1 : tensor<?x?x?xbf16, #w3>
  %n = tensor.dim %x, %c2 : tensor<?x?x?xbf16, #w3>
  %e = tensor.empty(%l, %m, %n) : tensor<?x?x?xbf16, #w3>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<?x?x?xbf16, #w3>) outs(%e : tensor<?x?x?xbf16, #w3>) {
  ^bb0(%v: bf16, %o: bf16):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %d = arith.subi %i, %j : index
    %p = arith.addi %d, %c : index
    %q = tensor.extract %b[%h, %p] : tensor<?x?xbf16, #w2>
    %s = arith.addf %v, %q : bf16
    linalg.yield %s : bf16
  } -> tensor<?x?x?xbf16, #w3>
  return %r : tensor<?x?x?xbf16, #w3>
}
func.func private @diagonals(%b: tensor<300x300xf32, #t2>) -> tensor<3x40x150xf32, #t3> attributes {no_inline} {
  %e = tensor.empty() : tensor<3x40x150xf32, #t3>
  %r = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]}
    outs(%e : tensor<3x40x150xf32, #t3>) {
  ^bb0(%o: f32):
    %h = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %p = arith.addi %i, %j : index
    %q = arith.addi %j, %h : index
    %s = tensor.extract %b[%p, %q] : tensor<300x300xf32, #t2>
    linalg.yield %s : f32
  } -> tensor<3x40x150xf32, #t3>
  return %r : tensor<3x40x150xf32, #t3>
}
func.func @main() {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %n40 = arith.constant 40 : index
  %n150 = arith.constant 150 : index
  %n155 = arith.constant 155 : index
  %n300 = arith.constant 300 : index
  %a = call @data3(%one, %n3, %n40, %n150) : (index, index, index, index) -> tensor<?x?x?xf32>
  %b = call @data2(%two, %n3, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %a : tensor<?x?x?xf32> to tensor<3x40x150xf32>
  %y = tensor.cast %b : tensor<?x?xf32> to tensor<3x300xf32>
  %xt = tensor.cast %x : tensor<3x40x150xf32> to tensor<3x40x150xf32, #t3>
  %yt = tensor.cast %y : tensor<3x300xf32> to tensor<3x300xf32, #t2>
  %r = call @distance(%xt, %yt) : (tensor<3x40x150xf32, #t3>, tensor<3x300xf32, #t2>) -> tensor<3x40x150xf32, #t3>
  %r1 = tensor.cast %r : tensor<3x40x150xf32, #t3> to tensor<3x40x150xf32>
  %r2 = tensor.cast %r1 : tensor<3x40x150xf32> to tensor<*xf32>
  call @show(%r2) : (tensor<*xf32>) -> ()
  %xb = arith.truncf %a : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %yb = arith.truncf %b : tensor<?x?xf32> to tensor<?x?xbf16>
  %xw = tensor.cast %xb : tensor<?x?x?xbf16> to tensor<?x?x?xbf16, #w3>
  %yw = tensor.cast %yb : tensor<?x?xbf16> to tensor<?x?xbf16, #w2>
  %s = call @backwards(%xw, %yw, %n155) : (tensor<?x?x?xbf16, #w3>, tensor<?x?xbf16, #w2>, index) -> tensor<?x?x?xbf16, #w3>
  %s1 = tensor.cast %s : tensor<?x?x?xbf16, #w3> to tensor<?x?x?xbf16>
  %s2 = arith.extf %s1 : tensor<?x?x?xbf16> to tensor<?x?x?xf32>
  %s3 = tensor.cast %s2 : tensor<?x?x?xf32> to tensor<*xf32>
  call @show(%s3) : (tensor<*xf32>) -> ()
  %z = call @data2(%two, %n300, %n300) : (index, index, index) -> tensor<?x?xf32>
  %z1 = tensor.cast %z : tensor<?x?xf32> to tensor<300x300xf32>
  %z2 = tensor.cast %z1 : tensor<300x300xf32> to tensor<300x300xf32, #t2>
  %t = call @diagonals(%z2) : (tensor<300x300xf32, #t2>) -> tensor<3x40x150xf32, #t3>
  %t1 = tensor.cast %t : tensor<3x40x150xf32, #t3> to tensor<3x40x150xf32>
  %t2 = tensor.cast %t1 : tensor<3x40x150xf32> to tensor<*xf32>
  call @show(%t2) : (tensor<*xf32>) -> ()
  return
}

// Functions of complex numbers, in a layout, beside the same in rows.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(4,8)}>
#id = affine_map<(i, j) -> (i, j)>
func.func @functions(%x: tensor<5x20xf32, #m>, %y: tensor<5x20xf32, #m>) -> tensor<5x20xcomplex<f32>, #m> {
  %e = tensor.empty() : tensor<5x20xcomplex<f32>, #m>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<5x20xf32, #m>, tensor<5x20xf32, #m>) outs(%e : tensor<5x20xcomplex<f32>, #m>) {
  ^bb0(%a: f32, %b: f32, %o: complex<f32>):
    %one = complex.constant [1.0 : f32, 0.5 : f32] : complex<f32>
    %z0 = complex.create %a, %b : complex<f32>
    %z1 = complex.conj %z0 : complex<f32>
    %z2 = complex.exp %z1 : complex<f32>
    %z3 = complex.add %z2, %one : complex<f32>
    %z4 = complex.sqrt %z3 : complex<f32>
    %z5 = complex.tanh %z4 : complex<f32>
    %z6 = complex.neg %z5 : complex<f32>
    %z7 = complex.sin %z6 : complex<f32>
    %z8 = complex.mul %z7, %z4 : complex<f32>
    %z9 = complex.div %z8, %one : complex<f32>
    %l = complex.log %z3 : complex<f32>
    %s = complex.sub %z9, %l : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<5x20xcomplex<f32>, #m>
  return %r : tensor<5x20xcomplex<f32>, #m>
}
// Rows of real parts, imaginary parts, magnitudes and angles.
func.func @parts(%x: tensor<5x20xcomplex<f32>, #m>) -> tensor<4x5x20xf32> {
  %e = tensor.empty() : tensor<4x5x20xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(p, i, j) -> (i, j)>, affine_map<(p, i, j) -> (p, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : tensor<5x20xcomplex<f32>, #m>) outs(%e : tensor<4x5x20xf32>) {
  ^bb0(%z: complex<f32>, %o: f32):
    %p = linalg.index 0 : index
    %re = complex.re %z : complex<f32>
    %im = complex.im %z : complex<f32>
    %abs = complex.abs %z : complex<f32>
    %angle = complex.angle %z : complex<f32>
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %low = arith.cmpi ult, %p, %c2 : index
    %b = arith.andi %p, %c1 : index
    %even = arith.cmpi ne, %b, %c1 : index
    %first = arith.select %even, %re, %im : f32
    %second = arith.select %even, %abs, %angle : f32
    %v = arith.select %low, %first, %second : f32
    linalg.yield %v : f32
  } -> tensor<4x5x20xf32>
  return %r : tensor<4x5x20xf32>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n3 = arith.constant 3 : index
  %n5 = arith.constant 5 : index
  %n20 = arith.constant 20 : index
  %x0 = call @data2(%n1, %n5, %n20) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<5x20xf32, #m>
  %y0 = call @data2(%n3, %n5, %n20) : (index, index, index) -> tensor<?x?xf32>
  %y = tensor.cast %y0 : tensor<?x?xf32> to tensor<5x20xf32, #m>
  %z = call @functions(%x, %y) : (tensor<5x20xf32, #m>, tensor<5x20xf32, #m>) -> tensor<5x20xcomplex<f32>, #m>
  %r = call @parts(%z) : (tensor<5x20xcomplex<f32>, #m>) -> tensor<4x5x20xf32>
  %u = tensor.cast %r : tensor<4x5x20xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

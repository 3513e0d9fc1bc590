// Bytes that fill the words of dot instructions in different ways: a first layer with three
// channels last, patches with channels first, heads that share words of a tile, and one column.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#b4 = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
#w4 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#b2 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#w2 = #tiled_layout.layout<{1,0:T(8,128)}>
#id4 = affine_map<(a, b, c, d) -> (a, b, c, d)>
func.func @bytes(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi8> {
  %y = arith.fptosi %x : tensor<?x?x?x?xf32> to tensor<?x?x?x?xi8>
  return %y : tensor<?x?x?x?xi8>
}
func.func @scaled(%seed: index, %a: index, %b: index, %c: index, %d: index) -> tensor<?x?x?x?xi8> {
  %x = call @data4(%seed, %a, %b, %c, %d) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %n0 = arith.constant 0 : index
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %e0 = tensor.dim %x, %n0 : tensor<?x?x?x?xf32>
  %e1 = tensor.dim %x, %n1 : tensor<?x?x?x?xf32>
  %e2 = tensor.dim %x, %n2 : tensor<?x?x?x?xf32>
  %e3 = tensor.dim %x, %n3 : tensor<?x?x?x?xf32>
  %e = tensor.empty(%e0, %e1, %e2, %e3) : tensor<?x?x?x?xf32>
  %s = arith.constant 100.0 : f32
  %y = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%x : tensor<?x?x?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) {
  ^bb0(%p: f32, %o: f32):
    %q = arith.mulf %p, %s : f32
    linalg.yield %q : f32
  } -> tensor<?x?x?x?xf32>
  %z = call @bytes(%y) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xi8>
  return %z : tensor<?x?x?x?xi8>
}
func.func @layer(%x: tensor<2x15x17x3xi8>, %w: tensor<5x7x3x21xi8>) -> tensor<2x6x6x21xi32, #w4> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x6x6x21xi32, #w4>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<2x6x6x21xi32, #w4>) -> tensor<2x6x6x21xi32, #w4>
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<2x15x17x3xi8>, tensor<5x7x3x21xi8>)
    outs(%f : tensor<2x6x6x21xi32, #w4>) -> tensor<2x6x6x21xi32, #w4>
  return %r : tensor<2x6x6x21xi32, #w4>
}
func.func @patches(%x: tensor<1x3x40x48xi8, #b4>, %w: tensor<37x3x8x8xi8, #b4>) -> tensor<1x37x5x6xi32, #w4> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x37x5x6xi32, #w4>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<1x37x5x6xi32, #w4>) -> tensor<1x37x5x6xi32, #w4>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<8> : tensor<2xi64>} ins(%x, %w : tensor<1x3x40x48xi8, #b4>, tensor<37x3x8x8xi8, #b4>)
    outs(%f : tensor<1x37x5x6xi32, #w4>) -> tensor<1x37x5x6xi32, #w4>
  return %r : tensor<1x37x5x6xi32, #w4>
}
func.func @scores(%q: tensor<1x19x11x33xi8, #b4>, %k: tensor<1x21x11x33xi8, #b4>) -> tensor<1x11x19x21xi32, #w4> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x11x19x21xi32, #w4>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<1x11x19x21xi32, #w4>) -> tensor<1x11x19x21xi32, #w4>
  %r = linalg.generic {indexing_maps = [affine_map<(b, h, q, k, d) -> (b, q, h, d)>, affine_map<(b, h, q, k, d) -> (b, k, h, d)>,
                                        affine_map<(b, h, q, k, d) -> (b, h, q, k)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<1x19x11x33xi8, #b4>, tensor<1x21x11x33xi8, #b4>) outs(%f : tensor<1x11x19x21xi32, #w4>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %m = arith.muli %x, %y : i32
    %t = arith.addi %o, %m : i32
    linalg.yield %t : i32
  } -> tensor<1x11x19x21xi32, #w4>
  return %r : tensor<1x11x19x21xi32, #w4>
}
func.func @column(%a: tensor<27x139xi8, #b2>, %b: tensor<139x1xi8, #b2>) -> tensor<27x1xi32, #w2> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<27x1xi32, #w2>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<27x1xi32, #w2>) -> tensor<27x1xi32, #w2>
  %r = linalg.matmul ins(%a, %b : tensor<27x139xi8, #b2>, tensor<139x1xi8, #b2>) outs(%f : tensor<27x1xi32, #w2>) -> tensor<27x1xi32, #w2>
  return %r : tensor<27x1xi32, #w2>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  %c15 = arith.constant 15 : index
  %c17 = arith.constant 17 : index
  %c19 = arith.constant 19 : index
  %c21 = arith.constant 21 : index
  %c27 = arith.constant 27 : index
  %c33 = arith.constant 33 : index
  %c37 = arith.constant 37 : index
  %c40 = arith.constant 40 : index
  %c48 = arith.constant 48 : index
  %c139 = arith.constant 139 : index
  %x0 = call @scaled(%c1, %c2, %c15, %c17, %c3) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %x = tensor.cast %x0 : tensor<?x?x?x?xi8> to tensor<2x15x17x3xi8>
  %w0 = call @scaled(%c2, %c5, %c7, %c3, %c21) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %w = tensor.cast %w0 : tensor<?x?x?x?xi8> to tensor<5x7x3x21xi8>
  %l = call @layer(%x, %w) : (tensor<2x15x17x3xi8>, tensor<5x7x3x21xi8>) -> tensor<2x6x6x21xi32, #w4>
  %l0 = tensor.cast %l : tensor<2x6x6x21xi32, #w4> to tensor<2x6x6x21xi32>
  %l1 = tensor.cast %l0 : tensor<2x6x6x21xi32> to tensor<*xi32>
  call @showI32(%l1) : (tensor<*xi32>) -> ()
  %i0 = call @scaled(%c3, %c1, %c3, %c40, %c48) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %i = tensor.cast %i0 : tensor<?x?x?x?xi8> to tensor<1x3x40x48xi8, #b4>
  %p0 = call @scaled(%c5, %c37, %c3, %c8, %c8) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %p = tensor.cast %p0 : tensor<?x?x?x?xi8> to tensor<37x3x8x8xi8, #b4>
  %r = call @patches(%i, %p) : (tensor<1x3x40x48xi8, #b4>, tensor<37x3x8x8xi8, #b4>) -> tensor<1x37x5x6xi32, #w4>
  %r0 = tensor.cast %r : tensor<1x37x5x6xi32, #w4> to tensor<1x37x5x6xi32>
  %r1 = tensor.cast %r0 : tensor<1x37x5x6xi32> to tensor<*xi32>
  call @showI32(%r1) : (tensor<*xi32>) -> ()
  %q0 = call @scaled(%c1, %c1, %c19, %c11, %c33) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %q = tensor.cast %q0 : tensor<?x?x?x?xi8> to tensor<1x19x11x33xi8, #b4>
  %k0 = call @scaled(%c7, %c1, %c21, %c11, %c33) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %k = tensor.cast %k0 : tensor<?x?x?x?xi8> to tensor<1x21x11x33xi8, #b4>
  %s = call @scores(%q, %k) : (tensor<1x19x11x33xi8, #b4>, tensor<1x21x11x33xi8, #b4>) -> tensor<1x11x19x21xi32, #w4>
  %s0 = tensor.cast %s : tensor<1x11x19x21xi32, #w4> to tensor<1x11x19x21xi32>
  %s1 = tensor.cast %s0 : tensor<1x11x19x21xi32> to tensor<*xi32>
  call @showI32(%s1) : (tensor<*xi32>) -> ()
  %a0 = call @scaled(%c2, %c1, %c1, %c27, %c139) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %a1 = tensor.cast %a0 : tensor<?x?x?x?xi8> to tensor<1x1x27x139xi8>
  %a2 = tensor.collapse_shape %a1 [[0, 1, 2], [3]] : tensor<1x1x27x139xi8> into tensor<27x139xi8>
  %a = tensor.cast %a2 : tensor<27x139xi8> to tensor<27x139xi8, #b2>
  %b0 = call @scaled(%c3, %c1, %c1, %c139, %c1) : (index, index, index, index, index) -> tensor<?x?x?x?xi8>
  %b1 = tensor.cast %b0 : tensor<?x?x?x?xi8> to tensor<1x1x139x1xi8>
  %b2 = tensor.collapse_shape %b1 [[0, 1, 2], [3]] : tensor<1x1x139x1xi8> into tensor<139x1xi8>
  %b = tensor.cast %b2 : tensor<139x1xi8> to tensor<139x1xi8, #b2>
  %m = call @column(%a, %b) : (tensor<27x139xi8, #b2>, tensor<139x1xi8, #b2>) -> tensor<27x1xi32, #w2>
  %m0 = tensor.cast %m : tensor<27x1xi32, #w2> to tensor<27x1xi32>
  %m1 = tensor.cast %m0 : tensor<27x1xi32> to tensor<*xi32>
  call @showI32(%m1) : (tensor<*xi32>) -> ()
  return
}

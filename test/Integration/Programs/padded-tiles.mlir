// Pads of which only the tiles at the edges are filled, and the tiles between them are read from the source, from within its tiles.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#l0 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#l1 = #tiled_layout.layout<{1,0:T(8,128)}>
#l2 = #tiled_layout.layout<{0,1:T(8,128)(2,1)}>
#l3 = #tiled_layout.layout<{0,1:T(8,128)(4,1)}>
#l4 = #tiled_layout.layout<{1,0:T(32,128)(4,1)}>
#l5 = #tiled_layout.layout<{1,0:T(2,4)}>
func.func @p0(%x: tensor<150x33xbf16, #l0>) -> tensor<151x41xbf16, #l0> attributes {no_inline} {
  %z = arith.constant 2.5 : bf16
  %r = tensor.pad %x low[1, 0] high[0, 8] {
  ^bb0(%p0: index, %p1: index):
    tensor.yield %z : bf16
  } : tensor<150x33xbf16, #l0> to tensor<151x41xbf16, #l0>
  return %r : tensor<151x41xbf16, #l0>
}
func.func @p1(%x: tensor<257x40xf32, #l1>) -> tensor<270x48xf32, #l1> attributes {no_inline} {
  %z = arith.constant 2.5 : f32
  %c = arith.addf %x, %x : tensor<257x40xf32, #l1>
  %r = tensor.pad %c low[13, 0] high[0, 8] {
  ^bb0(%p0: index, %p1: index):
    tensor.yield %z : f32
  } : tensor<257x40xf32, #l1> to tensor<270x48xf32, #l1>
  %t = arith.addf %r, %r : tensor<270x48xf32, #l1>
  return %t : tensor<270x48xf32, #l1>
}
func.func @p2(%x: tensor<40x150xbf16, #l2>) -> tensor<46x151xbf16, #l0> attributes {no_inline} {
  %z = arith.constant 2.5 : bf16
  %c = arith.addf %x, %x : tensor<40x150xbf16, #l2>
  %r = tensor.pad %c low[1, 0] high[5, 1] {
  ^bb0(%p0: index, %p1: index):
    tensor.yield %z : bf16
  } : tensor<40x150xbf16, #l2> to tensor<46x151xbf16, #l2>
  %s = tensor.cast %r : tensor<46x151xbf16, #l2> to tensor<46x151xbf16, #l0>
  return %s : tensor<46x151xbf16, #l0>
}
func.func @p3(%x: tensor<40x515xf32, #l1>) -> tensor<46x528xf32, #l0> attributes {no_inline} {
  %z = arith.constant 2.5 : f32
  %r = tensor.pad %x low[1, 13] high[5, 0] {
  ^bb0(%p0: index, %p1: index):
    tensor.yield %z : f32
  } : tensor<40x515xf32, #l1> to tensor<46x528xf32, #l1>
  %s = tensor.cast %r : tensor<46x528xf32, #l1> to tensor<46x528xf32, #l0>
  %t = arith.addf %s, %s : tensor<46x528xf32, #l0>
  return %t : tensor<46x528xf32, #l0>
}
func.func @p4(%x: tensor<?x257xi8, #l3>) -> tensor<?x257xi8, #l4> attributes {no_inline} {
  %z = arith.constant 7 : i8
  %c = arith.addi %x, %x : tensor<?x257xi8, #l3>
  %r = tensor.pad %c low[0, 0] high[8, 0] {
  ^bb0(%p0: index, %p1: index):
    tensor.yield %z : i8
  } : tensor<?x257xi8, #l3> to tensor<?x257xi8, #l3>
  %s = tensor.cast %r : tensor<?x257xi8, #l3> to tensor<?x257xi8, #l4>
  %t = arith.addi %s, %s : tensor<?x257xi8, #l4>
  return %t : tensor<?x257xi8, #l4>
}
func.func @p5(%x: tensor<17x300xf32, #l1>) -> tensor<18x301xf32, #l5> attributes {no_inline} {
  %z = arith.constant 2.5 : f32
  %r = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p0: index, %p1: index):
    tensor.yield %z : f32
  } : tensor<17x300xf32, #l1> to tensor<18x301xf32, #l1>
  %s = tensor.cast %r : tensor<18x301xf32, #l1> to tensor<18x301xf32, #l5>
  return %s : tensor<18x301xf32, #l5>
}
func.func @main() {
  %k0_0 = arith.constant 1 : index
  %k0_1 = arith.constant 150 : index
  %k0_2 = arith.constant 33 : index
  %d0 = call @data2(%k0_0, %k0_1, %k0_2) : (index, index, index) -> tensor<?x?xf32>
  %e0 = tensor.cast %d0 : tensor<?x?xf32> to tensor<150x33xf32>
  %f0 = arith.truncf %e0 : tensor<150x33xf32> to tensor<150x33xbf16>
  %g0 = tensor.cast %f0 : tensor<150x33xbf16> to tensor<150x33xbf16, #l0>
  %h0 = call @p0(%g0) : (tensor<150x33xbf16, #l0>) -> tensor<151x41xbf16, #l0>
  %i0 = tensor.cast %h0 : tensor<151x41xbf16, #l0> to tensor<151x41xbf16>
  %j0 = arith.extf %i0 : tensor<151x41xbf16> to tensor<151x41xf32>
  %u0 = tensor.cast %j0 : tensor<151x41xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %k1_0 = arith.constant 2 : index
  %k1_1 = arith.constant 257 : index
  %k1_2 = arith.constant 40 : index
  %d1 = call @data2(%k1_0, %k1_1, %k1_2) : (index, index, index) -> tensor<?x?xf32>
  %e1 = tensor.cast %d1 : tensor<?x?xf32> to tensor<257x40xf32>
  %g1 = tensor.cast %e1 : tensor<257x40xf32> to tensor<257x40xf32, #l1>
  %h1 = call @p1(%g1) : (tensor<257x40xf32, #l1>) -> tensor<270x48xf32, #l1>
  %i1 = tensor.cast %h1 : tensor<270x48xf32, #l1> to tensor<270x48xf32>
  %u1 = tensor.cast %i1 : tensor<270x48xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %k2_0 = arith.constant 3 : index
  %k2_1 = arith.constant 40 : index
  %k2_2 = arith.constant 150 : index
  %d2 = call @data2(%k2_0, %k2_1, %k2_2) : (index, index, index) -> tensor<?x?xf32>
  %e2 = tensor.cast %d2 : tensor<?x?xf32> to tensor<40x150xf32>
  %f2 = arith.truncf %e2 : tensor<40x150xf32> to tensor<40x150xbf16>
  %g2 = tensor.cast %f2 : tensor<40x150xbf16> to tensor<40x150xbf16, #l2>
  %h2 = call @p2(%g2) : (tensor<40x150xbf16, #l2>) -> tensor<46x151xbf16, #l0>
  %i2 = tensor.cast %h2 : tensor<46x151xbf16, #l0> to tensor<46x151xbf16>
  %j2 = arith.extf %i2 : tensor<46x151xbf16> to tensor<46x151xf32>
  %u2 = tensor.cast %j2 : tensor<46x151xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %k3_0 = arith.constant 4 : index
  %k3_1 = arith.constant 40 : index
  %k3_2 = arith.constant 515 : index
  %d3 = call @data2(%k3_0, %k3_1, %k3_2) : (index, index, index) -> tensor<?x?xf32>
  %e3 = tensor.cast %d3 : tensor<?x?xf32> to tensor<40x515xf32>
  %g3 = tensor.cast %e3 : tensor<40x515xf32> to tensor<40x515xf32, #l1>
  %h3 = call @p3(%g3) : (tensor<40x515xf32, #l1>) -> tensor<46x528xf32, #l0>
  %i3 = tensor.cast %h3 : tensor<46x528xf32, #l0> to tensor<46x528xf32>
  %u3 = tensor.cast %i3 : tensor<46x528xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %k4_0 = arith.constant 5 : index
  %k4_1 = arith.constant 100 : index
  %k4_2 = arith.constant 257 : index
  %d4 = call @data2(%k4_0, %k4_1, %k4_2) : (index, index, index) -> tensor<?x?xf32>
  %e4 = tensor.cast %d4 : tensor<?x?xf32> to tensor<100x257xf32>
  %f4 = arith.fptosi %e4 : tensor<100x257xf32> to tensor<100x257xi8>
  %g4 = tensor.cast %f4 : tensor<100x257xi8> to tensor<100x257xi8, #l3>
  %gd4 = tensor.cast %g4 : tensor<100x257xi8, #l3> to tensor<?x257xi8, #l3>
  %h4 = call @p4(%gd4) : (tensor<?x257xi8, #l3>) -> tensor<?x257xi8, #l4>
  %hs4 = tensor.cast %h4 : tensor<?x257xi8, #l4> to tensor<108x257xi8, #l4>
  %i4 = tensor.cast %hs4 : tensor<108x257xi8, #l4> to tensor<108x257xi8>
  %j4 = arith.sitofp %i4 : tensor<108x257xi8> to tensor<108x257xf32>
  %u4 = tensor.cast %j4 : tensor<108x257xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %k5_0 = arith.constant 6 : index
  %k5_1 = arith.constant 17 : index
  %k5_2 = arith.constant 300 : index
  %d5 = call @data2(%k5_0, %k5_1, %k5_2) : (index, index, index) -> tensor<?x?xf32>
  %e5 = tensor.cast %d5 : tensor<?x?xf32> to tensor<17x300xf32>
  %g5 = tensor.cast %e5 : tensor<17x300xf32> to tensor<17x300xf32, #l1>
  %h5 = call @p5(%g5) : (tensor<17x300xf32, #l1>) -> tensor<18x301xf32, #l5>
  %i5 = tensor.cast %h5 : tensor<18x301xf32, #l5> to tensor<18x301xf32>
  %u5 = tensor.cast %i5 : tensor<18x301xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  return
}

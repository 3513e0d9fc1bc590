// Slices within tiles of elements that share bytes, of tiles that combine dimensions, of one dimension,
// of one column, and of nothing.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#i4 = #tiled_layout.layout<{1,0:T(8,128)E(4)}>
#c = #tiled_layout.layout<{1,0:T(*,128)}>
#one = #tiled_layout.layout<{0:T(128)}>
#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func private @f(%x: tensor<33x301xi4, #i4>, %y: tensor<33x301xf32, #c>, %z: tensor<301xf32, #one>, %h: tensor<33x301xbf16, #t>)
    -> (tensor<20x77xi4, #i4>, tensor<20x77xf32>, tensor<0x77xbf16, #t>, tensor<77xf32, #one>, tensor<33x1xbf16, #t>) attributes {no_inline} {
  %a = tensor.extract_slice %x[5, 131] [20, 77] [1, 1] : tensor<33x301xi4, #i4> to tensor<20x77xi4, #i4>
  %b = arith.addi %a, %a : tensor<20x77xi4, #i4>
  %c = tensor.extract_slice %y[5, 131] [20, 77] [1, 1] : tensor<33x301xf32, #c> to tensor<20x77xf32>
  %d = arith.addf %c, %c : tensor<20x77xf32>
  %e = tensor.extract_slice %h[5, 131] [0, 77] [1, 1] : tensor<33x301xbf16, #t> to tensor<0x77xbf16, #t>
  %e2 = arith.addf %e, %e : tensor<0x77xbf16, #t>
  %g = tensor.extract_slice %z[131] [77] [1] : tensor<301xf32, #one> to tensor<77xf32, #one>
  %g2 = arith.mulf %g, %g : tensor<77xf32, #one>
  %k = tensor.extract_slice %h[0, 130] [33, 1] [1, 1] : tensor<33x301xbf16, #t> to tensor<33x1xbf16, #t>
  %k2 = arith.addf %k, %k : tensor<33x1xbf16, #t>
  return %b, %d, %e2, %g2, %k2 : tensor<20x77xi4, #i4>, tensor<20x77xf32>, tensor<0x77xbf16, #t>, tensor<77xf32, #one>, tensor<33x1xbf16, #t>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %m = arith.constant 33 : index
  %n = arith.constant 301 : index
  %x0 = call @data2(%n1, %m, %n) : (index, index, index) -> tensor<?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?xf32> to tensor<33x301xf32>
  %x = arith.fptosi %x1 : tensor<33x301xf32> to tensor<33x301xi4>
  %xt = tensor.cast %x : tensor<33x301xi4> to tensor<33x301xi4, #i4>
  %y = tensor.cast %x1 : tensor<33x301xf32> to tensor<33x301xf32, #c>
  %z0 = tensor.extract_slice %x1[3, 0] [1, 301] [1, 1] : tensor<33x301xf32> to tensor<301xf32>
  %z = tensor.cast %z0 : tensor<301xf32> to tensor<301xf32, #one>
  %h0 = arith.truncf %x1 : tensor<33x301xf32> to tensor<33x301xbf16>
  %h = tensor.cast %h0 : tensor<33x301xbf16> to tensor<33x301xbf16, #t>
  %r:5 = call @f(%xt, %y, %z, %h) : (tensor<33x301xi4, #i4>, tensor<33x301xf32, #c>, tensor<301xf32, #one>, tensor<33x301xbf16, #t>) -> (tensor<20x77xi4, #i4>, tensor<20x77xf32>, tensor<0x77xbf16, #t>, tensor<77xf32, #one>, tensor<33x1xbf16, #t>)
  %p0 = tensor.cast %r#0 : tensor<20x77xi4, #i4> to tensor<20x77xi4>
  %q0 = arith.sitofp %p0 : tensor<20x77xi4> to tensor<20x77xf32>
  %u0 = tensor.cast %q0 : tensor<20x77xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %u1 = tensor.cast %r#1 : tensor<20x77xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %p3 = tensor.cast %r#3 : tensor<77xf32, #one> to tensor<77xf32>
  %u3 = tensor.cast %p3 : tensor<77xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %p4 = tensor.cast %r#4 : tensor<33x1xbf16, #t> to tensor<33x1xbf16>
  %q4 = arith.extf %p4 : tensor<33x1xbf16> to tensor<33x1xf32>
  %u4 = tensor.cast %q4 : tensor<33x1xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  return
}

// Transposed arrays of as many rows and columns as are known at run time only, whose rows share
// words.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
func.func @transposed_bf16(%x: tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xbf16, #bf16>
  %n = tensor.dim %x, %c1 : tensor<?x?xbf16, #bf16>
  %e = tensor.empty(%n, %m) : tensor<?x?xbf16, #bf16>
  %r = linalg.transpose ins(%x : tensor<?x?xbf16, #bf16>) outs(%e : tensor<?x?xbf16, #bf16>) permutation = [1, 0]
  return %r : tensor<?x?xbf16, #bf16>
}
func.func @doubled_bf16(%x: tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xbf16, #bf16>
  %n = tensor.dim %x, %c1 : tensor<?x?xbf16, #bf16>
  %e = tensor.empty(%n, %m) : tensor<?x?xbf16, #bf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xbf16, #bf16>) outs(%e : tensor<?x?xbf16, #bf16>) {
  ^bb0(%p: bf16, %q: bf16):
    %s = arith.addf %p, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<?x?xbf16, #bf16>
  return %r : tensor<?x?xbf16, #bf16>
}
func.func @transposed_i8(%x: tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xi8, #i8>
  %n = tensor.dim %x, %c1 : tensor<?x?xi8, #i8>
  %e = tensor.empty(%n, %m) : tensor<?x?xi8, #i8>
  %r = linalg.transpose ins(%x : tensor<?x?xi8, #i8>) outs(%e : tensor<?x?xi8, #i8>) permutation = [1, 0]
  return %r : tensor<?x?xi8, #i8>
}
func.func @doubled_i8(%x: tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xi8, #i8>
  %n = tensor.dim %x, %c1 : tensor<?x?xi8, #i8>
  %e = tensor.empty(%n, %m) : tensor<?x?xi8, #i8>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xi8, #i8>) outs(%e : tensor<?x?xi8, #i8>) {
  ^bb0(%p: i8, %q: i8):
    %s = arith.addi %p, %p : i8
    linalg.yield %s : i8
  } -> tensor<?x?xi8, #i8>
  return %r : tensor<?x?xi8, #i8>
}
func.func @main() {
  %one = arith.constant 1 : index
  %n37 = arith.constant 37 : index
  %n45 = arith.constant 45 : index
  %d0 = call @data2(%one, %n37, %n45) : (index, index, index) -> tensor<?x?xf32>
  %h0 = arith.truncf %d0 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x0 = tensor.cast %h0 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r0 = call @transposed_bf16(%x0) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p0 = tensor.cast %r0 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f0 = arith.extf %p0 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u0 = tensor.cast %f0 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %n64 = arith.constant 64 : index
  %n261 = arith.constant 261 : index
  %d1 = call @data2(%one, %n64, %n261) : (index, index, index) -> tensor<?x?xf32>
  %h1 = arith.truncf %d1 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x1 = tensor.cast %h1 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r1 = call @transposed_bf16(%x1) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p1 = tensor.cast %r1 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f1 = arith.extf %p1 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u1 = tensor.cast %f1 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %n3 = arith.constant 3 : index
  %n130 = arith.constant 130 : index
  %d2 = call @data2(%one, %n3, %n130) : (index, index, index) -> tensor<?x?xf32>
  %h2 = arith.truncf %d2 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x2 = tensor.cast %h2 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r2 = call @transposed_bf16(%x2) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p2 = tensor.cast %r2 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f2 = arith.extf %p2 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u2 = tensor.cast %f2 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %n1 = arith.constant 1 : index
  %d3 = call @data2(%one, %n1, %n1) : (index, index, index) -> tensor<?x?xf32>
  %h3 = arith.truncf %d3 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x3 = tensor.cast %h3 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r3 = call @transposed_bf16(%x3) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p3 = tensor.cast %r3 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f3 = arith.extf %p3 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u3 = tensor.cast %f3 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %d4 = call @data2(%one, %n37, %n45) : (index, index, index) -> tensor<?x?xf32>
  %h4 = arith.truncf %d4 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x4 = tensor.cast %h4 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r4 = call @doubled_bf16(%x4) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p4 = tensor.cast %r4 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f4 = arith.extf %p4 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u4 = tensor.cast %f4 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %d5 = call @data2(%one, %n64, %n261) : (index, index, index) -> tensor<?x?xf32>
  %h5 = arith.truncf %d5 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x5 = tensor.cast %h5 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r5 = call @doubled_bf16(%x5) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p5 = tensor.cast %r5 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f5 = arith.extf %p5 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u5 = tensor.cast %f5 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  %d6 = call @data2(%one, %n3, %n130) : (index, index, index) -> tensor<?x?xf32>
  %h6 = arith.truncf %d6 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x6 = tensor.cast %h6 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r6 = call @doubled_bf16(%x6) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p6 = tensor.cast %r6 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f6 = arith.extf %p6 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u6 = tensor.cast %f6 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u6) : (tensor<*xf32>) -> ()
  %d7 = call @data2(%one, %n1, %n1) : (index, index, index) -> tensor<?x?xf32>
  %h7 = arith.truncf %d7 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x7 = tensor.cast %h7 : tensor<?x?xbf16> to tensor<?x?xbf16, #bf16>
  %r7 = call @doubled_bf16(%x7) : (tensor<?x?xbf16, #bf16>) -> tensor<?x?xbf16, #bf16>
  %p7 = tensor.cast %r7 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f7 = arith.extf %p7 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u7 = tensor.cast %f7 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %d8 = call @data2(%one, %n37, %n45) : (index, index, index) -> tensor<?x?xf32>
  %two8 = arith.addf %d8, %d8 : tensor<?x?xf32>
  %four8 = arith.addf %two8, %two8 : tensor<?x?xf32>
  %eight8 = arith.addf %four8, %four8 : tensor<?x?xf32>
  %h8 = arith.fptosi %eight8 : tensor<?x?xf32> to tensor<?x?xi8>
  %x8 = tensor.cast %h8 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r8 = call @transposed_i8(%x8) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p8 = tensor.cast %r8 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f8 = arith.sitofp %p8 : tensor<?x?xi8> to tensor<?x?xf32>
  %u8 = tensor.cast %f8 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u8) : (tensor<*xf32>) -> ()
  %d9 = call @data2(%one, %n64, %n261) : (index, index, index) -> tensor<?x?xf32>
  %two9 = arith.addf %d9, %d9 : tensor<?x?xf32>
  %four9 = arith.addf %two9, %two9 : tensor<?x?xf32>
  %eight9 = arith.addf %four9, %four9 : tensor<?x?xf32>
  %h9 = arith.fptosi %eight9 : tensor<?x?xf32> to tensor<?x?xi8>
  %x9 = tensor.cast %h9 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r9 = call @transposed_i8(%x9) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p9 = tensor.cast %r9 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f9 = arith.sitofp %p9 : tensor<?x?xi8> to tensor<?x?xf32>
  %u9 = tensor.cast %f9 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u9) : (tensor<*xf32>) -> ()
  %d10 = call @data2(%one, %n3, %n130) : (index, index, index) -> tensor<?x?xf32>
  %two10 = arith.addf %d10, %d10 : tensor<?x?xf32>
  %four10 = arith.addf %two10, %two10 : tensor<?x?xf32>
  %eight10 = arith.addf %four10, %four10 : tensor<?x?xf32>
  %h10 = arith.fptosi %eight10 : tensor<?x?xf32> to tensor<?x?xi8>
  %x10 = tensor.cast %h10 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r10 = call @transposed_i8(%x10) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p10 = tensor.cast %r10 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f10 = arith.sitofp %p10 : tensor<?x?xi8> to tensor<?x?xf32>
  %u10 = tensor.cast %f10 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u10) : (tensor<*xf32>) -> ()
  %d11 = call @data2(%one, %n1, %n1) : (index, index, index) -> tensor<?x?xf32>
  %two11 = arith.addf %d11, %d11 : tensor<?x?xf32>
  %four11 = arith.addf %two11, %two11 : tensor<?x?xf32>
  %eight11 = arith.addf %four11, %four11 : tensor<?x?xf32>
  %h11 = arith.fptosi %eight11 : tensor<?x?xf32> to tensor<?x?xi8>
  %x11 = tensor.cast %h11 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r11 = call @transposed_i8(%x11) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p11 = tensor.cast %r11 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f11 = arith.sitofp %p11 : tensor<?x?xi8> to tensor<?x?xf32>
  %u11 = tensor.cast %f11 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u11) : (tensor<*xf32>) -> ()
  %d12 = call @data2(%one, %n37, %n45) : (index, index, index) -> tensor<?x?xf32>
  %two12 = arith.addf %d12, %d12 : tensor<?x?xf32>
  %four12 = arith.addf %two12, %two12 : tensor<?x?xf32>
  %eight12 = arith.addf %four12, %four12 : tensor<?x?xf32>
  %h12 = arith.fptosi %eight12 : tensor<?x?xf32> to tensor<?x?xi8>
  %x12 = tensor.cast %h12 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r12 = call @doubled_i8(%x12) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p12 = tensor.cast %r12 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f12 = arith.sitofp %p12 : tensor<?x?xi8> to tensor<?x?xf32>
  %u12 = tensor.cast %f12 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u12) : (tensor<*xf32>) -> ()
  %d13 = call @data2(%one, %n64, %n261) : (index, index, index) -> tensor<?x?xf32>
  %two13 = arith.addf %d13, %d13 : tensor<?x?xf32>
  %four13 = arith.addf %two13, %two13 : tensor<?x?xf32>
  %eight13 = arith.addf %four13, %four13 : tensor<?x?xf32>
  %h13 = arith.fptosi %eight13 : tensor<?x?xf32> to tensor<?x?xi8>
  %x13 = tensor.cast %h13 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r13 = call @doubled_i8(%x13) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p13 = tensor.cast %r13 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f13 = arith.sitofp %p13 : tensor<?x?xi8> to tensor<?x?xf32>
  %u13 = tensor.cast %f13 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u13) : (tensor<*xf32>) -> ()
  %d14 = call @data2(%one, %n3, %n130) : (index, index, index) -> tensor<?x?xf32>
  %two14 = arith.addf %d14, %d14 : tensor<?x?xf32>
  %four14 = arith.addf %two14, %two14 : tensor<?x?xf32>
  %eight14 = arith.addf %four14, %four14 : tensor<?x?xf32>
  %h14 = arith.fptosi %eight14 : tensor<?x?xf32> to tensor<?x?xi8>
  %x14 = tensor.cast %h14 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r14 = call @doubled_i8(%x14) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p14 = tensor.cast %r14 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f14 = arith.sitofp %p14 : tensor<?x?xi8> to tensor<?x?xf32>
  %u14 = tensor.cast %f14 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u14) : (tensor<*xf32>) -> ()
  %d15 = call @data2(%one, %n1, %n1) : (index, index, index) -> tensor<?x?xf32>
  %two15 = arith.addf %d15, %d15 : tensor<?x?xf32>
  %four15 = arith.addf %two15, %two15 : tensor<?x?xf32>
  %eight15 = arith.addf %four15, %four15 : tensor<?x?xf32>
  %h15 = arith.fptosi %eight15 : tensor<?x?xf32> to tensor<?x?xi8>
  %x15 = tensor.cast %h15 : tensor<?x?xi8> to tensor<?x?xi8, #i8>
  %r15 = call @doubled_i8(%x15) : (tensor<?x?xi8, #i8>) -> tensor<?x?xi8, #i8>
  %p15 = tensor.cast %r15 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f15 = arith.sitofp %p15 : tensor<?x?xi8> to tensor<?x?xf32>
  %u15 = tensor.cast %f15 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u15) : (tensor<*xf32>) -> ()
  return
}

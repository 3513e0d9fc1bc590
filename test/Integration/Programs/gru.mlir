// A cell with gates in an scf.while, which stops when the state moves little or after a number
// of steps; its weights are slices of one tensor, and the condition hands on what it computes.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#n = #tiled_layout.layout<{0,1:T(8,128)}>
#s = #tiled_layout.layout<{2,1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>
func.func private @sigmoid(%x: tensor<4x24xf32, #m>) -> tensor<4x24xf32, #m> {
  %one = arith.constant dense<1.0> : tensor<4x24xf32, #m>
  %n = arith.negf %x : tensor<4x24xf32, #m>
  %e = math.exp %n : tensor<4x24xf32, #m>
  %d = arith.addf %e, %one : tensor<4x24xf32, #m>
  %r = arith.divf %one, %d : tensor<4x24xf32, #m>
  return %r : tensor<4x24xf32, #m>
}
func.func @cell(%h: tensor<4x24xf32, #n>, %w: tensor<3x24x24xf32, #s>, %x: tensor<3x4x24xf32, #s>) -> tensor<4x24xf32, #m> {
  %one = arith.constant dense<1.0> : tensor<4x24xf32, #m>
  %wr = tensor.extract_slice %w[0, 0, 0] [1, 24, 24] [1, 1, 1] : tensor<3x24x24xf32, #s> to tensor<24x24xf32, #m>
  %wz = tensor.extract_slice %w[1, 0, 0] [1, 24, 24] [1, 1, 1] : tensor<3x24x24xf32, #s> to tensor<24x24xf32, #m>
  %wn = tensor.extract_slice %w[2, 0, 0] [1, 24, 24] [1, 1, 1] : tensor<3x24x24xf32, #s> to tensor<24x24xf32, #m>
  %xr = tensor.extract_slice %x[0, 0, 0] [1, 4, 24] [1, 1, 1] : tensor<3x4x24xf32, #s> to tensor<4x24xf32, #m>
  %xz = tensor.extract_slice %x[1, 0, 0] [1, 4, 24] [1, 1, 1] : tensor<3x4x24xf32, #s> to tensor<4x24xf32, #m>
  %xn = tensor.extract_slice %x[2, 0, 0] [1, 4, 24] [1, 1, 1] : tensor<3x4x24xf32, #s> to tensor<4x24xf32, #m>
  %r0 = linalg.matmul ins(%h, %wr : tensor<4x24xf32, #n>, tensor<24x24xf32, #m>) outs(%xr : tensor<4x24xf32, #m>) -> tensor<4x24xf32, #m>
  %r = func.call @sigmoid(%r0) : (tensor<4x24xf32, #m>) -> tensor<4x24xf32, #m>
  %z0 = linalg.matmul ins(%h, %wz : tensor<4x24xf32, #n>, tensor<24x24xf32, #m>) outs(%xz : tensor<4x24xf32, #m>) -> tensor<4x24xf32, #m>
  %z = func.call @sigmoid(%z0) : (tensor<4x24xf32, #m>) -> tensor<4x24xf32, #m>
  %hm = tensor.cast %h : tensor<4x24xf32, #n> to tensor<4x24xf32, #m>
  %rh = arith.mulf %r, %hm : tensor<4x24xf32, #m>
  %n0 = linalg.matmul ins(%rh, %wn : tensor<4x24xf32, #m>, tensor<24x24xf32, #m>) outs(%xn : tensor<4x24xf32, #m>) -> tensor<4x24xf32, #m>
  %n1 = math.tanh %n0 : tensor<4x24xf32, #m>
  %nz = arith.subf %one, %z : tensor<4x24xf32, #m>
  %a = arith.mulf %nz, %n1 : tensor<4x24xf32, #m>
  %b = arith.mulf %z, %hm : tensor<4x24xf32, #m>
  %c = arith.addf %a, %b : tensor<4x24xf32, #m>
  return %c : tensor<4x24xf32, #m>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  %most = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  %little = arith.constant 0.05 : f32
  %w0 = call @data3(%c3, %c3, %c24, %c24) : (index, index, index, index) -> tensor<?x?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?x?xf32> to tensor<3x24x24xf32, #s>
  %x0 = call @data3(%c1, %c3, %c4, %c24) : (index, index, index, index) -> tensor<?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?xf32> to tensor<3x4x24xf32, #s>
  %h0 = arith.constant dense<0.0> : tensor<4x24xf32, #n>
  %r:2 = scf.while (%h = %h0, %i = %c0) : (tensor<4x24xf32, #n>, index) -> (tensor<4x24xf32, #m>, index) {
    %next = func.call @cell(%h, %w, %x) : (tensor<4x24xf32, #n>, tensor<3x24x24xf32, #s>, tensor<3x4x24xf32, #s>) -> tensor<4x24xf32, #m>
    %e = tensor.empty() : tensor<f32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %moved = linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%next, %h : tensor<4x24xf32, #m>, tensor<4x24xf32, #n>) outs(%f : tensor<f32>) {
    ^bb0(%a: f32, %b: f32, %s: f32):
      %d = arith.subf %a, %b : f32
      %abs = math.absf %d : f32
      %m = arith.maximumf %s, %abs : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    %m = tensor.extract %moved[] : tensor<f32>
    %isMore = arith.cmpf ogt, %m, %little : f32
    %isFew = arith.cmpi ult, %i, %most : index
    %goes = arith.andi %isMore, %isFew : i1
    scf.condition(%goes) %next, %i : tensor<4x24xf32, #m>, index
  } do {
  ^bb0(%h: tensor<4x24xf32, #m>, %i: index):
    %next = arith.addi %i, %c1 : index
    %t = tensor.cast %h : tensor<4x24xf32, #m> to tensor<4x24xf32, #n>
    scf.yield %t, %next : tensor<4x24xf32, #n>, index
  }
  %plain = tensor.cast %r#0 : tensor<4x24xf32, #m> to tensor<4x24xf32>
  %u = tensor.cast %plain : tensor<4x24xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

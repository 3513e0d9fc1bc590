// Causal attention over heads, as exporters print it: a mask made of indices, minus infinity
// where it is false, a maximum and a sum of their own, and a sequence of run-time length.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#s = #tiled_layout.layout<{2,1,0:T(8,128)}>
#t = #tiled_layout.layout<{1,2,0:T(8,128)}>
#r = #tiled_layout.layout<{1,0:T(4,8)}>
#hqk = affine_map<(h, q, k) -> (h, q, k)>
#hq = affine_map<(h, q, k) -> (h, q)>
#hqd = affine_map<(h, q, k, d) -> (h, q, d)>
#hkd = affine_map<(h, q, k, d) -> (h, k, d)>
#hdk = affine_map<(h, q, k, d) -> (h, d, k)>
#hqk4 = affine_map<(h, q, k, d) -> (h, q, k)>
func.func @attention(%q: tensor<3x?x16xf32, #s>, %k: tensor<3x16x?xf32, #t>, %v: tensor<3x?x16xf32, #s>, %lengths: tensor<3xi32>) -> tensor<3x?x16xf32, #s> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %n = tensor.dim %q, %c1 : tensor<3x?x16xf32, #s>
  %e = tensor.empty(%n, %n) : tensor<3x?x?xf32, #t>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x?xf32, #t>) -> tensor<3x?x?xf32, #t>
  %scores = linalg.generic {indexing_maps = [#hqd, #hdk, #hqk4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<3x?x16xf32, #s>, tensor<3x16x?xf32, #t>) outs(%f : tensor<3x?x?xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %sum = arith.addf %c, %p : f32
    linalg.yield %sum : f32
  } -> tensor<3x?x?xf32, #t>
  %em = tensor.empty(%n, %n) : tensor<3x?x?xf32, #s>
  %masked = linalg.generic {indexing_maps = [#hqk, affine_map<(h, q, k) -> (h)>, #hqk], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%scores, %lengths : tensor<3x?x?xf32, #t>, tensor<3xi32>) outs(%em : tensor<3x?x?xf32, #s>) {
  ^bb0(%a: f32, %l: i32, %o: f32):
    %iq = linalg.index 1 : index
    %ik = linalg.index 2 : index
    %isPast = arith.cmpi ule, %ik, %iq : index
    %ki = arith.index_cast %ik : index to i32
    %isThere = arith.cmpi slt, %ki, %l : i32
    %both = arith.andi %isPast, %isThere : i1
    %x = arith.mulf %a, %scale : f32
    %y = arith.select %both, %x, %low : f32
    linalg.yield %y : f32
  } -> tensor<3x?x?xf32, #s>
  %er = tensor.empty(%n) : tensor<3x?xf32, #r>
  %fl = linalg.fill ins(%low : f32) outs(%er : tensor<3x?xf32, #r>) -> tensor<3x?xf32, #r>
  %max = linalg.reduce { arith.maximumf } ins(%masked : tensor<3x?x?xf32, #s>) outs(%fl : tensor<3x?xf32, #r>) dimensions = [2]
  %exp = linalg.generic {indexing_maps = [#hqk, #hq, #hqk], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%masked, %max : tensor<3x?x?xf32, #s>, tensor<3x?xf32, #r>) outs(%em : tensor<3x?x?xf32, #s>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %d = arith.subf %a, %m : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<3x?x?xf32, #s>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<3x?xf32, #r>) -> tensor<3x?xf32, #r>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<3x?x?xf32, #s>) outs(%fz : tensor<3x?xf32, #r>) dimensions = [2]
  %eo = tensor.empty(%n) : tensor<3x?x16xf32, #s>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<3x?x16xf32, #s>) -> tensor<3x?x16xf32, #s>
  %mixed = linalg.generic {indexing_maps = [#hqk4, #hkd, #hqd], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
    ins(%exp, %v : tensor<3x?x?xf32, #s>, tensor<3x?x16xf32, #s>) outs(%fo : tensor<3x?x16xf32, #s>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %x = arith.addf %c, %p : f32
    linalg.yield %x : f32
  } -> tensor<3x?x16xf32, #s>
  %r = linalg.generic {indexing_maps = [#hqk, #hq, #hqk], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%mixed, %sum : tensor<3x?x16xf32, #s>, tensor<3x?xf32, #r>) outs(%eo : tensor<3x?x16xf32, #s>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %x = arith.divf %a, %m : f32
    linalg.yield %x : f32
  } -> tensor<3x?x16xf32, #s>
  return %r : tensor<3x?x16xf32, #s>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c21 = arith.constant 21 : index
  %lengths = arith.constant dense<[21, 5, 13]> : tensor<3xi32>
  %q0 = call @data3(%c1, %c3, %c21, %c16) : (index, index, index, index) -> tensor<?x?x?xf32>
  %q = tensor.cast %q0 : tensor<?x?x?xf32> to tensor<3x?x16xf32, #s>
  %k0 = call @data3(%c2, %c3, %c16, %c21) : (index, index, index, index) -> tensor<?x?x?xf32>
  %k = tensor.cast %k0 : tensor<?x?x?xf32> to tensor<3x16x?xf32, #t>
  %v0 = call @data3(%c3, %c3, %c21, %c16) : (index, index, index, index) -> tensor<?x?x?xf32>
  %v = tensor.cast %v0 : tensor<?x?x?xf32> to tensor<3x?x16xf32, #s>
  %r = call @attention(%q, %k, %v, %lengths) : (tensor<3x?x16xf32, #s>, tensor<3x16x?xf32, #t>, tensor<3x?x16xf32, #s>, tensor<3xi32>) -> tensor<3x?x16xf32, #s>
  %plain = tensor.cast %r : tensor<3x?x16xf32, #s> to tensor<3x?x16xf32>
  %u = tensor.cast %plain : tensor<3x?x16xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

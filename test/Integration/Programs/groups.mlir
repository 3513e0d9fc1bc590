// Indices that are divided: scales that groups of rows of bytes or nibbles share, heads of queries that share keys, heads
// beside one another in a row, groups in groups, and groups that do not divide tiles.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#n = #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>
#k = #tiled_layout.layout<{2,1,0:T(4,16)(2,1)}>
#h = #tiled_layout.layout<{2,1,0:T(8,128)}>
#s = #tiled_layout.layout<{1,0:T(2,8)}>
#id = affine_map<(i, j) -> (i, j)>
func.func @scales(%x: tensor<?x96xf32, #f>, %w: tensor<96x37xi8, #w>, %s: tensor<6x37xf32, #s>) -> tensor<?x37xf32, #f> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x96xf32, #f>
  %e = tensor.empty(%n) : tensor<?x37xf32, #f>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x37xf32, #f>) -> tensor<?x37xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (k floordiv 16, j)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : tensor<?x96xf32, #f>, tensor<96x37xi8, #w>, tensor<6x37xf32, #s>) outs(%z : tensor<?x37xf32, #f>) {
  ^bb0(%a: f32, %b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %q = arith.addf %y, %p : f32
    linalg.yield %q : f32
  } -> tensor<?x37xf32, #f>
  return %r : tensor<?x37xf32, #f>
}
func.func @nibbles(%x: tensor<?x96xf32, #f>, %w: tensor<96x37xi4, #n>, %s: tensor<6x37xf32, #s>) -> tensor<?x37xf32, #f> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x96xf32, #f>
  %e = tensor.empty(%n) : tensor<?x37xf32, #f>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x37xf32, #f>) -> tensor<?x37xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (k floordiv 16, j)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : tensor<?x96xf32, #f>, tensor<96x37xi4, #n>, tensor<6x37xf32, #s>) outs(%z : tensor<?x37xf32, #f>) {
  ^bb0(%a: f32, %b: i4, %c: f32, %y: f32):
    %v = arith.sitofp %b : i4 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %q = arith.addf %y, %p : f32
    linalg.yield %q : f32
  } -> tensor<?x37xf32, #f>
  return %r : tensor<?x37xf32, #f>
}
func.func @heads(%q: tensor<6x?x20xbf16, #k>, %k: tensor<2x?x20xbf16, #k>) -> tensor<6x?x?xf32, #h> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %m = tensor.dim %q, %c1 : tensor<6x?x20xbf16, #k>
  %n = tensor.dim %k, %c1 : tensor<2x?x20xbf16, #k>
  %e = tensor.empty(%m, %n) : tensor<6x?x?xf32, #h>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<6x?x?xf32, #h>) -> tensor<6x?x?xf32, #h>
  %r = linalg.generic {indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h floordiv 3, j, d)>,
                                        affine_map<(h, i, j, d) -> (h, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : tensor<6x?x20xbf16, #k>, tensor<2x?x20xbf16, #k>) outs(%z : tensor<6x?x?xf32, #h>) {
  ^bb0(%a: bf16, %b: bf16, %y: f32):
    %x = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %w : f32
    %s = arith.addf %y, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x?x?xf32, #h>
  return %r : tensor<6x?x?xf32, #h>
}
func.func @apart(%a: tensor<5x96xf32, #f>) -> tensor<3x5x32xf32, #h> {
  %e = tensor.empty() : tensor<3x5x32xf32, #h>
  %r = linalg.generic {indexing_maps = [affine_map<(h, i, d) -> (i, h * 32 + d)>, affine_map<(h, i, d) -> (h, i, d)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a : tensor<5x96xf32, #f>) outs(%e : tensor<3x5x32xf32, #h>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<3x5x32xf32, #h>
  return %r : tensor<3x5x32xf32, #h>
}
func.func @together(%a: tensor<3x5x32xf32, #h>) -> tensor<5x96xf32, #f> {
  %e = tensor.empty() : tensor<5x96xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j floordiv 32, i, j mod 32)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<3x5x32xf32, #h>) outs(%e : tensor<5x96xf32, #f>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<5x96xf32, #f>
  return %r : tensor<5x96xf32, #f>
}
func.func @nested(%a: tensor<3x37xf32, #s>, %b: tensor<12x37xf32, #s>) -> tensor<24x37xf32, #f> {
  %e = tensor.empty() : tensor<24x37xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 8, j)>, affine_map<(i, j) -> (i floordiv 2, j)>, #id],
                       iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : tensor<3x37xf32, #s>, tensor<12x37xf32, #s>) outs(%e : tensor<24x37xf32, #f>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.addi %i, %j : index
    %m = arith.index_cast %n : index to i32
    %v = arith.sitofp %m : i32 to f32
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %v : f32
    linalg.yield %t : f32
  } -> tensor<24x37xf32, #f>
  return %r : tensor<24x37xf32, #f>
}
func.func @twelve(%x: tensor<?x96xf32, #f>, %w: tensor<37x96xi8, #w>, %s: tensor<37x8xf32, #f>) -> tensor<?x37xf32, #f> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x96xf32, #f>
  %e = tensor.empty(%n) : tensor<?x37xf32, #f>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x37xf32, #f>) -> tensor<?x37xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                        affine_map<(i, j, k) -> (j, k floordiv 12)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : tensor<?x96xf32, #f>, tensor<37x96xi8, #w>, tensor<37x8xf32, #f>) outs(%z : tensor<?x37xf32, #f>) {
  ^bb0(%a: f32, %b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %q = arith.addf %y, %p : f32
    linalg.yield %q : f32
  } -> tensor<?x37xf32, #f>
  return %r : tensor<?x37xf32, #f>
}
func.func @decode(%x: tensor<1x96xf32, #f>, %w: tensor<37x96xi8, #w>, %s: tensor<37x6xf32, #f>) -> tensor<1x37xf32, #f> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x37xf32, #f>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x37xf32, #f>) -> tensor<1x37xf32, #f>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                        affine_map<(i, j, k) -> (j, k floordiv 16)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : tensor<1x96xf32, #f>, tensor<37x96xi8, #w>, tensor<37x6xf32, #f>) outs(%z : tensor<1x37xf32, #f>) {
  ^bb0(%a: f32, %b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %q = arith.addf %y, %p : f32
    linalg.yield %q : f32
  } -> tensor<1x37xf32, #f>
  return %r : tensor<1x37xf32, #f>
}
func.func @widened(%w: tensor<37x96xi8, #w>, %s: tensor<37x8xf32, #f>, %o: tensor<37x96xf32, #s>) -> tensor<37x96xf32, #s> {
  %r = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i, j floordiv 12)>, #id], iterator_types = ["parallel", "parallel"]}
    ins(%w, %s : tensor<37x96xi8, #w>, tensor<37x8xf32, #f>) outs(%o : tensor<37x96xf32, #s>) {
  ^bb0(%b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    %q = arith.addf %y, %u : f32
    linalg.yield %q : f32
  } -> tensor<37x96xf32, #s>
  return %r : tensor<37x96xf32, #s>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c12 = arith.constant 12 : index
  %c20 = arith.constant 20 : index
  %c37 = arith.constant 37 : index
  %c96 = arith.constant 96 : index
  %x = call @data2(%c1, %c9, %c96) : (index, index, index) -> tensor<?x?xf32>
  %xs = tensor.cast %x : tensor<?x?xf32> to tensor<?x96xf32, #f>
  %w = call @data2(%c2, %c96, %c37) : (index, index, index) -> tensor<?x?xf32>
  %wt = tensor.cast %w : tensor<?x?xf32> to tensor<96x37xf32>
  %ten = arith.constant dense<10.0> : tensor<96x37xf32>
  %wl = arith.mulf %wt, %ten : tensor<96x37xf32>
  %wi = arith.fptosi %wl : tensor<96x37xf32> to tensor<96x37xi8>
  %ws = tensor.cast %wi : tensor<96x37xi8> to tensor<96x37xi8, #w>
  %s = call @data2(%c3, %c6, %c37) : (index, index, index) -> tensor<?x?xf32>
  %ss = tensor.cast %s : tensor<?x?xf32> to tensor<6x37xf32, #s>
  %r0 = call @scales(%xs, %ws, %ss) : (tensor<?x96xf32, #f>, tensor<96x37xi8, #w>, tensor<6x37xf32, #s>) -> tensor<?x37xf32, #f>
  %p0 = tensor.cast %r0 : tensor<?x37xf32, #f> to tensor<?x37xf32>
  %u0 = tensor.cast %p0 : tensor<?x37xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %w4 = arith.trunci %wi : tensor<96x37xi8> to tensor<96x37xi4>
  %wn = tensor.cast %w4 : tensor<96x37xi4> to tensor<96x37xi4, #n>
  %r9 = call @nibbles(%xs, %wn, %ss) : (tensor<?x96xf32, #f>, tensor<96x37xi4, #n>, tensor<6x37xf32, #s>) -> tensor<?x37xf32, #f>
  %p9 = tensor.cast %r9 : tensor<?x37xf32, #f> to tensor<?x37xf32>
  %u9 = tensor.cast %p9 : tensor<?x37xf32> to tensor<*xf32>
  call @show(%u9) : (tensor<*xf32>) -> ()
  %q = call @data3(%c1, %c6, %c5, %c20) : (index, index, index, index) -> tensor<?x?x?xf32>
  %qb = arith.truncf %q : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %qs = tensor.cast %qb : tensor<?x?x?xbf16> to tensor<6x?x20xbf16, #k>
  %k = call @data3(%c2, %c2, %c7, %c20) : (index, index, index, index) -> tensor<?x?x?xf32>
  %kb = arith.truncf %k : tensor<?x?x?xf32> to tensor<?x?x?xbf16>
  %ks = tensor.cast %kb : tensor<?x?x?xbf16> to tensor<2x?x20xbf16, #k>
  %r1 = call @heads(%qs, %ks) : (tensor<6x?x20xbf16, #k>, tensor<2x?x20xbf16, #k>) -> tensor<6x?x?xf32, #h>
  %p1 = tensor.cast %r1 : tensor<6x?x?xf32, #h> to tensor<6x?x?xf32>
  %u1 = tensor.cast %p1 : tensor<6x?x?xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %a = call @data2(%c3, %c5, %c96) : (index, index, index) -> tensor<?x?xf32>
  %as = tensor.cast %a : tensor<?x?xf32> to tensor<5x96xf32, #f>
  %r2 = call @apart(%as) : (tensor<5x96xf32, #f>) -> tensor<3x5x32xf32, #h>
  %r3 = call @together(%r2) : (tensor<3x5x32xf32, #h>) -> tensor<5x96xf32, #f>
  %p2 = tensor.cast %r2 : tensor<3x5x32xf32, #h> to tensor<3x5x32xf32>
  %u2 = tensor.cast %p2 : tensor<3x5x32xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %p3 = tensor.cast %r3 : tensor<5x96xf32, #f> to tensor<5x96xf32>
  %u3 = tensor.cast %p3 : tensor<5x96xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %b = call @data2(%c5, %c3, %c37) : (index, index, index) -> tensor<?x?xf32>
  %bs = tensor.cast %b : tensor<?x?xf32> to tensor<3x37xf32, #s>
  %d = call @data2(%c6, %c12, %c37) : (index, index, index) -> tensor<?x?xf32>
  %ds = tensor.cast %d : tensor<?x?xf32> to tensor<12x37xf32, #s>
  %r4 = call @nested(%bs, %ds) : (tensor<3x37xf32, #s>, tensor<12x37xf32, #s>) -> tensor<24x37xf32, #f>
  %p4 = tensor.cast %r4 : tensor<24x37xf32, #f> to tensor<24x37xf32>
  %u4 = tensor.cast %p4 : tensor<24x37xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %e2 = tensor.empty() : tensor<37x96xi8>
  %wk = linalg.transpose ins(%wi : tensor<96x37xi8>) outs(%e2 : tensor<37x96xi8>) permutation = [1, 0]
  %wks = tensor.cast %wk : tensor<37x96xi8> to tensor<37x96xi8, #w>
  %c8 = arith.constant 8 : index
  %t = call @data2(%c7, %c37, %c8) : (index, index, index) -> tensor<?x?xf32>
  %ts = tensor.cast %t : tensor<?x?xf32> to tensor<37x8xf32, #f>
  %r5 = call @twelve(%xs, %wks, %ts) : (tensor<?x96xf32, #f>, tensor<37x96xi8, #w>, tensor<37x8xf32, #f>) -> tensor<?x37xf32, #f>
  %p5 = tensor.cast %r5 : tensor<?x37xf32, #f> to tensor<?x37xf32>
  %u5 = tensor.cast %p5 : tensor<?x37xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  %x1 = call @data2(%c5, %c1, %c96) : (index, index, index) -> tensor<?x?xf32>
  %x1s = tensor.cast %x1 : tensor<?x?xf32> to tensor<1x96xf32, #f>
  %t6 = call @data2(%c7, %c37, %c6) : (index, index, index) -> tensor<?x?xf32>
  %t6s = tensor.cast %t6 : tensor<?x?xf32> to tensor<37x6xf32, #f>
  %r7 = call @decode(%x1s, %wks, %t6s) : (tensor<1x96xf32, #f>, tensor<37x96xi8, #w>, tensor<37x6xf32, #f>) -> tensor<1x37xf32, #f>
  %p7 = tensor.cast %r7 : tensor<1x37xf32, #f> to tensor<1x37xf32>
  %u7 = tensor.cast %p7 : tensor<1x37xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %o = call @data2(%c9, %c37, %c96) : (index, index, index) -> tensor<?x?xf32>
  %os = tensor.cast %o : tensor<?x?xf32> to tensor<37x96xf32, #s>
  %r6 = call @widened(%wks, %ts, %os) : (tensor<37x96xi8, #w>, tensor<37x8xf32, #f>, tensor<37x96xf32, #s>) -> tensor<37x96xf32, #s>
  %p6 = tensor.cast %r6 : tensor<37x96xf32, #s> to tensor<37x96xf32>
  %u6 = tensor.cast %p6 : tensor<37x96xf32> to tensor<*xf32>
  call @show(%u6) : (tensor<*xf32>) -> ()
  return
}

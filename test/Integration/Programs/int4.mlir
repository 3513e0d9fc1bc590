// A product with weights of four bits in groups, each with a scale and a zero point, as
// exporters of quantised language models print it; another one of bytes with a scale a row.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#w = #tiled_layout.layout<{2,1,0:T(8,128)E(4)}>
#g = #tiled_layout.layout<{2,1,0:T(8,128)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#n = #tiled_layout.layout<{0,1:T(8,128)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#v = #tiled_layout.layout<{0:T(128)}>
#id = affine_map<(i, j, k) -> (i, j, k)>
func.func private @weights() -> tensor<20x3x16xi4, #w> {
  %e = tensor.empty() : tensor<20x3x16xi4, #w>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<20x3x16xi4, #w>) {
  ^bb0(%o: i4):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %s = affine.apply affine_map<(i, j, k) -> (i * 5 + j * 3 + k * 7)>(%i, %j, %k)
    %x = arith.index_cast %s : index to i32
    %y = arith.trunci %x : i32 to i4
    linalg.yield %y : i4
  } -> tensor<20x3x16xi4, #w>
  return %r : tensor<20x3x16xi4, #w>
}
func.func @grouped(%x: tensor<?x3x16xf32, #g>, %w: tensor<20x3x16xi4, #w>, %scales: tensor<20x3x1xf32, #g>, %zeros: tensor<20x3x1xf32, #g>) -> tensor<?x20xf32, #m> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x3x16xf32, #g>
  %e = tensor.empty() : tensor<20x3x16xf32, #g>
  %d = linalg.generic {indexing_maps = [#id, affine_map<(i, j, k) -> (i, j, 0)>, affine_map<(i, j, k) -> (i, j, 0)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w, %scales, %zeros : tensor<20x3x16xi4, #w>, tensor<20x3x1xf32, #g>, tensor<20x3x1xf32, #g>) outs(%e : tensor<20x3x16xf32, #g>) {
  ^bb0(%a: i4, %s: f32, %z: f32, %o: f32):
    %b = arith.extui %a : i4 to i32
    %c = arith.uitofp %b : i32 to f32
    %y = arith.subf %c, %z : f32
    %r = arith.mulf %y, %s : f32
    linalg.yield %r : f32
  } -> tensor<20x3x16xf32, #g>
  %er = tensor.empty(%rows) : tensor<?x20xf32, #m>
  %f = linalg.fill ins(%zero : f32) outs(%er : tensor<?x20xf32, #m>) -> tensor<?x20xf32, #m>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, g, k) -> (i, g, k)>, affine_map<(i, j, g, k) -> (j, g, k)>, affine_map<(i, j, g, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %d : tensor<?x3x16xf32, #g>, tensor<20x3x16xf32, #g>) outs(%f : tensor<?x20xf32, #m>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x20xf32, #m>
  return %r : tensor<?x20xf32, #m>
}
// Activations become bytes with a scale a row, products sums of i32.
func.func @bytes(%x: tensor<?x20xf32, #m>, %w: tensor<20x36xi8, #b>, %scales: tensor<36xf32, #v>) -> tensor<?x36xf32, #m> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %izero = arith.constant 0 : i32
  %most = arith.constant 127.0 : f32
  %least = arith.constant 1.0e-6 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x20xf32, #m>
  %ea = tensor.empty(%rows) : tensor<?xf32, #v>
  %fa = linalg.fill ins(%least : f32) outs(%ea : tensor<?xf32, #v>) -> tensor<?xf32, #v>
  %amax = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x20xf32, #m>) outs(%fa : tensor<?xf32, #v>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.absf %a : f32
    %s = arith.maximumf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32, #v>
  %eq = tensor.empty(%rows) : tensor<?x20xi8, #b>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %amax : tensor<?x20xf32, #m>, tensor<?xf32, #v>) outs(%eq : tensor<?x20xi8, #b>) {
  ^bb0(%a: f32, %s: f32, %o: i8):
    %f = arith.divf %most, %s : f32
    %y = arith.mulf %a, %f : f32
    %r = math.roundeven %y : f32
    %z = arith.fptosi %r : f32 to i8
    linalg.yield %z : i8
  } -> tensor<?x20xi8, #b>
  %ep = tensor.empty(%rows) : tensor<?x36xi32, #m>
  %fp = linalg.fill ins(%izero : i32) outs(%ep : tensor<?x36xi32, #m>) -> tensor<?x36xi32, #m>
  %p = linalg.matmul ins(%q, %w : tensor<?x20xi8, #b>, tensor<20x36xi8, #b>) outs(%fp : tensor<?x36xi32, #m>) -> tensor<?x36xi32, #m>
  %er = tensor.empty(%rows) : tensor<?x36xf32, #m>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%p, %amax, %scales : tensor<?x36xi32, #m>, tensor<?xf32, #v>, tensor<36xf32, #v>) outs(%er : tensor<?x36xf32, #m>) {
  ^bb0(%a: i32, %s: f32, %t: f32, %o: f32):
    %f = arith.sitofp %a : i32 to f32
    %x1 = arith.divf %s, %most : f32
    %x2 = arith.mulf %x1, %t : f32
    %y = arith.mulf %f, %x2 : f32
    linalg.yield %y : f32
  } -> tensor<?x36xf32, #m>
  return %r : tensor<?x36xf32, #m>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %c36 = arith.constant 36 : index
  %w = call @weights() : () -> tensor<20x3x16xi4, #w>
  %x0 = call @data3(%c1, %c13, %c3, %c16) : (index, index, index, index) -> tensor<?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?xf32> to tensor<?x3x16xf32, #g>
  %s0 = call @data3(%c3, %c20, %c3, %c1) : (index, index, index, index) -> tensor<?x?x?xf32>
  %s = tensor.cast %s0 : tensor<?x?x?xf32> to tensor<20x3x1xf32, #g>
  %z0 = call @data3(%c16, %c20, %c3, %c1) : (index, index, index, index) -> tensor<?x?x?xf32>
  %z = tensor.cast %z0 : tensor<?x?x?xf32> to tensor<20x3x1xf32, #g>
  %r = call @grouped(%x, %w, %s, %z) : (tensor<?x3x16xf32, #g>, tensor<20x3x16xi4, #w>, tensor<20x3x1xf32, #g>, tensor<20x3x1xf32, #g>) -> tensor<?x20xf32, #m>
  %rp = tensor.cast %r : tensor<?x20xf32, #m> to tensor<?x20xf32>
  %ru = tensor.cast %rp : tensor<?x20xf32> to tensor<*xf32>
  call @show(%ru) : (tensor<*xf32>) -> ()
  %eight = arith.constant dense<8.0> : tensor<20x36xf32>
  %b0 = call @data2(%c3, %c20, %c36) : (index, index, index) -> tensor<?x?xf32>
  %b1 = tensor.cast %b0 : tensor<?x?xf32> to tensor<20x36xf32>
  %b2 = arith.mulf %b1, %eight : tensor<20x36xf32>
  %b3 = arith.fptosi %b2 : tensor<20x36xf32> to tensor<20x36xi8>
  %b = tensor.cast %b3 : tensor<20x36xi8> to tensor<20x36xi8, #b>
  %t0 = call @data1(%c3, %c36) : (index, index) -> tensor<?xf32>
  %t = tensor.cast %t0 : tensor<?xf32> to tensor<36xf32, #v>
  %q = call @bytes(%r, %b, %t) : (tensor<?x20xf32, #m>, tensor<20x36xi8, #b>, tensor<36xf32, #v>) -> tensor<?x36xf32, #m>
  %qp = tensor.cast %q : tensor<?x36xf32, #m> to tensor<?x36xf32>
  %qu = tensor.cast %qp : tensor<?x36xf32> to tensor<*xf32>
  call @show(%qu) : (tensor<*xf32>) -> ()
  return
}

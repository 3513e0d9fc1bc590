// A cell with gates over time steps that are slices of a tensor, with weights side by side
// in one tensor, states that a loop carries, and outputs that are inserted.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#s = #tiled_layout.layout<{2,1,0:T(8,128)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(128)}>
#id = affine_map<(i, j) -> (i, j)>
func.func @cell(%x: tensor<5x12xf32, #m>, %h: tensor<5x20xf32, #m>, %c: tensor<5x20xf32, #m>, %wx: tensor<12x80xf32, #m>, %wh: tensor<20x80xf32, #m>, %bias: tensor<80xf32, #v>)
    -> (tensor<5x20xf32, #m>, tensor<5x20xf32, #m>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5x80xf32, #m>
  %b = linalg.broadcast ins(%bias : tensor<80xf32, #v>) outs(%e : tensor<5x80xf32, #m>) dimensions = [0]
  %p = linalg.matmul ins(%x, %wx : tensor<5x12xf32, #m>, tensor<12x80xf32, #m>) outs(%b : tensor<5x80xf32, #m>) -> tensor<5x80xf32, #m>
  %g = linalg.matmul ins(%h, %wh : tensor<5x20xf32, #m>, tensor<20x80xf32, #m>) outs(%p : tensor<5x80xf32, #m>) -> tensor<5x80xf32, #m>
  %gi = tensor.extract_slice %g[0, 0] [5, 20] [1, 1] : tensor<5x80xf32, #m> to tensor<5x20xf32, #m>
  %gf = tensor.extract_slice %g[0, 20] [5, 20] [1, 1] : tensor<5x80xf32, #m> to tensor<5x20xf32, #m>
  %gc = tensor.extract_slice %g[0, 40] [5, 20] [1, 1] : tensor<5x80xf32, #m> to tensor<5x20xf32, #m>
  %go = tensor.extract_slice %g[0, 60] [5, 20] [1, 1] : tensor<5x80xf32, #m> to tensor<5x20xf32, #m>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%gi, %gf, %gc, %go, %c : tensor<5x20xf32, #m>, tensor<5x20xf32, #m>, tensor<5x20xf32, #m>, tensor<5x20xf32, #m>, tensor<5x20xf32, #m>)
    outs(%h, %c : tensor<5x20xf32, #m>, tensor<5x20xf32, #m>) {
  ^bb0(%i: f32, %f: f32, %k: f32, %o: f32, %old: f32, %u: f32, %w: f32):
    %ni = arith.negf %i : f32
    %ei = math.exp %ni : f32
    %di = arith.addf %ei, %one : f32
    %si = arith.divf %one, %di : f32
    %nf = arith.negf %f : f32
    %ef = math.exp %nf : f32
    %df = arith.addf %ef, %one : f32
    %sf = arith.divf %one, %df : f32
    %no = arith.negf %o : f32
    %eo = math.exp %no : f32
    %do = arith.addf %eo, %one : f32
    %so = arith.divf %one, %do : f32
    %tk = math.tanh %k : f32
    %keep = arith.mulf %sf, %old : f32
    %new = arith.mulf %si, %tk : f32
    %c1 = arith.addf %keep, %new : f32
    %tc = math.tanh %c1 : f32
    %h1 = arith.mulf %so, %tc : f32
    linalg.yield %h1, %c1 : f32, f32
  } -> (tensor<5x20xf32, #m>, tensor<5x20xf32, #m>)
  return %r#0, %r#1 : tensor<5x20xf32, #m>, tensor<5x20xf32, #m>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %c12 = arith.constant 12 : index
  %c20 = arith.constant 20 : index
  %c80 = arith.constant 80 : index
  %x0 = call @data3(%c1, %c9, %c5, %c12) : (index, index, index, index) -> tensor<?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?xf32> to tensor<9x5x12xf32, #s>
  %wx0 = call @data2(%c5, %c12, %c80) : (index, index, index) -> tensor<?x?xf32>
  %wx = tensor.cast %wx0 : tensor<?x?xf32> to tensor<12x80xf32, #m>
  %wh0 = call @data2(%c9, %c20, %c80) : (index, index, index) -> tensor<?x?xf32>
  %wh = tensor.cast %wh0 : tensor<?x?xf32> to tensor<20x80xf32, #m>
  %b0 = call @data1(%c9, %c80) : (index, index) -> tensor<?xf32>
  %b = tensor.cast %b0 : tensor<?xf32> to tensor<80xf32, #v>
  %state = arith.constant dense<0.0> : tensor<5x20xf32, #m>
  %out = tensor.empty() : tensor<9x5x20xf32, #s>
  %r:3 = scf.for %t = %c0 to %c9 step %c1 iter_args(%h = %state, %c = %state, %o = %out) -> (tensor<5x20xf32, #m>, tensor<5x20xf32, #m>, tensor<9x5x20xf32, #s>) {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, 5, 12] [1, 1, 1] : tensor<9x5x12xf32, #s> to tensor<5x12xf32, #m>
    %n:2 = func.call @cell(%xt, %h, %c, %wx, %wh, %b) : (tensor<5x12xf32, #m>, tensor<5x20xf32, #m>, tensor<5x20xf32, #m>, tensor<12x80xf32, #m>, tensor<20x80xf32, #m>, tensor<80xf32, #v>) -> (tensor<5x20xf32, #m>, tensor<5x20xf32, #m>)
    %on = tensor.insert_slice %n#0 into %o[%t, 0, 0] [1, 5, 20] [1, 1, 1] : tensor<5x20xf32, #m> into tensor<9x5x20xf32, #s>
    scf.yield %n#0, %n#1, %on : tensor<5x20xf32, #m>, tensor<5x20xf32, #m>, tensor<9x5x20xf32, #s>
  }
  %plain = tensor.cast %r#2 : tensor<9x5x20xf32, #s> to tensor<9x5x20xf32>
  %u = tensor.cast %plain : tensor<9x5x20xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

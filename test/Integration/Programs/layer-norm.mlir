// Layer normalisation and gelu of bf16, with sums in f32, of a number of rows that is known
// at run time.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#x = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#r = #tiled_layout.layout<{0:T(8)}>
#g = #tiled_layout.layout<{0:T(128)}>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @norm(%x: tensor<?x200xbf16, #x>, %gain: tensor<200xbf16, #g>) -> tensor<?x200xbf16, #x> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 200.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %half = arith.constant 0.5 : f32
  %root = arith.constant 0.70710678 : f32
  %one = arith.constant 1.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x200xbf16, #x>
  %e = tensor.empty(%rows) : tensor<?xf32, #r>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32, #r>) -> tensor<?xf32, #r>
  %sums:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x200xbf16, #x>) outs(%f, %f : tensor<?xf32, #r>, tensor<?xf32, #r>) {
  ^bb0(%a: bf16, %s: f32, %q: f32):
    %w = arith.extf %a : bf16 to f32
    %t = arith.addf %s, %w : f32
    %p = arith.mulf %w, %w : f32
    %u = arith.addf %q, %p : f32
    linalg.yield %t, %u : f32, f32
  } -> (tensor<?xf32, #r>, tensor<?xf32, #r>)
  %ex = tensor.empty(%rows) : tensor<?x200xbf16, #x>
  %y = linalg.generic {indexing_maps = [#id, #row, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sums#0, %sums#1, %gain : tensor<?x200xbf16, #x>, tensor<?xf32, #r>, tensor<?xf32, #r>, tensor<200xbf16, #g>)
    outs(%ex : tensor<?x200xbf16, #x>) {
  ^bb0(%a: bf16, %s: f32, %q: f32, %k: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %m = arith.divf %s, %n : f32
    %sq = arith.divf %q, %n : f32
    %mm = arith.mulf %m, %m : f32
    %v = arith.subf %sq, %mm : f32
    %ve = arith.addf %v, %epsilon : f32
    %inverse = math.rsqrt %ve : f32
    %d = arith.subf %w, %m : f32
    %z = arith.mulf %d, %inverse : f32
    %kw = arith.extf %k : bf16 to f32
    %zk = arith.mulf %z, %kw : f32
    %h = arith.mulf %zk, %root : f32
    %erf = math.erf %h : f32
    %ep = arith.addf %erf, %one : f32
    %hz = arith.mulf %zk, %half : f32
    %gelu = arith.mulf %hz, %ep : f32
    %b = arith.truncf %gelu : f32 to bf16
    linalg.yield %b : bf16
  } -> tensor<?x200xbf16, #x>
  return %y : tensor<?x200xbf16, #x>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %c200 = arith.constant 200 : index
  %x0 = call @data2(%c1, %c11, %c200) : (index, index, index) -> tensor<?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x200xf32>
  %x2 = arith.truncf %x1 : tensor<?x200xf32> to tensor<?x200xbf16>
  %x = tensor.cast %x2 : tensor<?x200xbf16> to tensor<?x200xbf16, #x>
  %g0 = call @data1(%c1, %c200) : (index, index) -> tensor<?xf32>
  %g1 = tensor.cast %g0 : tensor<?xf32> to tensor<200xf32>
  %g2 = arith.truncf %g1 : tensor<200xf32> to tensor<200xbf16>
  %g = tensor.cast %g2 : tensor<200xbf16> to tensor<200xbf16, #g>
  %r = call @norm(%x, %g) : (tensor<?x200xbf16, #x>, tensor<200xbf16, #g>) -> tensor<?x200xbf16, #x>
  %plain = tensor.cast %r : tensor<?x200xbf16, #x> to tensor<?x200xbf16>
  %wide = arith.extf %plain : tensor<?x200xbf16> to tensor<?x200xf32>
  %u = tensor.cast %wide : tensor<?x200xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}

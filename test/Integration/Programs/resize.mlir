// Bilinear resizing as torch-mlir prints it: floors, clamps and four tensor.extract in a
// generic; and reductions along several axes in other kinds of floats.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#h = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#m = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#nc = affine_map<(n, c, h, w) -> (n, c)>
func.func private @along(%i: index, %scale: f32, %most: i64) -> (index, index, f32) {
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %izero = arith.constant 0 : i64
  %ione = arith.constant 1 : i64
  %ii = arith.index_cast %i : index to i64
  %f = arith.sitofp %ii : i64 to f32
  %g = arith.addf %f, %half : f32
  %p = arith.mulf %g, %scale : f32
  %q = arith.subf %p, %half : f32
  %at = arith.maximumf %q, %zero : f32
  %floor = math.floor %at : f32
  %rest = arith.subf %at, %floor : f32
  %low = arith.fptosi %floor : f32 to i64
  %next = arith.addi %low, %ione : i64
  %l0 = arith.maxsi %low, %izero : i64
  %l = arith.minsi %l0, %most : i64
  %h0 = arith.maxsi %next, %izero : i64
  %h = arith.minsi %h0, %most : i64
  %li = arith.index_cast %l : i64 to index
  %hi = arith.index_cast %h : i64 to index
  return %li, %hi, %rest : index, index, f32
}
func.func @resize(%x: tensor<2x3x9x11xf32, #a>, %rows: index, %columns: index) -> tensor<2x3x?x?xf32, #a> {
  %one = arith.constant 1.0 : f32
  %scale = arith.constant 0.6 : f32
  %most_row = arith.constant 8 : i64
  %most_column = arith.constant 10 : i64
  %e = tensor.empty(%rows, %columns) : tensor<2x3x?x?xf32, #a>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<2x3x?x?xf32, #a>) {
  ^bb0(%o: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %v:3 = func.call @along(%h, %scale, %most_row) : (index, f32, i64) -> (index, index, f32)
    %u:3 = func.call @along(%w, %scale, %most_column) : (index, f32, i64) -> (index, index, f32)
    %a = tensor.extract %x[%n, %c, %v#0, %u#0] : tensor<2x3x9x11xf32, #a>
    %b = tensor.extract %x[%n, %c, %v#0, %u#1] : tensor<2x3x9x11xf32, #a>
    %d = tensor.extract %x[%n, %c, %v#1, %u#0] : tensor<2x3x9x11xf32, #a>
    %f = tensor.extract %x[%n, %c, %v#1, %u#1] : tensor<2x3x9x11xf32, #a>
    %nu = arith.subf %one, %u#2 : f32
    %nv = arith.subf %one, %v#2 : f32
    %a1 = arith.mulf %a, %nu : f32
    %b1 = arith.mulf %b, %u#2 : f32
    %top = arith.addf %a1, %b1 : f32
    %d1 = arith.mulf %d, %nu : f32
    %f1 = arith.mulf %f, %u#2 : f32
    %bottom = arith.addf %d1, %f1 : f32
    %t1 = arith.mulf %top, %nv : f32
    %t2 = arith.mulf %bottom, %v#2 : f32
    %y = arith.addf %t1, %t2 : f32
    linalg.yield %y : f32
  } -> tensor<2x3x?x?xf32, #a>
  return %r : tensor<2x3x?x?xf32, #a>
}
func.func @mean(%x: tensor<2x3x?x?xf32, #a>) -> tensor<2x3xf32, #m> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %h = tensor.dim %x, %c2 : tensor<2x3x?x?xf32, #a>
  %w = tensor.dim %x, %c3 : tensor<2x3x?x?xf32, #a>
  %eh = tensor.empty(%h, %w) : tensor<2x3x?x?xbf16, #h>
  %half = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%x : tensor<2x3x?x?xf32, #a>) outs(%eh : tensor<2x3x?x?xbf16, #h>) {
  ^bb0(%a: f32, %o: bf16):
    %b = arith.truncf %a : f32 to bf16
    linalg.yield %b : bf16
  } -> tensor<2x3x?x?xbf16, #h>
  %e = tensor.empty() : tensor<2x3xf32, #m>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3xf32, #m>) -> tensor<2x3xf32, #m>
  %s = linalg.generic {indexing_maps = [#id, #nc], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%half : tensor<2x3x?x?xbf16, #h>) outs(%f : tensor<2x3xf32, #m>) {
  ^bb0(%a: bf16, %o: f32):
    %b = arith.extf %a : bf16 to f32
    %c = arith.addf %o, %b : f32
    linalg.yield %c : f32
  } -> tensor<2x3xf32, #m>
  %n = arith.muli %h, %w : index
  %ni = arith.index_cast %n : index to i32
  %nf = arith.sitofp %ni : i32 to f32
  %count = tensor.splat %nf : tensor<2x3xf32, #m>
  %r = arith.divf %s, %count : tensor<2x3xf32, #m>
  return %r : tensor<2x3xf32, #m>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %c11 = arith.constant 11 : index
  %c15 = arith.constant 15 : index
  %c18 = arith.constant 18 : index
  %x0 = call @data4(%c1, %c2, %c3, %c9, %c11) : (index, index, index, index, index) -> tensor<?x?x?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?x?x?xf32> to tensor<2x3x9x11xf32, #a>
  %r = call @resize(%x, %c15, %c18) : (tensor<2x3x9x11xf32, #a>, index, index) -> tensor<2x3x?x?xf32, #a>
  %rp = tensor.cast %r : tensor<2x3x?x?xf32, #a> to tensor<2x3x?x?xf32>
  %ru = tensor.cast %rp : tensor<2x3x?x?xf32> to tensor<*xf32>
  call @show(%ru) : (tensor<*xf32>) -> ()
  %m = call @mean(%r) : (tensor<2x3x?x?xf32, #a>) -> tensor<2x3xf32, #m>
  %mp = tensor.cast %m : tensor<2x3xf32, #m> to tensor<2x3xf32>
  %mu = tensor.cast %mp : tensor<2x3xf32> to tensor<*xf32>
  call @show(%mu) : (tensor<*xf32>) -> ()
  return
}

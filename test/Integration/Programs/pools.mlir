// Pools whose windows lie side by side along rows and columns: of known extents and run-time ones, of windows that fill the
// step or leave a gap, and from a column on.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#out = affine_map<(i, j, p, q) -> (i, j)>
#window = affine_map<(i, j, p, q) -> (p, q)>

func.func private @max2(%x: tensor<18x550xf32, #t>) -> tensor<9x275xf32, #t> attributes {no_inline} {
  %low = arith.constant 0xFF800000 : f32
  %w = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<9x275xf32, #t>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<9x275xf32, #t>) -> tensor<9x275xf32, #t>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, p, q) -> (2 * i + p, 2 * j + q)>, #window, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : tensor<18x550xf32, #t>, tensor<2x2xf32>) outs(%f : tensor<9x275xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<9x275xf32, #t>
  return %r : tensor<9x275xf32, #t>
}
func.func private @sum_of_any(%x: tensor<?x?xf32, #t>, %h: index, %n: index) -> tensor<?x?xf32, #t> attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty(%h, %n) : tensor<?x?xf32, #t>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, p, q) -> (2 * i + p, 4 * j + q + 1)>, #window, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : tensor<?x?xf32, #t>, tensor<2x2xf32>) outs(%f : tensor<?x?xf32, #t>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x?xf32, #t>
  return %r : tensor<?x?xf32, #t>
}
func.func private @apart(%x: tensor<18x550xbf16, #w>) -> tensor<9x68xbf16, #w> attributes {no_inline} {
  %low = arith.constant 0xFF80 : bf16
  %w = tensor.empty() : tensor<2x4xbf16>
  %e = tensor.empty() : tensor<9x68xbf16, #w>
  %f = linalg.fill ins(%low : bf16) outs(%e : tensor<9x68xbf16, #w>) -> tensor<9x68xbf16, #w>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, p, q) -> (2 * i + p, 8 * j + 2 * q)>, #window, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w : tensor<18x550xbf16, #w>, tensor<2x4xbf16>) outs(%f : tensor<9x68xbf16, #w>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %m = arith.maximumf %o, %a : bf16
    linalg.yield %m : bf16
  } -> tensor<9x68xbf16, #w>
  return %r : tensor<9x68xbf16, #w>
}
func.func @main() {
  %one = arith.constant 1 : index
  %n9 = arith.constant 9 : index
  %n18 = arith.constant 18 : index
  %n137 = arith.constant 137 : index
  %n550 = arith.constant 550 : index
  %x = call @data2(%one, %n18, %n550) : (index, index, index) -> tensor<?x?xf32>
  %s = tensor.cast %x : tensor<?x?xf32> to tensor<18x550xf32>
  %t = tensor.cast %s : tensor<18x550xf32> to tensor<18x550xf32, #t>
  %a = call @max2(%t) : (tensor<18x550xf32, #t>) -> tensor<9x275xf32, #t>
  %a1 = tensor.cast %a : tensor<9x275xf32, #t> to tensor<9x275xf32>
  %a2 = tensor.cast %a1 : tensor<9x275xf32> to tensor<*xf32>
  call @show(%a2) : (tensor<*xf32>) -> ()
  %u = tensor.cast %x : tensor<?x?xf32> to tensor<?x?xf32, #t>
  %b = call @sum_of_any(%u, %n9, %n137) : (tensor<?x?xf32, #t>, index, index) -> tensor<?x?xf32, #t>
  %b1 = tensor.cast %b : tensor<?x?xf32, #t> to tensor<?x?xf32>
  %b2 = tensor.cast %b1 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%b2) : (tensor<*xf32>) -> ()
  %h = arith.truncf %s : tensor<18x550xf32> to tensor<18x550xbf16>
  %v = tensor.cast %h : tensor<18x550xbf16> to tensor<18x550xbf16, #w>
  %c = call @apart(%v) : (tensor<18x550xbf16, #w>) -> tensor<9x68xbf16, #w>
  %c1 = tensor.cast %c : tensor<9x68xbf16, #w> to tensor<9x68xbf16>
  %c2 = arith.extf %c1 : tensor<9x68xbf16> to tensor<9x68xf32>
  %c3 = tensor.cast %c2 : tensor<9x68xf32> to tensor<*xf32>
  call @show(%c3) : (tensor<*xf32>) -> ()
  return
}

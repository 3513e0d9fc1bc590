// A decoder's cache of keys: each step inserts a row per head at a position that a loop
// counts, reads what is there by now, and adds to a sum. The layers lie in one tensor.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#cache = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#heads = #tiled_layout.layout<{2,1,0:T(8,128)}>
#row = #tiled_layout.layout<{1,0:T(2,128)}>
func.func @step(%cache: tensor<2x3x20x16xf32, #cache>, %x: tensor<3x16xf32, #row>, %layer: index, %position: index)
    -> (tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>) {
  %c1 = arith.constant 1 : index
  %new = tensor.insert_slice %x into %cache[%layer, 0, %position, 0] [1, 3, 1, 16] [1, 1, 1, 1] : tensor<3x16xf32, #row> into tensor<2x3x20x16xf32, #cache>
  %n = arith.addi %position, %c1 : index
  %keys = tensor.extract_slice %new[%layer, 0, 0, 0] [1, 3, %n, 16] [1, 1, 1, 1] : tensor<2x3x20x16xf32, #cache> to tensor<3x?x16xf32, #heads>
  %sum = linalg.generic {indexing_maps = [affine_map<(h, d, t) -> (h, t, d)>, affine_map<(h, d, t) -> (h, d)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%keys : tensor<3x?x16xf32, #heads>) outs(%x : tensor<3x16xf32, #row>) {
  ^bb0(%k: f32, %o: f32):
    %half = arith.constant 0.5 : f32
    %p = arith.mulf %k, %half : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x16xf32, #row>
  %low = arith.constant dense<-4.0> : tensor<3x16xf32, #row>
  %high = arith.constant dense<4.0> : tensor<3x16xf32, #row>
  %a = arith.maximumf %sum, %low : tensor<3x16xf32, #row>
  %b = arith.minimumf %a, %high : tensor<3x16xf32, #row>
  return %new, %b : tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f32
  %x0 = call @data2(%c1, %c3, %c16) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<3x16xf32, #row>
  %e = tensor.empty() : tensor<2x3x20x16xf32, #cache>
  %cache = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x20x16xf32, #cache>) -> tensor<2x3x20x16xf32, #cache>
  %r:2 = scf.for %t = %c0 to %c20 step %c1 iter_args(%c = %cache, %y = %x) -> (tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>) {
    %s:2 = scf.for %l = %c0 to %c2 step %c1 iter_args(%d = %c, %z = %y) -> (tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>) {
      %u:2 = func.call @step(%d, %z, %l, %t) : (tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>, index, index) -> (tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>)
      scf.yield %u#0, %u#1 : tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>
    }
    scf.yield %s#0, %s#1 : tensor<2x3x20x16xf32, #cache>, tensor<3x16xf32, #row>
  }
  %plain = tensor.cast %r#1 : tensor<3x16xf32, #row> to tensor<3x16xf32>
  %u = tensor.cast %plain : tensor<3x16xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  %all = tensor.cast %r#0 : tensor<2x3x20x16xf32, #cache> to tensor<2x3x20x16xf32>
  %v = tensor.cast %all : tensor<2x3x20x16xf32> to tensor<*xf32>
  call @show(%v) : (tensor<*xf32>) -> ()
  return
}

// A greedy decoder: scf.while looks a token's row up, multiplies, takes the greatest
// logit's index as the next token, stores it, and ends at a token or a length.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#table = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(128)}>
#row = #tiled_layout.layout<{1,0:T(1,128)}>
func.func @decode(%table: tensor<37x24xf32, #table>, %w: tensor<24x37xf32, #table>, %start: i32) -> (tensor<16xi32, #v>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -1 : i32
  %low = arith.constant -1.0e30 : f32
  %zero32 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<16xi32, #v>
  %none = linalg.fill ins(%minus : i32) outs(%e : tensor<16xi32, #v>) -> tensor<16xi32, #v>
  %r:3 = scf.while (%n = %c0, %token = %start, %out = %none) : (index, i32, tensor<16xi32, #v>) -> (index, i32, tensor<16xi32, #v>) {
    %more = arith.cmpi ult, %n, %c16 : index
    %ended = arith.cmpi eq, %token, %minus : i32
    %true = arith.constant true
    %on = arith.xori %ended, %true : i1
    %both = arith.andi %more, %on : i1
    scf.condition(%both) %n, %token, %out : index, i32, tensor<16xi32, #v>
  } do {
  ^bb0(%n: index, %token: i32, %out: tensor<16xi32, #v>):
    %i = arith.index_cast %token : i32 to index
    %x = tensor.extract_slice %table[%i, 0] [1, 24] [1, 1] : tensor<37x24xf32, #table> to tensor<1x24xf32, #row>
    %el = tensor.empty() : tensor<1x37xf32, #row>
    %fl = linalg.fill ins(%zero : f32) outs(%el : tensor<1x37xf32, #row>) -> tensor<1x37xf32, #row>
    %logits = linalg.matmul ins(%x, %w : tensor<1x24xf32, #row>, tensor<24x37xf32, #table>) outs(%fl : tensor<1x37xf32, #row>) -> tensor<1x37xf32, #row>
    %em = tensor.empty() : tensor<1xf32>
    %ei = tensor.empty() : tensor<1xi32>
    %fm = linalg.fill ins(%low : f32) outs(%em : tensor<1xf32>) -> tensor<1xf32>
    %fi = linalg.fill ins(%zero32 : i32) outs(%ei : tensor<1xi32>) -> tensor<1xi32>
    %best:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%logits : tensor<1x37xf32, #row>) outs(%fm, %fi : tensor<1xf32>, tensor<1xi32>) {
    ^bb0(%a: f32, %m: f32, %k: i32):
      %j = linalg.index 1 : index
      %j32 = arith.index_cast %j : index to i32
      // Not the token itself, nor one before the position.
      %same = arith.cmpi eq, %j32, %token : i32
      %early = arith.cmpi ult, %j, %n : index
      %excluded = arith.ori %same, %early : i1
      %b = arith.select %excluded, %low, %a : f32
      %greater = arith.cmpf ogt, %b, %m : f32
      %nm = arith.select %greater, %b, %m : f32
      %nk = arith.select %greater, %j32, %k : i32
      linalg.yield %nm, %nk : f32, i32
    } -> (tensor<1xf32>, tensor<1xi32>)
    %next = tensor.extract %best#1[%c0] : tensor<1xi32>
    %stored = tensor.insert %next into %out[%n] : tensor<16xi32, #v>
    %n1 = arith.addi %n, %c1 : index
    scf.yield %n1, %next, %stored : index, i32, tensor<16xi32, #v>
  }
  return %r#2, %r#1 : tensor<16xi32, #v>, i32
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c24 = arith.constant 24 : index
  %c37 = arith.constant 37 : index
  %start = arith.constant 4 : i32
  %t0 = call @data2(%c1, %c37, %c24) : (index, index, index) -> tensor<?x?xf32>
  %t = tensor.cast %t0 : tensor<?x?xf32> to tensor<37x24xf32, #table>
  %w0 = call @data2(%c5, %c24, %c37) : (index, index, index) -> tensor<?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?xf32> to tensor<24x37xf32, #table>
  %r:2 = call @decode(%t, %w, %start) : (tensor<37x24xf32, #table>, tensor<24x37xf32, #table>, i32) -> (tensor<16xi32, #v>, i32)
  %plain = tensor.cast %r#0 : tensor<16xi32, #v> to tensor<16xi32>
  %u = tensor.cast %plain : tensor<16xi32> to tensor<*xi32>
  call @showI32(%u) : (tensor<*xi32>) -> ()
  return
}

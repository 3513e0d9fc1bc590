// Are maxima and minima of f8E4M3FN, which has no infinity to begin with, those of the elements: of rows, columns and words?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#map = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

func.func private @printMemrefF32(memref<*xf32>)

// Element (i, j) is -(i + 1) * 2^(j % 5), except for one of each row.
func.func @fill(%n: index) -> tensor<5x300xf8E4M3FN> attributes {no_inline} {
  %e = tensor.empty() : tensor<5x300xf8E4M3FN>
  %r = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x300xf8E4M3FN>) {
  ^bb0(%o: f8E4M3FN):
    %five = arith.constant 5 : index
    %one = arith.constant 1 : i32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.remui %j, %five : index
    %s = arith.index_cast %k : index to i32
    %p = arith.shli %one, %s : i32
    %a = arith.index_cast %i : index to i32
    %b = arith.addi %a, %one : i32
    %c = arith.muli %b, %p : i32
    %zero = arith.constant 0 : i32
    %d = arith.subi %zero, %c : i32
    %f = arith.sitofp %d : i32 to f32
    %q = arith.truncf %f : f32 to f8E4M3FN
    linalg.yield %q : f8E4M3FN
  } -> tensor<5x300xf8E4M3FN>
  return %r : tensor<5x300xf8E4M3FN>
}
func.func @maxima(%x: tensor<5x300xf8E4M3FN, #tiles>) -> tensor<5xf8E4M3FN> attributes {no_inline} {
  %low = arith.constant -448.0 : f8E4M3FN
  %e = tensor.empty() : tensor<5xf8E4M3FN>
  %f = linalg.fill ins(%low : f8E4M3FN) outs(%e : tensor<5xf8E4M3FN>) -> tensor<5xf8E4M3FN>
  %r = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<5x300xf8E4M3FN, #tiles>) outs(%f : tensor<5xf8E4M3FN>) {
  ^bb0(%a: f8E4M3FN, %m: f8E4M3FN):
    %v = arith.maximumf %m, %a : f8E4M3FN
    linalg.yield %v : f8E4M3FN
  } -> tensor<5xf8E4M3FN>
  return %r : tensor<5xf8E4M3FN>
}
func.func @minima(%x: tensor<5x300xf8E4M3FN, #words>) -> tensor<5xf8E4M3FN> attributes {no_inline} {
  %high = arith.constant 448.0 : f8E4M3FN
  %e = tensor.empty() : tensor<5xf8E4M3FN>
  %f = linalg.fill ins(%high : f8E4M3FN) outs(%e : tensor<5xf8E4M3FN>) -> tensor<5xf8E4M3FN>
  %r = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<5x300xf8E4M3FN, #words>) outs(%f : tensor<5xf8E4M3FN>) {
  ^bb0(%a: f8E4M3FN, %m: f8E4M3FN):
    %v = arith.minimumf %a, %m : f8E4M3FN
    linalg.yield %v : f8E4M3FN
  } -> tensor<5xf8E4M3FN>
  return %r : tensor<5xf8E4M3FN>
}
func.func @columns(%x: tensor<5x300xf8E4M3FN, #words>) -> tensor<300xf8E4M3FN> attributes {no_inline} {
  %low = arith.constant -448.0 : f8E4M3FN
  %e = tensor.empty() : tensor<300xf8E4M3FN>
  %f = linalg.fill ins(%low : f8E4M3FN) outs(%e : tensor<300xf8E4M3FN>) -> tensor<300xf8E4M3FN>
  %r = linalg.generic {indexing_maps = [#map, #column], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<5x300xf8E4M3FN, #words>) outs(%f : tensor<300xf8E4M3FN>) {
  ^bb0(%a: f8E4M3FN, %m: f8E4M3FN):
    %v = arith.maxnumf %a, %m : f8E4M3FN
    linalg.yield %v : f8E4M3FN
  } -> tensor<300xf8E4M3FN>
  return %r : tensor<300xf8E4M3FN>
}
func.func @show(%x: tensor<5xf8E4M3FN>) attributes {no_inline} {
  %f = arith.extf %x : tensor<5xf8E4M3FN> to tensor<5xf32>
  %m = bufferization.to_buffer %f : tensor<5xf32> to memref<5xf32>
  %u = memref.cast %m : memref<5xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
// CHECK: [-1, -2, -3, -4, -5]
// CHECK: [-16, -32, -48, -64, -80]
// CHECK: [-1, -2, -4, -8, -16]
func.func @main() {
  %n = arith.constant 5 : index
  %x = call @fill(%n) : (index) -> tensor<5x300xf8E4M3FN>
  %t = tensor.cast %x : tensor<5x300xf8E4M3FN> to tensor<5x300xf8E4M3FN, #tiles>
  %w = tensor.cast %x : tensor<5x300xf8E4M3FN> to tensor<5x300xf8E4M3FN, #words>
  %a = call @maxima(%t) : (tensor<5x300xf8E4M3FN, #tiles>) -> tensor<5xf8E4M3FN>
  call @show(%a) : (tensor<5xf8E4M3FN>) -> ()
  %b = call @minima(%w) : (tensor<5x300xf8E4M3FN, #words>) -> tensor<5xf8E4M3FN>
  call @show(%b) : (tensor<5xf8E4M3FN>) -> ()
  %c = call @columns(%w) : (tensor<5x300xf8E4M3FN, #words>) -> tensor<300xf8E4M3FN>
  %d = tensor.extract_slice %c[295] [5] [1] : tensor<300xf8E4M3FN> to tensor<5xf8E4M3FN>
  call @show(%d) : (tensor<5xf8E4M3FN>) -> ()
  return
}

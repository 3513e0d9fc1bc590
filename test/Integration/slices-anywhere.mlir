// Are slices right that begin at any row and column, which are known at run time only? Vectors of them lie in one tile,
// or in two. All beginnings of slices of 5x77 in 9x300 are counted where they differ from what they are of.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

#words = #tiled_layout.layout<{1,0:T(8,128)}>
#halves = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// PLAN-LABEL: func.func private @words(
// PLAN: linalg.generic {{.*}} vector = d1 x 16
// PLAN-LABEL: func.func private @halves(
// PLAN: linalg.generic {{.*}} vector = d1 x 32
// CHECK: {{^0$}}
// CHECK: {{^0$}}
func.func private @words(%t: tensor<9x300xi32, #words>, %i: index, %j: index) -> tensor<5x77xi32, #words> attributes {no_inline} {
  %s = tensor.extract_slice %t[%i, %j] [5, 77] [1, 1] : tensor<9x300xi32, #words> to tensor<5x77xi32, #words>
  return %s : tensor<5x77xi32, #words>
}

// As programs write it themselves.
func.func private @halves(%t: tensor<9x300xi16, #halves>, %i: index, %j: index) -> tensor<5x77xi16, #halves> attributes {no_inline} {
  %e = tensor.empty() : tensor<5x77xi16, #halves>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%e : tensor<5x77xi16, #halves>) {
  ^bb0(%o: i16):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %r = arith.addi %row, %i : index
    %c = arith.addi %j, %column : index
    %v = tensor.extract %t[%r, %c] : tensor<9x300xi16, #halves>
    linalg.yield %v : i16
  } -> tensor<5x77xi16, #halves>
  return %s : tensor<5x77xi16, #halves>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c77 = arith.constant 77 : index
  %c224 = arith.constant 224 : index
  %c300 = arith.constant 300 : index
  %none = arith.constant 0 : i64
  %words = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %c300 : index
    %n = arith.addi %row, %j : index
    %v = arith.index_cast %n : index to i32
    tensor.yield %v : i32
  } : tensor<9x300xi32, #words>
  %halves = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %c300 : index
    %n = arith.addi %row, %j : index
    %v = arith.index_cast %n : index to i16
    tensor.yield %v : i16
  } : tensor<9x300xi16, #halves>
  %wrong:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %none, %b = %none) -> (i64, i64) {
    %row:2 = scf.for %j = %c0 to %c224 step %c1 iter_args(%c = %a, %d = %b) -> (i64, i64) {
      %s = func.call @words(%words, %i, %j) : (tensor<9x300xi32, #words>, index, index) -> tensor<5x77xi32, #words>
      %t = func.call @halves(%halves, %i, %j) : (tensor<9x300xi16, #halves>, index, index) -> tensor<5x77xi16, #halves>
      %all:2 = scf.for %k = %c0 to %c5 step %c1 iter_args(%e = %c, %f = %d) -> (i64, i64) {
        %one:2 = scf.for %l = %c0 to %c77 step %c1 iter_args(%g = %e, %h = %f) -> (i64, i64) {
          %ik = arith.addi %i, %k : index
          %jl = arith.addi %j, %l : index
          %start = arith.muli %ik, %c300 : index
          %n = arith.addi %start, %jl : index
          %word = arith.index_cast %n : index to i32
          %half = arith.index_cast %n : index to i16
          %x = tensor.extract %s[%k, %l] : tensor<5x77xi32, #words>
          %y = tensor.extract %t[%k, %l] : tensor<5x77xi16, #halves>
          %p = arith.cmpi ne, %x, %word : i32
          %q = arith.cmpi ne, %y, %half : i16
          %p64 = arith.extui %p : i1 to i64
          %q64 = arith.extui %q : i1 to i64
          %g1 = arith.addi %g, %p64 : i64
          %h1 = arith.addi %h, %q64 : i64
          scf.yield %g1, %h1 : i64, i64
        }
        scf.yield %one#0, %one#1 : i64, i64
      }
      scf.yield %all#0, %all#1 : i64, i64
    }
    scf.yield %row#0, %row#1 : i64, i64
  }
  vector.print %wrong#0 : i64
  vector.print %wrong#1 : i64
  return
}

// Upstream's passes that lose layouts, between those that set them aside and
// restore them, and fold behind: the program computes the same.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner -e main -entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,canonicalize,cse,linalg-generalize-named-ops,func.func(convert-elementwise-to-linalg),linalg-fuse-elementwise-ops,linalg-fold-unit-extent-dims,canonicalize,tiled-layout-restore-layouts{allow-dropped},tiled-layout-fold-relayouts,tiled-layout-relayout-constants,tiled-layout-to-llvm-pipeline)' | mlir-runner -e main -entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-elementwise-to-linalg --tiled-layout-fold-relayouts --tiled-layout-to-llvm-pipeline | mlir-runner -e main -entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,4)}>
#u = #tiled_layout.layout<{0,1:T(2)}>
#h = #tiled_layout.layout<{2,1,0:T(2,2)}>

func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func private @print(%a: tensor<3x6xi32>) {
  %m = bufferization.to_buffer %a : tensor<3x6xi32> to memref<3x6xi32>
  %c = memref.cast %m : memref<3x6xi32> to memref<*xi32>
  call @printMemrefI32(%c) : (memref<*xi32>) -> ()
  return
}

// 2 * x + 1, where that is more than 20 left as it was; then the columns of each
// pair change places with the rows, twice.
// CHECK:      [1, 3, 5, 7, 9, 11]
// CHECK-NEXT: [13, 15, 17, 19, 10, 11]
// CHECK-NEXT: [12, 13, 14, 15, 16, 17]
func.func @main() {
  %x = arith.constant dense<[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16, 17]]> : tensor<3x6xi32>
  %two = arith.constant dense<2> : tensor<3x6xi32, #t>
  %one = arith.constant dense<1> : tensor<3x6xi32, #t>
  %most = arith.constant dense<20> : tensor<3x6xi32, #t>
  %a = tensor.cast %x : tensor<3x6xi32> to tensor<3x6xi32, #t>
  %e = tensor.empty() : tensor<3x6xi32, #t>
  %m = linalg.mul ins(%a, %two : tensor<3x6xi32, #t>, tensor<3x6xi32, #t>) outs(%e : tensor<3x6xi32, #t>) -> tensor<3x6xi32, #t>
  %s = arith.addi %m, %one : tensor<3x6xi32, #t>
  %i = arith.cmpi slt, %s, %most : tensor<3x6xi32, #t>
  %r = arith.select %i, %s, %a : tensor<3x6xi1, #t>, tensor<3x6xi32, #t>
  %p = tensor.expand_shape %r [[0], [1, 2]] output_shape [3, 3, 2] : tensor<3x6xi32, #t> into tensor<3x3x2xi32, #h>
  %d = tensor.empty() : tensor<3x3x2xi32, #h>
  %q = linalg.transpose ins(%p : tensor<3x3x2xi32, #h>) outs(%d : tensor<3x3x2xi32, #h>) permutation = [1, 0, 2]
  %v = linalg.transpose ins(%q : tensor<3x3x2xi32, #h>) outs(%d : tensor<3x3x2xi32, #h>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %v [[0], [1, 2]] : tensor<3x3x2xi32, #h> into tensor<3x6xi32, #u>
  %o = tensor.cast %c : tensor<3x6xi32, #u> to tensor<3x6xi32>
  call @print(%o) : (tensor<3x6xi32>) -> ()
  return
}

// The example of the pass's description, and loops of other kinds.
//
// RUN: tiled-layout-opt %s --tiled-layout-annotate-loops --mlir-print-local-scope | FileCheck %s
// Stock tools read the lowering pipeline's output; a pipeline to LLVM may follow it.
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | mlir-opt | FileCheck %s --check-prefix=STOCK
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=keep-loop-roles=true | FileCheck %s --check-prefix=KEPT
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=BRANCH

// CHECK-NOT: tiled_layout.loop
// STOCK-NOT: tiled_layout.loop

// CHECK-LABEL: func @f(
// CHECK:           } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
// CHECK-NEXT:    }
// STOCK-LABEL: func @f(
// STOCK:           } {loop_annotation = #{{.+}}}
// KEPT-LABEL:  func @f(
// KEPT:            } {tiled_layout.loop = #tiled_layout.loop<run>}
// KEPT-NEXT:     } {tiled_layout.loop = #tiled_layout.loop<tiles>}
// BRANCH-LABEL: llvm.func @f(
// BRANCH:      llvm.br {{.*}} {loop_annotation = #{{.+}}}
func.func @f(%m: memref<2x64xf32>, %v: f32) {
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to 64 {
      affine.store %v, %m[%t, %i] : memref<2x64xf32>
    } {tiled_layout.loop = #tiled_layout.loop<run>}
  } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  return
}

// CHECK-LABEL: func @others(
// CHECK:         my.attr}
// CHECK:         loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32>>}
// CHECK:         loop_annotation = #llvm.loop_annotation<unroll = <disable = true>, mustProgress = true>}
func.func @others(%m: memref<8x64xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  affine.parallel (%t) = (0) to (8) {
    affine.store %v, %m[%t, 0] : memref<8x64xf32>
  } {my.attr, tiled_layout.loop = #tiled_layout.loop<rows>}
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %v, %m[%c0, %i] : memref<8x64xf32>
  } {loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32>>, tiled_layout.loop = #tiled_layout.loop<run>}
  scf.for %i = %c0 to %c64 step %c1 {
    memref.store %v, %m[%c1, %i] : memref<8x64xf32>
  } {loop_annotation = #llvm.loop_annotation<mustProgress = true>, tiled_layout.loop = #tiled_layout.loop<run>}
  return
}

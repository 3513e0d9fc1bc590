// One of the rows that share words, on processors with masks for their elements and without: without, whole
// words are loaded, and the row's part of each is taken.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | FileCheck %s --check-prefix=CODE
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// PLAN-LABEL: func.func private @pairs(
// PLAN: vector = d0 x 8
// PLAN-LABEL: func.func private @fours(
// PLAN: vector = d0 x 8
// CODE-NOT: llvm.intr.masked.load

// Row i, column j of 3 x 11 holds 20 * i + j: rows 0 and 2, and row 1 and the column's number.
// CHECK: [40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60]
// CHECK: [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]

#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#fours = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#j = affine_map<(j) -> (j)>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @pairs(%m: memref<3x11xbf16, #pairs>, %y: memref<11xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(j) -> (0, j)>, affine_map<(j) -> (2, j)>, #j], iterator_types = ["parallel"]}
    ins(%m, %m : memref<3x11xbf16, #pairs>, memref<3x11xbf16, #pairs>) outs(%y : memref<11xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %s = arith.addf %u, %v : f32
    linalg.yield %s : f32
  }
  return
}

func.func private @fours(%m: memref<3x11xi8, #fours>, %y: memref<11xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(j) -> (1, j)>, #j], iterator_types = ["parallel"]}
    ins(%m : memref<3x11xi8, #fours>) outs(%y : memref<11xf32>) {
  ^bb0(%a: i8, %o: f32):
    %u = arith.sitofp %a : i8 to f32
    linalg.yield %u : f32
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %c20 = arith.constant 20 : index
  %p = memref.alloc() : memref<3x11xbf16, #pairs>
  %f = memref.alloc() : memref<3x11xi8, #fours>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c11 step %c1 {
      %r = arith.muli %i, %c20 : index
      %n = arith.addi %r, %j : index
      %b = arith.index_cast %n : index to i8
      %x = arith.sitofp %b : i8 to bf16
      memref.store %x, %p[%i, %j] : memref<3x11xbf16, #pairs>
      memref.store %b, %f[%i, %j] : memref<3x11xi8, #fours>
    }
  }
  %y = memref.alloc() : memref<11xf32>
  %u = memref.cast %y : memref<11xf32> to memref<*xf32>
  call @pairs(%p, %y) : (memref<3x11xbf16, #pairs>, memref<11xf32>) -> ()
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  call @fours(%f, %y) : (memref<3x11xi8, #fours>, memref<11xf32>) -> ()
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %y : memref<11xf32>
  memref.dealloc %p : memref<3x11xbf16, #pairs>
  memref.dealloc %f : memref<3x11xi8, #fours>
  return
}

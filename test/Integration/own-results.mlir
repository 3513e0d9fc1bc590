// A reduction on memrefs may read what it has added so far by an input: the memref of its output, or a
// view of it. Each step sees the one before it.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=reassoc=true | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func private @same_memref(%a: memref<32x48xf32>, %s: memref<32xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %s : memref<32x48xf32>, memref<32xf32>) outs(%s : memref<32xf32>) {
  ^bb0(%x: f32, %acc: f32, %out: f32):
    %1 = arith.addf %x, %acc : f32
    linalg.yield %1 : f32
  }
  return
}

func.func private @view(%a: memref<32x48xf32>, %s: memref<32xf32>) attributes {no_inline} {
  %v = memref.expand_shape %s [[0, 1]] output_shape [32, 1] : memref<32xf32> into memref<32x1xf32>
  linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i, 0)>, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %v : memref<32x48xf32>, memref<32x1xf32>) outs(%s : memref<32xf32>) {
  ^bb0(%x: f32, %acc: f32, %out: f32):
    %1 = arith.addf %x, %acc : f32
    linalg.yield %1 : f32
  }
  return
}

func.func private @element(%a: memref<32x48xf32>, %s: memref<32xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (0)>, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %s : memref<32x48xf32>, memref<32xf32>) outs(%s : memref<32xf32>) {
  ^bb0(%x: f32, %first: f32, %out: f32):
    %0 = arith.mulf %x, %first : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %part = arith.constant 0.0625 : f32
  %a = memref.alloc() : memref<32x48xf32>
  %s = memref.alloc() : memref<32xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<32x48xf32>)

  // CHECK: 48
  linalg.fill ins(%zero : f32) outs(%s : memref<32xf32>)
  call @same_memref(%a, %s) : (memref<32x48xf32>, memref<32xf32>) -> ()
  %0 = memref.load %s[%c0] : memref<32xf32>
  vector.print %0 : f32

  // CHECK-NEXT: 48
  linalg.fill ins(%zero : f32) outs(%s : memref<32xf32>)
  call @view(%a, %s) : (memref<32x48xf32>, memref<32xf32>) -> ()
  %1 = memref.load %s[%c0] : memref<32xf32>
  vector.print %1 : f32

  // (1 + 1/16)^48, then 1 + 48/16 of it.
  // CHECK-NEXT: 18.35
  // CHECK-NEXT: 56.06
  linalg.fill ins(%part : f32) outs(%a : memref<32x48xf32>)
  linalg.fill ins(%one : f32) outs(%s : memref<32xf32>)
  call @element(%a, %s) : (memref<32x48xf32>, memref<32xf32>) -> ()
  %2 = memref.load %s[%c0] : memref<32xf32>
  vector.print %2 : f32
  %3 = memref.load %s[%c1] : memref<32xf32>
  vector.print %3 : f32
  return
}

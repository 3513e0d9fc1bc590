// Do the passes on loops say what they have done, and only if they are asked?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline --remarks-filter-passed=tiled-layout --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline -o /dev/null 2>&1 | count 0

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// The first and last element of a tile's row are lanes of vectors.
// CHECK-DAG: remarks.mlir:[[#@LINE+4]]:3: remark: [Passed] tile-loops | {{.*}}dimensions=2, shared=0
// CHECK-DAG: remarks.mlir:[[#@LINE+3]]:3: remark: [Passed] vectorize-runs | {{.*}}edges=1, iterations=32, reductions=0, rows=1
// CHECK-DAG: remarks.mlir:[[#@LINE+2]]:3: remark: [Passed] vectorize-runs | {{.*}}edges=2, iterations=32, reductions=0, rows=1
func.func @stencil(%a: memref<16x384xf32, #t>, %b: memref<16x384xf32, #t> {llvm.noalias}) {
  affine.for %i = 1 to 15 {
    affine.for %j = 1 to 383 {
      %l = affine.load %a[%i, %j - 1] : memref<16x384xf32, #t>
      %r = affine.load %a[%i, %j + 1] : memref<16x384xf32, #t>
      %s = arith.addf %l, %r : f32
      affine.store %s, %b[%i, %j] : memref<16x384xf32, #t>
    }
  }
  return
}

// Rows that share words are taken together; the ends of a row of tiles stay with
// the rest of it.
// CHECK-DAG: remarks.mlir:[[#@LINE+4]]:3: remark: [Passed] jam-rows | {{.*}}rows=2
// CHECK-DAG: remarks.mlir:[[#@LINE+3]]:3: remark: [Passed] tile-loops | {{.*}}dimensions=2, shared=1
// CHECK-DAG: remarks.mlir:[[#@LINE+2]]:3: remark: [Passed] carry-elements | {{.*}}elements=2
func.func @rows(%a: memref<16x256xbf16, #w>, %b: memref<16x256xbf16, #w> {llvm.noalias}, %s: memref<16xbf16> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 1 to 255 {
      %l = affine.load %a[%i, %j - 1] : memref<16x256xbf16, #w>
      %o = affine.load %s[%i] : memref<16xbf16>
      %p = arith.addf %o, %l : bf16
      affine.store %p, %s[%i] : memref<16xbf16>
      affine.store %l, %b[%i, %j] : memref<16x256xbf16, #w>
    }
  }
  return
}

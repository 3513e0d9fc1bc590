// Where a processor wants to read in order, do all reductions along rows of tiles fetch them so?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=prefetch-tiles=2,memory-bytes-per-cycle=8' --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4' --tiled-layout-plan-structured | FileCheck %s --check-prefix=FIRST
// Steps that fetch are not unrolled by LLVM: too many fetches at once wait for one another.
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=prefetch-tiles=2,memory-bytes-per-cycle=8' --tiled-layout-plan-structured \
// RUN:   --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOOP

#f32 = #tiled_layout.layout<{1,0:T(8,128)}>
#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#s8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// LOOP: #[[$NOT:.*]] = #llvm.loop_unroll<disable = true>
// LOOP: #[[$ONCE:.*]] = #llvm.loop_annotation<unroll = #[[$NOT]]>

// Eight rows of f32 that are transposed keep up with memory. They lie together.
// CHECK-LABEL: func @matvec
// CHECK: loops = [d0 by 8, d1 by 128, d1 by 16], vector = d0 x 8, transposed = [0 along d1], {{.*}}ahead = d1 by 256 in rows
// FIRST-LABEL: func @matvec
// FIRST: loops = [d0 by 16, d1 by 16], {{.*}}ahead = d1 by 128>
func.func @matvec(%a: memref<2048x2048xf32, #f32>, %x: memref<2048xf32>, %y: memref<2048xf32>) {
  linalg.matvec ins(%a, %x : memref<2048x2048xf32, #f32>, memref<2048xf32>) outs(%y : memref<2048xf32>)
  return
}

// Maxima have vectors along the rows.
// CHECK-LABEL: func @maxima
// CHECK: loops = [d0 by 8, d1 by 128, d1 by 16], vector = d1 x 16, {{.*}}ahead = d1 by 256 in rows
// FIRST-LABEL: func @maxima
// FIRST: loops = [d0 by 8, d1 by 16], vector = d1 x 16, {{.*}}ahead = d1 by 128>
// LOOP-LABEL: func @maxima
// LOOP: vector.load
// LOOP: {loop_annotation = #[[$ONCE]]}
func.func @maxima(%a: memref<2048x2048xf32, #f32>, %y: memref<2048xf32>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<2048x2048xf32, #f32>) outs(%y : memref<2048xf32>) dimensions = [1]
  return
}

// A few rows by many tiles wait for memory: two at a time go by whole rows of tiles. More go by one vector of
// each tile, while steps fetch the next tile.
// CHECK-LABEL: func @few_rows
// CHECK: loops = [d2 by 32, d1 by 128, d0 by 2, d2 by 1]
// CHECK: loops = [d2 by 64, d1 by 128, d1 by 16, d0 by 16, d2 by 1], {{.*}}prefetch = [1], {{.*}}ahead = d1 by 128>
// FIRST-LABEL: func @few_rows
// FIRST-COUNT-2: ahead = d2 by 32>
func.func @few_rows(%a: memref<4x4096xf32, #f32>, %b: memref<4096x4096xf32, #f32>, %c: memref<4x4096xf32, #f32>,
                    %d: memref<24x4096xf32, #f32>, %e: memref<24x4096xf32, #f32>) {
  linalg.matmul ins(%a, %b : memref<4x4096xf32, #f32>, memref<4096x4096xf32, #f32>) outs(%c : memref<4x4096xf32, #f32>)
  linalg.matmul ins(%d, %b : memref<24x4096xf32, #f32>, memref<4096x4096xf32, #f32>) outs(%e : memref<24x4096xf32, #f32>)
  return
}

// Columns of bytes go by 16 rows of words at a time, as other columns do.
// CHECK-LABEL: func @columns
// CHECK: loops = [d0 by 64, d1 by 128, d0 by 8], vector = d1 x 16, interleave = d0 x 4
// FIRST-LABEL: func @columns
// FIRST: loops = [d1 by 128, d0 by 8], vector = d1 x 16, interleave = d0 x 4
func.func @columns(%a: memref<4096x4096xi8, #s8>, %y: memref<4096xi8>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<4096x4096xi8, #s8>) outs(%y : memref<4096xi8>) dimensions = [0]
  return
}

// A tile of bytes is a quarter of a page, and a page ahead is four of them.
// CHECK-LABEL: func @bytes
// CHECK: loops = [d0 by 8, d1 by 128, d1 by 64], vector = d1 x 16, interleave = d0 x 4, {{.*}}ahead = d1 by 512 in rows
// FIRST-LABEL: func @bytes
// FIRST: loops = [d0 by 8, d1 by 64], vector = d1 x 16, interleave = d0 x 4, {{.*}}ahead = d1 by 512>
func.func @bytes(%a: memref<4096x4096xi8, #s8>, %y: memref<4096xi8>) {
  linalg.reduce { arith.maxsi } ins(%a : memref<4096x4096xi8, #s8>) outs(%y : memref<4096xi8>) dimensions = [1]
  return
}

// Rows that are widened stay as many.
// CHECK-LABEL: func @widened
// CHECK: loops = [d0 by 16, d1 by 128, d1 by 8], vector = d0 x 16, transposed = [0 along d1], {{.*}}ahead = d1 by 256 in rows
func.func @widened(%a: memref<2048x2048xbf16, #bf16>, %y: memref<2048xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<2048x2048xbf16, #bf16>) outs(%y : memref<2048xf32>) {
  ^bb0(%x: bf16, %s: f32):
    %wide = arith.extf %x : bf16 to f32
    %sum = arith.addf %s, %wide : f32
    linalg.yield %sum : f32
  }
  return
}

// Rows without tiles: half as many, and no fetch.
// CHECK-LABEL: func @rows
// CHECK: loops = [d0 by 8, d1 by 16], vector = d0 x 8, transposed = [0 along d1], masked, fused, unroll
// FIRST-LABEL: func @rows
// FIRST: loops = [d0 by 16, d1 by 16]
func.func @rows(%a: memref<2048x2048xf32>, %x: memref<2048xf32>, %y: memref<2048xf32>) {
  linalg.matvec ins(%a, %x : memref<2048x2048xf32>, memref<2048xf32>) outs(%y : memref<2048xf32>)
  return
}

// Rows that may be in a cache stay as many. Tiles are fetched in order if they are not.
// CHECK-LABEL: func @dynamic
// CHECK: loops = [d0 by 16, d1 by 16]
// CHECK: loops = [d0 by 16, d1 by 128, d1 by 16], vector = d0 x 16, transposed = [0 along d1], {{.*}}ahead = d1 by 256 in rows above
// CHECK: loops = [d0 by 8, d1 by 128, d1 by 16], vector = d1 x 16, {{.*}}ahead = d1 by 256 in rows above
// FIRST-LABEL: func @dynamic
// FIRST-COUNT-2: ahead = d1 by 128 above
func.func @dynamic(%a: memref<?x?xf32>, %t: memref<?x?xf32, #f32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.matvec ins(%a, %x : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  linalg.matvec ins(%t, %x : memref<?x?xf32, #f32>, memref<?xf32>) outs(%y : memref<?xf32>)
  linalg.reduce { arith.maximumf } ins(%t : memref<?x?xf32, #f32>) outs(%y : memref<?xf32>) dimensions = [1]
  return
}

// A product goes by all columns of a panel for each eight rows, and fetches the next ones of A.
// CHECK-LABEL: func @product
// CHECK: loops = [d1 by 256, d2 by 512, pack 1, d0 by 8, d1 by 32, d2 by 1], {{.*}}prefetch = [0], unroll = 4, ahead = d0 by 8 in rows
// FIRST-LABEL: func @product
// FIRST: loops = [d1 by 512, d2 by 128, pack 1, d1 by 32, d0 by 8, d2 by 1], {{.*}}prefetch = [2], unroll = 4>
func.func @product(%a: memref<2048x2048xf32, #f32>, %b: memref<2048x2048xf32, #f32>, %c: memref<2048x2048xf32, #f32>) {
  linalg.matmul ins(%a, %b : memref<2048x2048xf32, #f32>, memref<2048x2048xf32, #f32>) outs(%c : memref<2048x2048xf32, #f32>)
  return
}

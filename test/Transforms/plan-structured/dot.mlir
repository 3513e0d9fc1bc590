// Which products are taken by dot instructions?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured=dot=1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s --check-prefix=EXACT
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=wide --tiled-layout-plan-structured=dot=1 | FileCheck %s --check-prefix=NONE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured=dot=1 | FileCheck %s --check-prefix=TWO
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=alderlake --tiled-layout-plan-structured=dot=1 | FileCheck %s --check-prefix=VNNI

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Processors without the instruction have no dot products.
// NONE-NOT: dot =
// NONE: func.func @no_sign(
// NONE-NOT: dot =

// bf16 with an option, since it rounds in another way.
// CHECK-LABEL: func @bf16
// CHECK: loops = [d1 by 128, d1 by 32, d0 by 8, d2 by 2], vector = d1 x 16, masked, fused, dot = d2 x 2, prefetch = [2]
// EXACT-LABEL: func @bf16
// EXACT-NOT: dot =
// EXACT-LABEL: func @bytes
// VNNI-LABEL: func @bf16
// VNNI-NOT: dot =
// VNNI-LABEL: func @bytes
// TWO-LABEL: func @bf16
// TWO-NOT: dot =
// TWO-LABEL: func @bytes
func.func @bf16(%a: memref<512x512xbf16, #t>, %b: memref<512x512xbf16, #two>, %c: memref<512x512xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xbf16, #t>, memref<512x512xbf16, #two>)
                outs(%c : memref<512x512xf32, #t>)
  return
}

// Bytes are exact. Both have signs: the top bits of A are flipped in a panel.
// CHECK-LABEL: func @bytes
// CHECK: loops = [d0 by 256, pack 0, d1 by 32, d0 by 8, d2 by 4], vector = d1 x 16, masked, dot = d2 x 4
// EXACT: dot = d2 x 4
// VNNI: vector = d1 x 8, dot = d2 x 4
// Without such an instruction, panels widen bytes to 16 bits, of which another one adds two products.
// TWO: loops = [d1 by 128, pack 1 wide, d0 by 256, pack 0 wide, d1 by 16, d0 by 4, d2 by 2], vector = d1 x 8, dot = d2 x 2
func.func @bytes(%a: memref<512x512xi8, #t>, %b: memref<512x512xi8, #four>, %c: memref<512x512xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xi8, #t>, memref<512x512xi8, #four>)
                outs(%c : memref<512x512xi32, #t>)
  return
}

// Neighbours along the reduction take turns with those of as many rows of A as make a word:
// A stays where it is for fewer than 512 results. With those of fewer rows, a panel has them together.
// CHECK-LABEL: func @turns
// CHECK: loops = [d0 by 256, pack 0, d1 by 32, d0 by 8, d2 by 2], {{.*}}dot = d2 x 2
// CHECK: loops = [d1 by 128, d1 by 32, d0 by 8, d2 by 2], {{.*}}dot = d2 x 2
// CHECK: loops = [d0 by 256, pack 0, d1 by 32, d0 by 8, d2 by 4], {{.*}}dot = d2 x 4
func.func @turns(%a: memref<512x512xbf16, #two>, %b: memref<512x512xbf16, #two>, %c: memref<512x512xf32, #t>,
                 %few: memref<512x256xbf16, #two>, %e: memref<512x256xf32, #t>,
                 %bytes: memref<512x512xi8, #two>, %four: memref<512x512xi8, #four>, %d: memref<512x512xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xbf16, #two>, memref<512x512xbf16, #two>)
                outs(%c : memref<512x512xf32, #t>)
  linalg.matmul ins(%a, %few : memref<512x512xbf16, #two>, memref<512x256xbf16, #two>)
                outs(%e : memref<512x256xf32, #t>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%bytes, %four : memref<512x512xi8, #two>, memref<512x512xi8, #four>) outs(%d : memref<512x512xi32, #t>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extui %x : i8 to i32
    %v = arith.extsi %y : i8 to i32
    %p = arith.muli %u, %v : i32
    %r = arith.addi %p, %s : i32
    linalg.yield %r : i32
  }
  return
}

// Four rows in turns leave a quarter of a vector along the rows: sums along the columns are
// taken in whole vectors, without dot instructions.
// CHECK-LABEL: func @vector
// CHECK: vector = d1 x 16
// CHECK-NOT: dot =
// CHECK-LABEL: func @dynamic
func.func @vector(%a: memref<512x512xi8, #four>, %x: memref<512xi8>, %y: memref<512xi32>) {
  linalg.matvec ins(%a, %x : memref<512x512xi8, #four>, memref<512xi8>) outs(%y : memref<512xi32>)
  return
}

// The extents may be known at run time only.
// CHECK: dot = d2 x 4
func.func @dynamic(%a: memref<?x?xi8, #t>, %b: memref<?x?xi8, #four>, %c: memref<?x?xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<?x?xi8, #t>, memref<?x?xi8, #four>)
                outs(%c : memref<?x?xi32, #t>)
  return
}

// Rows of B that follow one another are put in turns in a panel, or in registers
// where few rows share them.
// CHECK-LABEL: func @plain
// CHECK: loops = [pack 1, pack 0, d1 by 32, {{.*}}dot = d2 x 4
// CHECK: loops = [pack 0, d1 by 64, d0 by 4, d2 by 4], {{.*}}dot = d2 x 4
func.func @plain(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>,
                 %few: memref<4x64xi8>, %d: memref<4x64xi32>) {
  linalg.matmul ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  linalg.matmul ins(%few, %b : memref<4x64xi8>, memref<64x64xi8>) outs(%d : memref<4x64xi32>)
  return
}

// Neighbours along the reduction lie far apart in A: a panel has them together,
// if enough columns read it.
// CHECK-LABEL: func @transposed
// CHECK: loops = [pack 1, pack 0, d1 by 32, {{.*}}dot = d2 x 2
// CHECK: structured_plan
// CHECK-NOT: dot =
// CHECK-LABEL: func @batch
func.func @transposed(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %c: memref<64x64xf32>,
                      %few: memref<64x16xbf16>, %d: memref<64x16xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %few : memref<64x64xbf16>, memref<64x16xbf16>) outs(%d : memref<64x16xf32>)
  return
}

// CHECK: dot = d3 x 2
func.func @batch(%a: memref<4x64x64xbf16>, %b: memref<4x64x64xbf16>, %c: memref<4x64x64xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<4x64x64xbf16>, memref<4x64x64xbf16>) outs(%c : memref<4x64x64xf32>)
  return
}

// What is no sum of products of two inputs alone has none: here zero points of so few products that
// they are not split off.
// CHECK-LABEL: func @scaled
// CHECK-NOT: dot =
func.func @scaled(%a: memref<16x64xi8>, %b: memref<64x16xi8>, %c: memref<16x16xi32>, %z: i32) {
  linalg.quantized_matmul ins(%a, %b, %z, %z : memref<16x64xi8>, memref<64x16xi8>, i32, i32)
                          outs(%c : memref<16x16xi32>)
  return
}

// Nor has what has one input.
// CHECK-LABEL: func @one
// CHECK: structured_plan
func.func @one(%a: memref<64x64xf32>, %b: memref<64xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x64xf32>) outs(%b : memref<64xf32>) dimensions = [1]
  return
}

// Numbers of 16 bits with sign lie as the instruction takes them: two rows of B take turns.
// CHECK-LABEL: func @shorts
// CHECK: vector = d1 x 16, masked, dot = d2 x 2
// TWO-LABEL: func @shorts
// TWO-NOT: wide
// TWO: vector = d1 x 8, dot = d2 x 2
func.func @shorts(%a: memref<512x512xi16, #t>, %b: memref<512x512xi16, #two>, %c: memref<512x512xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xi16, #t>, memref<512x512xi16, #two>)
                outs(%c : memref<512x512xi32, #t>)
  return
}

// For fewer than four results, rows that are no pairs are not made so; pairs are taken as they lie.
// TWO-LABEL: func @one_row
// TWO-NOT: dot =
// TWO: linalg.vecmat
// TWO-SAME: dot = d1 x 2
func.func @one_row(%a: memref<1x512xi8>, %b: memref<512x512xi8>, %c: memref<1x512xi32>,
                   %x: memref<512xi16>, %pairs: memref<512x512xi16, #two>, %y: memref<512xi32>) {
  linalg.matmul ins(%a, %b : memref<1x512xi8>, memref<512x512xi8>) outs(%c : memref<1x512xi32>)
  linalg.vecmat ins(%x, %pairs : memref<512xi16>, memref<512x512xi16, #two>) outs(%y : memref<512xi32>)
  return
}

// Those without sign do not.
// CHECK-LABEL: func @no_sign
// CHECK-NOT: dot =
func.func @no_sign(%a: memref<64x64xi16>, %b: memref<64x64xi16>, %c: memref<64x64xi32>) {
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>}
    ins(%a, %b : memref<64x64xi16>, memref<64x64xi16>) outs(%c : memref<64x64xi32>)
  return
}

// Which operands are widened where they are packed? Those that many results share.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured --tiled-layout-lower-structured --canonicalize --cse | FileCheck %s --check-prefix=LOOPS

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func @bf16
// CHECK: pack 1 wide, d0 by 256, pack 0 wide, {{.*}}d0 by 8, d2 by 1], vector = d1 x 16
// Each panel is filled by a relayout, and widened to another one; the loop over
// registers has multiply-adds alone.
// LOOPS-LABEL: func @bf16
// LOOPS-COUNT-2: memref.alloc{{.*}}bf16
// LOOPS: tiled_layout.relayout
// LOOPS: scf.for
// LOOPS: vector.load %{{.*}}xbf16>, vector<16xbf16>
// LOOPS: arith.extf %{{.*}} : vector<16xbf16> to vector<16xf32>
// LOOPS: vector.store %{{.*}}xf32>, vector<16xf32>
// LOOPS: tiled_layout.relayout
// LOOPS: arith.extf %{{.*}} : vector<16xbf16> to vector<16xf32>
// LOOPS-NOT: arith.extf
// LOOPS: arith.mulf %{{.*}} fastmath<contract> : vector<16xf32>
// LOOPS-NOT: arith.extf
// LOOPS-LABEL: func @few
func.func @bf16(%a: memref<512x512xbf16, #t>, %b: memref<512x512xbf16, #two>, %c: memref<512x512xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<512x512xbf16, #t>, memref<512x512xbf16, #two>)
                outs(%c : memref<512x512xf32, #t>)
  return
}

// CHECK-LABEL: func @few
// CHECK-NOT: pack 1
// CHECK: pack 0 wide
func.func @few(%a: memref<64x512xbf16, #t>, %b: memref<512x512xbf16, #t>, %c: memref<64x512xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<64x512xbf16, #t>, memref<512x512xbf16, #t>)
                outs(%c : memref<64x512xf32, #t>)
  return
}

// Two rows of B that are a word are no vector: B is packed, not transposed for each row.
// CHECK-LABEL: func @words
// CHECK: pack 1 wide, {{.*}}vector = d1 x 16, masked, fused
func.func @words(%a: memref<512x512xbf16, #t>, %b: memref<512x512xbf16, #two>, %c: memref<512x512xf32, #t>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<512x512xbf16, #t>, memref<512x512xbf16, #two>) outs(%c : memref<512x512xf32, #t>)
  return
}

// How do reductions run whose words hold rows of other results?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver4 --tiled-layout-plan-structured | FileCheck %s

#alone = #tiled_layout.layout<{2,1,0:T(2,128)(2,1)}>
#batches = #tiled_layout.layout<{2,0,1:T(8,128)(2,1)}>
#bytes = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#bytes2 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)(2,1)}>
#columns32 = #tiled_layout.layout<{0,1:T(8,128)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#id = affine_map<(i, j, k) -> (i, j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>

// Registers hold both results of four rows, a few vectors of each.
// CHECK-LABEL: func @argmax
// CHECK: loops = [d0 by 4, d2 by 32, d1 by 4], vector = d2 x 16
func.func @argmax(%x: memref<16x64x128xi8, #bytes>, %v: memref<16x128xi8, #bytes2>, %i: memref<16x128xi32, #rows>) {
  linalg.generic {indexing_maps = [#id, #ik, #ik], iterator_types = ["parallel", "reduction", "parallel"]}
    ins(%x : memref<16x64x128xi8, #bytes>) outs(%v, %i : memref<16x128xi8, #bytes2>, memref<16x128xi32, #rows>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %isMore = arith.cmpi sgt, %a, %b : i8
    %p = arith.select %isMore, %a, %b : i8
    %k = linalg.index 1 : index
    %k32 = arith.index_cast %k : index to i32
    %q = arith.select %isMore, %k32, %c : i32
    linalg.yield %p, %q : i8, i32
  }
  return
}

// A row that is alone in its words is taken with the padding beside it.
// CHECK-LABEL: func @negated
// CHECK: loops = [d0 by 1, d2 by 64, d1 by 2], vector = d2 x 16, masked
func.func @negated(%x: memref<197x1x768xbf16, #alone>, %y: memref<197x1x768xbf16, #alone>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x : memref<197x1x768xbf16, #alone>) outs(%y : memref<197x1x768xbf16, #alone>) {
  ^bb0(%a: bf16, %o: bf16):
    %p = arith.negf %a : bf16
    linalg.yield %p : bf16
  }
  return
}

// CHECK-LABEL: func @squares
// CHECK: vector = d0 x 16, transposed = [0 along d2]
func.func @squares(%x: memref<197x1x768xbf16, #alone>, %y: memref<197x1xf32, #rows>) {
  linalg.generic {indexing_maps = [#id, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : memref<197x1x768xbf16, #alone>) outs(%y : memref<197x1xf32, #rows>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %w : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Words of two batches are transposed once for both.
// CHECK-LABEL: func @batches
// CHECK: loops = [{{.*}}d0 by 2, {{.*}}], vector = d1 x 16, transposed = [0 along d2]
func.func @batches(%a: memref<16x100x200xf16, #batches>, %x: memref<16x200xf16, #words>, %y: memref<16x100xf32, #rows>) {
  linalg.batch_matvec ins(%a, %x : memref<16x100x200xf16, #batches>, memref<16x200xf16, #words>) outs(%y : memref<16x100xf32, #rows>)
  return
}

// Vectors of three results would leave most lanes empty.
// CHECK-LABEL: func @three
// CHECK: vector = d1 x 16, transposed = [1 along d2]
func.func @three(%a: memref<3x512xf16, #columns>, %b: memref<512x1000xf16, #columns>, %c: memref<3x1000xf32, #columns32>) {
  linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<3x512xf16, #columns>, memref<512x1000xf16, #columns>) outs(%c : memref<3x1000xf32, #columns32>) {
  ^bb0(%p: f16, %q: f16, %o: f32):
    %u = arith.extf %p : f16 to f32
    %v = arith.extf %q : f16 to f32
    %w = arith.mulf %u, %v : f32
    %s = arith.addf %o, %w : f32
    linalg.yield %s : f32
  }
  return
}

// Indices that are divided, as of scales that groups of columns share: loops over groups and within them, and views of
// operands with a dimension for each.
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#b3 = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#f3 = #tiled_layout.layout<{2,1,0:T(8,128)}>

// Bytes with a scale for 32 rows: the columns of the left operand are in 32 groups, which tiles hold four of.
// CHECK-LABEL: func.func @scales(
// CHECK: %[[X:.*]] = tiled_layout.expand_shape %arg0 {{\[}}[0], [1, 2]]{{.*}} into memref<64x32x32xf32, #tiled_layout.layout<{2,1,0:T(8,4,32)}>>
// CHECK: %[[W:.*]] = tiled_layout.expand_shape %arg1 {{\[}}[0, 1], [2]]{{.*}} into memref<32x32x512xi8, #tiled_layout.layout<{2,1,0:T(1,8,128)(1,4,1)}>>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%[[X]], %[[W]], %arg2 : {{.*}}vector = d1 x 16
func.func @scales(%x: memref<64x1024xf32, #f>, %w: memref<1024x512xi8, #w>, %s: memref<32x512xf32, #f>, %o: memref<64x512xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                   affine_map<(i, j, k) -> (k floordiv 32, j)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : memref<64x1024xf32, #f>, memref<1024x512xi8, #w>, memref<32x512xf32, #f>) outs(%o : memref<64x512xf32, #f>) {
  ^bb0(%a: f32, %b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %r = arith.addf %y, %p : f32
    linalg.yield %r : f32
  }
  return
}

// Four heads of queries share one of keys.
// CHECK-LABEL: func.func @heads(
// CHECK: tiled_layout.expand_shape %arg0 {{.*}} into memref<2x4x100x64xbf16,
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%{{.*}}, %arg1 : {{.*}}structured_plan
func.func @heads(%q: memref<8x100x64xbf16, #b3>, %k: memref<2x100x64xbf16, #b3>, %o: memref<8x100x100xf32, #f3>) {
  linalg.generic {indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h floordiv 4, j, d)>,
                                   affine_map<(h, i, j, d) -> (h, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : memref<8x100x64xbf16, #b3>, memref<2x100x64xbf16, #b3>) outs(%o : memref<8x100x100xf32, #f3>) {
  ^bb0(%a: bf16, %b: bf16, %y: f32):
    %x = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %w : f32
    %r = arith.addf %y, %p : f32
    linalg.yield %r : f32
  }
  return
}

// Of any numbers of queries and keys.
// CHECK-LABEL: func.func @heads_of_any_sizes(
// CHECK: %[[N:.*]] = memref.dim %arg0, %c1
// CHECK: tiled_layout.expand_shape %arg0 {{\[}}[0, 1], [2], [3]] output_shape [2, 4, %[[N]], 64]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
func.func @heads_of_any_sizes(%q: memref<8x?x64xbf16, #b3>, %k: memref<2x?x64xbf16, #b3>, %o: memref<8x?x?xf32, #f3>) {
  linalg.generic {indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h floordiv 4, j, d)>,
                                   affine_map<(h, i, j, d) -> (h, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : memref<8x?x64xbf16, #b3>, memref<2x?x64xbf16, #b3>) outs(%o : memref<8x?x?xf32, #f3>) {
  ^bb0(%a: bf16, %b: bf16, %y: f32):
    %x = arith.extf %a : bf16 to f32
    %w = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %w : f32
    %r = arith.addf %y, %p : f32
    linalg.yield %r : f32
  }
  return
}

// Division and remainder, by numbers that divide one another; the body has the index that it had.
// CHECK-LABEL: func.func @nested(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]}
// CHECK: arith.addi {{.*}} : index
// CHECK: %[[WHOLE:.*]] = arith.addi {{.*}} : index
// CHECK: arith.index_cast %[[WHOLE]] : index to i32
func.func @nested(%a: memref<4xi32>, %b: memref<16x4xi32>, %o: memref<64xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 16)>, affine_map<(i) -> (i floordiv 4, i mod 4)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
    ins(%a, %b : memref<4xi32>, memref<16x4xi32>) outs(%o : memref<64xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %n = linalg.index 0 : index
    %m = arith.index_cast %n : index to i32
    %s = arith.addi %x, %y : i32
    %t = arith.addi %s, %m : i32
    linalg.yield %t : i32
  }
  return
}

// Heads beside one another in a row.
// CHECK-LABEL: func.func @beside(
// CHECK: %[[X:.*]] = tiled_layout.expand_shape %arg0 {{\[}}[0], [1, 2]]{{.*}} into memref<128x12x64xf32, #tiled_layout.layout<{2,1,0:T(8,2,64)}>>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : {{.*}} vector = d2 x 16
func.func @beside(%a: memref<128x768xf32, #f>, %o: memref<12x128x64xf32, #f3>) {
  linalg.generic {indexing_maps = [affine_map<(h, i, d) -> (i, h * 64 + d)>, affine_map<(h, i, d) -> (h, i, d)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a : memref<128x768xf32, #f>) outs(%o : memref<12x128x64xf32, #f3>) {
  ^bb0(%x: f32, %y: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// One row times weights [out, in]: bytes are transposed along the steps of a group. Blocks of groups would change the order of
// the sum, so that scales are packed.
// CHECK-LABEL: func.func @decode(
// CHECK: linalg.generic {{.*}}loops = [pack 2, d1 by 16, d0 by 1, d2 by 1, d3 by {{[0-9]+}}], vector = d1 x 16, transposed = [1 along d3]
func.func @decode(%x: memref<1x768xf32, #f>, %w: memref<512x768xi8, #w>, %s: memref<512x24xf32, #f>, %o: memref<1x512xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                   affine_map<(i, j, k) -> (j, k floordiv 32)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : memref<1x768xf32, #f>, memref<512x768xi8, #w>, memref<512x24xf32, #f>) outs(%o : memref<1x512xf32, #f>) {
  ^bb0(%a: f32, %b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %r = arith.addf %y, %p : f32
    linalg.yield %r : f32
  }
  return
}

// Groups of 12 columns do not divide tiles of 128: bytes and results are copied to rows, and results back.
// CHECK-LABEL: func.func @twelve(
// CHECK: %[[W:.*]] = memref.alloc() {{.*}} : memref<37x96xi8>
// CHECK: tiled_layout.relayout ins(%arg0 : {{.*}}) outs(%[[W]] :
// CHECK: %[[O:.*]] = memref.alloc() {{.*}} : memref<37x96xf32>
// CHECK-NOT: relayout
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %arg1 : memref<37x8x12xi8>, {{.*}} vector =
// CHECK: tiled_layout.relayout ins(%[[O]] : {{.*}}) outs(%arg2 :
// CHECK-DAG: memref.dealloc %[[O]]
// CHECK-DAG: memref.dealloc %[[W]]
func.func @twelve(%w: memref<37x96xi8, #w>, %s: memref<37x8xf32, #f>, %o: memref<37x96xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j floordiv 12)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%w, %s : memref<37x96xi8, #w>, memref<37x8xf32, #f>) outs(%o : memref<37x96xf32, #f>) {
  ^bb0(%b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    linalg.yield %u : f32
  }
  return
}

// Groups that the extent does not fill stay as they are.
// CHECK-LABEL: func.func @ragged(
// CHECK-NOT: expand_shape
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]}
func.func @ragged(%a: memref<4xf32>, %o: memref<50xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 16)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<4xf32>) outs(%o : memref<50xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// More scales than groups, or nobody knows how many: these would say how many groups there are.
// CHECK-LABEL: func.func @more(
// CHECK-COUNT-2: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
func.func @more(%a: memref<7xf32>, %b: memref<?xf32>, %o: memref<24x?xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 4)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<7xf32>) outs(%o : memref<24x?xf32, #f>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 4)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%b : memref<?xf32>) outs(%o : memref<24x?xf32, #f>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// No copies: of an array of which the body loads what it may have written, of two results in one array, and of complex numbers,
// which no copy gives vectors.
// CHECK-LABEL: func.func @loads(
// CHECK-NOT: memref.alloc
func.func @loads(%s: memref<2x8xf32>, %o: memref<2x96xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j floordiv 12)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%s : memref<2x8xf32>) outs(%o : memref<2x96xf32, #f>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %l = memref.load %o[%i, %j] : memref<2x96xf32, #f>
    %r = arith.addf %x, %l : f32
    linalg.yield %r : f32
  }
  return
}
// CHECK-LABEL: func.func @twice(
// CHECK-NOT: memref.alloc
func.func @twice(%s: memref<8xf32>, %o: memref<2x96xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(j) -> (j floordiv 12)>, affine_map<(j) -> (0, j)>, affine_map<(j) -> (1, j)>], iterator_types = ["parallel"]}
    ins(%s : memref<8xf32>) outs(%o, %o : memref<2x96xf32, #f>, memref<2x96xf32, #f>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %x : f32, f32
  }
  return
}
// CHECK-LABEL: func.func @complex(
// CHECK-NOT: memref.alloc
func.func @complex(%s: memref<2x8xcomplex<f32>>, %o: memref<2x96xcomplex<f32>, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j floordiv 12)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%s : memref<2x8xcomplex<f32>>) outs(%o : memref<2x96xcomplex<f32>, #f>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>):
    linalg.yield %x : complex<f32>
  }
  return
}
// A scale that more than single dimensions index is not packed beside others, but the operation has a plan.
// CHECK-LABEL: func.func @one_scale(
// CHECK: linalg.generic {{.*}}structured_plan<
func.func @one_scale(%x: memref<24x32xf32>, %w: memref<512x24x32xf32>, %s: memref<1x512x24xf32, #f3>, %o: memref<4x512xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, g, k) -> (g, k)>, affine_map<(i, j, g, k) -> (j, g, k)>,
                                   affine_map<(i, j, g, k) -> (k floordiv 32, j, g)>, affine_map<(i, j, g, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%x, %w, %s : memref<24x32xf32>, memref<512x24x32xf32>, memref<1x512x24xf32, #f3>) outs(%o : memref<4x512xf32, #f>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %y: f32):
    %u = arith.mulf %b, %c : f32
    %p = arith.mulf %a, %u : f32
    %r = arith.addf %y, %p : f32
    linalg.yield %r : f32
  }
  return
}

// Nothing is copied for an array without elements.
// CHECK-LABEL: func.func @empty(
// CHECK-NEXT: return
func.func @empty(%s: memref<0x8xf32, #f>, %k: memref<f32>, %o: memref<0x96xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j floordiv 12)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%s, %k : memref<0x8xf32, #f>, memref<f32>) outs(%o : memref<0x96xf32, #f>) {
  ^bb0(%x: f32, %z: f32, %y: f32):
    %r = arith.mulf %x, %z : f32
    linalg.yield %r : f32
  }
  return
}

// Of an extent that is known at run time only, the program asks whether there are whole groups, and a scale for each.
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME: %[[X:.*]]: memref<?x?xf32, #{{.*}}>, %{{.*}}: memref<?x?xi8, #{{.*}}>, %[[S:.*]]: memref<?x?xf32, #{{.*}}>,
// CHECK-DAG: %[[SCALES:.*]] = memref.dim %[[S]]
// CHECK-DAG: %[[WHOLE:.*]] = arith.divui %[[K:.*]], %
// CHECK-DAG: %[[ALL:.*]] = arith.ceildivui %[[K]], %
// CHECK-DAG: arith.cmpi eq, %[[SCALES]], %[[WHOLE]]
// CHECK-DAG: arith.cmpi eq, %[[ALL]], %[[WHOLE]]
// CHECK: scf.if
// CHECK: tiled_layout.expand_shape %[[X]] {{\[\[}}0], [1, 2]] {{.*}} into memref<?x?x32xf32,
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]{{.*}}structured_plan<
// CHECK: else
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
func.func @unknown(%x: memref<?x?xf32, #f>, %w: memref<?x?xi8, #w>, %s: memref<?x?xf32, #f>, %o: memref<?x?xf32, #f>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                   affine_map<(i, j, k) -> (k floordiv 32, j)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w, %s : memref<?x?xf32, #f>, memref<?x?xi8, #w>, memref<?x?xf32, #f>) outs(%o : memref<?x?xf32, #f>) {
  ^bb0(%a: f32, %b: i8, %c: f32, %y: f32):
    %v = arith.sitofp %b : i8 to f32
    %u = arith.mulf %v, %c : f32
    %p = arith.mulf %a, %u : f32
    %r = arith.addf %y, %p : f32
    linalg.yield %r : f32
  }
  return
}

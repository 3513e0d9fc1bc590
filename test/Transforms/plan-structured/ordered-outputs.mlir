// Which operations compute their results in a buffer in the order of the inputs?
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=icelake-server --tiled-layout-plan-structured | FileCheck %s

#batch = #tiled_layout.layout<{1,2,0:T(8,128)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)}>
#columns_of_bytes = #tiled_layout.layout<{0,1:T(8,128)(4,1)}>
#middle = #tiled_layout.layout<{0,2,1}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>

// Neighbours of the matrix are rows of the result, whose neighbours are batches.
// CHECK-LABEL: func @matvec
// CHECK: %[[buffer:.*]] = memref.alloc() {alignment = 64 : i64, bufferization.manual_deallocation} : memref<16x128xf32, #tiled_layout.layout<{1,0}>>
// CHECK: tiled_layout.relayout ins(%arg2 : {{.*}}) outs(%[[buffer]]
// CHECK: loops = [d0 by 1, d1 by 128, d2 by 1], vector = d1 x 16, masked, fused
// CHECK-SAME: outs(%[[buffer]]
// CHECK: tiled_layout.relayout ins(%[[buffer]] : {{.*}}) outs(%arg2
// CHECK: memref.dealloc %[[buffer]]
func.func @matvec(%a: memref<16x128x128xf32, #batch>, %x: memref<16x128xf32, #columns>, %y: memref<16x128xf32, #columns>) {
  linalg.batch_matvec ins(%a, %x : memref<16x128x128xf32, #batch>, memref<16x128xf32, #columns>) outs(%y : memref<16x128xf32, #columns>)
  return
}

// The rows that are transposed are those of a tile, not those of sixteen batches.
// CHECK-LABEL: func @vecmat
// CHECK: vector = d1 x 16, transposed = [1 along d2], masked, fused
func.func @vecmat(%x: memref<16x128xf32, #columns>, %a: memref<16x128x128xf32, #batch>, %y: memref<16x128xf32, #columns>) {
  linalg.batch_vecmat ins(%x, %a : memref<16x128xf32, #columns>, memref<16x128x128xf32, #batch>) outs(%y : memref<16x128xf32, #columns>)
  return
}

// No vector fits three arrays; the result is the smallest.
// CHECK-LABEL: func @edges
// CHECK: tiled_layout.relayout
// CHECK: structured_plan
func.func @edges(%a: memref<24x40xf32, #tiled_layout.layout<{1,0:T(3,5)}>>, %b: memref<40x17xf32>, %c: memref<24x17xf32, #tiled_layout.layout<{1,0:T(8,16)}>>) {
  linalg.matmul ins(%a, %b : memref<24x40xf32, #tiled_layout.layout<{1,0:T(3,5)}>>, memref<40x17xf32>) outs(%c : memref<24x17xf32, #tiled_layout.layout<{1,0:T(8,16)}>>)
  return
}

// Windows that do not overlap, channels first: the results of a pixel follow one another, so that
// the four bytes of a word are neighbours in a row of the image.
// CHECK-LABEL: func @patches
// CHECK: tiled_layout.relayout
// CHECK: vector = d1 x 16, masked, dot = d6 x 4
// CHECK: tiled_layout.relayout
func.func @patches(%a: memref<1x3x224x224xi8>, %b: memref<256x3x16x16xi8>, %c: memref<1x256x14x14xi32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<16> : tensor<2xi64>}
    ins(%a, %b : memref<1x3x224x224xi8>, memref<256x3x16x16xi8>) outs(%c : memref<1x256x14x14xi32>)
  return
}

// Extents that are known at run time only.
// CHECK-LABEL: func @dynamic(
// CHECK: %[[ROWS:.*]] = memref.dim %arg2, %c0
// CHECK: %[[COLUMNS:.*]] = memref.dim %arg2, %c1
// CHECK: %[[BUFFER:.*]] = memref.alloc(%[[ROWS]], %[[COLUMNS]]) {{.*}} : memref<?x?xf32, #tiled_layout.layout<{1,0}>>
// CHECK: tiled_layout.relayout ins(%arg2
// CHECK: linalg.batch_matvec
// CHECK: tiled_layout.relayout ins(%[[BUFFER]]
func.func @dynamic(%a: memref<?x?x?xf32, #batch>, %x: memref<?x?xf32, #columns>, %y: memref<?x?xf32, #columns>) {
  linalg.batch_matvec ins(%a, %x : memref<?x?x?xf32, #batch>, memref<?x?xf32, #columns>) outs(%y : memref<?x?xf32, #columns>)
  return
}

// Too few terms for each result, and results that lie as they should.
// CHECK-LABEL: func @others
// CHECK-NOT: relayout
// CHECK: return
func.func @others(%a: memref<16x128x12xf32, #batch>, %x: memref<16x12xf32, #columns>, %y: memref<16x128xf32, #columns>,
                  %c: memref<256x256xf32, #rows>, %d: memref<256xf32>, %e: memref<256xf32>) {
  linalg.batch_matvec ins(%a, %x : memref<16x128x12xf32, #batch>, memref<16x12xf32, #columns>) outs(%y : memref<16x128xf32, #columns>)
  linalg.matvec ins(%c, %d : memref<256x256xf32, #rows>, memref<256xf32>) outs(%e : memref<256xf32>)
  return
}

// Sums of two arrays of bytes whose rows are columns of the result: the operation runs as they lie, and one relayout
// transposes the result, not the operation both inputs.
// CHECK-LABEL: func @columns_of_bytes(
// CHECK: %[[BUFFER:.*]] = memref.alloc() {{.*}} : memref<64x256xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>
// CHECK-NOT: tiled_layout.relayout ins(%arg2
// CHECK: linalg.add {{.*}}interleave = d0 x 4, masked>} {{.*}} outs(%[[BUFFER]]
// CHECK: tiled_layout.relayout ins(%[[BUFFER]] : {{.*}}) outs(%arg2
func.func @columns_of_bytes(%a: memref<64x256xi8, #bytes>, %b: memref<64x256xi8, #bytes>, %c: memref<64x256xi8, #columns_of_bytes>) {
  linalg.add ins(%a, %b : memref<64x256xi8, #bytes>, memref<64x256xi8, #bytes>) outs(%c : memref<64x256xi8, #columns_of_bytes>)
  return
}

// Of f32, the operation transposes squares itself.
// CHECK-LABEL: func @columns_of_f32(
// CHECK: linalg.add {{.*}}transposed = [0 along d1, 1 along d1]
func.func @columns_of_f32(%a: memref<64x256xf32, #rows>, %b: memref<64x256xf32, #rows>, %c: memref<64x256xf32, #columns>) {
  linalg.add ins(%a, %b : memref<64x256xf32, #rows>, memref<64x256xf32, #rows>) outs(%c : memref<64x256xf32, #columns>)
  return
}

// Some rows of the output, or of a view, are not written: no relayout writes the others.
// CHECK-LABEL: func @some_rows(
// CHECK-NOT: memref.alloc
// CHECK: linalg.generic {{.*}}transposed = [0 along
func.func @some_rows(%a: memref<64x3x64xi8, #middle>, %c: memref<64x3x64xi8>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 1, j)>, affine_map<(i, j) -> (i, 1, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x3x64xi8, #middle>) outs(%c : memref<64x3x64xi8>) {
  ^bb0(%x: i8, %y: i8):
    %s = arith.addi %x, %x : i8
    linalg.yield %s : i8
  }
  return
}
// CHECK-LABEL: func @of_view(
// CHECK-NOT: memref.alloc
// CHECK: linalg.add {{.*}}transposed = [0 along
func.func @of_view(%a: memref<64x48xi8, strided<[1, 128]>>, %c: memref<64x48xi8>) {
  linalg.add ins(%a, %a : memref<64x48xi8, strided<[1, 128]>>, memref<64x48xi8, strided<[1, 128]>>) outs(%c : memref<64x48xi8>)
  return
}

// The last element of each row: without rows at run time, the output stays as it was.
// CHECK-LABEL: func @last(
// CHECK: tiled_layout.relayout ins(%arg1 : {{.*}}) outs(%[[BUFFER:.*]] :
// CHECK: linalg.generic {{.*}} outs(%[[BUFFER]]
// CHECK: tiled_layout.relayout ins(%[[BUFFER]] : {{.*}}) outs(%arg1
func.func @last(%a: memref<?x?x?xf32, #batch>, %y: memref<?x?xf32, #columns>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a : memref<?x?x?xf32, #batch>) outs(%y : memref<?x?xf32, #columns>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  }
  return
}

// Predicates, whose relayout moves one at a time.
// CHECK-LABEL: func @any
// CHECK: %[[buffer:.*]] = memref.alloc() {{.*}} : memref<700xi1, #tiled_layout.layout<{0}>>
// CHECK: loops = [d1 by 128, d0 by 4], vector = d1 x 16, interleave = d0 x 4
// CHECK: tiled_layout.relayout ins(%[[buffer]] : {{.*}}) outs(%arg1
func.func @any(%x: memref<500x700xi1, #bytes>, %y: memref<700xi1, #tiled_layout.layout<{0:T(1024)(128)(4,1)}>>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%x : memref<500x700xi1, #bytes>) outs(%y : memref<700xi1, #tiled_layout.layout<{0:T(1024)(128)(4,1)}>>) {
  ^bb0(%a: i1, %b: i1):
    %p = arith.ori %a, %b : i1
    linalg.yield %p : i1
  }
  return
}

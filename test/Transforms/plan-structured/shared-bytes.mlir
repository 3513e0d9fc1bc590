// How do operations run on elements that share bytes? In blocks: a relayout copies each block to a
// buffer of whole bytes, and the operation on the buffer has a plan.
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s

// Blocks are rows of tiles that fit into the first-level cache, as they lie; the last one is what is left.
// CHECK-LABEL: func @elementwise
// CHECK: %[[BUFFER:.*]] = memref.alloc() {{.*}} : memref<64x768xi4, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c512{{.*}} step %c64
// CHECK: %[[PART:.*]] = tiled_layout.subview %{{.*}}[%[[I]], 0] [64, 768] [1, 1]
// CHECK: tiled_layout.relayout ins(%[[PART]] : {{.*}} outs(%[[BUFFER]] :
// CHECK: tiled_layout.subview %{{.*}}[%[[I]], 0] [64, 768] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[BUFFER]], %{{.*}}tiled_layout.structured_plan
// CHECK: tiled_layout.subview %{{.*}}[512, 0] [8, 768] [1, 1]
// CHECK: linalg.generic {{.*}}tiled_layout.structured_plan
// CHECK: memref.dealloc %[[BUFFER]]
#nibbles = #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @elementwise(%w: memref<520x768xi4, #nibbles>, %s: memref<768xf32>, %o: memref<520x768xf32, #t>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%w, %s : memref<520x768xi4, #nibbles>, memref<768xf32>) outs(%o : memref<520x768xf32, #t>) {
  ^bb0(%a: i4, %b: f32, %c: f32):
    %x = arith.sitofp %a : i4 to f32
    %y = arith.mulf %x, %b : f32
    linalg.yield %y : f32
  }
  return
}

// -----

// A product reuses its factors: blocks have two sides, also where extents are known at run time. Factors
// of four bits become bytes, which dot instructions take.
// CHECK-LABEL: func @product
// CHECK: memref.alloc() {{.*}} : memref<256x256xi4, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: %[[BYTES:.*]] = memref.alloc() {{.*}} : memref<256x256xi8, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tiled_layout.relayout
// CHECK: %[[PART:.*]] = tiled_layout.subview %[[BYTES]][0, 0]
// CHECK: linalg.generic {{.*}} outs(%[[PART]] : {{.*}}tiled_layout.structured_plan
// CHECK: arith.extsi %{{.*}} : i4 to i8
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[PART]] : {{.*}}tiled_layout.structured_plan = {{.*}}dot = d2 x 4
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.extsi %{{.*}} : i8 to i32
#nibbles = #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @product(%a: memref<?x?xi8, #words>, %b: memref<?x?xi4, #nibbles>, %c: memref<?x?xi32, #t>) {
  linalg.matmul ins(%a, %b : memref<?x?xi8, #words>, memref<?x?xi4, #nibbles>) outs(%c : memref<?x?xi32, #t>)
  return
}

// -----

// Four bits in a byte each become bytes for a product of integers, too; one row takes them as they are.
// CHECK-LABEL: func @bytes
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<256x256xi4>) outs(%{{.*}} : memref<256x256xi8
// CHECK: tiled_layout.structured_plan = {{.*}}dot = d2 x 4
// CHECK-LABEL: func @one_row
// CHECK-NOT: memref.alloc
// CHECK: linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : memref<1x256xi8>, memref<256x256xi4>)
func.func @bytes(%a: memref<128x256xi8>, %b: memref<256x256xi4>, %c: memref<128x256xi32>) {
  linalg.matmul ins(%a, %b : memref<128x256xi8>, memref<256x256xi4>) outs(%c : memref<128x256xi32>)
  return
}
func.func @one_row(%a: memref<1x256xi8>, %b: memref<256x256xi4>, %c: memref<1x256xi32>) {
  linalg.matmul ins(%a, %b : memref<1x256xi8>, memref<256x256xi4>) outs(%c : memref<1x256xi32>)
  return
}

// -----

// Results go back; what is not read is not fetched, and an index counts from where the block begins.
// CHECK-LABEL: func @results
// CHECK: scf.for %[[I:.*]] =
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.generic
// CHECK: %[[IN:.*]] = linalg.index 0
// CHECK: affine.apply #{{.*}}(%[[I]])[%[[IN]]]
// CHECK: tiled_layout.relayout
#bits = #tiled_layout.layout<{1,0:T(32,128)(32,1)E(1)}>
func.func @results(%n: index, %o: memref<1024x1024xi1, #bits>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    outs(%o : memref<1024x1024xi1, #bits>) {
  ^bb0(%c: i1):
    %i = linalg.index 0 : index
    %q = arith.cmpi ult, %i, %n : index
    linalg.yield %q : i1
  }
  return
}

// -----

// Sums over arrays in whose tiles batches of 63 rows follow one another have rows in the buffer. What visits each element once
// reaches it as it lies, by loops.
// CHECK-LABEL: func @combined
// CHECK: memref.alloc() {{.*}} : memref<8x63x128xf32,
// CHECK: tiled_layout.relayout
// CHECK: linalg.generic {{.*}}tiled_layout.structured_plan
// CHECK-LABEL: func @visited_once
// CHECK-NOT: memref.alloc
// CHECK: linalg.exp
#star = #tiled_layout.layout<{2,1,0:T(*,8,128)}, bounds = [8, 63, 256]>
func.func @combined(%a: memref<8x63x256xf32, #star>, %w: memref<256x512xf32>, %c: memref<8x63x512xf32>) {
  linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>,
                                   affine_map<(b, i, j, k) -> (b, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%a, %w : memref<8x63x256xf32, #star>, memref<256x512xf32>) outs(%c : memref<8x63x512xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @visited_once(%a: memref<8x63x256xf32, #star>, %c: memref<8x63x256xf32, #star>) {
  linalg.exp ins(%a : memref<8x63x256xf32, #star>) outs(%c : memref<8x63x256xf32, #star>)
  return
}

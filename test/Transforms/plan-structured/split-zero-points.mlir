// Which products are split from their zero points, and into what?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=wide --tiled-layout-plan-structured | FileCheck %s --check-prefix=NONE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

// Processors without dot instructions keep the operation.
// NONE-COUNT-2: linalg.quantized
// NONE: arith.subi
// NONE: linalg.quantized_matmul

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// CHECK-LABEL: func @f
// CHECK-SAME: %[[A:.*]]: memref<64x64xi8>, %[[B:.*]]: memref<64x64xi8>, %[[ZA:.*]]: i32, %[[ZB:.*]]: i32, %[[C:.*]]: memref<64x64xi32>
// CHECK: %[[ROWS:.*]] = memref.alloc() {{.*}}bufferization.manual_deallocation{{.*}} : memref<64xi32>
// CHECK: linalg.fill {{.*}} outs(%[[ROWS]]
// CHECK: linalg.generic {{.*}}"parallel", "reduction"]} ins(%[[A]] {{.*}} outs(%[[ROWS]]
// CHECK: %[[COLUMNS:.*]] = memref.alloc()
// CHECK: linalg.generic {{.*}}"reduction", "parallel"]} ins(%[[B]] {{.*}} outs(%[[COLUMNS]]
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : {{.*}} outs(%[[C]]
// CHECK-NOT: arith.subi
// CHECK: arith.muli
// CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[Z:.*]] = arith.muli %[[ZA]], %[[ZB]]
// CHECK: %[[NZ:.*]] = arith.muli %[[N]], %[[Z]]
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]], %[[COLUMNS]] : {{.*}} outs(%[[C]]
// CHECK: ^bb0(%[[R:.*]]: i32, %[[S:.*]]: i32, %[[X:.*]]: i32):
// CHECK: arith.addi %[[X]], %[[NZ]]
// CHECK: arith.muli %[[R]], %[[ZB]]
// CHECK: arith.subi
// CHECK: arith.muli %[[S]], %[[ZA]]
// CHECK: arith.subi
// CHECK: memref.dealloc %[[ROWS]]
// CHECK: memref.dealloc %[[COLUMNS]]
// CHECK-NOT: quantized_matmul
// PLAN-LABEL: func @f
// PLAN: dot = d2 x 4
func.func @f(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %za: i32, %zb: i32, %c: memref<64x64xi32>) {
  linalg.quantized_matmul ins(%a, %b, %za, %zb : memref<64x64xi8>, memref<64x64xi8>, i32, i32)
                          outs(%c : memref<64x64xi32>)
  return
}

// Batches, layouts, and extents that are known at run time only.
// CHECK-LABEL: func @batch
// CHECK: memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xi32>
// PLAN-LABEL: func @batch
// PLAN: dot = d3 x 4
func.func @batch(%a: memref<?x?x?xi8>, %b: memref<?x?x?xi8>, %za: i32, %zb: i32, %c: memref<?x?x?xi32>) {
  linalg.quantized_batch_matmul ins(%a, %b, %za, %zb : memref<?x?x?xi8>, memref<?x?x?xi8>, i32, i32)
                                outs(%c : memref<?x?x?xi32>)
  return
}

// One zero point, of bytes without sign, that the body takes from around the operation: the
// sums of the other input alone.
// CHECK-LABEL: func @one
// CHECK: linalg.generic {{.*}} ins(%{{.*}} outs(%[[ROWS:.*]] :
// CHECK: arith.extsi
// CHECK-NOT: memref.alloc
// CHECK: arith.extsi
// CHECK: arith.extui
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]] : memref<64xi32>)
// CHECK-LABEL: func @small
// PLAN-LABEL: func @one
// PLAN: dot = d2 x 4
func.func @one(%a: memref<64x256xi8, #four>, %b: memref<256x128xi8, #four>, %c: memref<64x128xi32, #t>) {
  %z = arith.constant 128 : i32
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<64x256xi8, #four>, memref<256x128xi8, #four>) outs(%c : memref<64x128xi32, #t>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extsi %x : i8 to i32
    %v = arith.extui %y : i8 to i32
    %w = arith.subi %v, %z : i32
    %p = arith.muli %u, %w : i32
    %t = arith.addi %p, %s : i32
    linalg.yield %t : i32
  }
  return
}

// Few products are not worth two buffers.
// CHECK: linalg.quantized_matmul
func.func @small(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %za: i32, %zb: i32, %c: memref<16x16xi32>) {
  linalg.quantized_matmul ins(%a, %b, %za, %zb : memref<16x16xi8>, memref<16x16xi8>, i32, i32)
                          outs(%c : memref<16x16xi32>)
  return
}

// What do products of matrices in tile registers become?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-lower-structured --canonicalize --cse --split-input-file | FileCheck %s
// RUN: not tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-lower-structured --split-input-file 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: target 'znver5' has no instruction that multiplies such matrices

// Four registers begin at zero and are carried. What lies behind the reduction
// in the last rows of panels is zero.
// CHECK-LABEL: func @bytes
func.func @bytes(%a: memref<64x100xi8>, %b: memref<100x64xi8>, %c: memref<64x64xi32>) {
  // CHECK-DAG: %[[FILL:.*]] = arith.constant dense<0> : vector<64xi8>
  // CHECK: %[[BUFFER:.*]] = memref.alloca() {{.*}} : memref<1024xi32>
  // CHECK: vector.store %[[FILL]]
  // CHECK: tiled_layout.relayout {{.*}} memref<64x100xi8, #tiled_layout.layout<{0,1:T(128,32)(64,1)}
  // CHECK: vector.store %[[FILL]]
  // CHECK: tiled_layout.relayout {{.*}} memref<100x64xi8, #tiled_layout.layout<{1,0:T(128,32)(4,1)}
  // CHECK: %[[ZERO:.*]] = amx.tile_zero : !amx.tile<16x16xi32>
  // CHECK: scf.for {{.*}} -> (!amx.tile<16x16xi32>, !amx.tile<16x16xi32>, !amx.tile<16x16xi32>, !amx.tile<16x16xi32>)
  // CHECK: %[[A:.*]] = amx.tile_load {{.*}} into !amx.tile<16x64xi8>
  // CHECK: %[[B:.*]] = amx.tile_load {{.*}} into !amx.tile<16x64xi8>
  // CHECK: amx.tile_muli %[[A]], %[[B]], %{{.*}} :
  // CHECK-COUNT-3: amx.tile_muli
  // CHECK: scf.yield
  // CHECK-COUNT-4: amx.tile_store %[[BUFFER]]
  // CHECK: vector.load %[[BUFFER]]
  // CHECK: vector.load %{{.*}} : memref<4096xi32
  // CHECK: arith.addi %{{.*}}, %{{.*}} : vector<16xi32>
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked,
      dot = d2 x 4, matrix = d0 x 16>}
    ins(%a, %b : memref<64x100xi8>, memref<100x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

// Whole steps need no zeros. Signs are those of the inputs.
// CHECK-LABEL: func @signs
func.func @signs(%a: memref<64x128xi8>, %b: memref<128x64xi8>, %c: memref<64x64xi32>) {
  // CHECK-NOT: vector.store
  // CHECK: amx.tile_muli %{{.*}} zext, %{{.*}}, %{{.*}} :
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"],
                  tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked,
      dot = d2 x 4, matrix = d0 x 16>}
    ins(%a, %b : memref<64x128xi8>, memref<128x64xi8>) outs(%c : memref<64x64xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extui %x : i8 to i32
    %v = arith.extsi %y : i8 to i32
    %p = arith.muli %u, %v : i32
    %q = arith.addi %s, %p : i32
    linalg.yield %q : i32
  }
  return
}

// -----

// Of a number of rows that is known at run time only, those beyond are not stored.
// CHECK-LABEL: func @bf16
func.func @bf16(%a: memref<?x64xbf16>, %b: memref<64x64xbf16>, %c: memref<?x64xf32>) {
  // CHECK: amx.tile_mulf
  // CHECK: amx.tile_mulf
  // CHECK-COUNT-8: amx.tile_store
  // CHECK: %[[IS_THERE:.*]] = arith.cmpi u
  // CHECK-NEXT: scf.if %[[IS_THERE]]
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 64, pack 0, pack 1, d1 by 32, d0 by 32, d2 by 32], vector = d1 x 16, masked,
      fused, dot = d2 x 2, matrix = d0 x 16>}
    ins(%a, %b : memref<?x64xbf16>, memref<64x64xbf16>) outs(%c : memref<?x64xf32>)
  return
}

// -----

// Nothing runs without rows, though a plan may say how.
// CHECK-LABEL: func @empty
func.func @empty(%a: memref<0x64xi8>, %b: memref<64x64xi8>, %c: memref<0x64xi32>) {
  // CHECK-NEXT: return
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked,
      dot = d2 x 4, matrix = d0 x 16>}
    ins(%a, %b : memref<0x64xi8>, memref<64x64xi8>) outs(%c : memref<0x64xi32>)
  return
}

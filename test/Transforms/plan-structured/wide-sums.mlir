// Which sums are carried in f32?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=wide-sums=true | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline='target-cpu=znver5 wide-sums=true' | FileCheck %s --check-prefix=PIPELINE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured="dot=true wide-sums=true" | FileCheck %s --check-prefix=DOT

// The example of the pass.
//
// CHECK-LABEL: func @f
// CHECK-SAME: %[[A:.*]]: memref<64x300xbf16>, %[[B:.*]]: memref<300x64xbf16>, %[[C:.*]]: memref<64x64xbf16>
// CHECK: %[[SUMS:.*]] = memref.alloc() {{.*}}bufferization.manual_deallocation} : memref<64x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[C]] {{.*}} outs(%[[SUMS]]
// CHECK: arith.extf
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%[[A]], %[[B]] {{.*}} outs(%[[SUMS]]
// CHECK: ^bb0(%[[X:.*]]: bf16, %[[Y:.*]]: bf16, %[[SUM:.*]]: f32):
// CHECK-DAG: %[[WIDE_X:.*]] = arith.extf %[[X]]
// CHECK-DAG: %[[WIDE_Y:.*]] = arith.extf %[[Y]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[WIDE_X]], %[[WIDE_Y]] fastmath<contract> : f32
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[PRODUCT]] fastmath<contract> : f32
// CHECK: linalg.yield %[[NEXT]] : f32
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]] {{.*}} outs(%[[C]]
// CHECK: arith.truncf
// CHECK: memref.dealloc %[[SUMS]]
// PIPELINE-LABEL: func @f
// PIPELINE: vector<16xf32>
// DOT-LABEL: func @f
// DOT: dot = d2 x 2
func.func @f(%a: memref<64x300xbf16>, %b: memref<300x64xbf16>, %c: memref<64x64xbf16>) {
  linalg.matmul ins(%a, %b : memref<64x300xbf16>, memref<300x64xbf16>)
                outs(%c : memref<64x64xbf16>)
  return
}

// The buffer has the first tile of the results: words of two rows are for 16 bits.
//
// CHECK-LABEL: func @rows
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: linalg.generic {{.*}}"parallel", "reduction"
// CHECK: %[[TERM:.*]] = math.exp
// CHECK: %[[WIDE:.*]] = arith.extf %[[TERM]] : f16 to f32
// CHECK: arith.addf %{{.*}}, %[[WIDE]]
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @rows(%a: memref<?x16x40xf16>, %b: memref<?x16xf16, #words>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : memref<?x16x40xf16>) outs(%b : memref<?x16xf16, #words>) {
  ^bb0(%x: f16, %sum: f16):
    %term = math.exp %x : f16
    %next = arith.addf %sum, %term : f16
    linalg.yield %next : f16
  }
  return
}

// Maxima and elementwise operations stay, and sums of f32 do.
//
// CHECK-LABEL: func @others
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @others(%a: memref<8x16xbf16>, %b: memref<8xbf16>, %c: memref<8xf32>, %d: memref<8x16xf32>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<8x16xbf16>) outs(%b : memref<8xbf16>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%d : memref<8x16xf32>) outs(%c : memref<8xf32>) dimensions = [1]
  linalg.add ins(%a, %a : memref<8x16xbf16>, memref<8x16xbf16>) outs(%a : memref<8x16xbf16>)
  return
}

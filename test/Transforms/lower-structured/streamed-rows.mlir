// Are the rows of a block that is stored around the caches read one after the other?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

// A word holds four rows of 64 columns, which are four vectors each. LLVM's scheduler would mix their
// loads; the fences cost nothing.
// CHECK-LABEL: func @cast(
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK: llvm.fence syncscope("singlethread") acq_rel
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK: llvm.fence syncscope("singlethread") acq_rel
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK: llvm.fence syncscope("singlethread") acq_rel
// CHECK-COUNT-4: vector.load
// CHECK-NOT: vector.load
// CHECK: vector.store {{.*}} nontemporal = true
#f = #tiled_layout.layout<{1,0:T(8,128)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#map = affine_map<(i, j) -> (i, j)>
func.func @cast(%a: memref<4096x4096xf32, #f>, %b: memref<4096x4096xi8, #b>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<4096x4096xf32, #f>) outs(%b : memref<4096x4096xi8, #b>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d0 by 8, d1 by 128, d0 by 4, d1 by 64], vector = d1 x 16, masked, streaming>} {
  ^bb0(%x: f32, %y: i8):
    %0 = arith.fptosi %x : f32 to i8
    linalg.yield %0 : i8
  }
  return
}

// In the caches, LLVM may choose the order.
// CHECK-LABEL: func @in_cache(
// CHECK-NOT: llvm.fence
func.func @in_cache(%a: memref<64x256xf32, #f>, %b: memref<64x256xi8, #b>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x256xf32, #f>) outs(%b : memref<64x256xi8, #b>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d0 by 8, d1 by 128, d0 by 4, d1 by 64], vector = d1 x 16, masked>} {
  ^bb0(%x: f32, %y: i8):
    %0 = arith.fptosi %x : f32 to i8
    linalg.yield %0 : i8
  }
  return
}

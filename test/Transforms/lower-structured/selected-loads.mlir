// Is a large array loaded whole where the body selects from it? LLVM loads under the mask otherwise,
// which takes AMD some hundred cycles where a mask has no lane and the page is in no cache of addresses:
// the upper half of a triangular matrix.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured | FileCheck %s

#tiled = #tiled_layout.layout<{1,0:T(8,128)}>
#map = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @large(
// CHECK: %[[V:.*]] = vector.load
// CHECK: %[[F:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[V]])
// CHECK: arith.select %{{.*}}, %[[F]], %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @large(%a: memref<4096x4096xf32, #tiled>, %b: memref<4096x4096xf32, #tiled>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<4096x4096xf32, #tiled>) outs(%b : memref<4096x4096xf32, #tiled>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 64], vector = d1 x 16, masked>} {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %below = arith.cmpi ule, %j, %i : index
    %zero = arith.constant 0.0 : f32
    %0 = arith.select %below, %x, %zero : f32
    linalg.yield %0 : f32
  }
  return
}

// In the caches, LLVM's loads save a register.
// CHECK-LABEL: func @small(
// CHECK-NOT: llvm.call_intrinsic
// CHECK: arith.select
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @small(%a: memref<64x128xf32, #tiled>, %b: memref<64x128xf32, #tiled>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x128xf32, #tiled>) outs(%b : memref<64x128xf32, #tiled>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 64], vector = d1 x 16, masked>} {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %below = arith.cmpi ule, %j, %i : index
    %zero = arith.constant 0.0 : f32
    %0 = arith.select %below, %x, %zero : f32
    linalg.yield %0 : f32
  }
  return
}

// Fences are for floats: other elements go through them as such.
// CHECK-LABEL: func @bytes(
// CHECK: %[[V:.*]] = vector.load
// CHECK: %[[B:.*]] = vector.bitcast %[[V]] : vector<64xi8> to vector<16xf32>
// CHECK: %[[F:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[B]])
// CHECK: %[[W:.*]] = vector.bitcast %[[F]] : vector<16xf32> to vector<64xi8>
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[W]] : vector<64xi1>, vector<64xi8>
func.func @bytes(%a: memref<?xi8>, %b: memref<?xi8>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<?xi8>) outs(%b : memref<?xi8>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d0 by 64], vector = d0 x 64, masked>} {
  ^bb0(%x: i8, %y: i8):
    %one = arith.constant 1 : i8
    %isNegative = arith.cmpi slt, %x, %one : i8
    %0 = arith.select %isNegative, %one, %x : i8
    linalg.yield %0 : i8
  }
  return
}

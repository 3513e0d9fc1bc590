// What all elements of a vector share is widened once, in front of the vector: LLVM widens a
// short float in all elements through memory.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-structured --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @few
// CHECK: %[[A:.*]] = memref.load %{{.*}} : memref<{{.*}}xbf16{{.*}}>
// CHECK: %[[W:.*]] = arith.extf %[[A]] : bf16 to f32
// CHECK: vector.broadcast %[[W]] : f32 to vector<4xf32>
// CHECK-NOT: vector.broadcast {{.*}} : bf16
func.func @few(%a: memref<64x64xbf16>, %b: memref<64x4xbf16>, %c: memref<64x4xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 8, d2 by 1], vector = d1 x 4, masked, fused>}
    ins(%a, %b : memref<64x64xbf16>, memref<64x4xbf16>) outs(%c : memref<64x4xf32>)
  return
}

// CHECK-LABEL: func @bytes
// CHECK: %[[A:.*]] = memref.load %{{.*}} : memref<{{.*}}xi8{{.*}}>
// CHECK: %[[W:.*]] = arith.extui %[[A]] : i8 to i32
// CHECK: vector.broadcast %[[W]] : i32 to vector<4xi32>
// CHECK-NOT: vector.broadcast {{.*}} : i8
func.func @bytes(%a: memref<64x64xi8>, %b: memref<64x4xi8>, %c: memref<64x4xi32>) {
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>,
                 tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 8, d2 by 1], vector = d1 x 4, masked>}
    ins(%a, %b : memref<64x64xi8>, memref<64x4xi8>) outs(%c : memref<64x4xi32>)
  return
}

// What do dot products become on aarch64?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=aarch64 target-features=+dotprod,+i8mm,+bf16' --tiled-layout-lower-structured --canonicalize --cse | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=aarch64 target-features=+dotprod,+bf16' --tiled-layout-lower-structured --canonicalize --cse | FileCheck %s --check-prefix=ALIKE
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=aarch64 target-features=+i8mm,+bf16' --tiled-layout-lower-structured --canonicalize --cse | FileCheck %s --check-prefix=MIXED

#map_a = affine_map<(m, n, k) -> (m, k)>
#map_b = affine_map<(m, n, k) -> (k, n)>
#map_c = affine_map<(m, n, k) -> (m, n)>
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// The word that all lanes share comes last: it may be one of four in a register.
// CHECK-LABEL: func @bf16
// CHECK: %[[COLUMNS:.*]] = vector.load %{{.*}} : memref<16384xbf16>, vector<8xbf16>
// CHECK: %[[WORD:.*]] = vector.bitcast %{{.*}} : vector<4xi32> to vector<8xbf16>
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.bfdot.v4f32.v8bf16"(%{{.*}}, %[[COLUMNS]], %[[WORD]])
func.func @bf16(%a: memref<8x128xbf16>, %b: memref<128x128xbf16, #two>, %c: memref<8x128xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 1, d2 by 2], vector = d1 x 4, dot = d2 x 2>}
    ins(%a, %b : memref<8x128xbf16>, memref<128x128xbf16, #two>) outs(%c : memref<8x128xf32>)
  return
}

// Two inputs with sign need a correction only where no instruction takes them.
// CHECK-LABEL: func @signed
// CHECK-NOT: arith.xori
// CHECK-NOT: arith.subi
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
// CHECK-LABEL: func @unsigned
// MIXED-LABEL: func @signed
// MIXED: %[[ZEROS:.*]] = scf.for {{.*}} -> (vector<4xi32>)
// MIXED: llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"
// MIXED: arith.subi %{{.*}}, %[[ZEROS]] : vector<4xi32>
// MIXED: arith.xori
// MIXED: %[[WORD:.*]] = vector.bitcast %{{.*}} : vector<4xi32> to vector<16xi8>
// MIXED: llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"(%{{.*}}, %[[WORD]], %{{.*}})
// MIXED-LABEL: func @unsigned
func.func @signed(%a: memref<8x64xi8>, %b: memref<64x64xi8, #four>, %c: memref<8x64xi32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 1, d2 by 4], vector = d1 x 4, dot = d2 x 4>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8, #four>) outs(%c : memref<8x64xi32>)
  return
}

// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.udot.v4i32.v16i8"
// MIXED: llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"
func.func @unsigned(%a: memref<8x64xi8>, %b: memref<64x64xi8, #four>, %c: memref<8x64xi32>) {
  linalg.generic {indexing_maps = [#map_a, #map_b, #map_c], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8, #four>) outs(%c : memref<8x64xi32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 1, d2 by 4], vector = d1 x 4, dot = d2 x 4>} {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extui %x : i8 to i32
    %v = arith.extui %y : i8 to i32
    %p = arith.muli %u, %v : i32
    %t = arith.addi %p, %s : i32
    linalg.yield %t : i32
  }
  return
}

// Bytes without sign by bytes with one are the other way round: without an instruction of their
// own, those of A get the sign of B.
// CHECK-LABEL: func @mixed
// CHECK-NOT: arith.xori
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"
// ALIKE-LABEL: func @mixed
// ALIKE: %[[ZEROS:.*]] = scf.for {{.*}} -> (vector<4xi32>)
// ALIKE: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
// ALIKE: arith.subi %{{.*}}, %[[ZEROS]] : vector<4xi32>
// ALIKE: arith.xori
// ALIKE: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
func.func @mixed(%a: memref<8x64xi8>, %b: memref<64x64xi8, #four>, %c: memref<8x64xi32>) {
  linalg.generic {indexing_maps = [#map_a, #map_b, #map_c], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8, #four>) outs(%c : memref<8x64xi32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 1, d2 by 4], vector = d1 x 4, dot = d2 x 4>} {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extui %x : i8 to i32
    %v = arith.extsi %y : i8 to i32
    %p = arith.muli %u, %v : i32
    %t = arith.addi %p, %s : i32
    linalg.yield %t : i32
  }
  return
}

// Four words of a row are one load, for one step after the other.
// CHECK-LABEL: func @row
// CHECK: %[[ROW:.*]] = vector.load %{{.*}} : memref<512xi8, strided<[1]>>, vector<16xi8>
// CHECK: %[[WORDS:.*]] = vector.bitcast %[[ROW]] : vector<16xi8> to vector<4xi32>
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
// CHECK-NOT: llvm.call_intrinsic
func.func @row(%a: memref<8x64xi8>, %b: memref<64x64xi8, #four>, %c: memref<8x64xi32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 1, d2 by 16], vector = d1 x 4, dot = d2 x 4>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8, #four>) outs(%c : memref<8x64xi32>)
  return
}

// Of bf16, two words are.
// CHECK-LABEL: func @floats
// CHECK: %[[ROW:.*]] = vector.load %{{.*}} : memref<512xbf16, strided<[1]>>, vector<4xbf16>
// CHECK: vector.shuffle %[[ROW]], %[[ROW]] [0, 1, 0, 1, 0, 1, 0, 1] : vector<4xbf16>, vector<4xbf16>
// CHECK: vector.shuffle %[[ROW]], %[[ROW]] [2, 3, 2, 3, 2, 3, 2, 3] : vector<4xbf16>, vector<4xbf16>
func.func @floats(%a: memref<8x64xbf16>, %b: memref<64x64xbf16, #two>, %c: memref<8x64xf32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 4, d0 by 1, d2 by 4], vector = d1 x 4, dot = d2 x 2>}
    ins(%a, %b : memref<8x64xbf16>, memref<64x64xbf16, #two>) outs(%c : memref<8x64xf32>)
  return
}

// Of a panel, four words of as many rows are.
// CHECK-LABEL: func @panel
// CHECK: scf.for
// CHECK-COUNT-2: vector.load %{{.*}}, vector<16xi8>
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"
// CHECK-NOT: llvm.call_intrinsic
func.func @panel(%a: memref<64x64xi8>, %b: memref<64x64xi8, #four>, %c: memref<64x64xi32>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, d1 by 4, d0 by 4, d2 by 4], vector = d1 x 4, dot = d2 x 4>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8, #four>) outs(%c : memref<64x64xi32>)
  return
}

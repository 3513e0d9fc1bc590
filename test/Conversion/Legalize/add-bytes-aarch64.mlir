// Which instructions of aarch64 add bytes of words?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=aarch64 target-features=+dotprod' --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=aarch64 target-features=+i8mm' --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=MIXED
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=NONE

// NONE-NOT: llvm.call_intrinsic

// CHECK-LABEL: func.func @signed(
// CHECK-SAME: %[[SUM:.*]]: vector<4xi32>, %[[WORDS:.*]]: vector<4xi32>
// CHECK: %[[BYTES:.*]] = vector.bitcast %[[WORDS]] : vector<4xi32> to vector<16xi8>
// CHECK: %[[ONE:.*]] = arith.constant dense<256>
// CHECK: %[[ONES:.*]] = vector.bitcast %[[ONE]] : vector<4xi32> to vector<16xi8>
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"(%[[SUM]], %[[ONES]], %[[BYTES]])
// Ones without sign come first.
// MIXED-LABEL: func.func @signed(
// MIXED-SAME: %[[SUM:.*]]: vector<4xi32>, %[[WORDS:.*]]: vector<4xi32>
// MIXED: %[[BYTES:.*]] = vector.bitcast %[[WORDS]]
// MIXED: %[[ONES:.*]] = vector.bitcast %{{.*}} : vector<4xi32> to vector<16xi8>
// MIXED: llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"(%[[SUM]], %[[ONES]], %[[BYTES]])
func.func @signed(%sum: vector<4xi32>, %words: vector<4xi32>) -> vector<4xi32> {
  %bits = arith.constant dense<8> : vector<4xi32>
  %0 = arith.shrui %words, %bits : vector<4xi32>
  %1 = arith.trunci %0 : vector<4xi32> to vector<4xi8>
  %2 = arith.extsi %1 : vector<4xi8> to vector<4xi32>
  %3 = arith.addi %sum, %2 : vector<4xi32>
  return %3 : vector<4xi32>
}

// CHECK-LABEL: func.func @unsigned(
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.udot.v4i32.v16i8"
// MIXED-LABEL: func.func @unsigned(
// MIXED-SAME: %[[SUM:.*]]: vector<4xi32>, %[[WORDS:.*]]: vector<4xi32>
// MIXED: %[[BYTES:.*]] = vector.bitcast %[[WORDS]]
// MIXED: llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"(%[[SUM]], %[[BYTES]], %{{.*}})
func.func @unsigned(%sum: vector<4xi32>, %words: vector<4xi32>) -> vector<4xi32> {
  %0 = arith.trunci %words : vector<4xi32> to vector<4xi8>
  %1 = arith.extui %0 : vector<4xi8> to vector<4xi32>
  %2 = arith.addi %sum, %1 : vector<4xi32>
  return %2 : vector<4xi32>
}

// Vectors of other lengths are no registers of NEON.
// CHECK-LABEL: func.func @long(
// CHECK-NOT: llvm.call_intrinsic
func.func @long(%sum: vector<8xi32>, %words: vector<8xi32>) -> vector<8xi32> {
  %0 = arith.trunci %words : vector<8xi32> to vector<8xi8>
  %1 = arith.extui %0 : vector<8xi8> to vector<8xi32>
  %2 = arith.addi %sum, %1 : vector<8xi32>
  return %2 : vector<8xi32>
}

// Do bytes of words take one dot instruction where they are added, and several of the same words
// one together?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=NONE

// NONE-NOT: vpdpbusd

// CHECK-LABEL: func.func @second(
// CHECK-SAME: %[[SUM:.*]]: vector<16xi32>, %[[WORDS:.*]]: vector<16xi32>
// CHECK: %[[BYTES:.*]] = vector.bitcast %[[WORDS]] : vector<16xi32> to vector<64xi8>
// CHECK: %[[ONE:.*]] = arith.constant dense<256>
// CHECK: %[[ONES:.*]] = vector.bitcast %[[ONE]] : vector<16xi32> to vector<64xi8>
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[SUM]], %[[ONES]], %[[BYTES]])
// CHECK-NEXT: return %[[R]]
func.func @second(%sum: vector<16xi32>, %words: vector<16xi32>) -> vector<16xi32> {
  %bits = arith.constant dense<8> : vector<16xi32>
  %0 = arith.shrui %words, %bits : vector<16xi32>
  %1 = arith.trunci %0 : vector<16xi32> to vector<16xi8>
  %2 = arith.extsi %1 : vector<16xi8> to vector<16xi32>
  %3 = arith.addi %sum, %2 : vector<16xi32>
  return %3 : vector<16xi32>
}

// Bytes without sign are the first operand. 0x01000001 has the first and the last byte.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[SUM:.*]]: vector<8xi32>, %[[WORDS:.*]]: vector<8xi32>
// CHECK: %[[BYTES:.*]] = vector.bitcast %[[WORDS]]
// CHECK: %[[ONE:.*]] = arith.constant dense<16777217>
// CHECK: %[[ONES:.*]] = vector.bitcast %[[ONE]]
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.256"(%[[SUM]], %[[BYTES]], %[[ONES]])
// CHECK-NEXT: return %[[R]]
func.func @two(%sum: vector<8xi32>, %words: vector<8xi32>) -> vector<8xi32> {
  %bits = arith.constant dense<24> : vector<8xi32>
  %0 = arith.shrui %words, %bits : vector<8xi32>
  %1 = arith.trunci %words : vector<8xi32> to vector<8xi8>
  %2 = arith.trunci %0 : vector<8xi32> to vector<8xi8>
  %3 = arith.extui %1 : vector<8xi8> to vector<8xi32>
  %4 = arith.extui %2 : vector<8xi8> to vector<8xi32>
  %5 = arith.addi %sum, %3 : vector<8xi32>
  %6 = arith.addi %5, %4 : vector<8xi32>
  return %6 : vector<8xi32>
}

// What is used elsewhere stays a sum of its own, and so does the same byte.
// CHECK-LABEL: func.func @uses(
// CHECK-COUNT-3: vpdpbusd
// CHECK-NOT: vpdpbusd
func.func @uses(%sum: vector<4xi32>, %words: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
  %bits = arith.constant dense<16> : vector<4xi32>
  %0 = arith.shrui %words, %bits : vector<4xi32>
  %1 = arith.trunci %words : vector<4xi32> to vector<4xi8>
  %2 = arith.trunci %0 : vector<4xi32> to vector<4xi8>
  %3 = arith.extsi %1 : vector<4xi8> to vector<4xi32>
  %4 = arith.extsi %2 : vector<4xi8> to vector<4xi32>
  %5 = arith.addi %sum, %3 : vector<4xi32>
  %6 = arith.addi %4, %5 : vector<4xi32>
  %7 = arith.addi %6, %4 : vector<4xi32>
  return %5, %7 : vector<4xi32>, vector<4xi32>
}

// Three words are no register.
// CHECK-LABEL: func.func @three(
// CHECK-NOT: vpdpbusd
func.func @three(%a: vector<3xi32>) -> vector<3xi32> {
  %0 = arith.trunci %a : vector<3xi32> to vector<3xi8>
  %1 = arith.extsi %0 : vector<3xi8> to vector<3xi32>
  %2 = arith.addi %a, %1 : vector<3xi32>
  return %2 : vector<3xi32>
}

// The lowest byte of words that are shifted by no whole bytes.
// CHECK-LABEL: func.func @shifted(
// CHECK: %[[WORDS:.*]] = arith.shrui
// CHECK: %[[BYTES:.*]] = vector.bitcast %[[WORDS]]
// CHECK: vpdpbusd.128"(%{{.*}}, %{{.*}}, %[[BYTES]])
func.func @shifted(%a: vector<4xi32>, %sum: vector<4xi32>) -> vector<4xi32> {
  %bits = arith.constant dense<4> : vector<4xi32>
  %0 = arith.shrui %a, %bits : vector<4xi32>
  %1 = arith.trunci %0 : vector<4xi32> to vector<4xi8>
  %2 = arith.extsi %1 : vector<4xi8> to vector<4xi32>
  %3 = arith.addi %sum, %2 : vector<4xi32>
  return %3 : vector<4xi32>
}

// Is one lane of a known mask a store of one element, as wide as it is in memory?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-export | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-export | mlir-translate --mlir-to-llvmir \
// RUN:   | llc -mtriple=x86_64 -mcpu=skylake-avx512 | FileCheck %s --check-prefix=AVX512

// CHECK-LABEL: llvm.func @first(
// CHECK: %[[T:.+]] = llvm.trunc %arg1
// CHECK: %[[ZERO:.+]] = llvm.mlir.constant(0 : i64)
// CHECK: %[[X:.+]] = llvm.extractelement %[[T]][%[[ZERO]] : i64]
// CHECK-NEXT: llvm.store %[[X]], %arg0 {alignment = 4 : i64} : i16, !llvm.ptr
// AVX512-LABEL: first:
// AVX512: {{pextrw|movw}} {{.*}}(%rdi)
llvm.func @first(%p: !llvm.ptr, %x: vector<16xi32>) {
  %m = llvm.mlir.constant(dense<[true, false, false, false, false, false, false, false, false,
    false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  %t = llvm.trunc %x : vector<16xi32> to vector<16xi16>
  llvm.intr.masked.store %t, %p, %m {alignment = 4 : i32}
    : vector<16xi16>, vector<16xi1> into !llvm.ptr
  llvm.return
}

// The third element of an aligned vector is where a multiple of four bytes is.
// CHECK-LABEL: llvm.func @third(
// CHECK: %[[TWO:.+]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[X:.+]] = llvm.extractelement %{{.+}}[%[[TWO]] : i64]
// CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %arg0[2] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK-NEXT: llvm.store %[[X]], %[[AT]] {alignment = 4 : i64} : i16, !llvm.ptr
llvm.func @third(%p: !llvm.ptr, %x: vector<4xi32>) {
  %m = llvm.mlir.constant(dense<[false, false, true, false]> : vector<4xi1>) : vector<4xi1>
  %t = llvm.trunc %x : vector<4xi32> to vector<4xi16>
  llvm.intr.masked.store %t, %p, %m {alignment = 8 : i32}
    : vector<4xi16>, vector<4xi1> into !llvm.ptr
  llvm.return
}

// Other masks, and elements that share a byte, stay.
// CHECK-LABEL: llvm.func @others(
// CHECK-COUNT-3: llvm.intr.masked.store
llvm.func @others(%p: !llvm.ptr, %x: vector<4xi16>, %m: vector<4xi1>, %y: vector<4xi1>) {
  %two = llvm.mlir.constant(dense<[true, false, true, false]> : vector<4xi1>) : vector<4xi1>
  %one = llvm.mlir.constant(dense<[true, false, false, false]> : vector<4xi1>) : vector<4xi1>
  llvm.intr.masked.store %x, %p, %two {alignment = 2 : i32}
    : vector<4xi16>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %x, %p, %m {alignment = 2 : i32}
    : vector<4xi16>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %y, %p, %one {alignment = 1 : i32}
    : vector<4xi1>, vector<4xi1> into !llvm.ptr
  llvm.return
}

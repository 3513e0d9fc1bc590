// Where no instruction adds base, index and constant, is each term of an index added to the base, those of outer loops first?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-legalize-for-export | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=indexed-offsets=0 --tiled-layout-legalize-for-export | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-export | FileCheck %s --check-prefix=X86

// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64)
// CHECK: %[[C:.*]] = llvm.mlir.constant(16 : i64)
// CHECK: ^bb1(%[[I:.*]]: i64):
// CHECK: ^bb2(%[[J:.*]]: i64):
// CHECK: %[[A:.*]] = llvm.getelementptr %[[P]][%[[N]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[B:.*]] = llvm.getelementptr %[[A]][%[[I]]]
// CHECK: %[[D:.*]] = llvm.getelementptr %[[B]][%[[J]]]
// CHECK: %[[E:.*]] = llvm.getelementptr %[[D]][%[[C]]]
// CHECK: llvm.load %[[E]]
// X86-LABEL: llvm.func @rows(
// X86-COUNT-1: llvm.getelementptr
// X86-NOT: llvm.getelementptr
// X86-LABEL: llvm.func @as_they_are(
llvm.func @rows(%p: !llvm.ptr, %n: i64) {
  %c = llvm.mlir.constant(16 : i64) : i64
  llvm.br ^rows(%n : i64)
^rows(%i: i64):
  llvm.br ^columns(%i : i64)
^columns(%j: i64):
  %0 = llvm.add %c, %j : i64
  %1 = llvm.add %0, %i : i64
  %2 = llvm.add %n, %1 : i64
  %e = llvm.getelementptr %p[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %e : !llvm.ptr -> f32
  %done = llvm.icmp "eq" %j, %n : i64
  %k = llvm.add %j, %c : i64
  llvm.cond_br %done, ^end, ^columns(%k : i64)
^end:
  llvm.return
}

// Sums of 32 bits wrap before they are extended, vectors of indices are not scalars, and fields of structs are no sums.
// CHECK-LABEL: llvm.func @as_they_are(
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i32)
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, vector<4xi64>)
// CHECK: llvm.getelementptr %{{.*}}[%{{.*}}, 1] : (!llvm.ptr, i64)
// CHECK-NOT: llvm.getelementptr
llvm.func @as_they_are(%p: !llvm.ptr, %i: i32, %j: i32, %v: vector<4xi64>, %w: vector<4xi64>, %m: i64, %n: i64) -> !llvm.ptr {
  %0 = llvm.add %i, %j : i32
  %1 = llvm.getelementptr %p[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %2 = llvm.add %v, %w : vector<4xi64>
  %3 = llvm.getelementptr %1[%2] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, i8
  %c = llvm.mlir.constant(0 : i64) : i64
  %4 = llvm.extractelement %3[%c : i64] : vector<4x!llvm.ptr>
  %5 = llvm.add %m, %n : i64
  %6 = llvm.getelementptr %4[%5, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.return %6 : !llvm.ptr
}

// Do floats that a target may not have move under masks as integers?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-export | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-export | mlir-translate --mlir-to-llvmir \
// RUN:   | llc -mtriple=x86_64 -mcpu=haswell | FileCheck %s --check-prefix=AVX2

// No conversion, which LLVM would call for each bf16 otherwise.
// AVX2-NOT: call

// CHECK-LABEL: llvm.func @store
// CHECK: %[[BITS:.+]] = llvm.bitcast %arg2 : vector<8xbf16> to vector<8xi16>
// CHECK: llvm.intr.masked.store %[[BITS]], %arg0, %arg1 {alignment = 2 : i32} : vector<8xi16>
llvm.func @store(%p: !llvm.ptr, %m: vector<8xi1>, %x: vector<8xbf16>) {
  llvm.intr.masked.store %x, %p, %m {alignment = 2 : i32}
    : vector<8xbf16>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @load
// CHECK: %[[OTHERS:.+]] = llvm.bitcast %arg2 : vector<4xf16> to vector<4xi16>
// CHECK: %[[BITS:.+]] = llvm.intr.masked.load %arg0, %arg1, %[[OTHERS]] {alignment = 2 : i32}
// CHECK-SAME: -> vector<4xi16>
// CHECK: %[[LOADED:.+]] = llvm.bitcast %[[BITS]] : vector<4xi16> to vector<4xf16>
// CHECK: llvm.return %[[LOADED]]
llvm.func @load(%p: !llvm.ptr, %m: vector<4xi1>, %x: vector<4xf16>) -> vector<4xf16> {
  %r = llvm.intr.masked.load %p, %m, %x {alignment = 2 : i32}
    : (!llvm.ptr, vector<4xi1>, vector<4xf16>) -> vector<4xf16>
  llvm.return %r : vector<4xf16>
}

// Of bf16, without values for the other lanes.
// CHECK-LABEL: llvm.func @load_some
// CHECK: llvm.intr.masked.load %arg0, %arg1 {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>) -> vector<8xi16>
llvm.func @load_some(%p: !llvm.ptr, %m: vector<8xi1>) -> vector<8xbf16> {
  %r = llvm.intr.masked.load %p, %m {alignment = 2 : i32}
    : (!llvm.ptr, vector<8xi1>) -> vector<8xbf16>
  llvm.return %r : vector<8xbf16>
}

// Every target has these.
// CHECK-LABEL: llvm.func @float
// CHECK-NOT: llvm.bitcast
llvm.func @float(%p: !llvm.ptr, %m: vector<8xi1>, %x: vector<8xf32>) {
  llvm.intr.masked.store %x, %p, %m {alignment = 4 : i32}
    : vector<8xf32>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @one
// CHECK: %[[X:.+]] = llvm.load %arg0 {{.*}} : !llvm.ptr -> i16
// CHECK-NEXT: llvm.store %[[X]], %arg1 {{.*}} : i16, !llvm.ptr
llvm.func @one(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> bf16
  llvm.store %x, %q {alignment = 2 : i64} : bf16, !llvm.ptr
  llvm.return
}

// No branch for each element.
// CHECK-LABEL: llvm.func @choose
// CHECK: %[[BITS:.+]] = llvm.select %arg0, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi16>
// CHECK: llvm.bitcast %[[BITS]] : vector<8xi16> to vector<8xbf16>
// AVX2-LABEL: choose:
// AVX2-NOT: {{^[[:space:]]*j}}
// AVX2: ret
llvm.func @choose(%m: vector<8xi1>, %x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> {
  %r = llvm.select %m, %x, %y {fastmathFlags = #llvm.fastmath<nnan>} : vector<8xi1>, vector<8xbf16>
  llvm.return %r : vector<8xbf16>
}

// CHECK-LABEL: llvm.func @stream
// CHECK: %[[X:.+]] = llvm.bitcast %arg1 : vector<32xbf16> to vector<32xi16>
// CHECK: llvm.store %[[X]], %arg0 {{.*}}nontemporal
llvm.func @stream(%p: !llvm.ptr, %x: vector<32xbf16>) {
  llvm.store %x, %p {alignment = 64 : i64, nontemporal} : vector<32xbf16>, !llvm.ptr
  llvm.return
}

// What blocks hand on.
// CHECK-LABEL: llvm.func @hand_on
// CHECK: %[[X:.+]] = llvm.load {{.*}} -> vector<8xi16>
// CHECK: llvm.br ^bb1(%[[X]] : vector<8xi16>)
// CHECK: ^bb1(%[[M:.+]]: vector<8xi16>):
// CHECK: llvm.cond_br %arg1, ^bb1(%[[M]] : vector<8xi16>), ^bb2
// CHECK: llvm.store %[[M]], %arg0
llvm.func @hand_on(%p: !llvm.ptr, %c: i1) {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<8xbf16>
  llvm.br ^bb1(%x : vector<8xbf16>)
^bb1(%m: vector<8xbf16>):
  llvm.cond_br %c, ^bb1(%m : vector<8xbf16>), ^bb2
^bb2:
  llvm.store %m, %p {alignment = 2 : i64} : vector<8xbf16>, !llvm.ptr
  llvm.return
}

// Words of two rows are one cast of the integers, not one to floats and one from them, which LLVM would take for numbers.
// CHECK-LABEL: llvm.func @words
// CHECK: %[[BITS:.*]] = llvm.load %{{.*}} -> vector<2xi16>
// CHECK-NEXT: %[[WORD:.*]] = llvm.bitcast %[[BITS]] : vector<2xi16> to vector<1xi32>
// CHECK-NEXT: %[[SUM:.*]] = llvm.add %[[WORD]], %[[WORD]]
// CHECK-NEXT: %[[BACK:.*]] = llvm.bitcast %[[SUM]] : vector<1xi32> to vector<2xi16>
// CHECK-NEXT: llvm.store %[[BACK]]
llvm.func @words(%a: !llvm.ptr, %b: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> vector<2xbf16>
  %1 = llvm.bitcast %0 : vector<2xbf16> to vector<1xi32>
  %2 = llvm.add %1, %1 : vector<1xi32>
  %3 = llvm.bitcast %2 : vector<1xi32> to vector<2xbf16>
  llvm.store %3, %b : vector<2xbf16>, !llvm.ptr
  llvm.return
}

// One number in all lanes, and one of a vector, are integers, which LLVM does not round again.
// CHECK-LABEL: llvm.func @repeat
// CHECK: %[[BITS:.*]] = llvm.load %{{.*}} -> i16
// CHECK: %[[LANE:.*]] = llvm.insertelement %[[BITS]], %{{.*}} : vector<8xi16>
// CHECK: %[[LANES:.*]] = llvm.shufflevector %[[LANE]], %{{.*}} : vector<8xi16>
// CHECK: llvm.store %[[LANES]]
// CHECK: %[[LAST:.*]] = llvm.extractelement %[[LANES]][%{{.*}} : i64] : vector<8xi16>
// CHECK: llvm.store %[[LAST]]
llvm.func @repeat(%a: !llvm.ptr, %b: !llvm.ptr, %c: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> bf16
  %1 = llvm.mlir.poison : vector<8xbf16>
  %2 = llvm.mlir.constant(0 : i64) : i64
  %3 = llvm.insertelement %0, %1[%2 : i64] : vector<8xbf16>
  %4 = llvm.shufflevector %3, %1 [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xbf16>
  llvm.store %4, %b : vector<8xbf16>, !llvm.ptr
  %5 = llvm.extractelement %4[%2 : i64] : vector<8xbf16>
  llvm.store %5, %c : bf16, !llvm.ptr
  llvm.return
}

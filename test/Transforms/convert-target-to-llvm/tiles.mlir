// Functions that use tile registers ask for them.
//
// RUN: tiled-layout-opt %s --tiled-layout-convert-target-to-llvm --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: module
// CHECK-NOT: tiled_layout.target
module attributes {tiled_layout.target = #tiled_layout.target<sapphirerapids>} {
  // CHECK: llvm.func @syscall(i64, ...) -> i64
  // CHECK: llvm.mlir.global internal @tiled_layout_has_tiles(0 : i8)
  // CHECK: llvm.func internal @tiled_layout_request_tiles() {{.*}}target_cpu = "sapphirerapids"
  // CHECK: llvm.load %{{.*}} atomic monotonic
  // CHECK: llvm.cond_br
  // CHECK: %[[CALL:.*]] = llvm.mlir.addressof @syscall
  // CHECK: llvm.call %[[CALL]]({{.*}}) vararg(!llvm.func<i64 (i64, ...)>)
  // CHECK: llvm.store %{{.*}} atomic monotonic

  // CHECK: llvm.func @tiles
  // CHECK-NEXT: llvm.call @tiled_layout_request_tiles()
  llvm.func @tiles(%to: !llvm.ptr) {
    %rows = llvm.mlir.constant(16 : i16) : i16
    %bytes = llvm.mlir.constant(64 : i16) : i16
    %stride = llvm.mlir.constant(64 : i64) : i64
    %zero = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%rows, %bytes) : (i16, i16) -> !llvm.x86_amx
    llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%rows, %bytes, %to, %stride, %zero) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
    llvm.return
  }
  // CHECK: llvm.func @none
  // CHECK-NOT: tiled_layout_request_tiles
  // CHECK: llvm.return
  llvm.func @none() {
    llvm.return
  }
}

// -----

// A program may have declared the system call with fixed arguments, as
// functions of other dialects must, and have the names of what is added.
// CHECK: module
module attributes {tiled_layout.target = #tiled_layout.target<sapphirerapids>} {
  // CHECK: llvm.mlir.global internal @[[FLAG:tiled_layout_has_tiles_[0-9]+]](0 : i8)
  // CHECK: llvm.func internal @[[REQUEST:tiled_layout_request_tiles_[0-9]+]]()
  // CHECK: llvm.mlir.addressof @[[FLAG]]
  // CHECK: %[[CALL:.*]] = llvm.mlir.addressof @syscall
  // CHECK: llvm.call %[[CALL]]({{.*}}) vararg(!llvm.func<i64 (i64, ...)>)
  // CHECK: llvm.func @syscall(i64, i64, i64, i64) -> i64
  llvm.func @syscall(i64, i64, i64, i64) -> i64
  llvm.func @tiled_layout_request_tiles()
  llvm.mlir.global external @tiled_layout_has_tiles() : i8
  // CHECK: llvm.func @tiles
  // CHECK-NEXT: llvm.call @[[REQUEST]]()
  llvm.func @tiles() {
    %rows = llvm.mlir.constant(16 : i16) : i16
    llvm.call_intrinsic "llvm.x86.tilezero.internal"(%rows, %rows) : (i16, i16) -> !llvm.x86_amx
    llvm.return
  }
}

// -----

module attributes {tiled_layout.target = #tiled_layout.target<sapphirerapids>} {
  // expected-error @+1 {{has the name of the C library's function that tile registers are asked for by}}
  llvm.mlir.global external @syscall() : i64
  llvm.func @tiles() {
    %rows = llvm.mlir.constant(16 : i16) : i16
    llvm.call_intrinsic "llvm.x86.tilezero.internal"(%rows, %rows) : (i16, i16) -> !llvm.x86_amx
    llvm.return
  }
}

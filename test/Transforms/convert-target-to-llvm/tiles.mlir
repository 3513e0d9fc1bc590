// Functions that use tile registers ask for them.
//
// RUN: tiled-layout-opt %s --tiled-layout-convert-target-to-llvm | FileCheck %s

// CHECK: module
// CHECK-NOT: tiled_layout.target
module attributes {tiled_layout.target = #tiled_layout.target<sapphirerapids>} {
  // CHECK: llvm.func @syscall(i64, ...) -> i64
  // CHECK: llvm.mlir.global internal @tiled_layout_has_tiles(0 : i8)
  // CHECK: llvm.func internal @tiled_layout_request_tiles() {{.*}}target_cpu = "sapphirerapids"
  // CHECK: llvm.load %{{.*}} atomic monotonic
  // CHECK: llvm.cond_br
  // CHECK: llvm.call @syscall({{.*}}) vararg
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

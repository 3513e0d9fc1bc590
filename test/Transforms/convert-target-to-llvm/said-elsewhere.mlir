// Targets that a system specification, llvm.target or a module around says.
//
// RUN: tiled-layout-opt %s --tiled-layout-convert-target-to-llvm --split-input-file | FileCheck %s --implicit-check-not=#tiled_layout.target

// CHECK: llvm.func @of_system() attributes {target_cpu = "znver5"
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"tiled_layout.target" = "znver5">>
} {
  llvm.func @of_system() {
    llvm.return
  }
}

// -----

// Numbers are no processor.
// CHECK: llvm.func @of_numbers() {
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"vector-bits" = 256 : i64>>
} {
  llvm.func @of_numbers() {
    llvm.return
  }
}

// -----

// CHECK: llvm.func @of_llvm() attributes {target_cpu = "znver4", target_features = #llvm.target_features<["-fma"]>}
module attributes {
  llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "znver4", features = <["-fma"]>>
} {
  llvm.func @of_llvm() {
    llvm.return
  }
}

// -----

// CHECK: llvm.func @outer() attributes {target_cpu = "sapphirerapids"
// CHECK: module {
// CHECK: llvm.func internal @tiled_layout_request_tiles() attributes {{.*}}target_cpu = "sapphirerapids"
// CHECK: llvm.func @around() attributes {target_cpu = "sapphirerapids"
// CHECK-NEXT: llvm.call @tiled_layout_request_tiles()
// CHECK: module {
// CHECK: llvm.func @of_its_own() attributes {target_cpu = "x86-64-v2"
// CHECK: gpu.module @device
// CHECK: llvm.func @on_device() {
module attributes {tiled_layout.target = #tiled_layout.target<sapphirerapids>} {
  llvm.func @outer() {
    llvm.return
  }
  module {
    llvm.func @around() {
      %rows = llvm.mlir.constant(16 : i16) : i16
      llvm.call_intrinsic "llvm.x86.tilezero.internal"(%rows, %rows) : (i16, i16) -> !llvm.x86_amx
      llvm.return
    }
  }
  module attributes {tiled_layout.target = #tiled_layout.target<x86-64-v2>} {
    llvm.func @of_its_own() {
      llvm.return
    }
  }
  gpu.module @device {
    llvm.func @on_device() {
      llvm.return
    }
  }
}

// The example of the pass's description.
//
// RUN: tiled-layout-opt %s --tiled-layout-convert-target-to-llvm --split-input-file | FileCheck %s --implicit-check-not=tiled_layout

// CHECK: module {
// CHECK: llvm.func @f() attributes {target_cpu = "x86-64-v3", target_features = #llvm.target_features<["+avxvnni"]>}
// CHECK: llvm.func @of_its_own() attributes {target_cpu = "znver2"}
// CHECK: llvm.func @declared()
// CHECK-NOT: target_cpu
module attributes {
  tiled_layout.target = #tiled_layout.target<x86-64-v3, features = "+avxvnni">
} {
  llvm.func @f() {
    llvm.return
  }
  llvm.func @of_its_own() attributes {target_cpu = "znver2"} {
    llvm.return
  }
  llvm.func @declared()
}

// -----

// A target that stands for no processor leaves nothing.
// CHECK: module {
// CHECK-NEXT: llvm.func @any() {
module attributes {tiled_layout.target = #tiled_layout.target<wide>} {
  llvm.func @any() {
    llvm.return
  }
}

// -----

// CHECK: module attributes {llvm.target_triple = "riscv64-unknown-linux-gnu"}
module attributes {
  tiled_layout.target =
    #tiled_layout.target<generic, triple = "riscv64-unknown-linux-gnu">
} {
}

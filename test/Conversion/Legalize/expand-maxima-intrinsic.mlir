// Which maxima are one instruction of aarch64, and of no other processor?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: sed 's/target<aarch64/target<x86-64-v3/' %s | tiled-layout-opt --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=NONE
// RUN: sed 's/target<aarch64/target<aarch64, features = "+fullfp16"/' %s | tiled-layout-opt --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=HALF
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-translate --mlir-to-llvmir | llc | FileCheck %s --check-prefix=CODE

// NONE-NOT: llvm.intr
// NONE: arith.ori
module attributes {tiled_layout.target = #tiled_layout.target<aarch64>} {
  // CHECK-LABEL: func.func @vectors(
  // CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  // CHECK: llvm.intr.minimum(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
  // CODE-LABEL: vectors:
  // CODE-DAG: fmax v{{.*}}.4s
  // CODE-DAG: fmin d
  func.func @vectors(%x: vector<4xf32>, %y: vector<4xf32>, %s: f64, %t: f64) -> (vector<4xf32>, f64) {
    %a = arith.maximumf %x, %y : vector<4xf32>
    %b = arith.minimumf %s, %t : f64
    return %a, %b : vector<4xf32>, f64
  }

  // LLVM's operations take no matrices; f16 needs arithmetic of its own.
  // CHECK-LABEL: func.func @others(
  // CHECK-NOT: llvm.intr
  // CHECK: return
  func.func @others(%x: vector<2x4xf32>, %y: f16) -> (vector<2x4xf32>, f16) {
    %a = arith.maximumf %x, %x : vector<2x4xf32>
    %b = arith.maximumf %y, %y : f16
    return %a, %b : vector<2x4xf32>, f16
  }

  // HALF-LABEL: func.func @half(
  // HALF: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (vector<8xf16>, vector<8xf16>) -> vector<8xf16>
  func.func @half(%x: vector<8xf16>, %y: vector<8xf16>) -> vector<8xf16> {
    %a = arith.maximumf %x, %y : vector<8xf16>
    return %a : vector<8xf16>
  }
}

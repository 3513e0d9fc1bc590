// Do expm1 and log1p become calls of the C library, of each element of a vector, and does the
// pipeline to LLVM leave no exp(x) - 1?
//
// RUN: tiled-layout-opt %s --tiled-layout-call-math-functions | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// CHECK-DAG: func.func private @expm1(f64) -> f64 attributes {llvm.readnone}
// CHECK-DAG: func.func private @log1pf(f32) -> f32

// CHECK-LABEL: func.func @f(
// CHECK: call @expm1(%{{.*}}) : (f64) -> f64
// LLVM-LABEL: llvm.func @f(
// LLVM: llvm.call @expm1(
// LLVM-NOT: llvm.fsub
// LLVM: llvm.return
func.func @f(%x: f64) -> f64 {
  %0 = math.expm1 %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @vector(
// CHECK-COUNT-4: call @log1pf(
// CHECK-NOT: call @log1pf(
// CHECK: math.exp
func.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.log1p %x : vector<4xf32>
  %1 = math.exp %0 : vector<4xf32>
  return %1 : vector<4xf32>
}

// CHECK-LABEL: func.func @narrow(
// CHECK: arith.extf
// CHECK: call @log1pf(
// CHECK: arith.truncf
func.func @narrow(%x: bf16) -> bf16 {
  %0 = math.log1p %x : bf16
  return %0 : bf16
}

// A vector of unknown length stays: upstream's pattern would take its first elements only.
// CHECK-LABEL: func.func @scalable(
// CHECK: math.expm1 %{{.*}} : vector<[4]xf32>
func.func @scalable(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = math.expm1 %x : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

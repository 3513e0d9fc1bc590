// Is a number of f64 rounded once to a narrow float, without a call for each element?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=F16
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=neoverse-v2 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=ARM
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64 -mcpu=x86-64-v3 | FileCheck %s --check-prefix=ASM
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s --check-prefix=WRONG

// CHECK-LABEL: func @bf16
// CHECK: %[[NEAREST:.+]] = arith.truncf %arg0 : vector<4xf64> to vector<4xf32>
// CHECK: %[[BACK:.+]] = arith.extf %[[NEAREST]]
// CHECK: %[[INEXACT:.+]] = arith.cmpf one, %[[BACK]], %arg0
// CHECK-DAG: %[[SIZE:.+]] = math.absf %arg0
// CHECK-DAG: %[[SIZE_BACK:.+]] = math.absf %[[BACK]]
// CHECK: %[[GREATER:.+]] = arith.cmpf ogt, %[[SIZE_BACK]], %[[SIZE]]
// CHECK: %[[BITS:.+]] = arith.bitcast %[[NEAREST]]
// CHECK: %[[LESS:.+]] = arith.extsi %[[GREATER]]
// CHECK: %[[ZERO:.+]] = arith.addi %[[BITS]], %[[LESS]]
// CHECK: %[[STICKY:.+]] = arith.extui %[[INEXACT]]
// CHECK: %[[ODD:.+]] = arith.ori %[[ZERO]], %[[STICKY]]
// CHECK: %[[NUMBER:.+]] = arith.bitcast %[[ODD]]
// CHECK: arith.truncf %[[NUMBER]] : vector<4xf32> to vector<4xbf16>
// F16-LABEL: func @bf16
// F16: arith.truncf {{.*}} : vector<4xf32> to vector<4xbf16>
// ARM-LABEL: func @bf16
// ARM: arith.truncf %arg0 : vector<4xf64> to vector<4xbf16>
// ASM-LABEL: {{^}}bf16:
// ASM-NOT: call
func.func @bf16(%x: vector<4xf64>) -> vector<4xbf16> {
  %y = arith.truncf %x : vector<4xf64> to vector<4xbf16>
  return %y : vector<4xbf16>
}

// CHECK-LABEL: func @f16
// CHECK: arith.truncf {{.*}} : f32 to f16
// F16-LABEL: func @f16
// F16: arith.truncf %arg0 : f64 to f16
// ARM-LABEL: func @f16
// ARM: arith.truncf %arg0 : f64 to f16
// ASM-LABEL: {{^}}f16:
// ASM-NOT: call
func.func @f16(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}

// No processor has this one.
// CHECK-LABEL: func @f8
// CHECK: arith.cmpf one
// F16-LABEL: func @f8
// F16: arith.cmpf one
// ARM-LABEL: func @f8
// ARM: arith.cmpf one
// ASM-LABEL: {{^}}f8:
// ASM-NOT: call
func.func @f8(%x: vector<4xf64>) -> vector<4xf8E5M2> {
  %y = arith.truncf %x : vector<4xf64> to vector<4xf8E5M2>
  return %y : vector<4xf8E5M2>
}

// Numbers that lie in the middle of two neighbours, and numbers that differ from it by less than f32 can say: of normal
// numbers, subnormal ones, and the greatest. Returns how many are wrong.
// WRONG: {{^}}0
// ASM-LABEL: {{^}}main:
func.func @main() -> i32 {
  %x = arith.constant dense<[
    0x3FF0100000000000, 0x3FF0100000000001, 0x3FF02FFFFFFFFFFF, 0x3FF0300000000000,
    0xBFF0100000000000, 0xBFF0100000000001, 0x37B4000000000000, 0x37B4000000000001,
    0x3790000000000000, 0x3790000000000001, 0x0000000000000001, 0x8000000000000001,
    0x47EFEFFFFFFFFFFF, 0x47EFF00000000000, 0x7FEFFFFFFFFFFFFF, 0xFFF0000000000000
  ]> : vector<16xi64>
  %wanted = arith.constant dense<[
    0x3F80, 0x3F81, 0x3F81, 0x3F82, 0xBF80, 0xBF81, 0x0002, 0x0003,
    0x0000, 0x0001, 0x0000, 0x8000, 0x7F7F, 0x7F80, 0x7F80, 0xFF80
  ]> : vector<16xi16>
  %hx = arith.constant dense<[
    0x3FF0020000000000, 0x3FF0020000000001, 0x3FF005FFFFFFFFFF, 0x3FF0060000000000,
    0x3E60000000000000, 0x3E60000000000001, 0x40EFFDFFFFFFFFFF, 0x40EFFE0000000000
  ]> : vector<8xi64>
  %hwanted = arith.constant dense<[
    0x3C00, 0x3C01, 0x3C01, 0x3C02, 0x0000, 0x0001, 0x7BFF, 0x7C00
  ]> : vector<8xi16>
  %hidden = call @hide(%x) : (vector<16xi64>) -> vector<16xi64>
  %hhidden = call @hide_half(%hx) : (vector<8xi64>) -> vector<8xi64>
  %f = arith.bitcast %hidden : vector<16xi64> to vector<16xf64>
  %b = arith.truncf %f : vector<16xf64> to vector<16xbf16>
  %bits = arith.bitcast %b : vector<16xbf16> to vector<16xi16>
  %isWrong = arith.cmpi ne, %bits, %wanted : vector<16xi16>
  %ones = arith.extui %isWrong : vector<16xi1> to vector<16xi32>
  %count = vector.reduction <add>, %ones : vector<16xi32> into i32
  %hf = arith.bitcast %hhidden : vector<8xi64> to vector<8xf64>
  %h = arith.truncf %hf : vector<8xf64> to vector<8xf16>
  %hbits = arith.bitcast %h : vector<8xf16> to vector<8xi16>
  %hisWrong = arith.cmpi ne, %hbits, %hwanted : vector<8xi16>
  %hones = arith.extui %hisWrong : vector<8xi1> to vector<8xi32>
  %hcount = vector.reduction <add>, %hones : vector<8xi32> into i32
  %r = arith.addi %count, %hcount : i32
  return %r : i32
}
func.func private @hide(%x: vector<16xi64>) -> vector<16xi64> attributes {no_inline} {
  return %x : vector<16xi64>
}
func.func private @hide_half(%x: vector<8xi64>) -> vector<8xi64> attributes {no_inline} {
  return %x : vector<8xi64>
}

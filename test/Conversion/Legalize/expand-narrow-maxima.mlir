// How are maxima of floats of 16 bits computed without instructions for them?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefixes=CHECK,INTEGERS
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=sapphirerapids --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefixes=CHECK,NATIVE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=ARM

// By integers that order them. NaNs of negative sign, 1023 of them, wrap around to the greatest.
// CHECK-LABEL: func.func @f16(
// CHECK-SAME: %[[X:.*]]: vector<8xf16>, %[[Y:.*]]: vector<8xf16>
// INTEGERS: %[[B:.*]] = arith.bitcast %[[X]] : vector<8xf16> to vector<8xi16>
// INTEGERS: %[[C15:.*]] = arith.constant dense<15> : vector<8xi16>
// INTEGERS: %[[SIGN:.*]] = arith.shrsi %[[B]], %[[C15]]
// INTEGERS: %[[OTHERS:.*]] = arith.shrui %[[SIGN]]
// INTEGERS: %[[ORDERED:.*]] = arith.xori %[[B]], %[[OTHERS]]
// INTEGERS: %[[NANS:.*]] = arith.constant dense<-1023> : vector<8xi16>
// INTEGERS: %[[KEY:.*]] = arith.addi %[[ORDERED]], %[[NANS]]
// INTEGERS: %[[BOTH:.*]] = arith.maxsi %[[KEY]], %{{.*}} : vector<8xi16>
// INTEGERS: %[[BACK:.*]] = arith.constant dense<1023> : vector<8xi16>
// INTEGERS: %[[BITS:.*]] = arith.addi %[[BOTH]], %[[BACK]]
// INTEGERS: arith.shrsi %[[BITS]]
// INTEGERS: %[[R:.*]] = arith.xori %[[BITS]], %{{.*}} : vector<8xi16>
// INTEGERS: %[[M:.*]] = arith.bitcast %[[R]] : vector<8xi16> to vector<8xf16>
// INTEGERS: return %[[M]]
// NATIVE: arith.cmpf ogt, %[[X]], %[[Y]] : vector<8xf16>
// NATIVE-NOT: arith.maxsi
// NATIVE: return
// ARM-LABEL: func.func @f16(
// ARM: arith.maxsi
func.func @f16(%x: vector<8xf16>, %y: vector<8xf16>) -> vector<8xf16> {
  %m = arith.maximumf %x, %y : vector<8xf16>
  return %m : vector<8xf16>
}

// Without NaN, nothing wraps around. On aarch64, an instruction takes f32; bf16 is its high half.
// CHECK-LABEL: func.func @bf16(
// CHECK-NOT: arith.addi
// CHECK: arith.minsi %{{.*}} : vector<8xi16>
// CHECK-NOT: arith.addi
// CHECK: return
// ARM-LABEL: func.func @bf16(
// ARM: %[[M:.*]] = llvm.intr.minimum(%{{.*}}, %{{.*}}) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// ARM: %[[BITS:.*]] = arith.bitcast %[[M]] : vector<8xf32> to vector<8xi32>
// ARM: %[[HIGH:.*]] = arith.shrui %[[BITS]]
// ARM: %[[HALF:.*]] = arith.trunci %[[HIGH]] : vector<8xi32> to vector<8xi16>
// ARM: arith.bitcast %[[HALF]] : vector<8xi16> to vector<8xbf16>
func.func @bf16(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> {
  %m = arith.minimumf %x, %y fastmath<nnan> : vector<8xbf16>
  return %m : vector<8xbf16>
}

// Between what is computed in f32.
// CHECK-LABEL: func.func @between(
// CHECK-NOT: arith.minsi
// CHECK: arith.cmpf {{.*}} : vector<8xf32>
// CHECK: return
func.func @between(%x: vector<8xf32>, %y: vector<8xbf16>) -> vector<8xf32> {
  %s = arith.truncf %x : vector<8xf32> to vector<8xbf16>
  %m = arith.minimumf %s, %y : vector<8xbf16>
  %r = arith.extf %m : vector<8xbf16> to vector<8xf32>
  return %r : vector<8xf32>
}

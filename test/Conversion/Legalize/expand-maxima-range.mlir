// Which maxima does one instruction take that knows the signs of zeros?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: sed 's/x86-64-v4/x86-64-v3/' %s | tiled-layout-opt --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=NONE

// NONE-NOT: llvm.call_intrinsic
module attributes {tiled_layout.target = #tiled_layout.target<x86-64-v4>} {
  // CHECK-LABEL: func.func @any(
  // CHECK-SAME: %[[X:.*]]: vector<16xf32>, %[[Y:.*]]: vector<16xf32>
  // CHECK-DAG: %[[KIND:.*]] = arith.constant 5 : i32
  // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i16
  // CHECK-DAG: %[[ROUNDING:.*]] = arith.constant 4 : i32
  // CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.512"(%[[X]], %[[Y]], %[[KIND]], %[[X]], %[[ALL]], %[[ROUNDING]])
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[Y]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]]
  // CHECK: %[[M:.*]] = arith.select %[[NAN]], %[[SUM]], %[[R]]
  // CHECK: return %[[M]]
  func.func @any(%x: vector<16xf32>, %y: vector<16xf32>) -> vector<16xf32> {
    %m = arith.maximumf %x, %y : vector<16xf32>
    return %m : vector<16xf32>
  }

  // CHECK-LABEL: func.func @numbers(
  // CHECK: %[[KIND:.*]] = arith.constant 4 : i32
  // CHECK: %[[ALL:.*]] = arith.constant -1 : i8
  // CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.range.pd.256"(%{{[^,]*}}, %{{[^,]*}}, %[[KIND]], %{{[^,]*}}, %[[ALL]]) :
  // CHECK: return %[[R]]
  func.func @numbers(%x: vector<4xf64>, %y: vector<4xf64>) -> vector<4xf64> {
    %m = arith.minimumf %x, %y fastmath<nnan> : vector<4xf64>
    return %m : vector<4xf64>
  }

  // Without signs a comparison does; other lengths and elements are no registers.
  // CHECK-LABEL: func.func @others(
  // CHECK-NOT: llvm.call_intrinsic
  // CHECK: return
  func.func @others(%x: vector<16xf32>, %y: vector<5xf32>, %z: vector<16xf16>, %s: f32)
      -> (vector<16xf32>, vector<5xf32>, vector<16xf16>, f32) {
    %a = arith.maximumf %x, %x fastmath<nsz> : vector<16xf32>
    %b = arith.maximumf %y, %y : vector<5xf32>
    %c = arith.maximumf %z, %z : vector<16xf16>
    %d = arith.maximumf %s, %s : f32
    return %a, %b, %c, %d : vector<16xf32>, vector<5xf32>, vector<16xf16>, f32
  }
}

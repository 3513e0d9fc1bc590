// What is needed so that -0 is less than +0, and NaN stays?
//
// RUN: tiled-layout-opt %s --tiled-layout-expand-maxima | FileCheck %s

// CHECK-LABEL: func.func @relu(
// CHECK-SAME: %[[X:.*]]: vector<8xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[ZERO]] fastmath<nnan>
// CHECK-NEXT: %[[M:.*]] = arith.select %[[ABOVE]], %[[X]], %[[ZERO]]
// CHECK-NEXT: return %[[M]]
func.func @relu(%x: vector<8xf32>) -> vector<8xf32> {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %m = arith.maximumf %x, %zero fastmath<nnan> : vector<8xf32>
  return %m : vector<8xf32>
}

// +0 is not the least of two zeros.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: arith.bitcast %[[X]] : f32 to i32
// CHECK: arith.cmpf olt
// CHECK-NOT: arith.bitcast
// CHECK: arith.cmpf olt, %{{.*}}, %[[ONE:.*]] : f32
// CHECK-NOT: arith.minimumf
// CHECK: return
func.func @constants(%x: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = arith.minimumf %x, %zero fastmath<nnan> : f32
  %b = arith.minimumf %one, %a fastmath<nnan> : f32
  return %a, %b : f32, f32
}

// CHECK-LABEL: func.func @any(
// CHECK-SAME: %[[X:.*]]: vector<2x8xf16>, %[[Y:.*]]: vector<2x8xf16>
// CHECK: %[[BITS:.*]] = arith.bitcast %[[X]] : vector<2x8xf16> to vector<2x8xi16>
// CHECK: %[[SIGN:.*]] = arith.cmpi slt, %[[BITS]]
// CHECK-DAG: %[[SECOND:.*]] = arith.select %[[SIGN]], %[[Y]], %[[X]]
// CHECK-DAG: %[[FIRST:.*]] = arith.select %[[SIGN]], %[[X]], %[[Y]]
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[FIRST]], %[[SECOND]]
// CHECK: %[[R:.*]] = arith.select %[[ABOVE]], %[[FIRST]], %[[SECOND]]
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[FIRST]], %[[FIRST]]
// CHECK: %[[M:.*]] = arith.select %[[NAN]], %[[FIRST]], %[[R]]
// CHECK: return %[[M]]
func.func @any(%x: vector<2x8xf16>, %y: vector<2x8xf16>) -> vector<2x8xf16> {
  %m = arith.maximumf %x, %y : vector<2x8xf16>
  return %m : vector<2x8xf16>
}

// CHECK-LABEL: func.func @no_signs(
// CHECK-NOT: arith.bitcast
// CHECK: return
func.func @no_signs(%x: f64, %y: f64) -> f64 {
  %m = arith.maximumf %x, %y fastmath<nsz> : f64
  return %m : f64
}

// What is needed so that -0 is less than +0, and NaN stays?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s

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

// +0 is not the least of two zeros: either order has its own, and both bits are joined.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-COUNT-2: arith.cmpf olt
// CHECK: arith.ori
// CHECK: arith.cmpf olt
// CHECK-NOT: arith.ori
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
// CHECK-SAME: %[[X:.*]]: vector<2x8xf32>, %[[Y:.*]]: vector<2x8xf32>
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[Y]]
// CHECK: %[[ONE:.*]] = arith.select %[[ABOVE]], %[[X]], %[[Y]]
// CHECK: %[[ONE_BITS:.*]] = arith.bitcast %[[ONE]] : vector<2x8xf32> to vector<2x8xi32>
// CHECK: %[[BELOW:.*]] = arith.cmpf ogt, %[[Y]], %[[X]]
// CHECK: %[[OTHER:.*]] = arith.select %[[BELOW]], %[[Y]], %[[X]]
// CHECK: %[[OTHER_BITS:.*]] = arith.bitcast %[[OTHER]] : vector<2x8xf32> to vector<2x8xi32>
// CHECK: %[[BOTH:.*]] = arith.andi %[[ONE_BITS]], %[[OTHER_BITS]]
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[Y]]
// CHECK: %[[SET:.*]] = arith.extsi %[[NAN]] : vector<2x8xi1> to vector<2x8xi32>
// CHECK: %[[BITS:.*]] = arith.ori %[[BOTH]], %[[SET]]
// CHECK: %[[M:.*]] = arith.bitcast %[[BITS]] : vector<2x8xi32> to vector<2x8xf32>
// CHECK: return %[[M]]
func.func @any(%x: vector<2x8xf32>, %y: vector<2x8xf32>) -> vector<2x8xf32> {
  %m = arith.maximumf %x, %y : vector<2x8xf32>
  return %m : vector<2x8xf32>
}

// CHECK-LABEL: func.func @no_signs(
// CHECK-NOT: arith.bitcast
// CHECK: return
func.func @no_signs(%x: f64, %y: f64) -> f64 {
  %m = arith.maximumf %x, %y fastmath<nsz> : f64
  return %m : f64
}

// Of a structured operation, which stays what it is.
// CHECK-LABEL: func.func @structured(
// CHECK: arith.maximumf
func.func @structured(%x: tensor<8x16xf32>, %m: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<8x16xf32>) outs(%m : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}

// The example of legalize-for-llvm.
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s

// CHECK-LABEL: func.func @relu(
// CHECK-SAME:    %[[X:.+]]: vector<8xf32>, %[[Y:.+]]: vector<8xbf16>)
// CHECK:       %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT:  %[[ABOVE:.+]] = arith.cmpf ogt, %[[X]], %[[ZERO]] fastmath<nnan> : vector<8xf32>
// CHECK-NEXT:  %[[M:.+]] = arith.select %[[ABOVE]], %[[X]], %[[ZERO]] : vector<8xi1>, vector<8xf32>
// CHECK-NEXT:  %[[Y0:.+]] = arith.extf %[[Y]] : vector<8xbf16> to vector<8xf32>
// CHECK-NEXT:  %[[Y1:.+]] = arith.extf %[[Y]] : vector<8xbf16> to vector<8xf32>
// CHECK-NEXT:  %[[SUM:.+]] = arith.addf %[[Y0]], %[[Y1]] : vector<8xf32>
// CHECK-NEXT:  %[[S:.+]] = arith.truncf %[[SUM]] : vector<8xf32> to vector<8xbf16>
// CHECK-NEXT:  return %[[M]], %[[S]]
func.func @relu(%x: vector<8xf32>, %y: vector<8xbf16>) -> (vector<8xf32>, vector<8xbf16>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %m = arith.maximumf %x, %zero fastmath<nnan> : vector<8xf32>
  %s = arith.addf %y, %y : vector<8xbf16>
  return %m, %s : vector<8xf32>, vector<8xbf16>
}

// Elements of one column of a tile lie apart: a vector over them is loaded under a mask, for after the last one there may be no array.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s

#t = #tiled_layout.layout<{0,1,2:T(4,4)}>

// CHECK-LABEL: func.func @conv(
// CHECK: %[[A:.*]] = tiled_layout.to_physical %arg0
// CHECK-NOT: vector.load %[[A]]{{.*}} vector<16xi8>
// CHECK: arith.constant dense<[true, false, false, false, true, false, false, false, true, false, false, false, true, false, false, false]>
// CHECK: vector.maskedload %[[A]]{{.*}} into vector<16xi8>
// CHECK-NOT: vector.load %[[A]]{{.*}} vector<16xi8>
func.func @conv(%a: memref<2x16x?xi8, #t>, %b: memref<32x16x?xi8, #t>, %c: memref<2x32x?xi32, #t>) {
  linalg.conv_1d_ncw_fcw ins(%a, %b : memref<2x16x?xi8, #t>, memref<32x16x?xi8, #t>) outs(%c : memref<2x32x?xi32, #t>)
  return
}

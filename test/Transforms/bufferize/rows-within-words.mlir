// Rows that are not all rows of their word are inserted by words under a mask, whether the row is
// known or not.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-bufferize | FileCheck %s

#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: func.func @known
// CHECK: %[[STOP:.*]] = vector.create_mask {{.*}} : vector<2x16xi1>
// CHECK: %[[FIRST:.*]] = vector.create_mask {{.*}} : vector<2x16xi1>
// CHECK: %[[MASK:.*]] = arith.xori %[[STOP]], %[[FIRST]]
// What is read of the other row is 0: poison would be poison in the whole word.
// CHECK: %[[ROW:.*]] = vector.extract %[[MASK]][0]
// CHECK: vector.transfer_read {{.*}}, %{{cst.*}}, %[[ROW]]
// CHECK: vector.transfer_write {{.*}}, %[[MASK]] {{.*}} vector<16x2xbf16>
func.func @known(%a: tensor<4x64xbf16, #w>, %b: tensor<18x64xbf16, #w>) -> tensor<18x64xbf16, #w> {
  %0 = tensor.insert_slice %a into %b[1, 0] [4, 64] [1, 1] : tensor<4x64xbf16, #w> into tensor<18x64xbf16, #w>
  return %0 : tensor<18x64xbf16, #w>
}

// CHECK-LABEL: func.func @unknown
// CHECK: arith.xori {{.*}} : vector<2x16xi1>
// CHECK-NOT: vector<32xbf16>, memref
// CHECK: return
func.func @unknown(%a: tensor<?x64xbf16, #w>, %b: tensor<?x64xbf16, #w>, %row: index, %rows: index) -> tensor<?x64xbf16, #w> {
  %0 = tensor.insert_slice %a into %b[%row, 0] [%rows, 64] [1, 1] : tensor<?x64xbf16, #w> into tensor<?x64xbf16, #w>
  return %0 : tensor<?x64xbf16, #w>
}

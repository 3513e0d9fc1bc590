// Which integers are extended before they become floats?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=X86

// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: %[[X:.*]]: vector<4xi8>, %[[Y:.*]]: vector<4xi32>
// CHECK: %[[WIDE:.*]] = arith.extsi %[[X]] : vector<4xi8> to vector<4xi32>
// CHECK: arith.sitofp %[[WIDE]] : vector<4xi32> to vector<4xf32>
// CHECK: arith.sitofp %[[Y]] : vector<4xi32> to vector<4xf32>
// X86-LABEL: func.func @bytes(
// X86-NOT: arith.extsi
func.func @bytes(%x: vector<4xi8>, %y: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>) {
  %a = arith.sitofp %x : vector<4xi8> to vector<4xf32>
  %b = arith.sitofp %y : vector<4xi32> to vector<4xf32>
  return %a, %b : vector<4xf32>, vector<4xf32>
}

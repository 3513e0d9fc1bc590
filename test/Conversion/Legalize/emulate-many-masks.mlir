// Time and memory grow with the number of branches, not with its square.
//
// RUN: timeout 60 tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v2 --tiled-layout-legalize-for-llvm | FileCheck %s

// CHECK-LABEL: func.func @many(
// CHECK-COUNT-12000: cf.cond_br
// CHECK-NOT: cf.cond_br
func.func @many(%a: memref<?xi8>, %i: index, %on: vector<12000xi1>, %others: vector<12000xi8>) -> vector<12000xi8> {
  %v = vector.maskedload %a[%i], %on, %others : memref<?xi8>, vector<12000xi1>, vector<12000xi8> into vector<12000xi8>
  return %v : vector<12000xi8>
}

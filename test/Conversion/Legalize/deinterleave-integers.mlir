// Are vectors of signed and unsigned integers deinterleaved as signless ones, so that images in words of rows lower to LLVM?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline -o /dev/null

// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: %[[V:.*]]: vector<16xui8>
// CHECK: %[[I:.*]] = vector.bitcast %[[V]] : vector<16xui8> to vector<16xi8>
// CHECK: %[[A:.*]], %[[B:.*]] = vector.deinterleave %[[I]] : vector<16xi8> -> vector<8xi8>
// CHECK: vector.bitcast %[[A]] : vector<8xi8> to vector<8xui8>
// CHECK: vector.bitcast %[[B]] : vector<8xi8> to vector<8xui8>
func.func @unsigned(%v: vector<16xui8>) -> (vector<8xui8>, vector<8xui8>) {
  %a, %b = vector.deinterleave %v : vector<16xui8> -> vector<8xui8>
  return %a, %b : vector<8xui8>, vector<8xui8>
}

// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector.bitcast
// CHECK-LABEL: func.func @image(
func.func @others(%v: vector<16xi8>, %f: vector<16xf32>) -> (vector<8xi8>, vector<8xf32>) {
  %a, %b = vector.deinterleave %v : vector<16xi8> -> vector<8xi8>
  %c, %d = vector.deinterleave %f : vector<16xf32> -> vector<8xf32>
  return %a, %d : vector<8xi8>, vector<8xf32>
}

#words = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @image(%a: memref<40x300xui8, #words>, %b: memref<40x300xui8>,
                 %c: memref<40x300xsi16, #pairs>, %d: memref<40x300xsi16>) {
  linalg.copy ins(%a : memref<40x300xui8, #words>) outs(%b : memref<40x300xui8>)
  linalg.copy ins(%c : memref<40x300xsi16, #pairs>) outs(%d : memref<40x300xsi16>)
  return
}

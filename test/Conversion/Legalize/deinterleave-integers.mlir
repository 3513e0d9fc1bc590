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
// Slices and lookups of rows at run-time indices, whose masks leave out elements.
func.func @slice(%a: tensor<40x300xui8, #words>, %n: index) -> tensor<20x200xui8, #words> {
  %r = tensor.extract_slice %a[%n, %n] [20, 200] [1, 1] : tensor<40x300xui8, #words> to tensor<20x200xui8, #words>
  return %r : tensor<20x200xui8, #words>
}
func.func @insert(%a: tensor<40x300xsi16, #pairs>, %b: tensor<20x200xsi16, #pairs>, %n: index) -> tensor<40x300xsi16, #pairs> {
  %r = tensor.insert_slice %b into %a[%n, %n] [20, 200] [1, 1] : tensor<20x200xsi16, #pairs> into tensor<40x300xsi16, #pairs>
  return %r : tensor<40x300xsi16, #pairs>
}
func.func @lookup(%a: tensor<20x300xui8, #words>, %n: index) -> tensor<20x300xui8, #words> {
  %e = tensor.empty() : tensor<20x300xui8, #words>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<20x300xui8, #words>) {
  ^bb0(%y: ui8):
    %i = linalg.index 1 : index
    %q = tensor.extract %a[%n, %i] : tensor<20x300xui8, #words>
    linalg.yield %q : ui8
  } -> tensor<20x300xui8, #words>
  return %r : tensor<20x300xui8, #words>
}

// Are vectors converted in functions, and on the module where one is printed?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-convert-vectors-to-llvm | FileCheck %s

// CHECK-LABEL: func @f
// CHECK: llvm.extractelement
// CHECK-LABEL: func @g
// CHECK: llvm.extractelement
func.func @f(%v: vector<8xf32>) -> f32 {
  %0 = vector.extract %v[3] : f32 from vector<8xf32>
  return %0 : f32
}
func.func @g(%v: vector<8xf32>) -> f32 {
  %0 = vector.extract %v[5] : f32 from vector<8xf32>
  return %0 : f32
}

// -----

// CHECK-DAG: llvm.func @printF32(f32)
// CHECK-DAG: func @print
// CHECK: llvm.call @printF32
func.func @print(%x: f32) {
  vector.print %x : f32
  return
}
func.func @print_too(%x: f32) {
  vector.print %x : f32
  return
}

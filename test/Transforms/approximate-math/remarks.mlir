// Does a remark say which functions are calls of the C library for each element of a vector, once for each place?
//
// RUN: tiled-layout-opt %s --tiled-layout-approximate-math --remarks-filter-missed=tiled-layout -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK: [[#@LINE+3]]:8: remark: [Missed] approximate-math | {{.*}} Reason="math.sin of f32 calls the C library for each element"
// CHECK: [[#@LINE+3]]:8: remark: [Missed] approximate-math | {{.*}} Reason="math.exp of f64 calls the C library for each element"
func.func @calls(%x: vector<16xf32>, %y: vector<8xf64>) -> (vector<16xf32>, vector<8xf64>) {
  %0 = math.sin %x : vector<16xf32>
  %1 = math.exp %y : vector<8xf64>
  return %0, %1 : vector<16xf32>, vector<8xf64>
}
func.func @instructions(%x: vector<16xf32>, %i: vector<16xi32>, %s: f32) -> (vector<16xf32>, vector<16xi32>, f32) {
  %0 = math.sqrt %x : vector<16xf32>
  %1 = math.exp %0 : vector<16xf32>
  %2 = math.ctpop %i : vector<16xi32>
  %3 = math.sin %s : f32
  return %1, %2, %3 : vector<16xf32>, vector<16xi32>, f32
}
#loc = loc("unrolled.mlir":1:2)
// CHECK: unrolled.mlir:1:2: remark: [Missed] approximate-math | {{.*}} Reason="math.cos of f32 calls the C library for each element"
func.func @unrolled(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.cos %x : vector<16xf32> loc(#loc)
  %1 = math.cos %0 : vector<16xf32> loc(#loc)
  return %1 : vector<16xf32>
}

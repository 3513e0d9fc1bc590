// A conversion to four bits is made of operations of dialects that the pass brings.
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s

// CHECK-LABEL: func @f
// CHECK: math.absf
// CHECK: arith.bitcast {{.*}} : i4 to f4E2M1FN
func.func @f(%a: f32) -> f4E2M1FN {
  %n = arith.truncf %a : f32 to f4E2M1FN
  return %n : f4E2M1FN
}

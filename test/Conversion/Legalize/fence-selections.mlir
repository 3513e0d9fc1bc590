// Which values does LLVM not search behind?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-export | FileCheck %s

// CHECK-LABEL: llvm.func @carried(
// CHECK: %[[S:.*]] = llvm.select {{.*}} : vector<16xi1>, vector<16xf32>
// CHECK-NEXT: %[[F:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[S]]) : (vector<16xf32>) -> vector<16xf32>
// CHECK-NEXT: llvm.cond_br %{{.*}}, ^bb1(%[[F]] : vector<16xf32>), ^bb2(%[[S]] : vector<16xf32>)
llvm.func @carried(%x: vector<16xf32>, %p: vector<16xi1>, %q: i1) -> vector<16xf32> {
  llvm.br ^loop(%x : vector<16xf32>)
^loop(%m: vector<16xf32>):
  %s = llvm.select %p, %m, %x : vector<16xi1>, vector<16xf32>
  llvm.cond_br %q, ^loop(%s : vector<16xf32>), ^exit(%s : vector<16xf32>)
^exit(%r: vector<16xf32>):
  llvm.return %r : vector<16xf32>
}

// Integers have no such fence; what goes on needs none.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: llvm.call_intrinsic
// CHECK: llvm.return
llvm.func @others(%i: i32, %x: f32, %p: i1) -> f32 {
  %s = llvm.select %p, %x, %x : i1, f32
  llvm.br ^loop(%i, %s : i32, f32)
^loop(%j: i32, %y: f32):
  %k = llvm.select %p, %i, %j : i1, i32
  llvm.cond_br %p, ^loop(%k, %y : i32, f32), ^exit
^exit:
  llvm.return %y : f32
}

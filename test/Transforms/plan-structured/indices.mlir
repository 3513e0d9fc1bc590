// Affine maps of indices in a body, as fusion leaves them, do not keep vectors away.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>

// One index of several: the mask of a row does not depend on the other one.
// CHECK-LABEL: func.func @one_of_two(
// CHECK: linalg.generic {{.*}} vector = d1 x
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK-NOT: affine.apply
// CHECK: arith.cmpi slt, %[[I]],
func.func @one_of_two(%a: memref<64x256xf32, #t>, %n: index, %c: memref<64x256xf32, #t>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x256xf32, #t>) outs(%c : memref<64x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = affine.apply affine_map<(d0, d1) -> (d0)>(%i, %j)
    %m = arith.cmpi slt, %k, %n : index
    %r = arith.select %m, %x, %zero : f32
    linalg.yield %r : f32
  }
  return
}

// CHECK-LABEL: func.func @sum(
// CHECK: linalg.generic {{.*}} vector = d1 x
// CHECK-NOT: affine.apply
// CHECK: arith.addi
func.func @sum(%a: memref<64x256xf32, #t>, %c: memref<64x256xf32, #t>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<64x256xf32, #t>) outs(%c : memref<64x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = affine.apply affine_map<(d0, d1) -> (d0 + 2 * d1)>(%i, %j)
    %l = arith.index_cast %k : index to i32
    %f = arith.sitofp %l : i32 to f32
    %r = arith.addf %x, %f : f32
    linalg.yield %r : f32
  }
  return
}

// The affine dialect takes no other positions.
// CHECK-LABEL: func.func @loaded(
// CHECK: affine.apply
// CHECK: affine.load
func.func @loaded(%t: memref<600xf32>, %n: index, %c: memref<64x256xf32, #t>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%c : memref<64x256xf32, #t>) {
  ^bb0(%y: f32):
    %j = linalg.index 1 : index
    %k = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%j)[%n]
    %x = affine.load %t[%k] : memref<600xf32>
    linalg.yield %x : f32
  }
  return
}

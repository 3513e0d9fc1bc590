// Does a remark say why elements go one at a time, where that is what the plan says?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --remarks-filter-missed=tiled-layout -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=reassoc=true --remarks-filter-missed=tiled-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REASSOC --implicit-check-not="sums keep"

#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
#all = affine_map<(i, j) -> (i, j)>

// CHECK: [[#@LINE+3]]:3: remark: [Missed] plan-structured | {{.*}} Function=sum | Reason="sums keep their order; reassoc=true allows vectors of partial ones"
// REASSOC: Function=divide
func.func @sum(%x: memref<40x300xf32, #tiles>, %s: memref<f32>) {
  linalg.generic {indexing_maps = [#all, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
    ins(%x : memref<40x300xf32, #tiles>) outs(%s : memref<f32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %b, %a : f32
    linalg.yield %r : f32
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] plan-structured | {{.*}} Function=divide | Reason="arith.divsi may trap"
func.func @divide(%x: memref<40x300xi32, #tiles>, %y: memref<40x300xi32, #tiles>) {
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<40x300xi32, #tiles>) outs(%y : memref<40x300xi32, #tiles>) {
  ^bb0(%a: i32, %b: i32):
    %r = arith.divsi %a, %b : i32
    linalg.yield %r : i32
  }
  return
}

// A block of an elementwise operation has 64 elements, but four vectors of 128 bits at most.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v2 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s --check-prefix=LONG

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func @exp
// CHECK: loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 16], vector = d1 x 4
// LONG-LABEL: func @exp
// LONG: loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 64], vector = d1 x 8
func.func @exp(%a: memref<512x768xf32, #t>, %b: memref<512x768xf32, #t>) {
  linalg.exp ins(%a : memref<512x768xf32, #t>) outs(%b : memref<512x768xf32, #t>)
  return
}

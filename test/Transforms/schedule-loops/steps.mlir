// Which steps run, and what is said of one that there is not?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows | FileCheck %s --check-prefix=NONE
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=jam-rows,tile-loops | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops | FileCheck %s
// RUN: not tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loop 2>&1 | FileCheck %s --check-prefix=NEAR --implicit-check-not=note:
// RUN: not tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=zzz 2>&1 | FileCheck %s --check-prefix=FAR --implicit-check-not=note:
// RUN: not tiled-layout-opt %s --tiled-layout-schedule-loops=max-operations=-1 2>&1 | FileCheck %s --check-prefix=BOUND --implicit-check-not=note:

// BOUND: error: max-operations is -1, but must be at least 0
// NEAR: error: there is no step 'tile-loop'; did you mean 'tile-loops'?
// FAR: error: there is no step 'zzz'; there are vectorize-runs, carry-elements

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// NONE-LABEL: func @fill
// NONE-NOT: tiled_layout.loop
// CHECK-LABEL: func @fill
// CHECK: #tiled_layout.loop<run>
func.func @fill(%a: memref<16x256xf32, #t>, %v: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      affine.store %v, %a[%i, %j] : memref<16x256xf32, #t>
    }
  }
  return
}

// Which loop do threads share?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=threads=2 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=threads=2 --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOOPS
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s --check-prefix=ONE
// RUN: not tiled-layout-opt %s --tiled-layout-plan-structured=threads=0 2>&1 | FileCheck %s --check-prefix=ZERO

// ONE-NOT: parallel,
// ONE: func.func @alone(
// ONE-NOT: parallel,
// ZERO: error: threads is 0, but must be from 1 to 1024

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The first one, if its steps fall evenly to the threads.
// CHECK-LABEL: @first
// CHECK: loops = [d1 by 256, d2 by 128, {{.*}}parallel
// LOOPS-LABEL: @first
// LOOPS: scf.parallel (%{{.*}}) = (%{{.*}}) to (%c4
func.func @first(%a: memref<1024x1024xf32, #t>, %b: memref<1024x1024xf32, #t>, %c: memref<1024x1024xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<1024x1024xf32, #t>, memref<1024x1024xf32, #t>) outs(%c : memref<1024x1024xf32, #t>)
  return
}

// Else half of the rows each, at the edges of tiles: 504 and 496.
// CHECK-LABEL: @rows
// CHECK: loops = [d0 by 504, {{.*}}parallel
// LOOPS-LABEL: @rows
// LOOPS: scf.parallel (%{{.*}}) = (%{{.*}}) to (%c2
func.func @rows(%a: memref<1000x768xf32, #t>, %b: memref<768x768xf32, #t>, %c: memref<1000x768xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<1000x768xf32, #t>, memref<768x768xf32, #t>) outs(%c : memref<1000x768xf32, #t>)
  return
}

// A reduction is not shared, nor what takes less than waking a thread.
// CHECK-LABEL: @alone
// CHECK-NOT: parallel
// LOOPS-LABEL: @alone
// LOOPS-NOT: scf.parallel
func.func @alone(%a: memref<64x128xf32, #t>, %b: memref<1048576xi32>, %c: memref<i32>) {
  linalg.exp ins(%a : memref<64x128xf32, #t>) outs(%a : memref<64x128xf32, #t>)
  linalg.reduce ins(%b : memref<1048576xi32>) outs(%c : memref<i32>) dimensions = [0] (%x: i32, %y: i32) {
    %s = arith.addi %x, %y : i32
    linalg.yield %s : i32
  }
  return
}

// Which pass takes a softmax of memrefs apart? Each that decides on structured operations.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN
// RUN: tiled-layout-opt %s --tiled-layout-lower-linalg | FileCheck %s --check-prefix=LOOPS
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s --check-prefix=AFFINE

#t = #tiled_layout.layout<{2,1,0:T(8,128)}>

// The parts have plans of their own, and the rows' numbers a buffer each.
// PLAN-LABEL: func @softmax(
// PLAN: %[[MAX:.+]] = memref.alloc(%{{.+}}) : memref<?x300xf32>
// PLAN: linalg.fill {tiled_layout.structured_plan
// PLAN: linalg.generic {{.*}}iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg0 : {{.*}} outs(%[[MAX]] : {{.*}}tiled_layout.structured_plan
// PLAN: math.exp
// PLAN: %[[SUM:.+]] = memref.alloc
// PLAN: arith.divf
// PLAN: memref.dealloc %[[MAX]]
// PLAN: memref.dealloc %[[SUM]]
// PLAN-NOT: linalg.softmax

// LOOPS-LABEL: func @softmax(
// LOOPS-COUNT-6: affine.for
// LOOPS: math.exp
// LOOPS-NOT: linalg

// AFFINE-LABEL: func @softmax(
// AFFINE: math.exp
// AFFINE-NOT: linalg.softmax
func.func @softmax(%a: memref<?x40x300xf32, #t>, %b: memref<?x40x300xf32, #t>) {
  linalg.softmax dimension(1) ins(%a : memref<?x40x300xf32, #t>) outs(%b : memref<?x40x300xf32, #t>)
  return
}

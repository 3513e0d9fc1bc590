// Do remarks in YAML name the pass and the function that they are about?
//
// Loops, one after the other in two functions:
// RUN: tiled-layout-opt %S/loop-remarks.mlir --tiled-layout-to-llvm-pipeline --remarks-filter=tiled-layout --mlir-disable-threading --remark-format=yaml --remarks-output-file=%t.loops -o /dev/null
// RUN: FileCheck %s --check-prefix=LOOPS --implicit-check-not='unknown function' < %t.loops
// RUN: tiled-layout-opt %S/../Transforms/schedule-loops/remarks.mlir --tiled-layout-schedule-loops=steps=tile-loops --remarks-filter=tiled-layout --mlir-disable-threading --remark-format=yaml --remarks-output-file=%t.missed -o /dev/null
// RUN: FileCheck %s --check-prefix=MISSED --implicit-check-not='unknown function' < %t.missed
// RUN: tiled-layout-opt %S/../Transforms/schedule-loops/split-gathers-example.mlir --tiled-layout-schedule-loops=steps=split-gathers --remarks-filter=tiled-layout --mlir-disable-threading --remark-format=yaml --remarks-output-file=%t.gathers -o /dev/null
// RUN: FileCheck %s --check-prefix=GATHERS --implicit-check-not='unknown function' < %t.gathers
//
// Operations on arrays:
// RUN: tiled-layout-opt %S/../Transforms/plan-structured/example.mlir --tiled-layout-plan-structured --remarks-filter=tiled-layout --mlir-disable-threading --remark-format=yaml --remarks-output-file=%t.plans -o /dev/null
// RUN: FileCheck %s --check-prefix=PLANS --implicit-check-not='unknown function' < %t.plans
// RUN: tiled-layout-opt %s --tiled-layout-relayout-constants=size-limit=32 --remarks-filter=tiled-layout --mlir-disable-threading --remark-format=yaml --remarks-output-file=%t.arrays -o /dev/null
// RUN: FileCheck %s --check-prefix=ARRAYS --implicit-check-not='unknown function' < %t.arrays
//
// What is moved is counted for each function:
// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts --remarks-filter=tiled-layout --mlir-disable-threading --remark-format=yaml --remarks-output-file=%t.fold -o /dev/null
// RUN: FileCheck %s --check-prefix=FOLD --implicit-check-not='unknown function' < %t.fold

// LOOPS-DAG: Name: jam-rows{{[[:space:]]+.*[[:space:]]+.*[[:space:]]+}}Function: rows
// LOOPS-DAG: Name: carry-elements{{[[:space:]]+.*[[:space:]]+.*[[:space:]]+}}Function: rows
// LOOPS-DAG: Name: tile-loops{{[[:space:]]+.*[[:space:]]+.*[[:space:]]+}}Function: stencil
// LOOPS-DAG: Name: vectorize-runs{{[[:space:]]+.*[[:space:]]+.*[[:space:]]+}}Function: stencil

// MISSED-DAG: Function: combined
// MISSED-DAG: Function: step

// GATHERS: Name: split-gathers
// GATHERS: Function: gather

// PLANS-DAG: Function: matmul
// PLANS-DAG: Function: apart

// ARRAYS: Name: relayout-constants{{[[:space:]]+.*[[:space:]]+.*[[:space:]]+}}Function: constant

// FOLD-DAG: Function: constant
// FOLD-DAG: Function: moved

#t = #tiled_layout.layout<{1,0:T(2,4)}>

func.func @constant(%e: tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t> {
  %c = arith.constant dense<[[1., 2., 3., 4.], [5., 6., 7., 8.]]> : tensor<2x4xf32>
  %0 = tiled_layout.relayout ins(%c : tensor<2x4xf32>) outs(%e : tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t>
  return %0 : tensor<2x4xf32, #t>
}

func.func @moved(%a: tensor<8x8xf32>, %e: tensor<8x8xf32, #t>) -> tensor<8x8xf32, #t> {
  %0 = tiled_layout.relayout ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32, #t>) -> tensor<8x8xf32, #t>
  return %0 : tensor<8x8xf32, #t>
}

// RUN: tiled-layout-opt %s --tiled-layout-plan-structured \
// RUN:   --remarks-filter-missed=tiled-layout --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

// Plans are for memrefs: a program on tensors is told what it lacks.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK: tensors.mlir:[[#@LINE+2]]:8: remark: {{.*}}it is not on memrefs; tiled-layout-bufferize puts it on them
func.func @exp(%a: tensor<64x256xf32, #t>, %b: tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t> {
  %e = linalg.exp ins(%a : tensor<64x256xf32, #t>) outs(%b : tensor<64x256xf32, #t>)
    -> tensor<64x256xf32, #t>
  return %e : tensor<64x256xf32, #t>
}

// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts --remarks-filter='tiled-layout' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// 10x100 elements are 4000 bytes in rows, and 16x128 make 8192 in tiles; twice
// both before, once both afterwards.
// REMARK: fold-relayouts
// REMARK-SAME: bytes after=12192, bytes before=24384, relayouts after=1, relayouts before=2
func.func @f(%a: tensor<10x100xf32, #t>, %b: tensor<10x100xf32, #t>, %e: tensor<10x100xf32>) -> tensor<10x100xf32> {
  %0 = tiled_layout.relayout ins(%a : tensor<10x100xf32, #t>) outs(%e : tensor<10x100xf32>) -> tensor<10x100xf32>
  %1 = tiled_layout.relayout ins(%b : tensor<10x100xf32, #t>) outs(%e : tensor<10x100xf32>) -> tensor<10x100xf32>
  %2 = arith.addf %0, %1 : tensor<10x100xf32>
  return %2 : tensor<10x100xf32>
}

// What is lost is an error, where it was.
//
// RUN: split-file %s %t
// RUN: not tiled-layout-opt %t/buffers.mlir --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,one-shot-bufferize{bufferize-function-boundaries},tiled-layout-restore-layouts)' 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: not tiled-layout-opt %t/dropped.mlir --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,canonicalize,tiled-layout-restore-layouts)' 2>&1 | FileCheck %s --check-prefix=DROPPED
// RUN: tiled-layout-opt %t/dropped.mlir --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,canonicalize,tiled-layout-restore-layouts{allow-dropped})' 2>&1 | FileCheck %s --check-prefix=ALLOWED
// RUN: not tiled-layout-opt %t/dropped.mlir --pass-pipeline='builtin.module(tiled-layout-restore-layouts)' 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not=note:
// RUN: not tiled-layout-opt %t/dropped.mlir --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,tiled-layout-set-aside-layouts)' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tiled-layout-opt %t/printed.mlir --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,strip-debuginfo,tiled-layout-restore-layouts)' 2>&1 | FileCheck %s --check-prefix=PRINTED
// RUN: not tiled-layout-opt %t/nested.mlir --tiled-layout-set-aside-layouts 2>&1 | FileCheck %s --check-prefix=NESTED

// BUFFERS: buffers.mlir:1:1: error: 'func.func' op lost a layout: argument 0 had #tiled_layout.layout<{1,0:T(8,128)}>, which its type does not take now, 'memref<16x256xf32, strided<[?, ?], offset: ?>>'
// DROPPED: dropped.mlir:2:8: error: #tiled_layout.layout<{0,1}> layout was dropped while it was set aside: no value has it now
// ALLOWED: warning: #tiled_layout.layout<{0,1}> layout was dropped while it was set aside: no value has it now
// ALLOWED: func.func @f
// NOTHING: error: no layouts are set aside here; tiled-layout-set-aside-layouts does that
// TWICE: error: layouts are set aside already; tiled-layout-restore-layouts puts them back
// NESTED: nested.mlir:3:8: error: 'func.constant' op has a value of type '(tensor<16x256xf32, #tiled_layout.layout<{0,1}>>) -> ()', whose layouts cannot be set aside
// PRINTED: error: #tiled_layout.layout<{1,0:T(8,128)}> layout was dropped

//--- buffers.mlir
func.func @f(%a: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>> {
  return %a : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
}

//--- dropped.mlir
func.func @f(%a: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %e = tensor.empty() : tensor<16x256xf32, #tiled_layout.layout<{0,1}>>
  %u = linalg.exp ins(%a : tensor<16x256xf32>) outs(%e : tensor<16x256xf32, #tiled_layout.layout<{0,1}>>) -> tensor<16x256xf32, #tiled_layout.layout<{0,1}>>
  return %a : tensor<16x256xf32>
}

//--- nested.mlir
func.func private @g(tensor<16x256xf32, #tiled_layout.layout<{0,1}>>)
func.func @f(%a: tensor<16x256xf32, #tiled_layout.layout<{0,1}>>) {
  %c = func.constant @g : (tensor<16x256xf32, #tiled_layout.layout<{0,1}>>) -> ()
  func.call_indirect %c(%a) : (tensor<16x256xf32, #tiled_layout.layout<{0,1}>>) -> ()
  return
}

//--- printed.mlir
func.func @f(%a: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %e = tensor.empty() : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  %u = linalg.exp ins(%a : tensor<16x256xf32>) outs(%e : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  %d = tensor.empty() : tensor<16x256xf32>
  %v = linalg.exp ins(%u : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) outs(%d : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %v : tensor<16x256xf32>
}

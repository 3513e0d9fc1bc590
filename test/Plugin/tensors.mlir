// Bufferization works in the distribution's own mlir-opt, too: it finds how our
// operations are bufferized.
// UNSUPPORTED: sanitizer
//
// RUN: mlir-opt %s --load-dialect-plugin=%tiled_layout_plugin --load-pass-plugin=%tiled_layout_plugin \
// RUN:   --pass-pipeline='builtin.module(tiled-layout-bufferize)' | FileCheck %s

// CHECK-LABEL: func.func @tensor(
// CHECK: tiled_layout.relayout ins(%{{.*}} : memref<3x5xf32>) outs(%{{.*}} : memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>)
func.func @tensor(%a: tensor<3x5xf32>) -> tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>> {
  %r = tensor.cast %a : tensor<3x5xf32> to tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
  return %r : tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
}

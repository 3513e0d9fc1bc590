// What is refused, where and why?
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --tiled-layout-lower-relayouts

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @tensor(%a: tensor<3x5xf32>, %b: tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t> {
  // expected-error @+1 {{'tiled_layout.relayout' op works on tensors; bufferize the program first}}
  %r = tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%b : tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t>
  return %r : tensor<3x5xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @memory_spaces(%a: memref<3x5xf32, 1>, %b: memref<3x5xf32, #t>) {
  // expected-error @+1 {{a copy between memory spaces and a relayout within one are two steps}}
  tiled_layout.relayout ins(%a : memref<3x5xf32, 1>) outs(%b : memref<3x5xf32, #t>)
  return
}

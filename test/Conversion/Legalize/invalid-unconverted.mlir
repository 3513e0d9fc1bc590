// Does the pass say what has to come before it?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-export --verify-diagnostics

// expected-error @+1 {{'func.func' op works on tensors; bufferize the program, and convert it to LLVM, first}}
func.func @tensors(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}

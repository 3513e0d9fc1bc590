// Operations of a module may stand in any order. Nothing is fused there.
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s

// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: tensor.empty
%a = math.exp %b : tensor<4x4xf32>
%b = math.exp %c : tensor<4x4xf32>
%c = tensor.empty() : tensor<4x4xf32>

// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s

// The example in the description of the pass. The sum is written where the
// relayout put its first operand, and the other operand is a scalar.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[A:.*]]: memref<20x300xf32>, %[[F:.*]]: f32) -> memref<20x300xf32, [[T:#tiled_layout.layout<\{1,0:T\(8,128\)\}>]]> {
// CHECK-NEXT: %[[TILED:.*]] = memref.alloc() {alignment = 64 : i64} : memref<20x300xf32, [[T]]>
// CHECK-NEXT: tiled_layout.relayout ins(%[[A]] : memref<20x300xf32>) outs(%[[TILED]] : memref<20x300xf32, [[T]]>)
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[TILED]] : memref<20x300xf32, [[T]]>) outs(%[[TILED]] : memref<20x300xf32, [[T]]>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[F]] : f32
// CHECK-NEXT: linalg.yield %[[PRODUCT]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[TILED]] : memref<20x300xf32, [[T]]>
func.func @scale(%a: tensor<20x300xf32>, %f: f32) -> tensor<20x300xf32, #t> {
  %tiled = tensor.cast %a : tensor<20x300xf32> to tensor<20x300xf32, #t>
  %factor = tensor.splat %f : tensor<20x300xf32, #t>
  %r = arith.mulf %tiled, %factor : tensor<20x300xf32, #t>
  return %r : tensor<20x300xf32, #t>
}

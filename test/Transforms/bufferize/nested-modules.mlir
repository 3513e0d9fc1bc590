// Are functions in modules within the module bufferized?
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// CHECK: module @outer
module @outer {
  // CHECK: func.func @whole(%{{.*}}: memref<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>)
  func.func @whole(%a: tensor<4x4xf32, #t>) -> tensor<4x4xf32, #t> {
    return %a : tensor<4x4xf32, #t>
  }
  // CHECK: module @inner
  module @inner {
    // CHECK: func.func private @twice(%[[A:.*]]: memref<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>)
    // CHECK: linalg.generic {{.*}} ins(%[[A]], %[[A]] : {{.*}}) outs(%[[A]] :
    func.func private @twice(%a: tensor<4x4xf32, #t>) -> tensor<4x4xf32, #t> {
      %y = arith.addf %a, %a : tensor<4x4xf32, #t>
      return %y : tensor<4x4xf32, #t>
    }
    // CHECK: module {
    module {
      // CHECK: memref.global
      // CHECK: func.func @constant() -> memref<2xf32, #tiled_layout.layout<{0:T(4)}>>
      func.func @constant() -> tensor<2xf32, #tiled_layout.layout<{0:T(4)}>> {
        %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32, #tiled_layout.layout<{0:T(4)}>>
        return %c : tensor<2xf32, #tiled_layout.layout<{0:T(4)}>>
      }
    }
    // CHECK: func.func @call(%[[B:.*]]: memref
    // CHECK: memref.copy %[[B]], %[[COPY:.*]] :
    // CHECK: call @twice(%[[COPY]])
    func.func @call(%a: tensor<4x4xf32, #t>) -> (tensor<4x4xf32, #t>, tensor<4x4xf32, #t>) {
      %y = func.call @twice(%a) : (tensor<4x4xf32, #t>) -> tensor<4x4xf32, #t>
      return %y, %a : tensor<4x4xf32, #t>, tensor<4x4xf32, #t>
    }
  }
}

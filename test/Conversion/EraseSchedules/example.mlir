// The example of the pass, and a module of scripts within the program's.
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-erase-schedules | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: module {
// CHECK-NOT: transform
// CHECK: func.func @f()
// LLVM-NOT: transform
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  func.func @f() {
    return
  }
}

// -----

// CHECK: func.func @g()
// CHECK-NOT: module
module {
  func.func @g() {
    return
  }
  module @scripts attributes {transform.with_named_sequence} {
    transform.named_sequence @one(%root: !transform.any_op {transform.readonly}) {
      transform.yield
    }
    transform.named_sequence @two(%root: !transform.any_op {transform.readonly}) {
      transform.include @one failures(propagate) (%root) : (!transform.any_op) -> ()
      transform.yield
    }
  }
}

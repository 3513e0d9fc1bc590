// Operations outside a sequence go before those whose results they take; a
// handle that another dialect takes stays.
//
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --tiled-layout-erase-schedules | FileCheck %s

// CHECK-LABEL: func.func @h()
// CHECK-NOT: transform.merge_handles
// CHECK: %[[HANDLE:.+]] = transform.param.constant 2
// CHECK: "other.use"(%[[HANDLE]])
module attributes {transform.with_named_sequence} {
  func.func @h() {
    return
  }
  %0 = transform.param.constant 1 : i64 -> !transform.param<i64>
  %1 = transform.merge_handles %0 : !transform.param<i64>
  %2 = transform.param.constant 2 : i64 -> !transform.param<i64>
  "other.use"(%2) : (!transform.param<i64>) -> ()
}

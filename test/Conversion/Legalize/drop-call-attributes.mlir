// Which calls lose attributes of their arguments, and which keep them?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// CHECK: func.func private @use(memref<4xf32> {llvm.noalias}, f32)
func.func private @use(memref<4xf32> {llvm.noalias}, f32)
func.func private @scalar(f32)

// CHECK-LABEL: func.func @f(
// CHECK: call @use(%{{.*}}, %{{.*}}) : (memref<4xf32>, f32) -> ()
// CHECK: call @scalar(%{{.*}}) {arg_attrs = [{llvm.noundef}]} : (f32) -> ()
// LLVM-LABEL: llvm.func @f(
// LLVM: llvm.call @use(
// LLVM: llvm.call @scalar(%{{.*}}) : (f32 {llvm.noundef}) -> ()
func.func @f(%a: memref<4xf32>, %x: f32) {
  call @use(%a, %x) {arg_attrs = [{llvm.noalias}, {llvm.noundef}]} : (memref<4xf32>, f32) -> ()
  call @scalar(%x) {arg_attrs = [{llvm.noundef}]} : (f32) -> ()
  return
}

// CHECK-LABEL: func.func @indirect(
// CHECK: call_indirect %{{.*}}(%{{.*}}) : (memref<4xf32>) -> ()
func.func @indirect(%g: (memref<4xf32>) -> (), %a: memref<4xf32>) {
  call_indirect %g(%a) {arg_attrs = [{llvm.noalias}]} : (memref<4xf32>) -> ()
  return
}

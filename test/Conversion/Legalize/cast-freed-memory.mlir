// Is memory of other spaces freed in the default one: ranked, without rank, and buffers of tensors in S(1)?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @f(
// CHECK: %[[B:.*]] = memref.memory_space_cast %{{.*}} : memref<4xf32, 1> to memref<4xf32>
// CHECK-NEXT: memref.dealloc %[[B]] : memref<4xf32>
func.func @f(%a: memref<4xf32, 1>) {
  memref.dealloc %a : memref<4xf32, 1>
  return
}

// CHECK-LABEL: func.func @unranked(
// CHECK: memref.memory_space_cast %{{.*}} : memref<*xf32, 1> to memref<*xf32>
// CHECK-LABEL: func.func @default(
// CHECK-NOT: memory_space_cast
// CHECK-LABEL: func.func @layout(
// CHECK-NOT: memory_space_cast
// CHECK-LABEL: func.func @tensors(
func.func @unranked(%a: memref<*xf32, 1>) {
  memref.dealloc %a : memref<*xf32, 1>
  return
}
func.func @default(%a: memref<4xf32>, %b: memref<4xf32, 0>) {
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32, 0>
  return
}

// A layout that says S(1) is of no array in the default space.
func.func @layout(%a: memref<20x30xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>, 1>) {
  memref.dealloc %a : memref<20x30xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>, 1>
  return
}

// LLVM-LABEL: llvm.func @tensors(
// LLVM: llvm.addrspacecast %{{.*}} : !llvm.ptr<1> to !llvm.ptr
// LLVM: llvm.call @free(%{{.*}}) : (!llvm.ptr) -> ()
func.func @tensors(%x: tensor<20x30xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %a = tensor.cast %x : tensor<20x30xf32> to tensor<20x30xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>>
  %r = tensor.extract %a[%c0, %c0] : tensor<20x30xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>>
  return %r : f32
}

// What do operations become that look at no element?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

!dynamic = memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
!static = memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>

// The extent beside the array stays beside the result.
// CHECK-LABEL: func @assume_alignment
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<?x3x8x128xf32>, %[[N:[a-z0-9]+]]: index
func.func @assume_alignment(%m: !dynamic) -> !dynamic {
  // CHECK: %[[A:.+]] = memref.assume_alignment %[[M]], 64 : memref<?x3x8x128xf32>
  %a = memref.assume_alignment %m, 64 : !dynamic
  // CHECK: return %[[A]], %[[N]]
  return %a : !dynamic
}

// CHECK-LABEL: func @distinct_objects
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<?x3x8x128xf32>, %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: memref<3x3x8x128xf32>, %[[U:[a-z0-9]+]]: memref<4xf32>
func.func @distinct_objects(%m: !dynamic, %s: !static, %u: memref<4xf32>) -> (!static, !dynamic) {
  // CHECK: %[[R:.+]]:3 = memref.distinct_objects %[[M]], %[[S]], %[[U]]
  %a, %b, %c = memref.distinct_objects %m, %s, %u : !dynamic, !static, memref<4xf32>
  // CHECK: return %[[R]]#1, %[[R]]#0, %[[N]]
  return %b, %a : !static, !dynamic
}

// CHECK-LABEL: func @memory_space_cast
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<?x3x8x128xf32>, %[[N:[a-z0-9]+]]: index
func.func @memory_space_cast(%m: !dynamic) -> memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>, 1> {
  // CHECK: %[[C:.+]] = memref.memory_space_cast %[[M]] : memref<?x3x8x128xf32> to memref<?x3x8x128xf32, 1>
  %c = memref.memory_space_cast %m : !dynamic to memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>, 1>
  // CHECK: return %[[C]], %[[N]]
  return %c : memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>, 1>
}

// CHECK-LABEL: func @pointer
func.func @pointer(%m: !dynamic) -> index {
  // CHECK: memref.extract_aligned_pointer_as_index %{{.*}} : memref<?x3x8x128xf32> -> index
  %p = memref.extract_aligned_pointer_as_index %m : !dynamic -> index
  return %p : index
}

// The rank is the logical one.
// CHECK-LABEL: func @rank
func.func @rank(%m: !static) -> index {
  // CHECK: %[[R:.+]] = arith.constant 2 : index
  // CHECK: return %[[R]]
  %r = memref.rank %m : !static
  return %r : index
}

// Arrays in one layout are copied with their padding, between memory spaces,
// too.
// CHECK-LABEL: func @copy
func.func @copy(%m: !dynamic, %n: !static, %o: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>, 1>) {
  // CHECK: memref.copy %{{.*}}, %{{.*}} : memref<?x3x8x128xf32> to memref<3x3x8x128xf32>
  memref.copy %m, %n : !dynamic to !static
  // CHECK: memref.copy %{{.*}}, %{{.*}} : memref<3x3x8x128xf32> to memref<3x3x8x128xf32, 1>
  memref.copy %n, %o : !static to memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)S(1)}>, 1>
  return
}

// What do atomic accesses and prefetches become?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

!t = memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
!packed = memref<20x300xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}>>

// CHECK-DAG: #[[$HALF:.+]] = affine_map<()[s0, s1] -> (s0 * 64 + s1 floordiv 2 + (s0 floordiv 8) * 1024 + (s1 floordiv 128) * 448)>

// CHECK-LABEL: func @atomic
func.func @atomic(%m: !t, %i: index, %v: f32) -> (f32, f32) {
  // CHECK: %[[R:.+]] = affine.apply {{.*}}[%{{.*}}]
  // CHECK: memref.atomic_rmw addf %{{.*}}, %{{.*}}[%[[R]], %{{.*}}, %{{.*}}, %{{.*}}] : (f32, memref<3x3x8x128xf32>) -> f32
  %a = memref.atomic_rmw addf %v, %m[%i, %i] : (f32, !t) -> f32
  // CHECK: memref.generic_atomic_rmw %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : memref<3x3x8x128xf32> {
  // CHECK-NEXT: ^bb0(%[[OLD:.+]]: f32):
  // CHECK-NEXT: %[[NEW:.+]] = arith.mulf %[[OLD]], %{{.*}} : f32
  // CHECK-NEXT: memref.atomic_yield %[[NEW]]
  %b = memref.generic_atomic_rmw %m[%i, %i] : !t {
  ^body(%old: f32):
    %new = arith.mulf %old, %v : f32
    memref.atomic_yield %new : f32
  }
  return %a, %b : f32, f32
}

// An element that shares its byte is exchanged with the byte.
// CHECK-LABEL: func @atomic_nibble(
// CHECK-SAME: %[[M:[^:]+]]: memref<4608xi8>, {{.*}}, %[[V:[^:]+]]: i4)
func.func @atomic_nibble(%m: !packed, %i: index, %v: i4) -> i4 {
  // CHECK: %[[WHOLE:.+]] = memref.generic_atomic_rmw %[[M]][%{{.*}}] : memref<4608xi8> {
  // CHECK-NEXT: ^bb0(%[[OLD:.+]]: i8):
  // CHECK: %[[ELEMENT:.+]] = arith.trunci %{{.*}} : i8 to i4
  // CHECK-NEXT: %[[SUM:.+]] = arith.addi %[[ELEMENT]], %[[V]] : i4
  // CHECK: %[[OTHERS:.+]] = arith.andi %[[OLD]], %{{.*}} : i8
  // CHECK-NEXT: %[[NEW:.+]] = arith.ori %[[OTHERS]], %{{.*}} : i8
  // CHECK-NEXT: memref.atomic_yield %[[NEW]] : i8
  // CHECK: arith.shrui %[[WHOLE]], %{{.*}} : i8
  %a = memref.atomic_rmw addi %v, %m[%i, %i] : (i4, !packed) -> i4
  return %a : i4
}

// One of several bytes, with an integer of that size.
// CHECK-LABEL: func @atomic_container(
// CHECK-SAME: %[[M:[^:]+]]: memref<96xi8>
func.func @atomic_container(%m: memref<20xi8, #tiled_layout.layout<{0:T(8)E(32)}>>, %i: index, %v: i8) {
  // CHECK: %[[WIDE:.+]] = memref.view %[[M]][%{{.*}}][] : memref<96xi8> to memref<24xi32>
  // CHECK: memref.generic_atomic_rmw %[[WIDE]][%{{.*}}] : memref<24xi32> {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32):
  // CHECK: %[[NEW:.+]] = arith.extsi %{{.*}} : i8 to i32
  // CHECK-NEXT: memref.atomic_yield %[[NEW]] : i32
  %a = memref.atomic_rmw assign %v, %m[%i] : (i8, memref<20xi8, #tiled_layout.layout<{0:T(8)E(32)}>>) -> i8
  return
}

// CHECK-LABEL: func @prefetch
func.func @prefetch(%m: !t, %p: !packed, %i: index, %j: index) {
  // CHECK: memref.prefetch %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}], write, locality<2>, instr : memref<3x3x8x128xf32>
  memref.prefetch %m[%i, %i], write, locality<2>, instr : !t
  // CHECK: affine.prefetch %{{.*}}[%[[I:.+]] floordiv 8, (%[[I]] + 1) floordiv 128, %[[I]] mod 8, (%[[I]] + 1) mod 128], read, locality<3>, data : memref<3x3x8x128xf32>
  affine.prefetch %m[%i, %i + 1], read, locality<3>, data : !t
  // The byte that holds the element.
  // CHECK: %[[BYTE:.+]] = affine.apply #[[$HALF]]()[%{{.*}}, %{{.*}}]
  // CHECK: memref.prefetch %{{.*}}[%[[BYTE]]], read, locality<3>, data : memref<4608xi8>
  memref.prefetch %p[%i, %j], read, locality<3>, data : !packed
  // CHECK: memref.prefetch %{{.*}} : memref<4608xi8>
  affine.prefetch %p[%i, %i], read, locality<3>, data : !packed
  return
}

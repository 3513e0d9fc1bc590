// How are elements stored that are not exactly the bytes of their value?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | FileCheck %s

// Two in a byte: shifted out of it, masked into it.
// CHECK-LABEL: func @packed
// CHECK-SAME: memref<12xi8>
func.func @packed(%m: memref<3x5xi4, #tiled_layout.layout<{1,0:T(2,2)E(4)}>>, %i: index, %v: i4) -> i4 {
  // CHECK: %[[BYTE:.+]] = memref.load %{{.*}}[%{{.*}}] : memref<12xi8>
  // CHECK: %[[LOW:.+]] = arith.shrui %[[BYTE]]
  // CHECK: arith.trunci %[[LOW]] : i8 to i4
  %r = memref.load %m[%i, %i] : memref<3x5xi4, #tiled_layout.layout<{1,0:T(2,2)E(4)}>>
  // CHECK: %[[OLD:.+]] = memref.load
  // CHECK: %[[KEPT:.+]] = arith.andi %[[OLD]]
  // CHECK: %[[NEW:.+]] = arith.ori %[[KEPT]]
  // CHECK: memref.store %[[NEW]], %{{.*}} : memref<12xi8>
  memref.store %v, %m[%i, %i] : memref<3x5xi4, #tiled_layout.layout<{1,0:T(2,2)E(4)}>>
  return %r : i4
}

// A wider element holds the value in its low bytes; what is above is written
// and not read.
// CHECK-LABEL: func @wide
// CHECK-SAME: memref<96xi8>
func.func @wide(%m: memref<3x5xi8, #tiled_layout.layout<{1,0:T(2,2)E(32)}>>, %i: index, %v: i8) -> i8 {
  // CHECK-COUNT-1: memref.load
  // CHECK-NOT: memref.load
  %r = memref.load %m[%i, %i] : memref<3x5xi8, #tiled_layout.layout<{1,0:T(2,2)E(32)}>>
  // CHECK: arith.extsi %{{.*}} : i8 to i32
  // CHECK-COUNT-4: memref.store %{{.*}} : memref<96xi8>
  memref.store %v, %m[%i, %i] : memref<3x5xi8, #tiled_layout.layout<{1,0:T(2,2)E(32)}>>
  return %r : i8
}

// What is said of an element holds of its bytes, but for its alignment.
// CHECK-LABEL: func @nontemporal
func.func @nontemporal(%m: memref<4xi16, #tiled_layout.layout<{0:E(32)}>>, %p: memref<4xi4, #tiled_layout.layout<{0:T(2)E(4)}>>, %i: index, %v: i4) -> i16 {
  // CHECK-COUNT-2: memref.load %{{.*}} {nontemporal = true} : memref<16xi8>
  %r = memref.load %m[%i] {nontemporal = true, alignment = 4 : i64} : memref<4xi16, #tiled_layout.layout<{0:E(32)}>>
  // CHECK-COUNT-4: memref.store %{{.*}} {nontemporal = true} : memref<16xi8>
  memref.store %r, %m[%i] {nontemporal = true} : memref<4xi16, #tiled_layout.layout<{0:E(32)}>>
  // CHECK: memref.load %{{.*}} {nontemporal = true} : memref<2xi8>
  // CHECK: memref.store %{{.*}} {nontemporal = true} : memref<2xi8>
  memref.store %v, %p[%i] {nontemporal = true} : memref<4xi4, #tiled_layout.layout<{0:T(2)E(4)}>>
  return %r : i16
}

// A predicate takes a byte.
// CHECK-LABEL: func @predicate
// CHECK-SAME: memref<24xi8>
func.func @predicate(%m: memref<3x5xi1, #tiled_layout.layout<{1,0:T(2,2)}>>, %i: index) -> i1 {
  // CHECK: arith.trunci %{{.*}} : i8 to i1
  %r = memref.load %m[%i, %i] : memref<3x5xi1, #tiled_layout.layout<{1,0:T(2,2)}>>
  return %r : i1
}

// A float is taken apart by its bits.
// CHECK-LABEL: func @float
func.func @float(%m: memref<4xbf16, #tiled_layout.layout<{0:E(32)}>>, %i: index) -> bf16 {
  // CHECK: arith.bitcast %{{.*}} : i16 to bf16
  %r = memref.load %m[%i] : memref<4xbf16, #tiled_layout.layout<{0:E(32)}>>
  return %r : bf16
}

// E(32) of a 32-bit type says nothing new.
// CHECK-LABEL: func @plain({{.*}}memref<{{24xf32|2x3x2x2xf32}}>
func.func @plain(%m: memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)E(32)}>>) {
  return
}

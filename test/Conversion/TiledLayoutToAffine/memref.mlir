// What does memref's own operations become?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The allocation holds every position, padding included.
// CHECK-LABEL: func @alloc
func.func @alloc() {
  // CHECK: %[[M:.+]] = memref.alloc() {alignment = 64 : i64} : memref<3x3x8x128xf32>
  %m = memref.alloc() {alignment = 64 : i64} : memref<20x300xf32, #t>
  // CHECK: memref.alloca() {alignment = 32 : i64} : memref<3x3x8x128xf32>
  %n = memref.alloca() {alignment = 32 : i64} : memref<20x300xf32, #t>
  // CHECK: memref.dealloc %[[M]] : memref<3x3x8x128xf32>
  memref.dealloc %m : memref<20x300xf32, #t>
  return
}

// Attributes of the access stay.
// CHECK-LABEL: func @nontemporal
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<3x3x8x128xf32>
func.func @nontemporal(%m: memref<20x300xf32, #t>, %i: index, %j: index) {
  // CHECK: %[[V:.+]] = memref.load %[[M]][{{.*}}] {alignment = 4 : i64, nontemporal = true} : memref<3x3x8x128xf32>
  %v = memref.load %m[%i, %j] {nontemporal = true, alignment = 4 : i64} : memref<20x300xf32, #t>
  // CHECK: memref.store %[[V]], %[[M]][{{.*}}] {nontemporal = true} : memref<3x3x8x128xf32>
  memref.store %v, %m[%j, %i] {nontemporal = true} : memref<20x300xf32, #t>
  return
}

// An index may come from anywhere.
// CHECK-LABEL: func @loaded_index
func.func @loaded_index(%m: memref<20x300xf32, #t>, %x: memref<4xindex>, %i: index) -> f32 {
  // CHECK: %[[J:.+]] = memref.load
  %j = memref.load %x[%i] : memref<4xindex>
  // CHECK: affine.apply {{.*}}[%[[J]]]
  %v = memref.load %m[%i, %j] : memref<20x300xf32, #t>
  return %v : f32
}

// The size is the logical one.
// CHECK-LABEL: func @dim
func.func @dim(%m: memref<20x300xf32, #t>) -> index {
  %c1 = arith.constant 1 : index
  // CHECK: %[[D:.+]] = arith.constant 300
  %d = memref.dim %m, %c1 : memref<20x300xf32, #t>
  // CHECK: return %[[D]]
  return %d : index
}

// CHECK-LABEL: func @select
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<3x3x8x128xf32>, %[[N:[a-z0-9]+]]: memref<3x3x8x128xf32>
func.func @select(%m: memref<20x300xf32, #t>, %n: memref<20x300xf32, #t>, %c: i1) -> memref<20x300xf32, #t> {
  // CHECK: arith.select %{{.*}}, %[[M]], %[[N]] : memref<3x3x8x128xf32>
  %s = arith.select %c, %m, %n : memref<20x300xf32, #t>
  return %s : memref<20x300xf32, #t>
}

// A memory space is part of the physical type.
// CHECK-LABEL: func @memory_space(%{{.*}}: memref<2x3x2x2xf32, 1>)
func.func @memory_space(%m: memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)S(1)}>, 1>) {
  return
}

// CHECK-LABEL: func @scalar
// CHECK-SAME: memref<1x128xf32>
func.func @scalar(%m: memref<f32, #tiled_layout.layout<{:T(128)}>>) -> f32 {
  // CHECK: memref.load %{{.*}}[%c0, %c0{{.*}}] : memref<1x128xf32>
  %v = memref.load %m[] : memref<f32, #tiled_layout.layout<{:T(128)}>>
  return %v : f32
}

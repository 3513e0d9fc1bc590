// What MLIR knows of memory is used: distinct objects, globals, allocations.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops --split-input-file | FileCheck %s

#run = #tiled_layout.loop<run>

// CHECK-LABEL: func @distinct_objects(
// CHECK: affine.vector_load
// CHECK-LABEL: func @parts_of_distinct_objects(
// CHECK: affine.vector_load
// CHECK-LABEL: func @arguments(
// CHECK-NOT: affine.vector_load
func.func @distinct_objects(%a: memref<64xf32>, %b: memref<64xf32>) {
  %x, %y = memref.distinct_objects %a, %b : memref<64xf32>, memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  } {tiled_layout.loop = #run}
  return
}
func.func @parts_of_distinct_objects(%a: memref<64xf32>, %b: memref<64xf32>) {
  %x, %y = memref.distinct_objects %a, %b : memref<64xf32>, memref<64xf32>
  %p = memref.subview %x[0] [32] [1] : memref<64xf32> to memref<32xf32>
  affine.for %i = 0 to 32 {
    %v = affine.load %p[%i] : memref<32xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  } {tiled_layout.loop = #run}
  return
}
func.func @arguments(%x: memref<64xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

memref.global "private" constant @table : memref<64xf32> = dense<1.0>
memref.global "private" @state : memref<64xf32> = dense<1.0>

// CHECK-LABEL: func @two_globals(
// CHECK: affine.vector_load
// CHECK-LABEL: func @global_and_allocation(
// CHECK: affine.vector_load
// CHECK-LABEL: func @one_global_twice(
// CHECK-NOT: affine.vector_load
func.func @two_globals() {
  %x = memref.get_global @table : memref<64xf32>
  %y = memref.get_global @state : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  } {tiled_layout.loop = #run}
  return
}
func.func @global_and_allocation() -> memref<64xf32> {
  %x = memref.get_global @table : memref<64xf32>
  %y = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  } {tiled_layout.loop = #run}
  return %y : memref<64xf32>
}
func.func @one_global_twice() {
  %x = memref.get_global @state : memref<64xf32>
  %y = memref.get_global @state : memref<64xf32>
  affine.for %i = 0 to 63 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i + 1] : memref<64xf32>
  } {tiled_layout.loop = #run}
  return
}

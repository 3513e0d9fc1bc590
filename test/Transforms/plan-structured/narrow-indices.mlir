// In how many bits are indices compared?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --split-input-file | FileCheck %s

// The fewest that hold all indices, and no fewer than elements have.
// CHECK-LABEL: func @lower_triangle(
// CHECK: vector = d1 x 16, interleave = d0 x 4, masked
// CHECK: arith.cmpi sge, {{.*}} : i16
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
func.func @lower_triangle(%a: memref<200x300xi8, #bytes>, %b: memref<200x300xi8, #bytes>) {
  %zero = arith.constant 0 : i8
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<200x300xi8, #bytes>) outs(%b : memref<200x300xi8, #bytes>) {
  ^bb0(%x: i8, %y: i8):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %below = arith.cmpi sge, %row, %column : index
    %s = arith.select %below, %x, %zero : i8
    linalg.yield %s : i8
  }
  return
}

// -----

// Products need more; a remainder by a constant traps for no lane.
// CHECK-LABEL: func @checkers(
// CHECK: vector = d1 x 16
// CHECK: arith.cmpi eq, {{.*}} : i32
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @checkers(%a: memref<200x300xf32, #t>, %b: memref<200x300xf32, #t>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<200x300xf32, #t>) outs(%b : memref<200x300xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %c300 = arith.constant 300 : index
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %first = arith.muli %row, %c300 : index
    %position = arith.addi %first, %column : index
    %rest = arith.remui %position, %c8 : index
    %is = arith.cmpi eq, %rest, %c1 : index
    %s = arith.select %is, %x, %zero : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A difference may be negative: as an unsigned number it has all bits.
// CHECK-LABEL: func @band(
// CHECK: arith.remui {{.*}} : index
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @band(%a: memref<200x300xf32, #t>, %b: memref<200x300xf32, #t>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<200x300xf32, #t>) outs(%b : memref<200x300xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %c7 = arith.constant 7 : index
    %c1 = arith.constant 1 : index
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %distance = arith.subi %row, %column : index
    %rest = arith.remui %distance, %c7 : index
    %is = arith.cmpi eq, %rest, %c1 : index
    %s = arith.select %is, %x, %zero : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Extents that are known at run time only may be any.
// CHECK-LABEL: func @run_time(
// CHECK: arith.cmpi sge, {{.*}} : index
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @run_time(%a: memref<?x?xf32, #t>, %b: memref<?x?xf32, #t>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<?x?xf32, #t>) outs(%b : memref<?x?xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %below = arith.cmpi sge, %row, %column : index
    %s = arith.select %below, %x, %zero : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// What several values share is computed once.
// CHECK-LABEL: func @shared(
// CHECK-COUNT-3: arith.remui {{.*}} : i32
// CHECK-NOT: arith.remui
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @shared(%a: memref<200x300xf32, #t>, %b: memref<200x300xf32, #t>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<200x300xf32, #t>) outs(%b : memref<200x300xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %c7 = arith.constant 7 : index
    %c1 = arith.constant 1 : index
    %0 = linalg.index 1 : index
    %1 = arith.addi %0, %0 : index
    %2 = arith.remui %1, %c7 : index
    %3 = arith.addi %2, %2 : index
    %4 = arith.remui %3, %c7 : index
    %5 = arith.addi %4, %4 : index
    %6 = arith.remui %5, %c7 : index
    %is = arith.cmpi eq, %6, %c1 : index
    %s = arith.select %is, %x, %zero : f32
    linalg.yield %s : f32
  }
  return
}

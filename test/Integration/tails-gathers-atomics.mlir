// What no other program reaches: padding behind the tiles that is filled with the elements,
// gathers from arrays of run-time extents, and atomic regions on elements within a byte.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="target-cpu=x86-64-v2" \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=report-plans -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAN
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts --convert-tiled-layout-to-affine \
// RUN:   | FileCheck %s --check-prefix=AFFINE

// Nothing is wrong.
// CHECK: {{^0$}}

#tail = #tiled_layout.layout<{1,0:L(1024)}>
#tiles = #tiled_layout.layout<{1,0:T(8,128)}>
#nibbles = #tiled_layout.layout<{1,0:T(8,128)E(4)}>

// PLAN: padding: written with the elements, then 878 after the tiles
func.func @tail(%a: memref<9x130xf32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1170 = arith.constant 1170 : index
  %c2048 = arith.constant 2048 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3.0 : f32
  %seven = arith.constant 7.0 : f32
  %b = memref.alloc() : memref<9x130xf32, #tail>
  tiled_layout.relayout ins(%a : memref<9x130xf32>) outs(%b : memref<9x130xf32, #tail>) padding = 7.0 : f32
  %p = tiled_layout.to_physical %b : memref<9x130xf32, #tail> to memref<2048xf32>
  %wrong = scf.for %i = %c0 to %c2048 step %c1 iter_args(%w = %zero) -> i32 {
    %isTail = arith.cmpi uge, %i, %c1170 : index
    %expected = arith.select %isTail, %seven, %three : f32
    %x = memref.load %p[%i] : memref<2048xf32>
    %differs = arith.cmpf une, %x, %expected : f32
    %one = arith.extui %differs : i1 to i32
    %next = arith.addi %w, %one : i32
    scf.yield %next : i32
  }
  memref.dealloc %b : memref<9x130xf32, #tail>
  return %wrong : i32
}

// AFFINE-LABEL: func @gather
// AFFINE: vector.gather %{{.*}} : memref<?xi32>
func.func @gather(%m: memref<?x?xi32, #tiles>, %row: index, %columns: vector<8xindex>) -> vector<8xi32> {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<true> : vector<8xi1>
  %pass = arith.constant dense<0> : vector<8xi32>
  %x = vector.gather %m[%row, %c0] [%columns], %mask, %pass : memref<?x?xi32, #tiles>, vector<8xindex>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  return %x : vector<8xi32>
}

// The region works on an element, which shares its byte with another one.
// AFFINE-LABEL: func @atomic
// AFFINE: memref.generic_atomic_rmw %{{.*}} : memref<2048xi8>
// AFFINE: arith.muli %{{.*}} : i4
// AFFINE: memref.atomic_yield %{{.*}} : i8
func.func @atomic(%m: memref<16x256xi4, #nibbles>, %i: index, %j: index, %v: i4) -> i4 {
  %old = memref.generic_atomic_rmw %m[%i, %j] : memref<16x256xi4, #nibbles> {
  ^bb0(%x: i4):
    %y = arith.muli %x, %v : i4
    memref.atomic_yield %y : i4
  }
  return %old : i4
}

func.func @gathers(%rows: index, %columns: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %m = memref.alloc(%rows, %columns) : memref<?x?xi32, #tiles>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %k = arith.muli %i, %c1000 : index
      %sum = arith.addi %k, %j : index
      %x = arith.index_cast %sum : index to i32
      memref.store %x, %m[%i, %j] : memref<?x?xi32, #tiles>
    }
  }
  %places = arith.constant dense<[299, 0, 127, 128, 255, 256, 7, 130]> : vector<8xindex>
  %row = arith.constant 13 : index
  %x = call @gather(%m, %row, %places) : (memref<?x?xi32, #tiles>, index, vector<8xindex>) -> vector<8xi32>
  %expected = arith.constant dense<[13299, 13000, 13127, 13128, 13255, 13256, 13007, 13130]> : vector<8xi32>
  %differs = arith.cmpi ne, %x, %expected : vector<8xi32>
  %ones = arith.extui %differs : vector<8xi1> to vector<8xi32>
  %wrong = vector.reduction <add>, %ones : vector<8xi32> into i32
  memref.dealloc %m : memref<?x?xi32, #tiles>
  return %wrong : i32
}

func.func @atomics() -> i32 {
  %c9 = arith.constant 9 : index
  %c131 = arith.constant 131 : index
  %c130 = arith.constant 130 : index
  %three = arith.constant 3 : i4
  %two = arith.constant 2 : i4
  %six = arith.constant 6 : i4
  %m = memref.alloc() : memref<16x256xi4, #nibbles>
  memref.store %three, %m[%c9, %c130] : memref<16x256xi4, #nibbles>
  memref.store %three, %m[%c9, %c131] : memref<16x256xi4, #nibbles>
  %old = call @atomic(%m, %c9, %c131, %two) : (memref<16x256xi4, #nibbles>, index, index, i4) -> i4
  %neighbour = memref.load %m[%c9, %c130] : memref<16x256xi4, #nibbles>
  %new = memref.load %m[%c9, %c131] : memref<16x256xi4, #nibbles>
  %a = arith.cmpi ne, %old, %three : i4
  %b = arith.cmpi ne, %neighbour, %three : i4
  %c = arith.cmpi ne, %new, %six : i4
  %ab = arith.ori %a, %b : i1
  %abc = arith.ori %ab, %c : i1
  %wrong = arith.extui %abc : i1 to i32
  memref.dealloc %m : memref<16x256xi4, #nibbles>
  return %wrong : i32
}

func.func @main() -> i32 {
  %rows = arith.constant 14 : index
  %columns = arith.constant 300 : index
  %three = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<9x130xf32>
  linalg.fill ins(%three : f32) outs(%a : memref<9x130xf32>)
  %tail = call @tail(%a) : (memref<9x130xf32>) -> i32
  memref.dealloc %a : memref<9x130xf32>
  %gathers = call @gathers(%rows, %columns) : (index, index) -> i32
  %atomics = call @atomics() : () -> i32
  %two = arith.addi %tail, %gathers : i32
  %all = arith.addi %two, %atomics : i32
  return %all : i32
}

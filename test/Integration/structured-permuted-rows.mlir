// Are elements where they belong if rows of permuted arrays go by in another order than that of the
// output? Rows of the first lie 64 KiB apart.
//
// RUN: sed 's/BITS/128/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/BITS/512/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// The elements that differ:
// CHECK: [0, 0, 0]

#tiles = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#bytes = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
module attributes {tiled_layout.target = #tiled_layout.target<generic, vector-bits = BITS>} {
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @rows_apart(%a: memref<2x19x128x40xi32, #tiles>, %b: memref<2x128x19x40xi32, #tiles>) attributes {no_inline} {
    linalg.transpose ins(%a : memref<2x19x128x40xi32, #tiles>) outs(%b : memref<2x128x19x40xi32, #tiles>) permutation = [0, 2, 1, 3]
    return
  }
  func.func private @keys(%a: memref<2x24x12x40xi32, #tiles>, %b: memref<2x12x40x24xi32, #tiles>) attributes {no_inline} {
    linalg.transpose ins(%a : memref<2x24x12x40xi32, #tiles>) outs(%b : memref<2x12x40x24xi32, #tiles>) permutation = [0, 2, 3, 1]
    return
  }
  func.func private @channels_first(%a: memref<2x9x13x40xi8, #bytes>, %b: memref<2x40x9x13xi8, #bytes>) attributes {no_inline} {
    linalg.transpose ins(%a : memref<2x9x13x40xi8, #bytes>) outs(%b : memref<2x40x9x13xi8, #bytes>) permutation = [0, 3, 1, 2]
    return
  }
  func.func @main() {
    %wrong = memref.alloc() : memref<3xi32>
    %zero = arith.constant 0 : i32
    linalg.fill ins(%zero : i32) outs(%wrong : memref<3xi32>)
    %a0 = memref.alloc() : memref<2x19x128x40xi32, #tiles>
    %b0 = memref.alloc() : memref<2x128x19x40xi32, #tiles>
    affine.for %i = 0 to 2 {
    affine.for %j = 0 to 19 {
    affine.for %k = 0 to 128 {
    affine.for %l = 0 to 40 {
      %number = affine.apply affine_map<(i, j, k, l) -> (((i * 19 + j) * 128 + k) * 40 + l)>(%i, %j, %k, %l)
      %x = arith.index_cast %number : index to i32
      affine.store %x, %a0[%i, %j, %k, %l] : memref<2x19x128x40xi32, #tiles>
    }}}}
    call @rows_apart(%a0, %b0) : (memref<2x19x128x40xi32, #tiles>, memref<2x128x19x40xi32, #tiles>) -> ()
    affine.for %i = 0 to 2 {
    affine.for %j = 0 to 19 {
    affine.for %k = 0 to 128 {
    affine.for %l = 0 to 40 {
      %number = affine.apply affine_map<(i, j, k, l) -> (((i * 19 + j) * 128 + k) * 40 + l)>(%i, %j, %k, %l)
      %x = arith.index_cast %number : index to i32
      %y = affine.load %b0[%i, %k, %j, %l] : memref<2x128x19x40xi32, #tiles>
      %d = arith.cmpi ne, %x, %y : i32
      %e = arith.extui %d : i1 to i32
      %before = affine.load %wrong[0] : memref<3xi32>
      %after = arith.addi %before, %e : i32
      affine.store %after, %wrong[0] : memref<3xi32>
    }}}}
    %a1 = memref.alloc() : memref<2x24x12x40xi32, #tiles>
    %b1 = memref.alloc() : memref<2x12x40x24xi32, #tiles>
    affine.for %i = 0 to 2 {
    affine.for %j = 0 to 24 {
    affine.for %k = 0 to 12 {
    affine.for %l = 0 to 40 {
      %number = affine.apply affine_map<(i, j, k, l) -> (((i * 24 + j) * 12 + k) * 40 + l)>(%i, %j, %k, %l)
      %x = arith.index_cast %number : index to i32
      affine.store %x, %a1[%i, %j, %k, %l] : memref<2x24x12x40xi32, #tiles>
    }}}}
    call @keys(%a1, %b1) : (memref<2x24x12x40xi32, #tiles>, memref<2x12x40x24xi32, #tiles>) -> ()
    affine.for %i = 0 to 2 {
    affine.for %j = 0 to 24 {
    affine.for %k = 0 to 12 {
    affine.for %l = 0 to 40 {
      %number = affine.apply affine_map<(i, j, k, l) -> (((i * 24 + j) * 12 + k) * 40 + l)>(%i, %j, %k, %l)
      %x = arith.index_cast %number : index to i32
      %y = affine.load %b1[%i, %k, %l, %j] : memref<2x12x40x24xi32, #tiles>
      %d = arith.cmpi ne, %x, %y : i32
      %e = arith.extui %d : i1 to i32
      %before = affine.load %wrong[1] : memref<3xi32>
      %after = arith.addi %before, %e : i32
      affine.store %after, %wrong[1] : memref<3xi32>
    }}}}
    %a2 = memref.alloc() : memref<2x9x13x40xi8, #bytes>
    %b2 = memref.alloc() : memref<2x40x9x13xi8, #bytes>
    affine.for %i = 0 to 2 {
    affine.for %j = 0 to 9 {
    affine.for %k = 0 to 13 {
    affine.for %l = 0 to 40 {
      %number = affine.apply affine_map<(i, j, k, l) -> (((i * 9 + j) * 13 + k) * 40 + l)>(%i, %j, %k, %l)
      %x = arith.index_cast %number : index to i8
      affine.store %x, %a2[%i, %j, %k, %l] : memref<2x9x13x40xi8, #bytes>
    }}}}
    call @channels_first(%a2, %b2) : (memref<2x9x13x40xi8, #bytes>, memref<2x40x9x13xi8, #bytes>) -> ()
    affine.for %i = 0 to 2 {
    affine.for %j = 0 to 9 {
    affine.for %k = 0 to 13 {
    affine.for %l = 0 to 40 {
      %number = affine.apply affine_map<(i, j, k, l) -> (((i * 9 + j) * 13 + k) * 40 + l)>(%i, %j, %k, %l)
      %x = arith.index_cast %number : index to i8
      %y = affine.load %b2[%i, %l, %j, %k] : memref<2x40x9x13xi8, #bytes>
      %d = arith.cmpi ne, %x, %y : i8
      %e = arith.extui %d : i1 to i32
      %before = affine.load %wrong[2] : memref<3xi32>
      %after = arith.addi %before, %e : i32
      affine.store %after, %wrong[2] : memref<3xi32>
    }}}}
    %u = memref.cast %wrong : memref<3xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    return
  }
}

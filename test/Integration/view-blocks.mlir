// Are elements where they belong if parts of arrays are transposed by blocks in registers? A part
// of an array in columns goes to a panel of products of bytes and back to another array's part.
//
// RUN: sed 's/BITS/128/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/BITS/512/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/BITS/512/' %s | tiled-layout-opt --tiled-layout-lower-relayouts=report-plans -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

// PLAN: relaid by vectors of a view
// PLAN: relaid by vectors of a view

// The elements that differ inside of the part and outside of it:
// CHECK: [0, 0]

#columns = #tiled_layout.layout<{0,1}>
#part = #tiled_layout.layout<{0,1}, strides = [192, 1]>
#panel = #tiled_layout.layout<{0,1:T(64,4)(4,1)}>
module attributes {tiled_layout.target = #tiled_layout.target<generic, vector-bits = BITS>} {
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @pack(%a: memref<64x64xi8, #part>, %b: memref<64x64xi8, #panel>) attributes {no_inline} {
    tiled_layout.relayout ins(%a : memref<64x64xi8, #part>) outs(%b : memref<64x64xi8, #panel>)
    return
  }
  func.func private @unpack(%a: memref<64x64xi8, #panel>, %b: memref<64x64xi8, #part>) attributes {no_inline} {
    tiled_layout.relayout ins(%a : memref<64x64xi8, #panel>) outs(%b : memref<64x64xi8, #part>)
    return
  }
  func.func @main() {
    %a = memref.alloc() : memref<192x128xi8, #columns>
    %b = memref.alloc() : memref<64x64xi8, #panel>
    %c = memref.alloc() : memref<192x128xi8, #columns>
    %wrong = memref.alloc() : memref<2xi32>
    %zero = arith.constant 0 : i32
    %mark = arith.constant 77 : i8
    affine.store %zero, %wrong[0] : memref<2xi32>
    affine.store %zero, %wrong[1] : memref<2xi32>
    affine.for %i = 0 to 192 {
      affine.for %j = 0 to 128 {
        %number = affine.apply affine_map<(i, j) -> (i * 7 + j * 31 + ((i + 3 * j) floordiv 5) * 3)>(%i, %j)
        %x = arith.index_cast %number : index to i8
        affine.store %x, %a[%i, %j] : memref<192x128xi8, #columns>
        affine.store %mark, %c[%i, %j] : memref<192x128xi8, #columns>
      }
    }
    %from = tiled_layout.subview %a[33, 17] [64, 64] [1, 1] : memref<192x128xi8, #columns> to memref<64x64xi8, #part>
    %to = tiled_layout.subview %c[40, 5] [64, 64] [1, 1] : memref<192x128xi8, #columns> to memref<64x64xi8, #part>
    call @pack(%from, %b) : (memref<64x64xi8, #part>, memref<64x64xi8, #panel>) -> ()
    call @unpack(%b, %to) : (memref<64x64xi8, #panel>, memref<64x64xi8, #part>) -> ()
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        %x = affine.load %a[%i + 33, %j + 17] : memref<192x128xi8, #columns>
        %y = affine.load %b[%i, %j] : memref<64x64xi8, #panel>
        %z = affine.load %c[%i + 40, %j + 5] : memref<192x128xi8, #columns>
        %xy = arith.cmpi ne, %x, %y : i8
        %xz = arith.cmpi ne, %x, %z : i8
        %either = arith.ori %xy, %xz : i1
        %before = affine.load %wrong[0] : memref<2xi32>
        %more = arith.extui %either : i1 to i32
        %after = arith.addi %before, %more : i32
        affine.store %after, %wrong[0] : memref<2xi32>
        affine.store %mark, %c[%i + 40, %j + 5] : memref<192x128xi8, #columns>
      }
    }
    affine.for %i = 0 to 192 {
      affine.for %j = 0 to 128 {
        %x = affine.load %c[%i, %j] : memref<192x128xi8, #columns>
        %changed = arith.cmpi ne, %x, %mark : i8
        %before = affine.load %wrong[1] : memref<2xi32>
        %more = arith.extui %changed : i1 to i32
        %after = arith.addi %before, %more : i32
        affine.store %after, %wrong[1] : memref<2xi32>
      }
    }
    %u = memref.cast %wrong : memref<2xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    memref.dealloc %a : memref<192x128xi8, #columns>
    memref.dealloc %b : memref<64x64xi8, #panel>
    memref.dealloc %c : memref<192x128xi8, #columns>
    memref.dealloc %wrong : memref<2xi32>
    return
  }
}

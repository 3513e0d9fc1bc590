// Are elements where they belong if rows of whole registers of 128, 256 and 512 bits are
// interleaved?
//
// RUN: sed 's/BITS/128/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/BITS/256/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/BITS/512/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// The elements that differ:
// CHECK: [0, 0]

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
module attributes {tiled_layout.target = #tiled_layout.target<generic, vector-bits = BITS>} {
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @copy_bytes(%a: memref<13x200xi8>, %b: memref<13x200xi8, #bytes>) attributes {no_inline} {
    linalg.copy ins(%a : memref<13x200xi8>) outs(%b : memref<13x200xi8, #bytes>)
    return
  }
  func.func private @copy_words(%a: memref<13x200xi16>, %b: memref<13x200xi16, #words>) attributes {no_inline} {
    linalg.copy ins(%a : memref<13x200xi16>) outs(%b : memref<13x200xi16, #words>)
    return
  }
  func.func @main() {
    %a = memref.alloc() : memref<13x200xi8>
    %b = memref.alloc() : memref<13x200xi8, #bytes>
    %c = memref.alloc() : memref<13x200xi16>
    %d = memref.alloc() : memref<13x200xi16, #words>
    %wrong = memref.alloc() : memref<2xi32>
    %zero = arith.constant 0 : i32
    affine.store %zero, %wrong[0] : memref<2xi32>
    affine.store %zero, %wrong[1] : memref<2xi32>
    affine.for %i = 0 to 13 {
      affine.for %j = 0 to 200 {
        %number = affine.apply affine_map<(i, j) -> (i * 200 + j)>(%i, %j)
        %x = arith.index_cast %number : index to i8
        affine.store %x, %a[%i, %j] : memref<13x200xi8>
        %y = arith.index_cast %number : index to i16
        affine.store %y, %c[%i, %j] : memref<13x200xi16>
      }
    }
    call @copy_bytes(%a, %b) : (memref<13x200xi8>, memref<13x200xi8, #bytes>) -> ()
    call @copy_words(%c, %d) : (memref<13x200xi16>, memref<13x200xi16, #words>) -> ()
    affine.for %i = 0 to 13 {
      affine.for %j = 0 to 200 {
        %x = affine.load %a[%i, %j] : memref<13x200xi8>
        %y = affine.load %b[%i, %j] : memref<13x200xi8, #bytes>
        %xy = arith.cmpi ne, %x, %y : i8
        %before = affine.load %wrong[0] : memref<2xi32>
        %more = arith.extui %xy : i1 to i32
        %after = arith.addi %before, %more : i32
        affine.store %after, %wrong[0] : memref<2xi32>
        %v = affine.load %c[%i, %j] : memref<13x200xi16>
        %w = affine.load %d[%i, %j] : memref<13x200xi16, #words>
        %vw = arith.cmpi ne, %v, %w : i16
        %before2 = affine.load %wrong[1] : memref<2xi32>
        %more2 = arith.extui %vw : i1 to i32
        %after2 = arith.addi %before2, %more2 : i32
        affine.store %after2, %wrong[1] : memref<2xi32>
      }
    }
    %u = memref.cast %wrong : memref<2xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    memref.dealloc %a : memref<13x200xi8>
    memref.dealloc %b : memref<13x200xi8, #bytes>
    memref.dealloc %c : memref<13x200xi16>
    memref.dealloc %d : memref<13x200xi16, #words>
    memref.dealloc %wrong : memref<2xi32>
    return
  }
}

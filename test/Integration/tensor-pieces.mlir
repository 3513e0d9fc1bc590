// Is each half of a tensor less the other half what it should be, if an operation is divided by
// the pieces of a tensor that it reads?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// The elements that differ:
// CHECK: [0]

#t = #tiled_layout.layout<{1,0:T(8,128)}>
module {
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @less_half(%xm: memref<9x40xi32, #t>, %rm: memref<9x40xi32, #t>) attributes {no_inline} {
    %x = bufferization.to_tensor %xm restrict : memref<9x40xi32, #t> to tensor<9x40xi32, #t>
    %lo = tensor.extract_slice %x[0, 0] [9, 20] [1, 1] : tensor<9x40xi32, #t> to tensor<9x20xi32, #t>
    %hi = tensor.extract_slice %x[0, 20] [9, 20] [1, 1] : tensor<9x40xi32, #t> to tensor<9x20xi32, #t>
    %e = tensor.empty() : tensor<9x40xi32, #t>
    %r0 = tensor.insert_slice %hi into %e[0, 0] [9, 20] [1, 1] : tensor<9x20xi32, #t> into tensor<9x40xi32, #t>
    %r1 = tensor.insert_slice %lo into %r0[0, 20] [9, 20] [1, 1] : tensor<9x20xi32, #t> into tensor<9x40xi32, #t>
    %q = linalg.sub ins(%x, %r1 : tensor<9x40xi32, #t>, tensor<9x40xi32, #t>) outs(%e : tensor<9x40xi32, #t>) -> tensor<9x40xi32, #t>
    bufferization.materialize_in_destination %q in restrict writable %rm : (tensor<9x40xi32, #t>, memref<9x40xi32, #t>) -> ()
    return
  }
  func.func @main() {
    %zero = arith.constant 0 : i32
    %wrong = memref.alloc() : memref<1xi32>
    affine.store %zero, %wrong[0] : memref<1xi32>
    %a = memref.alloc() : memref<9x40xi32, #t>
    %b = memref.alloc() : memref<9x40xi32, #t>
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 40 {
        %n = affine.apply affine_map<(i, j) -> (i * 40 + j)>(%i, %j)
        %x = arith.index_cast %n : index to i32
        affine.store %x, %a[%i, %j] : memref<9x40xi32, #t>
      }
    }
    call @less_half(%a, %b) : (memref<9x40xi32, #t>, memref<9x40xi32, #t>) -> ()
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 40 {
        %k = affine.apply affine_map<(j) -> ((j + 20) mod 40)>(%j)
        %n = affine.apply affine_map<(j, k) -> (j - k)>(%j, %k)
        %x = arith.index_cast %n : index to i32
        %y = affine.load %b[%i, %j] : memref<9x40xi32, #t>
        %d = arith.cmpi ne, %x, %y : i32
        %e = arith.extui %d : i1 to i32
        %before = affine.load %wrong[0] : memref<1xi32>
        %after = arith.addi %before, %e : i32
        affine.store %after, %wrong[0] : memref<1xi32>
      }
    }
    %u = memref.cast %wrong : memref<1xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    return
  }
}

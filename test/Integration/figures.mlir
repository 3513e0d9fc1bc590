// The positions in the figures of XLA's document on tiled layouts, computed by
// the compiled program.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#figure1 = #tiled_layout.layout<{1,0:T(2,2)}>
#figure2 = #tiled_layout.layout<{1,0:T(2,4)(2,1)}>

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @printComma()

func.func private @print(%p: index) {
  %v = arith.index_cast %p : index to i64
  call @printI64(%v) : (i64) -> ()
  call @printComma() : () -> ()
  return
}

func.func @main() {
  %m1 = memref.alloc() : memref<3x5xf32, #figure1>
  %m2 = memref.alloc() : memref<4x8xbf16, #figure2>

  // CHECK:      0, 1, 4, 5, 8,
  // CHECK-NEXT: 2, 3, 6, 7, 10,
  // CHECK-NEXT: 12, 13, 16, 17, 20,
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %p = tiled_layout.linearize %m1[%i, %j] : memref<3x5xf32, #figure1>
      func.call @print(%p) : (index) -> ()
    }
    func.call @printNewline() : () -> ()
  }

  // CHECK-NEXT: 0, 2, 4, 6, 8, 10, 12, 14,
  // CHECK-NEXT: 1, 3, 5, 7, 9, 11, 13, 15,
  // CHECK-NEXT: 16, 18, 20, 22, 24, 26, 28, 30,
  // CHECK-NEXT: 17, 19, 21, 23, 25, 27, 29, 31,
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %p = tiled_layout.linearize %m2[%i, %j] : memref<4x8xbf16, #figure2>
      func.call @print(%p) : (index) -> ()
    }
    func.call @printNewline() : () -> ()
  }

  // Memory in Figure 1: the index at each position, 9 where there is none.
  // CHECK-NEXT: 0, 0, 0, 1, 1, 0, 1, 1, 0, 2, 0, 3, 1, 2, 1, 3, 0, 4, 9, 9, 1, 4, 9, 9, 2, 0, 2, 1, 9, 9, 9, 9, 2, 2, 2, 3, 9, 9, 9, 9, 2, 4, 9, 9, 9, 9, 9, 9,
  %nine = arith.constant 9 : index
  affine.for %p = 0 to 24 {
    %i, %j, %ok = tiled_layout.delinearize %p in %m1 : memref<3x5xf32, #figure1>
    %a = arith.select %ok, %i, %nine : index
    %b = arith.select %ok, %j, %nine : index
    func.call @print(%a) : (index) -> ()
    func.call @print(%b) : (index) -> ()
  }
  func.call @printNewline() : () -> ()
  memref.dealloc %m1 : memref<3x5xf32, #figure1>
  memref.dealloc %m2 : memref<4x8xbf16, #figure2>
  return
}

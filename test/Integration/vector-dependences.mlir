// Vectors of a nest that overlap, but whose first elements do not: each row is
// made of the row above, half a vector further.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!array = memref<16x64xi64, #tiled_layout.layout<{1,0:T(8,16)}>>

func.func private @printI64(i64)
func.func private @printNewline()

func.func @shift(%a: !array {llvm.noalias}) {
  affine.for %i = 1 to 16 {
    affine.for %j = 0 to 7 {
      %v = affine.vector_load %a[%i - 1, %j * 8 + 4] : !array, vector<8xi64>
      affine.vector_store %v, %a[%i, %j * 8] : !array, vector<8xi64>
    }
  }
  return
}

func.func @main() {
  %a = memref.alloc() : !array
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 100 + d1)>(%i, %j)
      %v = arith.index_cast %n : index to i64
      affine.store %v, %a[%i, %j] : !array
    }
  }
  func.call @shift(%a) : (!array) -> ()
  // CHECK:      20
  // CHECK-NEXT: 52
  // CHECK-NEXT: 459
  %x = affine.load %a[2, 12] : !array
  func.call @printI64(%x) : (i64) -> ()
  func.call @printNewline() : () -> ()
  %y = affine.load %a[13, 0] : !array
  func.call @printI64(%y) : (i64) -> ()
  func.call @printNewline() : () -> ()
  %z = affine.load %a[15, 15] : !array
  func.call @printI64(%z) : (i64) -> ()
  func.call @printNewline() : () -> ()
  memref.dealloc %a : !array
  return
}

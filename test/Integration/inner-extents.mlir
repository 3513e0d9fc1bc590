// Structured operations on arrays whose extents are known within a loop only:
// they may not be the bounds of affine loops.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!array = memref<?x?xi64, #tiled_layout.layout<{1,0:T(2,4)}>>
!sum = memref<i64, #tiled_layout.layout<{:T(2)}>>

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i64
  %seven = arith.constant 7 : i64
  %s = memref.alloc() : !sum
  // 7 * i * (i + i) for each i, the first array being empty.
  // CHECK:      0{{$}}
  // CHECK-NEXT: 14{{$}}
  // CHECK-NEXT: 56{{$}}
  // CHECK-NEXT: 126{{$}}
  // CHECK-NEXT: 224{{$}}
  scf.for %i = %c0 to %c5 step %c1 {
    %columns = arith.addi %i, %i : index
    %m = memref.alloc(%i, %columns) : !array
    linalg.fill ins(%seven : i64) outs(%m : !array)
    linalg.fill ins(%zero : i64) outs(%s : !sum)
    linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]
    } ins(%m : !array) outs(%s : !sum) {
    ^body(%x: i64, %y: i64):
      %z = arith.addi %x, %y : i64
      linalg.yield %z : i64
    }
    %v = memref.load %s[] : !sum
    vector.print %v : i64
    memref.dealloc %m : !array
  }
  memref.dealloc %s : !sum
  return
}

// Do plain loads and stores of vectors move the elements that their indices say? Rows of
// 128 elements in tiles of 8 rows are contiguous, so MLIR takes them.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!array = memref<3x40x128xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>

func.func private @printI64(i64)
func.func private @printNewline()

func.func @move(%a: !array, %i: index, %j: index, %k: index) {
  %v = vector.load %a[%i, %j, %k] : !array, vector<2x16xf32>
  vector.store %v, %a[%k, %i, %j] : !array, vector<2x16xf32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c38 = arith.constant 38 : index
  %a = memref.alloc() : !array
  %b = memref.alloc() : !array
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to 128 {
        %n = affine.apply affine_map<(i, j, k) -> (i * 5120 + j * 128 + k)>(%i, %j, %k)
        %l = arith.index_cast %n : index to i32
        %x = arith.sitofp %l : i32 to f32
        affine.store %x, %a[%i, %j, %k] : !array
        affine.store %x, %b[%i, %j, %k] : !array
      }
    }
  }
  // From rows 38 and 39 at column 1, to rows 2 and 3 of another matrix at column 38.
  call @move(%a, %c2, %c38, %c1) : (!array, index, index, index) -> ()
  scf.for %r = %c0 to %c2 step %c1 {
    scf.for %c = %c0 to %c16 step %c1 {
      %fr = arith.addi %c38, %r : index
      %fc = arith.addi %c1, %c : index
      %x = memref.load %b[%c2, %fr, %fc] : !array
      %tr = arith.addi %c2, %r : index
      %tc = arith.addi %c38, %c : index
      memref.store %x, %b[%c1, %tr, %tc] : !array
    }
  }
  %zero = arith.constant 0 : i64
  %n = affine.for %i = 0 to 3 iter_args(%p = %zero) -> i64 {
    %q = affine.for %j = 0 to 40 iter_args(%p1 = %p) -> i64 {
      %q1 = affine.for %k = 0 to 128 iter_args(%p2 = %p1) -> i64 {
        %x = affine.load %a[%i, %j, %k] : !array
        %y = affine.load %b[%i, %j, %k] : !array
        %e = arith.cmpf oeq, %x, %y : f32
        %w = arith.extui %e : i1 to i64
        %s = arith.addi %p2, %w : i64
        affine.yield %s : i64
      }
      affine.yield %q1 : i64
    }
    affine.yield %q : i64
  }
  // CHECK: 15360
  call @printI64(%n) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

// Vector transfers to and from tiled arrays: across tile edges, beyond the
// array's bounds, masked (by operand and by vector.mask), transposed and along a
// column.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

!static = memref<5x7xf32, #tiled_layout.layout<{1,0:T(2,4)}>>
!dynamic = memref<?x7xf32, #tiled_layout.layout<{0,1:T(3,2)}>>

// m[i, j] = 10 i + j
func.func private @fill(%m: !static, %n: !dynamic) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      %p = affine.apply affine_map<(d0, d1) -> (10 * d0 + d1)>(%i, %j)
      %k = arith.index_cast %p : index to i32
      %v = arith.sitofp %k : i32 to f32
      affine.store %v, %m[%i, %j] : !static
      affine.store %v, %n[%i, %j] : !dynamic
    }
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %none = arith.constant -1.0 : f32
  %m = memref.alloc() : !static
  %n = memref.alloc(%c5) : !dynamic
  call @fill(%m, %n) : (!static, !dynamic) -> ()

  // CHECK: ( 32, 33, 34, 35 )
  %row = vector.transfer_read %m[%c3, %c2], %none {in_bounds = [true]} : !static, vector<4xf32>
  vector.print %row : vector<4xf32>
  // CHECK-NEXT: ( ( 35, 36, -1 ), ( 45, 46, -1 ), ( -1, -1, -1 ) )
  %corner = vector.transfer_read %n[%c3, %c5], %none : !dynamic, vector<3x3xf32>
  vector.print %corner : vector<3x3xf32>
  // CHECK-NEXT: ( ( 22, 32, 42 ), ( 23, 33, 43 ) )
  %transposed = vector.transfer_read %n[%c2, %c2], %none {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : !dynamic, vector<2x3xf32>
  vector.print %transposed : vector<2x3xf32>
  // CHECK-NEXT: ( 23, 33, 43, -1 )
  %column = vector.transfer_read %m[%c2, %c3], %none {permutation_map = affine_map<(d0, d1) -> (d0)>} : !static, vector<4xf32>
  vector.print %column : vector<4xf32>

  // Only what the mask and the bounds leave is written.
  // CHECK-NEXT: ( ( 43, 100, 45, 101 ), ( -1, -1, -1, -1 ) )
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %values = arith.constant dense<[100.0, 99.0, 101.0, 102.0]> : vector<4xf32>
  vector.transfer_write %values, %m[%c4, %c4], %mask : vector<4xf32>, !static
  %written = vector.transfer_read %m[%c4, %c3], %none : !static, vector<2x4xf32>
  vector.print %written : vector<2x4xf32>

  // CHECK-NEXT: ( -1, 21, -1, 23 )
  %odd = arith.constant dense<[false, true, false, true]> : vector<4xi1>
  %masked = vector.mask %odd { vector.transfer_read %n[%c2, %c0], %none {in_bounds = [true]} : !dynamic, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.print %masked : vector<4xf32>
  memref.dealloc %m : !static
  memref.dealloc %n : !dynamic
  return
}

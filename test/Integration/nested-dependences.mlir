// A nest within two other loops, whose rows depend on what the row before has
// left in the next tile: cut, lowered and run.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{3,2,1,0:T(8,128)}>

func.func private @printI64(i64)
func.func private @printNewline()

func.func @count(%p: memref<2x2x17x257xi64>,
                 %x: memref<2x2x17x256xi64, #t> {llvm.noalias},
                 %s: memref<2xi64> {llvm.noalias}) {
  %zero = arith.constant 0 : i64
  affine.for %q = 0 to 2 {
    affine.for %t = 0 to 2 {
      affine.store %zero, %s[%t] : memref<2xi64>
      affine.for %i = 1 to 17 {
        affine.for %j = 0 to 256 {
          %v = affine.load %p[%q, %t, %i - 1, %j + 1] : memref<2x2x17x257xi64>
          %w = affine.load %x[%q, %t, %i, %j] : memref<2x2x17x256xi64, #t>
          %y = arith.addi %v, %w : i64
          affine.store %y, %p[%q, %t, %i, %j] : memref<2x2x17x257xi64>
        }
      }
    }
  }
  return
}

func.func @main() {
  %p = memref.alloc() : memref<2x2x17x257xi64>
  %x = memref.alloc() : memref<2x2x17x256xi64, #t>
  %s = memref.alloc() : memref<2xi64>
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  affine.for %q = 0 to 2 {
    affine.for %t = 0 to 2 {
      affine.for %i = 0 to 17 {
        affine.for %j = 0 to 257 {
          affine.store %zero, %p[%q, %t, %i, %j] : memref<2x2x17x257xi64>
        }
        affine.for %j = 0 to 256 {
          affine.store %one, %x[%q, %t, %i, %j] : memref<2x2x17x256xi64, #t>
        }
      }
    }
  }
  func.call @count(%p, %x, %s) : (memref<2x2x17x257xi64>, memref<2x2x17x256xi64, #t>, memref<2xi64>) -> ()
  // Each row adds one to what the row above has, one column further.
  // CHECK:      16
  // CHECK-NEXT: 16
  // CHECK-NEXT: 6
  %a = affine.load %p[1, 1, 16, 0] : memref<2x2x17x257xi64>
  %b = affine.load %p[1, 1, 16, 120] : memref<2x2x17x257xi64>
  %c = affine.load %p[1, 1, 16, 250] : memref<2x2x17x257xi64>
  func.call @printI64(%a) : (i64) -> ()
  func.call @printNewline() : () -> ()
  func.call @printI64(%b) : (i64) -> ()
  func.call @printNewline() : () -> ()
  func.call @printI64(%c) : (i64) -> ()
  func.call @printNewline() : () -> ()
  memref.dealloc %p : memref<2x2x17x257xi64>
  memref.dealloc %x : memref<2x2x17x256xi64, #t>
  memref.dealloc %s : memref<2xi64>
  return
}

// Views and copies whose extent becomes known late, so that a part of a loop over
// tiles is known to be empty: the program compiles, and does what it did.
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline --inline --canonicalize -o %t
// RUN: FileCheck %s --check-prefix=LOOPS --input-file=%t
// RUN: tiled-layout-opt %t --tiled-layout-to-llvm-pipeline \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

func.func private @printI64(i64)
func.func private @printNewline()

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [1024, 1024, 128, 1]>
// LOOPS-LABEL: func.func @view(
func.func @view(%o: memref<16x28xf32, #t>, %x: f32) {
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %s = tiled_layout.subview %o[%c8, 0] [%c8, 28] [1, 1] : memref<16x28xf32, #t> to memref<?x28xf32, #v>
  %n = memref.dim %s, %c0 : memref<?x28xf32, #v>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 28 {
      affine.store %x, %s[%i, %j] : memref<?x28xf32, #v>
    }
  }
  return
}

!A = memref<?x28xf32, #tiled_layout.layout<{1,0:T(8,4)}>>
func.func @fill(%a: !A, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : !A
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 28 {
      affine.store %x, %a[%i, %j] : !A
    }
  }
  return
}
func.func @inlined(%x: f32) -> f32 {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%c8) : !A
  call @fill(%a, %x) : (!A, f32) -> ()
  %y = memref.load %a[%c7, %c7] : !A
  memref.dealloc %a : !A
  return %y : f32
}

#b = #tiled_layout.layout<{1,0:T(2,4)(2,1)E(4)}>
#w = #tiled_layout.layout<{1,0:T(2,4)(2,1)E(4)}, strides = [56, 8, 8, 2, 1, 1]>
func.func @copy(%o: memref<8x28xi4, #b>) -> memref<?x28xi4> {
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %s = tiled_layout.subview %o[%c0, 0] [%c8, 28] [1, 1] : memref<8x28xi4, #b> to memref<?x28xi4, #w>
  %a = memref.alloc(%c8) : memref<?x28xi4>
  memref.copy %s, %a : memref<?x28xi4, #w> to memref<?x28xi4>
  return %a : memref<?x28xi4>
}

func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<16x28xf32, #t>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 28 {
      affine.store %zero, %m[%i, %j] : memref<16x28xf32, #t>
    }
  }
  call @view(%m, %one) : (memref<16x28xf32, #t>, f32) -> ()
  %sum = affine.for %i = 0 to 16 iter_args(%s = %zero) -> f32 {
    %r = affine.for %j = 0 to 28 iter_args(%t = %s) -> f32 {
      %x = affine.load %m[%i, %j] : memref<16x28xf32, #t>
      %u = arith.addf %t, %x : f32
      affine.yield %u : f32
    }
    affine.yield %r : f32
  }
  %y = call @inlined(%one) : (f32) -> f32
  %all = arith.addf %sum, %y : f32
  %number = arith.fptosi %all : f32 to i64
  // CHECK: 225
  call @printI64(%number) : (i64) -> ()
  call @printNewline() : () -> ()

  %i4s = memref.alloc() : memref<8x28xi4, #b>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 28 {
      %k = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 7)>(%i, %j)
      %x = arith.index_cast %k : index to i4
      affine.store %x, %i4s[%i, %j] : memref<8x28xi4, #b>
    }
  }
  %copied = call @copy(%i4s) : (memref<8x28xi4, #b>) -> memref<?x28xi4>
  %c7 = arith.constant 7 : index
  %c26 = arith.constant 26 : index
  %x = memref.load %copied[%c7, %c26] : memref<?x28xi4>
  %wide = arith.extsi %x : i4 to i64
  // CHECK-NEXT: {{^5$}}
  call @printI64(%wide) : (i64) -> ()
  call @printNewline() : () -> ()
  memref.dealloc %copied : memref<?x28xi4>
  memref.dealloc %i4s : memref<8x28xi4, #b>
  memref.dealloc %m : memref<16x28xf32, #t>
  return
}

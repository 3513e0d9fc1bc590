// Are maxima and minima of whole vectors those of their elements? All pairs of zeros, ones,
// infinities and NaN, by what this machine has for it.
//
// RUN: sed 's/TYPE/f32/; s/WORD/i32/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/TYPE/f64/; s/WORD/i64/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: sed 's/TYPE/f32/; s/WORD/i32/' %s | tiled-layout-opt --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// The maxima and minima that differ:
// CHECK: [0, 0]

!float = TYPE
!word = WORD
#t = #tiled_layout.layout<{0:T(32)}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func private @vectors(%x: memref<64x!float, #t>, %y: memref<64x!float, #t>, %max: memref<64x!float, #t>, %min: memref<64x!float, #t>) attributes {no_inline} {
  linalg.max ins(%x, %y : memref<64x!float, #t>, memref<64x!float, #t>) outs(%max : memref<64x!float, #t>)
  linalg.min ins(%x, %y : memref<64x!float, #t>, memref<64x!float, #t>) outs(%min : memref<64x!float, #t>)
  return
}

// False if both are NaN, or the same bits.
func.func private @differ(%a: !float, %b: !float) -> i1 attributes {no_inline} {
  %a_nan = arith.cmpf uno, %a, %a : !float
  %b_nan = arith.cmpf uno, %b, %b : !float
  %both = arith.andi %a_nan, %b_nan : i1
  %a_bits = arith.bitcast %a : !float to !word
  %b_bits = arith.bitcast %b : !float to !word
  %other = arith.cmpi ne, %a_bits, %b_bits : !word
  %false = arith.constant false
  %differ = arith.select %both, %false, %other : i1
  return %differ : i1
}

func.func private @count(%wrong: memref<2xi32>, %at: index, %a: !float, %b: !float) {
  %differ = call @differ(%a, %b) : (!float, !float) -> i1
  %before = memref.load %wrong[%at] : memref<2xi32>
  %more = arith.extui %differ : i1 to i32
  %after = arith.addi %before, %more : i32
  memref.store %after, %wrong[%at] : memref<2xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %specials = memref.alloc() : memref<8x!float>
  %p0 = arith.constant 0.0 : !float
  %m0 = arith.constant -0.0 : !float
  %p1 = arith.constant 1.0 : !float
  %m1 = arith.constant -1.0 : !float
  %pinf = arith.divf %p1, %p0 : !float
  %minf = arith.divf %m1, %p0 : !float
  %nan = arith.divf %p0, %p0 : !float
  %mnan = arith.negf %nan : !float
  affine.store %p0, %specials[0] : memref<8x!float>
  affine.store %m0, %specials[1] : memref<8x!float>
  affine.store %p1, %specials[2] : memref<8x!float>
  affine.store %m1, %specials[3] : memref<8x!float>
  affine.store %pinf, %specials[4] : memref<8x!float>
  affine.store %minf, %specials[5] : memref<8x!float>
  affine.store %nan, %specials[6] : memref<8x!float>
  affine.store %mnan, %specials[7] : memref<8x!float>
  %x = memref.alloc() : memref<64x!float, #t>
  %y = memref.alloc() : memref<64x!float, #t>
  %max = memref.alloc() : memref<64x!float, #t>
  %min = memref.alloc() : memref<64x!float, #t>
  %wrong = memref.alloc() : memref<2xi32>
  affine.store %zero, %wrong[0] : memref<2xi32>
  affine.store %zero, %wrong[1] : memref<2xi32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %specials[%i] : memref<8x!float>
      %b = affine.load %specials[%j] : memref<8x!float>
      affine.store %a, %x[8 * %i + %j] : memref<64x!float, #t>
      affine.store %b, %y[8 * %i + %j] : memref<64x!float, #t>
    }
  }
  call @vectors(%x, %y, %max, %min) : (memref<64x!float, #t>, memref<64x!float, #t>, memref<64x!float, #t>, memref<64x!float, #t>) -> ()
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64x!float, #t>
    %b = affine.load %y[%i] : memref<64x!float, #t>
    %greater = affine.load %max[%i] : memref<64x!float, #t>
    %less = affine.load %min[%i] : memref<64x!float, #t>
    %a_max = arith.maximumf %a, %b : !float
    %a_min = arith.minimumf %a, %b : !float
    func.call @count(%wrong, %c0, %greater, %a_max) : (memref<2xi32>, index, !float, !float) -> ()
    func.call @count(%wrong, %c1, %less, %a_min) : (memref<2xi32>, index, !float, !float) -> ()
  }
  %u = memref.cast %wrong : memref<2xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %specials : memref<8x!float>
  memref.dealloc %x : memref<64x!float, #t>
  memref.dealloc %y : memref<64x!float, #t>
  memref.dealloc %max : memref<64x!float, #t>
  memref.dealloc %min : memref<64x!float, #t>
  memref.dealloc %wrong : memref<2xi32>
  return
}

// An offset that wraps around is no multiple of an odd tile.
//
// RUN: tiled-layout-opt %s --split-input-file --convert-tiled-layout-to-affine --verify-diagnostics

#t = #tiled_layout.layout<{0:T(6)}>
#v = #tiled_layout.layout<{0:T(6)}, strides = [6, 1]>
func.func @narrow(%a: memref<60xi64, #t>, %n: i8) -> memref<12xi64, #v> {
  %c6 = arith.constant 6 : i8
  %w = arith.muli %n, %c6 : i8
  %i = arith.index_cast %w : i8 to index
  // expected-error @+1 {{offset %1 of dimension 0 is not known to be a multiple of 6}}
  %s = tiled_layout.subview %a[%i] [12] [1] : memref<60xi64, #t> to memref<12xi64, #v>
  return %s : memref<12xi64, #v>
}

// -----

#t = #tiled_layout.layout<{0:T(6)}>
#v = #tiled_layout.layout<{0:T(6)}, strides = [6, 1]>
func.func @narrow_nsw(%a: memref<60xi64, #t>, %n: i8) -> memref<12xi64, #v> {
  %c6 = arith.constant 6 : i8
  %w = arith.muli %n, %c6 overflow<nsw> : i8
  %i = arith.index_cast %w : i8 to index
  %s = tiled_layout.subview %a[%i] [12] [1] : memref<60xi64, #t> to memref<12xi64, #v>
  return %s : memref<12xi64, #v>
}

// -----

// Every product of a byte fits into an index.
#t = #tiled_layout.layout<{0:T(6)}>
#v = #tiled_layout.layout<{0:T(6)}, strides = [6, 1]>
func.func @wide(%a: memref<60xi64, #t>, %n: i8) -> memref<12xi64, #v> {
  %c6 = arith.constant 6 : index
  %w = arith.index_castui %n : i8 to index
  %i = arith.muli %w, %c6 : index
  %s = tiled_layout.subview %a[%i] [12] [1] : memref<60xi64, #t> to memref<12xi64, #v>
  return %s : memref<12xi64, #v>
}

// Loops over memrefs as a Fortran compiler emits them: columns first, extents of arguments,
// indices from 1, i32 arithmetic, a triangular solve and a dot product through a call.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#c = #tiled_layout.layout<{0,1:T(8,16)}>
#v = #tiled_layout.layout<{0:T(32)}>
!A = memref<?x?xf64, #c>
!V = memref<?xf64, #v>
func.func private @dot(%a: !A, %x: !V, %row: i32, %n: i32) -> f64 {
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : index
  %last = arith.index_cast %n : i32 to index
  %end = arith.addi %last, %one : index
  %i0 = arith.subi %row, %c1 : i32
  %i = arith.index_cast %i0 : i32 to index
  %r = scf.for %k = %one to %end step %one iter_args(%s = %zero) -> f64 {
    %k0 = arith.subi %k, %one : index
    %x0 = memref.load %x[%k0] : !V
    %y0 = memref.load %a[%i, %k0] : !A
    %p = arith.mulf %x0, %y0 : f64
    %t = arith.addf %s, %p : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @solve(%a: !A, %x: !V, %n: i32) {
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : index
  %last = arith.index_cast %n : i32 to index
  %end = arith.addi %last, %one : index
  scf.for %i = %one to %end step %one {
    %i32 = arith.index_cast %i : index to i32
    %before = arith.subi %i32, %c1 : i32
    %s = func.call @dot(%a, %x, %i32, %before) : (!A, !V, i32, i32) -> f64
    %at = arith.index_cast %before : i32 to index
    %b = memref.load %x[%at] : !V
    %d = memref.load %a[%at, %at] : !A
    %t = arith.subf %b, %s : f64
    %q = arith.divf %t, %d : f64
    memref.store %q, %x[%at] : !V
  }
  return
}
func.func @main() {
  %n = arith.constant 27 : index
  %n32 = arith.constant 27 : i32
  %one = arith.constant 1.0 : f64
  %a = memref.alloc(%n, %n) : !A
  %x = memref.alloc(%n) : !V
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %k = affine.apply affine_map<(i, j) -> ((i * 7 + j * 3) mod 11)>(%i, %j)
      %w = arith.index_cast %k : index to i32
      %f = arith.sitofp %w : i32 to f64
      %small = arith.constant 0.03125 : f64
      %g = arith.mulf %f, %small : f64
      %d = arith.cmpi eq, %i, %j : index
      %two = arith.constant 2.0 : f64
      %h = arith.select %d, %two, %g : f64
      affine.store %h, %a[%i, %j] : !A
    }
    affine.store %one, %x[%j] : !V
  }
  call @solve(%a, %x, %n32) : (!A, !V, i32) -> ()
  %out = memref.alloc() : memref<27xf32>
  affine.for %i = 0 to 27 {
    %v = affine.load %x[%i] : !V
    %w = arith.truncf %v : f64 to f32
    affine.store %w, %out[%i] : memref<27xf32>
  }
  %u = memref.cast %out : memref<27xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %a : !A
  memref.dealloc %x : !V
  memref.dealloc %out : memref<27xf32>
  return
}

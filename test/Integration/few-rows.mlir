// Products of a few rows with a large operand, of extents that no step divides: the cache of the
// target is so small that the operand is large.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=l2-bytes=65536 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=x86-64 l2-bytes=65536' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=l2-bytes=65536 --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

// Where memory is read fast only in its order: one vector of each tile at a time, or all of them.
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='l2-bytes=65536 prefetch-tiles=2 memory-bytes-per-cycle=64' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='l2-bytes=65536 prefetch-tiles=2 memory-bytes-per-cycle=1' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=l2-bytes=65536,prefetch-tiles=2,memory-bytes-per-cycle=64 --tiled-layout-plan-structured | FileCheck %s --check-prefix=VECTOR
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=l2-bytes=65536,prefetch-tiles=2,memory-bytes-per-cycle=1 --tiled-layout-plan-structured | FileCheck %s --check-prefix=TILE

// VECTOR: loops = [d1 by 256, d2 by 64, d1 by 128, d1 by 16, d0 by 16, d2 by 1], {{.*}}prefetch = [1], {{.*}}ahead = d1 by 128
// TILE: loops = [d1 by 256, d2 by 32, d1 by 128, d0 by 2, d2 by 1]
// PLAN: loops = [d1 by {{[0-9]+}}, d2 by 16, d1 by {{[0-9]+}}, d0 by 5, d2 by 1]
// PLAN: loops = [pack 0 wide, d1 by {{[0-9]+}}, d2 by 16, d1 by {{[0-9]+}}, d0 by 11, d2 by 1]
// PLAN: loops = [d1 by 128, d2 by 32, d1 by {{[0-9]+}}, d0 by {{[0-9]+}}, d2 by 1], {{.*}}ahead = d2 by 32

// Nothing differs from sums in the operation's order, among numbers that do.
// CHECK: [0, 0, 0, 1]

func.func private @five(%a: memref<5x43xf32>, %b: memref<43x1101xf32>, %c: memref<5x1101xf32>) attributes {no_inline} {
  linalg.matmul ins(%a, %b : memref<5x43xf32>, memref<43x1101xf32>) outs(%c : memref<5x1101xf32>)
  return
}
func.func private @eleven(%a: memref<11x43xbf16>, %b: memref<43x3101xbf16>, %c: memref<11x3101xf32>) attributes {no_inline} {
  linalg.matmul ins(%a, %b : memref<11x43xbf16>, memref<43x3101xbf16>) outs(%c : memref<11x3101xf32>)
  return
}
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func private @nineteen(%a: memref<19x43xf32, #t>, %b: memref<43x3101xf32, #t>,
                            %c: memref<19x3101xf32, #t>) attributes {no_inline} {
  linalg.matmul ins(%a, %b : memref<19x43xf32, #t>, memref<43x3101xf32, #t>) outs(%c : memref<19x3101xf32, #t>)
  return
}
func.func private @number(%i: index, %j: index) -> f32 attributes {no_inline} {
  %c7 = arith.constant 7 : index
  %c5 = arith.constant 5 : index
  %c19 = arith.constant 19 : index
  %c9 = arith.constant 9 : i32
  %x = arith.muli %i, %c7 : index
  %y = arith.muli %j, %c5 : index
  %s = arith.addi %x, %y : index
  %r = arith.remui %s, %c19 : index
  %n = arith.index_cast %r : index to i32
  %m = arith.subi %n, %c9 : i32
  %f = arith.sitofp %m : i32 to f32
  return %f : f32
}
func.func private @fill(%a: memref<?x?xf32>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %f = func.call @number(%i, %j) : (index, index) -> f32
      memref.store %f, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func private @fill_narrow(%a: memref<?x?xbf16>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xbf16>
  %n = memref.dim %a, %c1 : memref<?x?xbf16>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %f = func.call @number(%i, %j) : (index, index) -> f32
      %t = arith.truncf %f : f32 to bf16
      memref.store %t, %a[%i, %j] : memref<?x?xbf16>
    }
  }
  return
}
// Counts what is not the sum of products of the numbers, and what is not 0.
func.func private @count(%c: memref<?x?xf32>) -> (f32, f32) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c43 = arith.constant 43 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m = memref.dim %c, %c0 : memref<?x?xf32>
  %n = memref.dim %c, %c1 : memref<?x?xf32>
  %r:2 = scf.for %i = %c0 to %m step %c1 iter_args(%p = %zero, %q = %zero) -> (f32, f32) {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%u = %p, %v = %q) -> (f32, f32) {
      %first = func.call @number(%i, %j) : (index, index) -> f32
      %sum = scf.for %k = %c0 to %c43 step %c1 iter_args(%t = %first) -> f32 {
        %x = func.call @number(%i, %k) : (index, index) -> f32
        %y = func.call @number(%k, %j) : (index, index) -> f32
        %z = arith.mulf %x, %y : f32
        %w = arith.addf %t, %z : f32
        scf.yield %w : f32
      }
      %found = memref.load %c[%i, %j] : memref<?x?xf32>
      %differs = arith.cmpf une, %found, %sum : f32
      %d = arith.select %differs, %one, %zero : f32
      %isOther = arith.cmpf une, %sum, %zero : f32
      %e = arith.select %isOther, %one, %zero : f32
      %u2 = arith.addf %u, %d : f32
      %v2 = arith.maximumf %v, %e : f32
      scf.yield %u2, %v2 : f32, f32
    }
    scf.yield %s#0, %s#1 : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<5x43xf32>
  %b = memref.alloc() : memref<43x1101xf32>
  %c = memref.alloc() : memref<5x1101xf32>
  %da = memref.cast %a : memref<5x43xf32> to memref<?x?xf32>
  %db = memref.cast %b : memref<43x1101xf32> to memref<?x?xf32>
  %dc = memref.cast %c : memref<5x1101xf32> to memref<?x?xf32>
  call @fill(%da) : (memref<?x?xf32>) -> ()
  call @fill(%db) : (memref<?x?xf32>) -> ()
  call @fill(%dc) : (memref<?x?xf32>) -> ()
  call @five(%a, %b, %c) : (memref<5x43xf32>, memref<43x1101xf32>, memref<5x1101xf32>) -> ()
  %five:2 = call @count(%dc) : (memref<?x?xf32>) -> (f32, f32)
  %x = memref.alloc() : memref<11x43xbf16>
  %y = memref.alloc() : memref<43x3101xbf16>
  %z = memref.alloc() : memref<11x3101xf32>
  %dx = memref.cast %x : memref<11x43xbf16> to memref<?x?xbf16>
  %dy = memref.cast %y : memref<43x3101xbf16> to memref<?x?xbf16>
  %dz = memref.cast %z : memref<11x3101xf32> to memref<?x?xf32>
  call @fill_narrow(%dx) : (memref<?x?xbf16>) -> ()
  call @fill_narrow(%dy) : (memref<?x?xbf16>) -> ()
  call @fill(%dz) : (memref<?x?xf32>) -> ()
  call @eleven(%x, %y, %z) : (memref<11x43xbf16>, memref<43x3101xbf16>, memref<11x3101xf32>) -> ()
  %eleven:2 = call @count(%dz) : (memref<?x?xf32>) -> (f32, f32)
  %e = memref.alloc() : memref<19x43xf32>
  %f = memref.alloc() : memref<43x3101xf32>
  %g = memref.alloc() : memref<19x3101xf32>
  %de = memref.cast %e : memref<19x43xf32> to memref<?x?xf32>
  %df = memref.cast %f : memref<43x3101xf32> to memref<?x?xf32>
  %dg = memref.cast %g : memref<19x3101xf32> to memref<?x?xf32>
  call @fill(%de) : (memref<?x?xf32>) -> ()
  call @fill(%df) : (memref<?x?xf32>) -> ()
  call @fill(%dg) : (memref<?x?xf32>) -> ()
  %te = memref.alloc() : memref<19x43xf32, #t>
  %tf = memref.alloc() : memref<43x3101xf32, #t>
  %tg = memref.alloc() : memref<19x3101xf32, #t>
  memref.copy %e, %te : memref<19x43xf32> to memref<19x43xf32, #t>
  memref.copy %f, %tf : memref<43x3101xf32> to memref<43x3101xf32, #t>
  memref.copy %g, %tg : memref<19x3101xf32> to memref<19x3101xf32, #t>
  call @nineteen(%te, %tf, %tg) : (memref<19x43xf32, #t>, memref<43x3101xf32, #t>, memref<19x3101xf32, #t>) -> ()
  memref.copy %tg, %g : memref<19x3101xf32, #t> to memref<19x3101xf32>
  %nineteen:2 = call @count(%dg) : (memref<?x?xf32>) -> (f32, f32)
  %r = memref.alloc() : memref<4xf32>
  %c3 = arith.constant 3 : index
  memref.store %five#0, %r[%c0] : memref<4xf32>
  memref.store %eleven#0, %r[%c1] : memref<4xf32>
  %m = arith.minimumf %five#1, %eleven#1 : f32
  memref.store %nineteen#0, %r[%c2] : memref<4xf32>
  memref.store %m, %r[%c3] : memref<4xf32>
  %u = memref.cast %r : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

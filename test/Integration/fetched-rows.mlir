// Sums of rows that are transposed while rows further on are fetched, of extents that no step divides: the
// cache of the target is so small that the operands are large.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='l2-bytes=65536 fetch-rows=2 add-cycles=2' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=x86-64 l2-bytes=65536 fetch-rows=2' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='l2-bytes=65536 prefetch-tiles=2 memory-bytes-per-cycle=8' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='fields=l2-bytes=65536,fetch-rows=2,add-cycles=2' --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

// PLAN: loops = [d0 by 8, d1 by 128, d1 by 16], {{.*}}ahead = d1 by 256 in rows
// PLAN: loops = [d0 by 16, d1 by 256, d1 by 16], {{.*}}ahead = d1 by 256 in rows
// PLAN: loops = [d0 by 16, d1 by 256, d1 by 16], {{.*}}ahead = d1 by 256 in rows above 65536

// What differs from sums of whole numbers:
// CHECK: [0, 0, 0]

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#number = affine_map<(i, j) -> (i * 3 + j * 5)>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func private @tiles(%a: memref<101x523xf32, #t>, %x: memref<523xf32>, %y: memref<101xf32>) attributes {no_inline} {
  linalg.matvec ins(%a, %x : memref<101x523xf32, #t>, memref<523xf32>) outs(%y : memref<101xf32>)
  return
}
func.func private @rows(%a: memref<101x523xf32>, %x: memref<523xf32>, %y: memref<101xf32>) attributes {no_inline} {
  linalg.matvec ins(%a, %x : memref<101x523xf32>, memref<523xf32>) outs(%y : memref<101xf32>)
  return
}
func.func private @dynamic(%a: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) attributes {no_inline} {
  linalg.matvec ins(%a, %x : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

func.func private @count(%y: memref<101xf32>, %expected: memref<101xf32>, %wrong: memref<3xi32>, %number: index) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  memref.store %zero, %wrong[%number] : memref<3xi32>
  affine.for %i = 0 to 101 {
    %a = affine.load %y[%i] : memref<101xf32>
    %b = affine.load %expected[%i] : memref<101xf32>
    %differs = arith.cmpf une, %a, %b : f32
    %more = arith.select %differs, %one, %zero : i32
    %n = memref.load %wrong[%number] : memref<3xi32>
    %m = arith.addi %n, %more : i32
    memref.store %m, %wrong[%number] : memref<3xi32>
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c13 = arith.constant 13 : index
  %start = arith.constant 1.0 : f32
  %t = memref.alloc() {alignment = 64} : memref<101x523xf32, #t>
  %r = memref.alloc() {alignment = 64} : memref<101x523xf32>
  %x = memref.alloc() : memref<523xf32>
  %y = memref.alloc() : memref<101xf32>
  %expected = memref.alloc() : memref<101xf32>
  %wrong = memref.alloc() : memref<3xi32>
  affine.for %j = 0 to 523 {
    %k = arith.remui %j, %c13 : index
    %i = arith.index_cast %k : index to i32
    %f = arith.sitofp %i : i32 to f32
    affine.store %f, %x[%j] : memref<523xf32>
  }
  affine.for %i = 0 to 101 {
    affine.store %start, %expected[%i] : memref<101xf32>
    affine.for %j = 0 to 523 {
      %n = affine.apply #number(%i, %j)
      %k = arith.remui %n, %c13 : index
      %q = arith.index_cast %k : index to i32
      %f = arith.sitofp %q : i32 to f32
      affine.store %f, %t[%i, %j] : memref<101x523xf32, #t>
      affine.store %f, %r[%i, %j] : memref<101x523xf32>
      %v = affine.load %x[%j] : memref<523xf32>
      %p = arith.mulf %f, %v : f32
      %s = affine.load %expected[%i] : memref<101xf32>
      %u = arith.addf %s, %p : f32
      affine.store %u, %expected[%i] : memref<101xf32>
    }
  }
  // No padding takes part.
  %nan = arith.constant 0x7FC00000 : f32
  tiled_layout.fill_padding ins(%nan : f32) outs(%t : memref<101x523xf32, #t>)
  linalg.fill ins(%start : f32) outs(%y : memref<101xf32>)
  call @tiles(%t, %x, %y) : (memref<101x523xf32, #t>, memref<523xf32>, memref<101xf32>) -> ()
  call @count(%y, %expected, %wrong, %c0) : (memref<101xf32>, memref<101xf32>, memref<3xi32>, index) -> ()
  linalg.fill ins(%start : f32) outs(%y : memref<101xf32>)
  call @rows(%r, %x, %y) : (memref<101x523xf32>, memref<523xf32>, memref<101xf32>) -> ()
  call @count(%y, %expected, %wrong, %c1) : (memref<101xf32>, memref<101xf32>, memref<3xi32>, index) -> ()
  linalg.fill ins(%start : f32) outs(%y : memref<101xf32>)
  %rd = memref.cast %r : memref<101x523xf32> to memref<?x?xf32>
  %xd = memref.cast %x : memref<523xf32> to memref<?xf32>
  %yd = memref.cast %y : memref<101xf32> to memref<?xf32>
  call @dynamic(%rd, %xd, %yd) : (memref<?x?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @count(%y, %expected, %wrong, %c2) : (memref<101xf32>, memref<101xf32>, memref<3xi32>, index) -> ()
  %w = memref.cast %wrong : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%w) : (memref<*xi32>) -> ()
  return
}

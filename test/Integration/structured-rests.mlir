// What is left of a row of vectors that goes across tiles goes across them, too: 27 columns by
// plans for 32, where C has a tile every 16 columns and B every 8. Of extents that are known at
// run time only, and of static ones, with masks and without.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// Row i, column j: 2 * i + j.
// CHECK-COUNT-3: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]

#b = #tiled_layout.layout<{1,0:T(4,8)}>
#c = #tiled_layout.layout<{1,0:T(8,16)}>
func.func private @masked(%a: memref<?x2xf32>, %b: memref<2x?xf32, #b>, %c: memref<?x?xf32, #c>) attributes {no_inline} {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 32, d0 by 4, d2 by 1], vector = d1 x 8, masked>}
    ins(%a, %b : memref<?x2xf32>, memref<2x?xf32, #b>) outs(%c : memref<?x?xf32, #c>)
  return
}
func.func private @elements(%a: memref<?x2xf32>, %b: memref<2x?xf32, #b>, %c: memref<?x?xf32, #c>) attributes {no_inline} {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 32, d0 by 4, d2 by 1], vector = d1 x 8>}
    ins(%a, %b : memref<?x2xf32>, memref<2x?xf32, #b>) outs(%c : memref<?x?xf32, #c>)
  return
}
func.func private @static(%a: memref<3x2xf32>, %b: memref<2x27xf32, #b>, %c: memref<3x27xf32, #c>) attributes {no_inline} {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 32, d0 by 4, d2 by 1], vector = d1 x 8>}
    ins(%a, %b : memref<3x2xf32>, memref<2x27xf32, #b>) outs(%c : memref<3x27xf32, #c>)
  return
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c27 = arith.constant 27 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  // A has rows [i, 1], B rows [2, ...] and [0, 1, 2, ...].
  %a = memref.alloc(%c3) : memref<?x2xf32>
  %b = memref.alloc(%c27) : memref<2x?xf32, #b>
  %as = memref.alloc() : memref<3x2xf32>
  %bs = memref.alloc() : memref<2x27xf32, #b>
  %two = arith.constant 2.0 : f32
  scf.for %i = %c0 to %c3 step %c1 {
    %n = arith.index_cast %i : index to i32
    %x = arith.sitofp %n : i32 to f32
    memref.store %x, %a[%i, %c0] : memref<?x2xf32>
    memref.store %one, %a[%i, %c1] : memref<?x2xf32>
    memref.store %x, %as[%i, %c0] : memref<3x2xf32>
    memref.store %one, %as[%i, %c1] : memref<3x2xf32>
  }
  scf.for %j = %c0 to %c27 step %c1 {
    %n = arith.index_cast %j : index to i32
    %x = arith.sitofp %n : i32 to f32
    memref.store %two, %b[%c0, %j] : memref<2x?xf32, #b>
    memref.store %x, %b[%c1, %j] : memref<2x?xf32, #b>
    memref.store %two, %bs[%c0, %j] : memref<2x27xf32, #b>
    memref.store %x, %bs[%c1, %j] : memref<2x27xf32, #b>
  }
  %c = memref.alloc(%c3, %c27) : memref<?x?xf32, #c>
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32, #c>)
  call @masked(%a, %b, %c) : (memref<?x2xf32>, memref<2x?xf32, #b>, memref<?x?xf32, #c>) -> ()
  call @print(%c) : (memref<?x?xf32, #c>) -> ()
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?xf32, #c>)
  call @elements(%a, %b, %c) : (memref<?x2xf32>, memref<2x?xf32, #b>, memref<?x?xf32, #c>) -> ()
  call @print(%c) : (memref<?x?xf32, #c>) -> ()
  %cs = memref.alloc() : memref<3x27xf32, #c>
  linalg.fill ins(%zero : f32) outs(%cs : memref<3x27xf32, #c>)
  call @static(%as, %bs, %cs) : (memref<3x2xf32>, memref<2x27xf32, #b>, memref<3x27xf32, #c>) -> ()
  %rows = memref.alloc() : memref<3x27xf32>
  tiled_layout.relayout ins(%cs : memref<3x27xf32, #c>) outs(%rows : memref<3x27xf32>)
  %u = memref.cast %rows : memref<3x27xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
func.func private @print(%c: memref<?x?xf32, #c>) attributes {no_inline} {
  %c3 = arith.constant 3 : index
  %c27 = arith.constant 27 : index
  %rows = memref.alloc(%c3, %c27) : memref<?x?xf32>
  tiled_layout.relayout ins(%c : memref<?x?xf32, #c>) outs(%rows : memref<?x?xf32>)
  %u = memref.cast %rows : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

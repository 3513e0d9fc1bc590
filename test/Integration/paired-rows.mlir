// Sums along rows that take turns in pairs, transposed in registers: of a number of rows that
// is known at run time only, with a last one that stands alone, on processors with masks and
// without, and by a plan whose vectors go across tiles.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64 --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// PLAN-LABEL: func.func private @sum(
// PLAN: transposed = [0 along d1]
// PLAN-LABEL: func.func private @sum_static(
// PLAN: transposed = [0 along d1]

// Of 29 rows, then of 13: row i, column j of 40 holds i + 3 * (j mod 2).
// CHECK: [60, 100, 140, 180, 220, 260, 300, 340, 380, 420, 460, 500, 540, 580, 620, 660, 700, 740, 780, 820, 860, 900, 940, 980, 1020, 1060, 1100, 1140, 1180]
// CHECK: [60, 100, 140, 180, 220, 260, 300, 340, 380, 420, 460, 500, 540]
// CHECK: [60, 100, 140, 180, 220, 260, 300, 340, 380, 420, 460, 500, 540]
// CHECK: [60, 100, 140, 180, 220, 260, 300, 340, 380, 420, 460, 500, 540]

#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#t = #tiled_layout.layout<{1,0:T(2,16)}>
!A = memref<?x40xbf16, #two>
func.func private @sum(%a: !A, %b: memref<?xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : !A) outs(%b : memref<?xf32>) {
  ^bb0(%x: bf16, %s: f32):
    %y = arith.extf %x : bf16 to f32
    %z = arith.addf %s, %y : f32
    linalg.yield %z : f32
  }
  return
}
func.func private @sum_static(%a: memref<13x40xbf16, #two>, %b: memref<13xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<13x40xbf16, #two>) outs(%b : memref<13xf32>) {
  ^bb0(%x: bf16, %s: f32):
    %y = arith.extf %x : bf16 to f32
    %z = arith.addf %s, %y : f32
    linalg.yield %z : f32
  }
  return
}
func.func private @sum_across(%a: memref<?x40xf32, #t>, %b: memref<?xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<?x40xf32, #t>) outs(%b : memref<?xf32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 8, d1 by 8], vector = d0 x 8, transposed = [0 along d1]>} {
  ^bb0(%x: f32, %s: f32):
    %z = arith.addf %s, %x : f32
    linalg.yield %z : f32
  }
  return
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @number(%i: index, %j: index) -> f32 {
  %s = affine.apply affine_map<(i, j) -> (i + (j mod 2) * 3)>(%i, %j)
  %n = arith.index_cast %s : index to i32
  %x = arith.sitofp %n : i32 to f32
  return %x : f32
}
func.func private @check(%rows: index) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc(%rows) : !A
  %nan = arith.constant 0x7FC0 : bf16
  tiled_layout.fill_padding ins(%nan : bf16) outs(%a : !A)
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %c40 step %c1 {
      %x = func.call @number(%i, %j) : (index, index) -> f32
      %y = arith.truncf %x : f32 to bf16
      memref.store %y, %a[%i, %j] : !A
    }
  }
  %b = memref.alloc(%rows) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<?xf32>)
  call @sum(%a, %b) : (!A, memref<?xf32>) -> ()
  %u = memref.cast %b : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c29 = arith.constant 29 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  call @check(%c29) : (index) -> ()
  call @check(%c13) : (index) -> ()
  %a = memref.alloc() : memref<13x40xbf16, #two>
  %f = memref.alloc(%c13) : memref<?x40xf32, #t>
  scf.for %i = %c0 to %c13 step %c1 {
    scf.for %j = %c0 to %c40 step %c1 {
      %x = func.call @number(%i, %j) : (index, index) -> f32
      %y = arith.truncf %x : f32 to bf16
      memref.store %y, %a[%i, %j] : memref<13x40xbf16, #two>
      memref.store %x, %f[%i, %j] : memref<?x40xf32, #t>
    }
  }
  %b = memref.alloc() : memref<13xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<13xf32>)
  call @sum_static(%a, %b) : (memref<13x40xbf16, #two>, memref<13xf32>) -> ()
  %u = memref.cast %b : memref<13xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %g = memref.alloc(%c13) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%g : memref<?xf32>)
  call @sum_across(%f, %g) : (memref<?x40xf32, #t>, memref<?xf32>) -> ()
  %v = memref.cast %g : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%v) : (memref<*xf32>) -> ()
  return
}

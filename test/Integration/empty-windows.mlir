// Do programs of windows and lookups end whose arrays have no elements at run time?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// It ends.
// CHECK: {{^1$}}

#r = #tiled_layout.layout<{2,1,0:T(8,128)}>
#f = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
func.func private @printI64(i64)
func.func private @printNewline()
func.func @pool(%a: memref<?x?x?xf32, #r>, %k: memref<3xf32>, %o: memref<?x?x?xf32, #r>) {
  linalg.pooling_ncw_max ins(%a, %k : memref<?x?x?xf32, #r>, memref<3xf32>)
    outs(%o : memref<?x?x?xf32, #r>)
  return
}
func.func @conv(%a: memref<?x?x?x?xf32, #f>, %k: memref<?x?x?x?xf32, #f>, %o: memref<?x?x?x?xf32, #f>) {
  linalg.conv_2d_nchw_fchw ins(%a, %k : memref<?x?x?x?xf32, #f>, memref<?x?x?x?xf32, #f>) outs(%o : memref<?x?x?x?xf32, #f>)
  return
}
func.func @gather(%ids: memref<?xi32>, %t: memref<300x?xf32>, %o: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : memref<?xi32>) outs(%o : memref<?x?xf32>) {
  ^bb0(%i: i32, %x: f32):
    %k = arith.index_cast %i : i32 to index
    %j = linalg.index 1 : index
    %v = memref.load %t[%k, %j] : memref<300x?xf32>
    linalg.yield %v : f32
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %k = memref.alloc() : memref<3xf32>
  scf.for %n = %c0 to %c3 step %c1 { scf.for %c = %c0 to %c3 step %c1 { scf.for %w = %c0 to %c3 step %c1 {
    %w2 = arith.addi %w, %c2 : index
    %a = memref.alloc(%n, %c, %w2) : memref<?x?x?xf32, #r>
    %o = memref.alloc(%n, %c, %w) : memref<?x?x?xf32, #r>
    func.call @pool(%a, %k, %o) : (memref<?x?x?xf32, #r>, memref<3xf32>, memref<?x?x?xf32, #r>) -> ()
    %b = memref.alloc(%n, %c, %w2, %w2) : memref<?x?x?x?xf32, #f>
    %f = memref.alloc(%c5, %c, %c3, %c3) : memref<?x?x?x?xf32, #f>
    %p = memref.alloc(%n, %c5, %w, %w) : memref<?x?x?x?xf32, #f>
    func.call @conv(%b, %f, %p) : (memref<?x?x?x?xf32, #f>, memref<?x?x?x?xf32, #f>, memref<?x?x?x?xf32, #f>) -> ()
    memref.dealloc %a : memref<?x?x?xf32, #r>
    memref.dealloc %o : memref<?x?x?xf32, #r>
    memref.dealloc %b : memref<?x?x?x?xf32, #f>
    memref.dealloc %f : memref<?x?x?x?xf32, #f>
    memref.dealloc %p : memref<?x?x?x?xf32, #f>
  } } }
  %i = memref.alloc(%c0) : memref<?xi32>
  %t = memref.alloc(%c5) : memref<300x?xf32>
  %q = memref.alloc(%c0, %c5) : memref<?x?xf32>
  func.call @gather(%i, %t, %q) : (memref<?xi32>, memref<300x?xf32>, memref<?x?xf32>) -> ()
  %one = arith.constant 1 : i64
  func.call @printI64(%one) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}

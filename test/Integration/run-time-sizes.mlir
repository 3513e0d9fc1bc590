// Is what programs of run-time extents write around the caches, or fetch ahead, right for sizes
// above and below the plan's, and for rows that begin anywhere in a line?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=host streaming-bytes=8192 l2-bytes=8192' \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// Sums of i + 2 * j + 1 over rows of twice as much: the first and the last row.
// Whole lines and tiles, 64x256.
// CHECK: [131072, 163328]
// Rows of 1000 bytes, 61x250.
// CHECK: [125000, 155000]
// A small one, 8x32.
// CHECK: [2048, 2496]

#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func private @double(%a: memref<?x?xf32>, %c: memref<?x?xf32>) attributes {no_inline} {
  linalg.add ins(%a, %a : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func private @tile(%a: memref<?x?xf32>, %c: memref<?x?xf32, #t>) attributes {no_inline} {
  linalg.copy ins(%a : memref<?x?xf32>) outs(%c : memref<?x?xf32, #t>)
  return
}
func.func private @sum(%a: memref<?x?xf32, #t>, %b: memref<?xf32>) attributes {no_inline} {
  linalg.reduce { arith.addf } ins(%a : memref<?x?xf32, #t>) outs(%b : memref<?xf32>) dimensions = [1]
  return
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @show(%m: index, %n: index) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc(%m, %n) {alignment = 64} : memref<?x?xf32>
  %b = memref.alloc(%m, %n) {alignment = 64} : memref<?x?xf32>
  %c = memref.alloc(%m, %n) {alignment = 64} : memref<?x?xf32, #t>
  %d = memref.alloc(%m) : memref<?xf32>
  scf.for %i = %c0 to %m step %c1 {
    memref.store %zero, %d[%i] : memref<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %i1 = arith.addi %i, %c1 : index
      %j1 = arith.addi %i1, %j : index
      %k = arith.addi %j1, %j : index
      %k32 = arith.index_cast %k : index to i32
      %x = arith.sitofp %k32 : i32 to f32
      memref.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  call @double(%a, %b) : (memref<?x?xf32>, memref<?x?xf32>) -> ()
  call @tile(%b, %c) : (memref<?x?xf32>, memref<?x?xf32, #t>) -> ()
  call @sum(%c, %d) : (memref<?x?xf32, #t>, memref<?xf32>) -> ()
  %last = arith.subi %m, %c1 : index
  %x = memref.load %d[%c0] : memref<?xf32>
  %y = memref.load %d[%last] : memref<?xf32>
  %two = memref.alloc() : memref<2xf32>
  memref.store %x, %two[%c0] : memref<2xf32>
  memref.store %y, %two[%c1] : memref<2xf32>
  %any = memref.cast %two : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  return
}
func.func @main() {
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c61 = arith.constant 61 : index
  %c64 = arith.constant 64 : index
  %c250 = arith.constant 250 : index
  %c256 = arith.constant 256 : index
  call @show(%c64, %c256) : (index, index) -> ()
  call @show(%c61, %c250) : (index, index) -> ()
  call @show(%c8, %c32) : (index, index) -> ()
  return
}

// Are streaming stores of structured operations right where lines do not have 64 bytes, and whole
// steps where other numbers of them are unrolled?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=host line-bytes=32 streaming-bytes=1024 unrolled-steps=1 page-bytes=512' \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=host line-bytes=128 streaming-bytes=1024 unrolled-steps=3 l2-bytes-per-cycle=1 l1-way-bytes=32768' \
// RUN:   | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=line-bytes=128,streaming-bytes=1024' \
// RUN:   --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=WIDE
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=line-bytes=32,streaming-bytes=1024' \
// RUN:   --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=NARROW

// i + 2 * j + 1: the last of the first row is 511, of the last one 574.
// CHECK: [511, 574]
// The sum of the rows' numbers from 1 to 64.
// CHECK: [2080, 2080]

// The address of what is written around the caches is a multiple of a line.
// WIDE-LABEL: func private @add
// WIDE: arith.remui %{{.+}}, %c128
// WIDE: nontemporal = true
// NARROW-LABEL: func private @add
// NARROW: arith.remui %{{.+}}, %c32
// NARROW: nontemporal = true
func.func private @add(%a: memref<64x256xf32>, %b: memref<64x256xf32>, %c: memref<64x256xf32>) attributes {no_inline} {
  linalg.add ins(%a, %b : memref<64x256xf32>, memref<64x256xf32>) outs(%c : memref<64x256xf32>)
  return
}
func.func private @product(%a: memref<64x64xf32>, %b: memref<64x256xf32>, %c: memref<64x256xf32>) attributes {no_inline} {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x256xf32>) outs(%c : memref<64x256xf32>)
  return
}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @ends(%c: memref<64x256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c255 = arith.constant 255 : index
  %two = memref.alloc() : memref<2xf32>
  %first = memref.load %c[%c0, %c255] : memref<64x256xf32>
  %last = memref.load %c[%c63, %c255] : memref<64x256xf32>
  memref.store %first, %two[%c0] : memref<2xf32>
  memref.store %last, %two[%c1] : memref<2xf32>
  %any = memref.cast %two : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  return
}
func.func @main() {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() {alignment = 128} : memref<64x256xf32>
  %b = memref.alloc() {alignment = 128} : memref<64x256xf32>
  %c = memref.alloc() {alignment = 128} : memref<64x256xf32>
  %d = memref.alloc() {alignment = 128} : memref<64x64xf32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 256 {
      %row = arith.index_cast %i : index to i32
      %column = arith.index_cast %j : index to i32
      %x = arith.sitofp %row : i32 to f32
      %y = arith.sitofp %column : i32 to f32
      %z = arith.addf %y, %y : f32
      %u = arith.addf %x, %one : f32
      affine.store %u, %a[%i, %j] : memref<64x256xf32>
      affine.store %z, %b[%i, %j] : memref<64x256xf32>
    }
  }
  call @add(%a, %b, %c) : (memref<64x256xf32>, memref<64x256xf32>, memref<64x256xf32>) -> ()
  call @ends(%c) : (memref<64x256xf32>) -> ()
  linalg.fill ins(%one : f32) outs(%d : memref<64x64xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<64x256xf32>)
  call @product(%d, %a, %c) : (memref<64x64xf32>, memref<64x256xf32>, memref<64x256xf32>) -> ()
  call @ends(%c) : (memref<64x256xf32>) -> ()
  return
}

// An index that is asserted to be a multiple and is none: with upstream's
// checks at run time the program stops, without them its result is undefined.
// The message is on standard output, which an aborted program does not flush.
//
// RUN: tiled-layout-opt %s --generate-runtime-verification -o %t
// RUN: FileCheck %s --check-prefix=ASSERT --input-file=%t
// RUN: tiled-layout-opt %t --tiled-layout-to-llvm-pipeline -o %t.llvm
// RUN: mlir-runner %t.llvm -e kept --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s --check-prefix=KEPT
// RUN: not --crash stdbuf -oL mlir-runner %t.llvm -e violated --entry-point-result=void --shared-libs=%runner_libs 2>&1 | FileCheck %s --check-prefix=VIOLATED

func.func private @printI64(i64)
func.func private @printNewline()

#t = #tiled_layout.layout<{0:T(8)}>
#v = #tiled_layout.layout<{0:T(8)}, strides = [8, 1]>

// ASSERT-LABEL: func.func @second(
// ASSERT: %[[REST:.+]] = arith.remsi %{{.+}}, %{{.+}} : index
// ASSERT: %[[IS:.+]] = arith.cmpi eq, %[[REST]]
// ASSERT: cf.assert %[[IS]], {{.*}}index is no multiple of 8
func.func @second(%i: index) attributes {no_inline} {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<64xi64, #t>
  affine.for %k = 0 to 64 {
    %x = arith.index_cast %k : index to i64
    affine.store %x, %m[%k] : memref<64xi64, #t>
  }
  %j = tiled_layout.assume_multiple %i, 8
  %tile = tiled_layout.subview %m[%j] [8] [1] : memref<64xi64, #t> to memref<8xi64, #v>
  %x = memref.load %tile[%c1] : memref<8xi64, #v>
  func.call @printI64(%x) : (i64) -> ()
  func.call @printNewline() : () -> ()
  memref.dealloc %m : memref<64xi64, #t>
  return
}

// KEPT: {{^}}17{{$}}
func.func @kept() {
  %c16 = arith.constant 16 : index
  call @second(%c16) : (index) -> ()
  return
}

// VIOLATED: index is no multiple of 8
func.func @violated() {
  %c12 = arith.constant 12 : index
  call @second(%c12) : (index) -> ()
  return
}

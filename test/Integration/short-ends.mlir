// The last block of a relayout, of one pair of rows, is shorter than the runs of the whole blocks:
// its vectors divide it.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=%baseline_cpu | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#pairs = #tiled_layout.layout<{1,0:T(2,1)}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @move(%a: memref<10x9xi8, #pairs>, %b: memref<10x9xi8>) attributes {no_inline} {
  tiled_layout.relayout ins(%a : memref<10x9xi8, #pairs>) outs(%b : memref<10x9xi8>)
  return
}
func.func @main() {
  %a = memref.alloc() : memref<10x9xi8, #pairs>
  %b = memref.alloc() : memref<10x9xi8>
  %wide = memref.alloc() : memref<10x9xi32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 9 {
      %n = affine.apply affine_map<(i, j) -> (10 * i + j)>(%i, %j)
      %x = arith.index_cast %n : index to i8
      affine.store %x, %a[%i, %j] : memref<10x9xi8, #pairs>
    }
  }
  call @move(%a, %b) : (memref<10x9xi8, #pairs>, memref<10x9xi8>) -> ()
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 9 {
      %x = affine.load %b[%i, %j] : memref<10x9xi8>
      %y = arith.extsi %x : i8 to i32
      affine.store %y, %wide[%i, %j] : memref<10x9xi32>
    }
  }
  // CHECK: [0,   1,   2,   3,   4,   5,   6,   7,   8],
  // CHECK: [70,   71,   72,   73,   74,   75,   76,   77,   78],
  // CHECK: [80,   81,   82,   83,   84,   85,   86,   87,   88],
  // CHECK: [90,   91,   92,   93,   94,   95,   96,   97,   98]
  %u = memref.cast %wide : memref<10x9xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}

// A constant whose data stands outside of the program's text is put in the order
// of its layout.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s --check-prefix=MOVED

// MOVED: memref.global "private" constant @weights : memref<2x2x2x2xi16> = dense_resource<weights
memref.global "private" constant @weights : memref<3x3xi16, #tiled_layout.layout<{1,0:T(2,2)}>> = dense_resource<weights>

func.func @main() {
  %m = memref.get_global @weights : memref<3x3xi16, #tiled_layout.layout<{1,0:T(2,2)}>>
  // CHECK: 1{{$}}
  // CHECK-NEXT: 2{{$}}
  // CHECK-NEXT: 3{{$}}
  // CHECK-NEXT: 4{{$}}
  // CHECK-NEXT: 5{{$}}
  // CHECK-NEXT: 6{{$}}
  // CHECK-NEXT: 7{{$}}
  // CHECK-NEXT: 8{{$}}
  // CHECK-NEXT: 9{{$}}
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %v = affine.load %m[%i, %j] : memref<3x3xi16, #tiled_layout.layout<{1,0:T(2,2)}>>
      vector.print %v : i16
    }
  }
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x02000000010002000300040005000600070008000900"
    }
  }
#-}
// The data as it lies in memory, with zeros in padding.
// MOVED: 0x020000000100020004000500030000000600000007000800000000000900000000000000"

// A constant whose data stands outside of the program's text is put in the order
// of its layout.
//
// RUN: tiled-layout-opt %s --tiled-layout-relayout-constants --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-relayout-constants --tiled-layout-bufferize --convert-tiled-layout-to-affine | FileCheck %s --check-prefix=MOVED

#t = #tiled_layout.layout<{0,1:T(2,1)}>
// MOVED: memref.global "private" constant @weights : memref<2x2x2x2xi16> = dense_resource<weights
memref.global "private" constant @weights : memref<3x3xi16, #tiled_layout.layout<{1,0:T(2,2)}>> = dense_resource<weights>

// A constant tensor in a layout, and one that is put in a layout: both are in
// order before the program runs.
// MOVED-LABEL: func.func @tensors
// MOVED-NOT: relayout
func.func @tensors() -> (tensor<2x2xf32, #t>, tensor<2x2xf32, #t>) {
  %c = arith.constant dense_resource<numbers> : tensor<2x2xf32, #t>
  %d = arith.constant dense_resource<numbers> : tensor<2x2xf32>
  %e = tiled_layout.empty() : tensor<2x2xf32, #t>
  %r = tiled_layout.relayout ins(%d : tensor<2x2xf32>) outs(%e : tensor<2x2xf32, #t>) -> tensor<2x2xf32, #t>
  return %c, %r : tensor<2x2xf32, #t>, tensor<2x2xf32, #t>
}

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
  // CHECK-NEXT: ( ( 1, 2 ), ( 3, 4 ) )
  // CHECK-NEXT: ( ( 1, 2 ), ( 3, 4 ) )
  %r:2 = call @tensors() : () -> (tensor<2x2xf32, #t>, tensor<2x2xf32, #t>)
  %z = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %p = vector.transfer_read %r#0[%z, %z], %f : tensor<2x2xf32, #t>, vector<2x2xf32>
  %q = vector.transfer_read %r#1[%z, %z], %f : tensor<2x2xf32, #t>, vector<2x2xf32>
  vector.print %p : vector<2x2xf32>
  vector.print %q : vector<2x2xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x02000000010002000300040005000600070008000900",
      numbers: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
// The data as it lies in memory, with zeros in padding.
// MOVED: 0x020000000100020004000500030000000600000007000800000000000900000000000000"

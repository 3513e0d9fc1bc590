// The example of the pass's description, to the letter.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s --match-full-lines --strict-whitespace

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @relayout(%a: memref<20x300xf32>, %b: memref<20x300xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<20x300xf32>)
                        outs(%b : memref<20x300xf32, #t>)
  return
}

//      CHECK:  func.func @relayout(%arg0: memref<20x300xf32>, %arg1: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
// CHECK-NEXT:    affine.for %arg2 = 0 to 20 {
// CHECK-NEXT:      affine.for %arg3 = 0 to 300 {
// CHECK-NEXT:        %0 = affine.load %arg0[%arg2, %arg3] : memref<20x300xf32>
// CHECK-NEXT:        affine.store %0, %arg1[%arg2, %arg3] : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }

// The example of the pass's description, to the letter.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s --match-full-lines --strict-whitespace

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @relayout(%a: memref<16x256xf32>, %b: memref<16x256xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<16x256xf32>)
                        outs(%b : memref<16x256xf32, #t>)
  return
}

//      CHECK:  func.func @relayout(%arg0: memref<16x256xf32>, %arg1: memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
// CHECK-NEXT:    affine.for %arg2 = 0 to 16 step 8 {
// CHECK-NEXT:      affine.for %arg3 = 0 to 256 step 128 {
// CHECK-NEXT:        affine.for %arg4 = 0 to 8 {
// CHECK-NEXT:          affine.for %arg5 = 0 to 128 {
// CHECK-NEXT:            %0 = affine.load %arg0[%arg2 + %arg4, %arg3 + %arg5] : memref<16x256xf32>
// CHECK-NEXT:            affine.store %0, %arg1[%arg2 + %arg4, %arg3 + %arg5] : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }

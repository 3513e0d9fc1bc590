// LLVM has no power of vectors of integers: the loop keeps its elements.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | FileCheck %s

// CHECK: llvm.intr.powi({{.+}}) : (f32, i32) -> f32
!A = memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @f(%a: !A {llvm.noalias}, %b: !A {llvm.noalias}, %n: i32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 256 {
      %x = affine.load %a[%i, %j] : !A
      %y = math.fpowi %x, %n : f32, i32
      affine.store %y, %b[%i, %j] : !A
    }
  }
  return
}

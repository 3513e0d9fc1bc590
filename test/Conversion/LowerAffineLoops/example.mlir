// Do loops keep what they say to LLVM?
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-affine-loops --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-affine-loops --convert-scf-to-cf --mlir-print-local-scope | FileCheck %s --check-prefix=CF

// CHECK-LABEL: func @annotated
// CHECK:       scf.for %[[I:.+]] = %c0 to %c64 step %c4 {
// CHECK:         memref.store %{{.+}}, %{{.+}}[%[[I]]]
// CHECK:       } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
// CF-LABEL:    func @annotated
// CF:          cf.br {{.*}} {loop_annotation
func.func @annotated(%m: memref<64xf32>, %v: f32) {
  affine.for %i = 0 to 64 step 4 {
    affine.store %v, %m[%i] : memref<64xf32>
  } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  return
}

// All else is what lower-affine makes of it.
// CHECK-LABEL: func @others
// CHECK-NOT: affine
// CHECK: scf.for
// CHECK: scf.yield %{{.+}} : f32
// CHECK: vector.load
func.func @others(%m: memref<64xf32>, %n: index) -> (f32, vector<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to %n iter_args(%a = %zero) -> f32 {
    %x = affine.load %m[%i mod 8] : memref<64xf32>
    %b = arith.addf %a, %x : f32
    affine.yield %b : f32
  }
  %v = affine.vector_load %m[symbol(%n) + 1] : memref<64xf32>, vector<4xf32>
  return %s, %v : f32, vector<4xf32>
}

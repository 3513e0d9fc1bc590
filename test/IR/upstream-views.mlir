// Upstream's --normalize-memrefs leaves a view alone: the symbols of its map,
// for where it begins, say that it is no array of its own.
//
// RUN: tiled-layout-opt %s --normalize-memrefs | FileCheck %s

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>

// CHECK-LABEL: func @view(
// CHECK-SAME: memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>
func.func @view(%m: memref<8x128xf32, #v>, %i: index) -> f32 {
  // CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x128xf32, #tiled_layout.layout
  %v = memref.load %m[%i, %i] : memref<8x128xf32, #v>
  return %v : f32
}

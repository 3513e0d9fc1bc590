// Relayouts whose axes do not chain move vectors of the elements that lie side by side on both
// sides, of all rows of a word that is written.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-lower-relayouts | FileCheck %s

#f32 = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#f32_flat = #tiled_layout.layout<{3,2,1,0:T(8,*,*,128)}, bounds = [16, 7, 7, 64]>
#bf16 = #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>
#bf16_any = #tiled_layout.layout<{3,2,1,0:T(8,*,*,128)(2,1)}, bounds = [?, 7, 7, 64]>
#bf16_flat = #tiled_layout.layout<{3,2,1,0:T(8,*,*,128)(2,1)}, bounds = [15, 7, 7, 64]>

// CHECK-LABEL: func @elements
// CHECK: affine.for %[[C:.+]] = 0 to 64 step 8
// CHECK: %[[V:.+]] = vector.transfer_read %arg0[%{{.+}}, %{{.+}}, %{{.+}}, %[[C]]]
// CHECK-SAME: vector<8xf32>
// CHECK: vector.transfer_write %[[V]], %arg1
func.func @elements(%a: memref<16x7x7x64xf32, #f32>, %b: memref<16x7x7x64xf32, #f32_flat>) {
  tiled_layout.relayout ins(%a : memref<16x7x7x64xf32, #f32>) outs(%b : memref<16x7x7x64xf32, #f32_flat>)
  return
}

// The last image has half a word.
// CHECK-LABEL: func @words
// CHECK: affine.for %{{.+}} = 0 to 14 step 2
// CHECK-COUNT-2: vector.transfer_read {{.*}} vector<16xbf16>
// CHECK: vector.transfer_write {{.*}} : vector<16x2xbf16>
// CHECK: vector.transfer_read {{.*}} vector<16xbf16>
// CHECK: vector.transfer_write {{.*}} : vector<16x1xbf16>
func.func @words(%a: memref<15x7x7x64xbf16, #bf16>, %b: memref<15x7x7x64xbf16, #bf16_flat>) {
  tiled_layout.relayout ins(%a : memref<15x7x7x64xbf16, #bf16>) outs(%b : memref<15x7x7x64xbf16, #bf16_flat>)
  return
}

// Images that are known at run time only have a loop over whole words, and one over the rest.
// CHECK-LABEL: func @any_images
// CHECK: affine.for %{{.+}} = 0 to #{{.+}}[%[[N:.+]]] step 2
// CHECK-COUNT-2: vector.transfer_read {{.*}} vector<16xbf16>
// CHECK: vector.transfer_write {{.*}} : vector<16x2xbf16>
// CHECK: affine.for %{{.+}} = #{{.+}}[%[[M:.+]]] to %[[M]] {
// CHECK: vector.transfer_write {{.*}} : vector<16x1xbf16>
func.func @any_images(%a: memref<?x7x7x64xbf16, #bf16>, %b: memref<?x7x7x64xbf16, #bf16_any>) {
  tiled_layout.relayout ins(%a : memref<?x7x7x64xbf16, #bf16>) outs(%b : memref<?x7x7x64xbf16, #bf16_any>)
  return
}

// Elements of 48 bits have 64 in memory, and vectors of them do not.
// CHECK-LABEL: func @wide
// CHECK-NOT: vector.transfer_read
func.func @wide(%a: memref<33x128xi48, strided<[133, 1]>>, %b: memref<33x128xi48, #tiled_layout.layout<{1,0:T(3,64)}>>) {
  tiled_layout.relayout ins(%a : memref<33x128xi48, strided<[133, 1]>>) outs(%b : memref<33x128xi48, #tiled_layout.layout<{1,0:T(3,64)}>>)
  return
}

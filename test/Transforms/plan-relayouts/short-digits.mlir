// RUN: tiled-layout-opt %s --tiled-layout-plan-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-relayouts --tiled-layout-lower-relayouts=report-plans -o /dev/null 2>&1 | FileCheck %s --check-prefix=VECTORS

// Extents that are short and no powers of two are moved by vectors.

// VECTORS-COUNT-4: relaid by vectors
// VECTORS-NOT: relaid by lanes

// Registers are gathered from as many as there are channels.
// CHECK-LABEL: func @channels_last
// CHECK: block = [5 of d1, 32 of (d2,d3)]
func.func @channels_last(%a: memref<2x5x64x64xbf16, #tiled_layout.layout<{1,3,2,0}>>, %b: memref<2x5x64x64xbf16>) {
  tiled_layout.relayout ins(%a : memref<2x5x64x64xbf16, #tiled_layout.layout<{1,3,2,0}>>) outs(%b : memref<2x5x64x64xbf16>)
  return
}

// More would be too many shuffles: of 40 channels, a block has what a power of two divides.
// CHECK-LABEL: func @words_of_columns
// CHECK: loops = [{{.*}}5 of d1/8{{.*}}], block = [2 of d1/4, 16 of d0, 4 of d1]
func.func @words_of_columns(%a: memref<1408x40xi8>, %b: memref<1408x40xi8, #tiled_layout.layout<{0,1:T(8,128)(4,1)}>>) {
  tiled_layout.relayout ins(%a : memref<1408x40xi8>) outs(%b : memref<1408x40xi8, #tiled_layout.layout<{0,1:T(8,128)(4,1)}>>)
  return
}

// CHECK-LABEL: func @large
func.func @large(%a: memref<4x6x970x970xi8>, %b: memref<4x6x970x970xi8, #tiled_layout.layout<{1,3,2,0}>>) {
  tiled_layout.relayout ins(%a : memref<4x6x970x970xi8>) outs(%b : memref<4x6x970x970xi8, #tiled_layout.layout<{1,3,2,0}>>)
  return
}

// CHECK-LABEL: func @twelve_rows
func.func @twelve_rows(%a: memref<144x120xi8>, %b: memref<144x120xi8, #tiled_layout.layout<{0,1:T(12,1)}>>) {
  tiled_layout.relayout ins(%a : memref<144x120xi8>) outs(%b : memref<144x120xi8, #tiled_layout.layout<{0,1:T(12,1)}>>)
  return
}

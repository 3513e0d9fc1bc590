// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts=report-plans -o /dev/null 2>&1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts -o /dev/null 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty

// SILENT-NOT: remark

#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bits = #tiled_layout.layout<{1,0:T(32,128)(32,1)E(1)}>
#six = #tiled_layout.layout<{1,0:T(2,6)}>
#four = #tiled_layout.layout<{1,0:T(2,4)}>

// CHECK: remark: relaid by vectors
// CHECK: permutation: interleave 2 runs of 32
// CHECK: stores: plain
func.func @vectors(%a: memref<16x256xbf16>, %b: memref<16x256xbf16, #packed>) {
  tiled_layout.relayout ins(%a : memref<16x256xbf16>)
                        outs(%b : memref<16x256xbf16, #packed>)
  return
}

// CHECK: remark: relaid by lanes; `?` is known at run time only
// CHECK: permutation: interleave 32 runs of 64
// CHECK: elements: from 8 to 1 bits
func.func @lanes(%a: memref<?x256xi1>, %b: memref<?x256xi1, #bits>) {
  tiled_layout.relayout ins(%a : memref<?x256xi1>)
                        outs(%b : memref<?x256xi1, #bits>)
  return
}

// CHECK: remark: relaid by lanes
// CHECK: 6 of d1/2, irregular
func.func @irregular(%a: memref<8x60xf32, #six>, %b: memref<8x60xf32, #four>) {
  tiled_layout.relayout ins(%a : memref<8x60xf32, #six>)
                        outs(%b : memref<8x60xf32, #four>)
  return
}

// Strides that are not known are no numbers. Loops over them are outside of all others, however far
// a known stride goes.
// CHECK: remark: relaid by lanes
// CHECK: a0: {{[0-9]+}} of d1{{.*}}, destination 16*?
// CHECK: destination 3000000
func.func @unknown(%a: memref<8x300xf32>, %b: memref<8x300xf32, strided<[3000000, ?], offset: ?>>) {
  tiled_layout.relayout ins(%a : memref<8x300xf32>)
                        outs(%b : memref<8x300xf32, strided<[3000000, ?], offset: ?>>)
  return
}

// CHECK: remark: relaid by element
func.func @scalar(%a: memref<f32>, %b: memref<f32, #tiled_layout.layout<{:T(8)}>>) {
  tiled_layout.relayout ins(%a : memref<f32>)
                        outs(%b : memref<f32, #tiled_layout.layout<{:T(8)}>>)
  return
}

// A transpose reads on where a short row of the source ends, before it goes to
// rows that are far away.
// CHECK: remark: relaid by vectors
// CHECK: a0: 195 of d0, source 4096
// CHECK-NEXT: a1: 64 of d3, source 64,
// CHECK-NEXT: a2: 4 of d2/16, source 16,
func.func @short_rows(
    %a: memref<195x64x64x64xi8, #tiled_layout.layout<{2,3,0,1}>>,
    %b: memref<195x64x64x64xi8, #tiled_layout.layout<{1,2,0,3:T(64,64)}>>) {
  tiled_layout.relayout
      ins(%a : memref<195x64x64x64xi8, #tiled_layout.layout<{2,3,0,1}>>)
      outs(%b : memref<195x64x64x64xi8, #tiled_layout.layout<{1,2,0,3:T(64,64)}>>)
  return
}

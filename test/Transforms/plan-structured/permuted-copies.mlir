// Which copies that permute dimensions become relayouts of views?
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --remark-format=emitRemark --remarks-filter=tiled-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)(4,1)}>
#heads = #tiled_layout.layout<{1,2,0:T(8,128)(2,1)}>
#floats = #tiled_layout.layout<{1,0:T(8,128)}>

// REMARK: plan=relayout
// CHECK-LABEL: func @bytes
// CHECK: %[[view:.*]] = tiled_layout.transpose %arg0 [1, 0]
// CHECK: tiled_layout.relayout ins(%[[view]] : memref<256x64xi8, #tiled_layout.layout<{0,1:T(8,128)(4,1)}>>)
// CHECK-SAME: outs(%arg1 : memref<256x64xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>)
func.func @bytes(%a: memref<64x256xi8, #bytes>, %b: memref<256x64xi8, #bytes>) {
  linalg.transpose ins(%a : memref<64x256xi8, #bytes>) outs(%b : memref<256x64xi8, #bytes>) permutation = [1, 0]
  return
}

// Rows that share words stay in one word.
// CHECK-LABEL: func @heads
// CHECK: %[[view:.*]] = tiled_layout.transpose %arg0 [1, 0, 2]
// CHECK: tiled_layout.relayout ins(%[[view]] : memref<32x64x128xbf16, #tiled_layout.layout<{0,2,1:T(8,128)(2,1)}>>)
func.func @heads(%a: memref<64x32x128xbf16, #heads>, %b: memref<32x64x128xbf16, #heads>) {
  linalg.transpose ins(%a : memref<64x32x128xbf16, #heads>) outs(%b : memref<32x64x128xbf16, #heads>) permutation = [1, 0, 2]
  return
}

// No dimension moves, but the layouts differ.
// CHECK-LABEL: func @mixed
// CHECK-NEXT: tiled_layout.relayout ins(%arg0 : {{.*}}) outs(%arg1
func.func @mixed(%a: memref<64x256xi8, #columns>, %b: memref<64x256xi8, #bytes>) {
  linalg.copy ins(%a : memref<64x256xi8, #columns>) outs(%b : memref<64x256xi8, #bytes>)
  return
}

// Of an array without a layout there is no such view, but of the other one.
// CHECK-LABEL: func @rows
// CHECK: %[[view:.*]] = tiled_layout.transpose %arg1 [0, 2, 1]
// CHECK: tiled_layout.relayout ins(%arg0 : memref<64x128x40xi8>) outs(%[[view]] : memref<64x128x40xi8
func.func @rows(%a: memref<64x128x40xi8>, %b: memref<64x40x128xi8, #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>>) {
  linalg.transpose ins(%a : memref<64x128x40xi8>) outs(%b : memref<64x40x128xi8, #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>>) permutation = [0, 2, 1]
  return
}

// Words are as well in registers; so are rows that stay together, and what is known at run time
// only; a body that computes is no copy.
// CHECK-LABEL: func @others
// CHECK-NOT: relayout
// CHECK-COUNT-4: structured_plan
func.func @others(%a: memref<64x256xf32, #floats>, %b: memref<256x64xf32, #floats>,
                  %c: memref<64x256xi8, #bytes>, %d: memref<64x256xi8, #bytes>,
                  %e: memref<?x?xi8, #bytes>, %f: memref<?x?xi8, #bytes>,
                  %g: memref<64x256xi8, #columns>) {
  linalg.transpose ins(%a : memref<64x256xf32, #floats>) outs(%b : memref<256x64xf32, #floats>) permutation = [1, 0]
  linalg.copy ins(%c : memref<64x256xi8, #bytes>) outs(%d : memref<64x256xi8, #bytes>)
  linalg.transpose ins(%e : memref<?x?xi8, #bytes>) outs(%f : memref<?x?xi8, #bytes>) permutation = [1, 0]
  linalg.add ins(%g, %c : memref<64x256xi8, #columns>, memref<64x256xi8, #bytes>) outs(%d : memref<64x256xi8, #bytes>)
  return
}

// Rows of squares lie in other tiles than the output's: structured operations are faster, unless words
// hold rows that belong to other squares.
// CHECK-LABEL: func @channels_first
// CHECK-NOT: relayout
// CHECK: structured_plan
// CHECK-LABEL: func @channels_last
// CHECK: tiled_layout.relayout
#images = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
func.func @channels_first(%a: memref<2x28x28x64xi8, #images>, %b: memref<2x64x28x28xi8, #images>) {
  linalg.transpose ins(%a : memref<2x28x28x64xi8, #images>) outs(%b : memref<2x64x28x28xi8, #images>) permutation = [0, 3, 1, 2]
  return
}
func.func @channels_last(%a: memref<2x64x28x28xi8, #images>, %b: memref<2x28x28x64xi8, #images>) {
  linalg.transpose ins(%a : memref<2x64x28x28xi8, #images>) outs(%b : memref<2x28x28x64xi8, #images>) permutation = [0, 2, 3, 1]
  return
}

// A dimension of extent 1 has no neighbours, near or far.
// CHECK-LABEL: func @single
// CHECK: return
#singles = #tiled_layout.layout<{3,1,2,0:T(2,8)}>
func.func @single(%a: memref<9x8x1x9xi8, #singles>, %b: memref<9x9x1x8xi8>) {
  linalg.transpose ins(%a : memref<9x8x1x9xi8, #singles>) outs(%b : memref<9x9x1x8xi8>) permutation = [3, 0, 2, 1]
  return
}

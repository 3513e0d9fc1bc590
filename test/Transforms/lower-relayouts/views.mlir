// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-lower-relayouts=report-plans=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=fields=masked-bits=0 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=PARTS

// A view is relaid as an array is: tiles are as far apart as its strides say,
// and positions count from its first element.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
// PLAN: relaid by vectors of a view
// PLAN: a0: 8 of d0/8, source 8192, destination 2048
// PLAN: block:
// PLAN-NEXT: a2: 256 of {{.*}}, source 1, destination 1
// CHECK-LABEL: func.func @whole_tiles
// CHECK: %[[FROM:.*]] = tiled_layout.to_physical %{{.*}} : memref<64x256xf32, {{.*}} to memref<?xf32, strided<[1], offset: ?>>
// CHECK: %[[WORDS:.*]] = builtin.unrealized_conversion_cast %[[FROM]]
// CHECK: vector.load %[[WORDS]]{{.*}} vector<16xi32>
// CHECK: vector.store
func.func @whole_tiles(%a: memref<64x256xf32, #v>, %b: memref<64x256xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<64x256xf32, #v>) outs(%b : memref<64x256xf32, #t>)
  return
}

// -----

// A row of a tiled matrix: runs of 128 elements, 1024 apart.

#row = #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>
// PLAN: a0: 8 of d0/128, source 128, destination 1024
// PLAN: a1: 128 of d0, source 1, destination 1
// CHECK-LABEL: func.func @row
// CHECK: vector.load
// CHECK: vector.store %{{.*}} : memref<?xi32, strided<[1], offset: ?>>, vector<16xi32>
func.func @row(%a: memref<1024xf32>, %b: memref<1024xf32, #row>) {
  memref.copy %a, %b : memref<1024xf32> to memref<1024xf32, #row>
  return
}

// -----

// A stride that the type does not know is the distance of the element whose
// coordinate is 1.

#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>
// PLAN: relaid by vectors of a view; `?` is known at run time only
// CHECK-LABEL: func.func @unknown_stride
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<?x?xbf16, #
// CHECK: %[[STRIDE:.*]] = tiled_layout.linearize %[[A]][%c8{{.*}}, %c0{{.*}}]
// CHECK: arith.muli %{{.*}}, %[[STRIDE]]
// CHECK: vector.load
func.func @unknown_stride(%a: memref<?x?xbf16, #v>, %b: memref<?x?xbf16>) {
  tiled_layout.relayout ins(%a : memref<?x?xbf16, #v>) outs(%b : memref<?x?xbf16>)
  return
}

// -----

// Elements in bytes have no flat array from the view's first element on.

#v = #tiled_layout.layout<{1,0:T(8,128)E(4)}, strides = [8192, 1024, 128, 1]>
// PLAN: relaid by element
// CHECK-LABEL: func.func @nibbles
// CHECK: affine.load
// CHECK: affine.store
func.func @nibbles(%a: memref<64x256xi4, #v>, %b: memref<64x256xi4>) {
  tiled_layout.relayout ins(%a : memref<64x256xi4, #v>) outs(%b : memref<64x256xi4>)
  return
}

// -----

// A part that is transposed goes by blocks in registers.

#v = #tiled_layout.layout<{0,1}, strides = [512, 1]>
#panel = #tiled_layout.layout<{0,1:T(256,4)(4,1)}>
// PLAN: relaid by vectors of a view
// PLAN: permutation: bits
// CHECK-LABEL: func.func @transposed
// CHECK: vector.load %{{.*}} vector<64xi8>
// CHECK: vector.store
// CHECK-NOT: affine.load
func.func @transposed(%a: memref<256x256xi8, #v>, %b: memref<256x256xi8, #panel>) {
  tiled_layout.relayout ins(%a : memref<256x256xi8, #v>) outs(%b : memref<256x256xi8, #panel>)
  return
}

// -----

// Behind an edge that cuts a block there may be nothing: masks leave it out of
// loads and of stores. Without masks, what the edge leaves is known vectors.

#v = #tiled_layout.layout<{0,1}, strides = [512, 1]>
#panel = #tiled_layout.layout<{0,1:T(256,4)(4,1)}>
// PLAN: relaid by vectors of a view
// PLAN: bound: {{.*}} < 255, cuts blocks
// CHECK-LABEL: func.func @cut
// CHECK: vector.load %{{.*}} vector<64xi8>
// CHECK: vector.maskedload %{{.*}} vector<64xi8>
// CHECK: vector.maskedstore %{{.*}} vector<64xi8>
// CHECK-NOT: affine.load
// PARTS-LABEL: func.func @cut
// PARTS-NOT: masked
// PARTS-NOT: affine.load
// PARTS: return
func.func @cut(%a: memref<255x256xi8, #v>, %b: memref<255x256xi8, #panel>) {
  tiled_layout.relayout ins(%a : memref<255x256xi8, #v>) outs(%b : memref<255x256xi8, #panel>)
  return
}

// -----

// An edge that is known at run time only is a bound of the masks.

#v = #tiled_layout.layout<{1,0:T(8,128)(4,1)}, strides = [?, 1024, 512, 4, 1, 1]>
#panel = #tiled_layout.layout<{0,1:T(512,8)(4,1)}, strides = [131072, 4096, 32, 4, 1, 1]>
// PLAN: relaid by vectors of a view; `?` is known at run time only
// CHECK-LABEL: func.func @run_time
// CHECK: memref.dim
// CHECK: affine.min
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
func.func @run_time(%a: memref<?x?xi8, #v>, %b: memref<?x?xi8, #panel>) {
  tiled_layout.relayout ins(%a : memref<?x?xi8, #v>) outs(%b : memref<?x?xi8, #panel>)
  return
}

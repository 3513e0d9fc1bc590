// Where neighbours do not follow one another, elementwise operations on arrays that lie alike go by positions.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v4 -o /dev/null

#bytes = #tiled_layout.layout<{0:T(512)(128)(4,1)}>
#few = #tiled_layout.layout<{1,0:T(3,5)}>
#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>

// Whole tiles, and the rest: nothing writes the padding of the last tile.
// CHECK-LABEL: func.func @add
// CHECK: %[[FLAT:.*]] = tiled_layout.to_physical %arg0 : {{.*}} to memref<1024xi8>
// CHECK: %[[WHOLE:.*]] = memref.subview %[[FLAT]][0] [512] [1]
// CHECK: linalg.generic {{.*}} ins(%[[WHOLE]], %{{.*}}, %arg3 : {{.*}} vector = d0 x 64
// The rest is one row of 88 elements.
// CHECK: %[[REST:.*]] = tiled_layout.subview %{{.*}}[4, 0] [1, 88] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[REST]], %{{.*}}, %arg3 :
func.func @add(%a: memref<600xi8, #bytes>, %b: memref<600xi8, #bytes>, %c: memref<600xi8, #bytes>, %s: i8) {
  linalg.generic {indexing_maps = [#i, #i, #none, #i], iterator_types = ["parallel"]}
    ins(%a, %b, %s : memref<600xi8, #bytes>, memref<600xi8, #bytes>, i8) outs(%c : memref<600xi8, #bytes>) {
  ^bb0(%x: i8, %y: i8, %z: i8, %o: i8):
    %t = arith.addi %x, %y : i8
    %u = arith.addi %t, %z : i8
    linalg.yield %u : i8
  }
  return
}

// CHECK-LABEL: func.func @exp
// CHECK: linalg.generic {{.*}} memref<900xf32>) outs({{.*}} : memref<900xf32>) attrs = {{.*}} vector = d0 x 16
func.func @exp(%a: memref<30x30xf32, #few>, %b: memref<30x30xf32, #few>) {
  linalg.exp ins(%a : memref<30x30xf32, #few>) outs(%b : memref<30x30xf32, #few>)
  return
}

// Columns end in padding, so that elements do not follow one another.
// CHECK-LABEL: func.func @padded
// CHECK-NOT: to_physical
func.func @padded(%a: memref<30x31xf32, #few>, %b: memref<30x31xf32, #few>) {
  linalg.exp ins(%a : memref<30x31xf32, #few>) outs(%b : memref<30x31xf32, #few>)
  return
}

// Without iterations there is nothing to do.
// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: return
func.func @nothing(%a: memref<0x?xi4, #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>>, %b: memref<0x?xi4>) {
  linalg.copy ins(%a : memref<0x?xi4, #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>>) outs(%b : memref<0x?xi4>)
  return
}

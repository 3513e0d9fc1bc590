// Do vectors along a reduction that ends within one need masks in memory? Not where memory has the
// whole tile: what is loaded of its padding takes no part. What is left of row-major rows is loaded
// from a buffer, if rows have several vectors. Parts of arrays whose rows share words have no plan.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-structured --tiled-layout-lower-structured | FileCheck %s --check-prefix=LOADS

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#small = #tiled_layout.layout<{1,0:T(2,128)(2,1)}>
#part = #tiled_layout.layout<{1,0:T(8,128)(2,1)}, strides = [8192, 1024, 256, 2, 1, 1]>

// CHECK-LABEL: func @whole
// CHECK: structured_plan<{{.*}}vector = d1 x 8, masked
// LOADS-LABEL: func @whole
// LOADS-NOT: vector.maskedload
// LOADS: arith.select
func.func @whole(%a: memref<509x1003xbf16, #t>, %s: memref<509xbf16>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<509x1003xbf16, #t>) outs(%s : memref<509xbf16>) dimensions = [1]
  return
}

// Also where columns lie at one stride across tiles.
// CHECK-LABEL: func @small_tiles
// CHECK: structured_plan<{{.*}}vector = d1 x 8, masked
// LOADS-LABEL: func @small_tiles
// LOADS-NOT: vector.maskedload
// LOADS: arith.select
func.func @small_tiles(%a: memref<?x?xbf16, #small>, %s: memref<?xbf16>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<?x?xbf16, #small>) outs(%s : memref<?xbf16>) dimensions = [1]
  return
}

// CHECK-LABEL: func @part
// CHECK-NOT: masked
func.func @part(%a: memref<509x1003xbf16, #part>, %s: memref<509xbf16>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<509x1003xbf16, #part>) outs(%s : memref<509xbf16>) dimensions = [1]
  return
}

// CHECK-LABEL: func @row_major
// CHECK: structured_plan<{{.*}}vector = d1 x 8, masked
// LOADS-LABEL: func @row_major
// LOADS: memref.alloca() : memref<8xbf16>
// LOADS: scf.for
// LOADS-NOT: memref.alloca
// LOADS: vector.load {{.*}} memref<8xbf16>, vector<8xbf16>
func.func @row_major(%a: memref<509x1003xbf16>, %s: memref<509xbf16>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<509x1003xbf16>) outs(%s : memref<509xbf16>) dimensions = [1]
  return
}

// CHECK-LABEL: func @few
// CHECK-NOT: masked
func.func @few(%a: memref<509x13xbf16>, %s: memref<509xbf16>) {
  linalg.reduce { arith.maximumf } ins(%a : memref<509x13xbf16>) outs(%s : memref<509xbf16>) dimensions = [1]
  return
}

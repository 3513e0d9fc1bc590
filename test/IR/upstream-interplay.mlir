// Where `--normalize-memrefs` is right, it and our expanded form agree: the
// affine map that the attribute gives to MLIR is the one that we lower by.
//
// RUN: tiled-layout-opt %s --normalize-memrefs --canonicalize --cse > %t.upstream
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse > %t.ours
// RUN: diff %t.upstream %t.ours
// RUN: FileCheck %s < %t.ours

#one = #tiled_layout.layout<{1,0:T(8,128)}>
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#order = #tiled_layout.layout<{0,1:T(2,2)}>

// CHECK-LABEL: func @one({{.*}}: memref<3x3x8x128xf32>
func.func @one(%m: memref<20x300xf32, #one>, %i: index, %j: index, %v: f32) -> f32 {
  memref.store %v, %m[%i, %j] : memref<20x300xf32, #one>
  %r = memref.load %m[%j, %i] : memref<20x300xf32, #one>
  return %r : f32
}

// CHECK-LABEL: func @two({{.*}}: memref<3x3x4x128x2x1xbf16>
func.func @two(%m: memref<20x300xbf16, #two>, %i: index, %j: index, %v: bf16) -> bf16 {
  memref.store %v, %m[%i, %j] : memref<20x300xbf16, #two>
  %r = memref.load %m[%j, %i] : memref<20x300xbf16, #two>
  return %r : bf16
}

// CHECK-LABEL: func @affine({{.*}}: memref<3x3x4x128x2x1xbf16>
func.func @affine(%m: memref<20x300xbf16, #two>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %v = affine.load %m[%i, %j] : memref<20x300xbf16, #two>
      affine.store %v, %m[%i, %j] : memref<20x300xbf16, #two>
    }
  }
  return
}

// CHECK-LABEL: func @alloc
func.func @alloc(%i: index) -> f32 {
  // CHECK: memref.alloc() : memref<3x2x2x2xf32>
  %m = memref.alloc() : memref<3x5xf32, #order>
  %v = memref.load %m[%i, %i] : memref<3x5xf32, #order>
  return %v : f32
}

// A transfer begins at the element and goes on in memory.
// CHECK-LABEL: func @dma({{.*}}: memref<3x3x8x128xf32>, {{.*}}: memref<2x2x2x2xi32>
func.func @dma(%m: memref<20x300xf32, #one>, %tags: memref<3x4xi32, #order>, %fast: memref<1024xf32, 1>) {
  %n = arith.constant 128 : index
  affine.for %i = 0 to 3 {
    affine.dma_start %m[%i * 8, 128], %fast[%i * 128], %tags[%i, 0], %n : memref<20x300xf32, #one>, memref<1024xf32, 1>, memref<3x4xi32, #order>
    affine.dma_wait %tags[%i, 0], %n : memref<3x4xi32, #order>
  }
  return
}

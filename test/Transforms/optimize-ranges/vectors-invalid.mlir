// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-convert-vectors-to-llvm --verify-diagnostics

func.func @masked(%m: memref<?xf32, #tiled_layout.layout<{0:T(256)}>>, %i: index, %k: vector<16xi1>, %p: f32) -> vector<16xf32> {
  // expected-error @+1 {{'vector.transfer_read' op accesses 'memref<?xf32, #tiled_layout.layout<{0:T(256)}>>'; lower its layout first, by convert-tiled-layout-to-affine}}
  %r = vector.mask %k { vector.transfer_read %m[%i], %p : memref<?xf32, #tiled_layout.layout<{0:T(256)}>>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %r : vector<16xf32>
}

// -----

func.func @words(%p: vector<3xi2>, %i: index, %m: memref<3x3xi2, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>) -> vector<3xi2> {
  %k = vector.constant_mask [3] : vector<3xi1>
  // expected-error @+1 {{lower its layout first, by convert-tiled-layout-to-affine}}
  %1 = vector.maskedload %m[%i, %i], %k, %p : memref<3x3xi2, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>, vector<3xi1>, vector<3xi2> into vector<3xi2>
  return %1 : vector<3xi2>
}

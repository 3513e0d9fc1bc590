// What a memref type cannot check is checked at the head of every pass.
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --convert-tiled-layout-to-affine
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --convert-linalg-pack-to-tiled-layout
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --convert-tiled-layout-to-linalg-pack
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --convert-xla-attributes-to-tiled-layout
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --tiled-layout-lower-relayouts

// expected-error @+1 {{says S(2), but the memref's memory space is 1 : i64}}
func.func @tl19_differ(%m: memref<3x5xf32, #tiled_layout.layout<{1,0:S(2)}>, 1>) {
  return
}

// -----

// expected-error @+1 {{says S(2), but the memref's memory space is "vmem"}}
func.func @tl19_not_an_integer(%m: memref<3x5xf32, #tiled_layout.layout<{1,0:S(2)}>, "vmem">) {
  return
}

// -----

// expected-error @+1 {{says S(2), but the memref has no memory space}}
func.func @tl19_absent(%m: memref<3x5xf32, #tiled_layout.layout<{1,0:S(2)}>>) {
  return
}

// -----

func.func @tl19_boundary(%m: memref<3x5xf32, #tiled_layout.layout<{1,0:S(2)}>, 2>, %o: memref<3x5xf32, #tiled_layout.layout<{1,0}>, 3>) {
  return
}

// -----

// expected-error @+1 {{has more than 2^63 - 1 bytes at 64 bits per element}}
func.func @tl15_memref(%m: memref<1xf64, #tiled_layout.layout<{0:T(1152921504606846976)}>>) {
  return
}

// Rules that a layout breaks on a type, TL11 to TL19; those that it breaks by
// itself are refused by the parser. See docs/Rules.md.
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{layout {0} has 1 dimension, but the array has 2}}
func.func private @tl11_memref(memref<3x5xf32, #tiled_layout.layout<{0}>>)

// -----

// expected-error @+1 {{layout {2,1,0} has 3 dimensions, but the array has 2}}
func.func private @tl11_tensor(tensor<3x5xf32, #tiled_layout.layout<{2,1,0}>>)

// -----

// expected-error @+1 {{split index 5 of dimension 1 must be less than the dimension's size 5}}
func.func private @tl13_split(tensor<3x5xf32, #tiled_layout.layout<{1,0:SC(1:2,5)}>>)

// -----

// expected-error @+1 {{array padded by {0:T(4611686018427387904)} has more than 2^63 - 1 elements}}
func.func private @tl14_overflow(memref<4611686018427387905xi8, #tiled_layout.layout<{0:T(4611686018427387904)}>>)

// -----

// A zero extent does not hide what the others overflow.
// expected-error @+1 {{array padded by {1,0:T(4611686018427387904,4)} has more than 2^63 - 1 elements}}
func.func private @tl14_zero_extent(tensor<0x5xi8, #tiled_layout.layout<{1,0:T(4611686018427387904,4)}>>)

// -----

// The largest that fits.
func.func private @tl14_boundary(memref<1xi8, #tiled_layout.layout<{0:T(9223372036854775807)}>>)

// -----

// expected-error @+1 {{array padded by {0:T(1152921504606846976)} has more than 2^63 - 1 bytes at 64 bits per element}}
func.func private @tl15_tensor(tensor<1xf64, #tiled_layout.layout<{0:T(1152921504606846976)}>>)

// -----

func.func private @tl15_boundary(tensor<1xf64, #tiled_layout.layout<{0:T(1152921504606846975)}>>)

// -----

// expected-error @+1 {{layout is exact, but tile size 2 of level 1 does not divide extent 3}}
func.func private @tl16_exact(memref<3x4xf32, #tiled_layout.layout<{1,0:T(2,2)}, exact>>)

// -----

func.func private @tl16_boundary(memref<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}, exact>>, memref<?x4xf32, #tiled_layout.layout<{1,0:T(2,2)}, exact>>)

// -----

// expected-error @+1 {{bounds [3, 5] are for memref types, not for tensors}}
func.func private @tl17_tensor(tensor<3x5xf32, #tiled_layout.layout<{1,0:T(*,2)}, bounds = [3, 5]>>)

// -----

// expected-error @+1 {{bounds [3, 6] differ from the memref's shape [3, 5]}}
func.func private @tl17_differ(memref<3x5xf32, #tiled_layout.layout<{1,0:T(*,2)}, bounds = [3, 6]>>)

// -----

// expected-error @+1 {{bounds [?, 5] differ from the memref's shape [3, 5]}}
func.func private @tl17_dynamic(memref<3x5xf32, #tiled_layout.layout<{1,0:T(*,2)}, bounds = [?, 5]>>)

// -----

// expected-error @+1 {{bounds [3] have 1 entry, but the layout has rank 2}}
func.func private @tl17_rank(memref<3x5xf32, #tiled_layout.layout<{1,0:T(*,2)}, bounds = [3]>>)

// -----

// expected-error @+1 {{layout {1,0:T(*,2)} of a memref needs bounds = [3, 5], because its map depends on them}}
func.func private @tl18_missing(memref<3x5xf32, #tiled_layout.layout<{1,0:T(*,2)}>>)

// -----

// expected-error @+1 {{of a memref needs dimension 1 to be static, because '*' depends on its extent}}
func.func private @tl18_combined(memref<3x?xf32, #tiled_layout.layout<{1,0:T(*,2)}, bounds = [3, ?]>>)

// -----

// expected-error @+1 {{of a memref needs the dimensions under 'full' and 'min' to be static, because the map depends on their extents}}
func.func private @tl18_full(memref<3x?xf32, #tiled_layout.layout<{1,0:T(1,full)}, bounds = [3, ?]>>)

// -----

func.func private @tl18_boundary(memref<?x5xf32, #tiled_layout.layout<{1,0:T(*,2)}, bounds = [?, 5]>>, memref<?x5xf32, #tiled_layout.layout<{1,0:T(1,min(4))}, bounds = [?, 5]>>)

// -----

// What the memref type cannot see is checked by the passes, at an operation.
func.func @tl19_is_for_passes(%m: memref<3x5xf32, #tiled_layout.layout<{1,0:S(2)}>, 1>) {
  return
}

// -----

// expected-error @+1 {{strides [1024, 128, 1] have 3 entries, but the layout has 4 physical dimensions}}
func.func private @tl20_rank(memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [1024, 128, 1]>>)

// -----

// expected-error @+1 {{strides [1] are for memref types, not for tensors}}
func.func private @tl20_tensor(tensor<8xf32, #tiled_layout.layout<{0}, strides = [1]>>)

// -----

func.func private @tl20_boundary(memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 0, 128, 1]>>)

// -----

// expected-error @+1 {{layout {0:L(16)} of a view has L, which is about the buffer that the view lies in}}
func.func private @tl21_tail(memref<8xf32, #tiled_layout.layout<{0:L(16)}, strides = [1]>>)

// -----

// expected-error @+1 {{of a view has SC, which}}
func.func private @tl21_split(memref<8xf32, #tiled_layout.layout<{0:SC(0:4)}, strides = [1]>>)

// -----

// expected-error @+1 {{of a view has M, which}}
func.func private @tl21_prefix(memref<8xf32, #tiled_layout.layout<{0:M(8)}, strides = [1]>>)

// -----

// expected-error @+1 {{of a view has exact, which}}
func.func private @tl21_exact(memref<8xf32, #tiled_layout.layout<{0:T(4)}, exact, strides = [4, 1]>>)

// -----

func.func private @tl21_boundary(memref<8xi4, #tiled_layout.layout<{0:T(4)E(4)S(2)}, strides = [4, 1]>, 2>)

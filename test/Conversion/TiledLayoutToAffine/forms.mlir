// Which memref stands for a tiled one?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | FileCheck %s --check-prefix=LINEAR

// CHECK: @repeated(memref<2x2x4x128x2x1xbf16>)
// LINEAR: @repeated(memref<4096xbf16>)
func.func private @repeated(memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>)

// CHECK: @transposed(memref<5x3xf32>)
// LINEAR: @transposed(memref<15xf32>)
func.func private @transposed(memref<3x5xf32, #tiled_layout.layout<{0,1}>>)

// CHECK: @combined(memref<2x7x4x37x2x3xf32>)
// LINEAR: @combined(memref<12432xf32>)
func.func private @combined(memref<2x7x8x11x10xf32, #tiled_layout.layout<{4,3,2,1,0:T(2,*,3)}, bounds = [2, 7, 8, 11, 10]>>)

// Tail padding has no place in the expanded form, unless there is none of it.
// CHECK: @tail(memref<32xf32>)
// LINEAR: @tail(memref<32xf32>)
func.func private @tail(memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)L(16)}>>)
// CHECK: @no_tail(memref<2x3x2x2xf32>)
// LINEAR: @no_tail(memref<24xf32>)
func.func private @no_tail(memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)L(8)}>>)
// CHECK: @maybe_tail(memref<?xf32>, index)
// LINEAR: @maybe_tail(memref<?xf32>, index)
func.func private @maybe_tail(memref<?x5xf32, #tiled_layout.layout<{1,0:T(2,2)L(8)}>>)

// Bytes in either form.
// CHECK: @bytes(memref<12xi8>)
// LINEAR: @bytes(memref<12xi8>)
func.func private @bytes(memref<3x5xi4, #tiled_layout.layout<{1,0:T(2,2)E(4)}>>)

// No elements.
// CHECK: @empty(memref<0x3x2x2xf32>)
// LINEAR: @empty(memref<0xf32>)
func.func private @empty(memref<0x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>)

// Others are left alone.
// CHECK: @untiled(memref<3x5xf32, strided<[8, 1]>>, memref<*xf32>)
// LINEAR: @untiled(memref<3x5xf32, strided<[8, 1]>>, memref<*xf32>)
func.func private @untiled(memref<3x5xf32, strided<[8, 1]>>, memref<*xf32>)

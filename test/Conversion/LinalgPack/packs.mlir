// Which layout a pack has, and what becomes of those who use it.
//
// RUN: tiled-layout-opt %s --convert-linalg-pack-to-tiled-layout | FileCheck %s
// RUN: tiled-layout-opt %s --convert-linalg-pack-to-tiled-layout --canonicalize | FileCheck %s --check-prefix=CANON

// An extent that is not known, and no padding value: a promise. The packed
// tensor lacks the axes of extent 1 that the tile leaves.
// CHECK-LABEL: func.func @promise(
// CHECK:         relayout {{.*}} -> tensor<2x?x7x7xf32, #tiled_layout.layout<{3,2,1,0:T(16,1,1)}, exact>>
// CHECK:         to_physical {{.*}} to tensor<2x?x7x7x16x1x1xf32>
// CHECK:         tensor.collapse_shape %{{.*}} {{\[}}[0], [1], [2], [3], [4, 5, 6]]
func.func @promise(%a: tensor<2x?x7x7xf32>, %b: tensor<2x?x7x7x16xf32>) -> tensor<2x?x7x7x16xf32> {
  %p = linalg.pack %a inner_dims_pos = [1] inner_tiles = [16] into %b
    : tensor<2x?x7x7xf32> -> tensor<2x?x7x7x16xf32>
  return %p : tensor<2x?x7x7x16xf32>
}

// CHECK-LABEL: func.func @permuted(
// CHECK:         relayout {{.*}} -> tensor<64x256xf32, #tiled_layout.layout<{0,1:T(16,8)(16,1)}>>
func.func @permuted(%a: tensor<64x256xf32>, %b: tensor<16x8x8x16xf32>) -> tensor<16x8x8x16xf32> {
  %p = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
    inner_tiles = [8, 16] into %b : tensor<64x256xf32> -> tensor<16x8x8x16xf32>
  return %p : tensor<16x8x8x16xf32>
}

// CHECK-LABEL: func.func @transposed(
// CHECK:         relayout {{.*}} -> tensor<20x300xf32, #tiled_layout.layout<{0,1}>>
func.func @transposed(%a: tensor<20x300xf32>, %b: tensor<300x20xf32>) -> tensor<300x20xf32> {
  %p = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = []
    inner_tiles = [] into %b : tensor<20x300xf32> -> tensor<300x20xf32>
  return %p : tensor<300x20xf32>
}

// A padding value that is not a constant is filled in.
// CHECK-LABEL: func.func @value(
// CHECK:         %[[R:.*]] = tiled_layout.relayout
// CHECK-NOT:     padding =
// CHECK:         tiled_layout.fill_padding ins(%{{.*}} : f32) outs(%[[R]]
func.func @value(%a: tensor<5xf32>, %b: tensor<2x4xf32>, %v: f32) -> tensor<2x4xf32> {
  %p = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0]
    inner_tiles = [4] into %b : tensor<5xf32> -> tensor<2x4xf32>
  return %p : tensor<2x4xf32>
}

// Poison is undefined padding, and no promise.
// CHECK-LABEL: func.func @poison(
// CHECK:         tiled_layout.relayout
// CHECK-NOT:     padding =
// CHECK-SAME:    -> tensor<?xf32, #tiled_layout.layout<{0:T(4)}>>
func.func @poison(%a: tensor<?xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %v = ub.poison : f32
  %p = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0]
    inner_tiles = [4] into %b : tensor<?xf32> -> tensor<?x4xf32>
  return %p : tensor<?x4xf32>
}

// A tile that is a constant value makes the type known.
// CHECK-LABEL: func.func @constant_tile(
// CHECK:         to_physical {{.*}} to tensor<2x4xf32>
// CHECK:         tensor.cast {{.*}} : tensor<2x4xf32> to tensor<2x?xf32>
func.func @constant_tile(%a: tensor<8xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %c4 = arith.constant 4 : index
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%c4] into %b
    : tensor<8xf32> -> tensor<2x?xf32>
  return %p : tensor<2x?xf32>
}

// Repeated tiles are one layout, both ways, and nothing is left of the steps.
// Folding finds that what is unpacked is what was packed.
// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-1: tiled_layout.relayout {{.*}} padding = 0.000000e+00 : f32 -> tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>
// CHECK:         from_physical {{.*}} to tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>
// CHECK-NEXT:    tiled_layout.relayout
// CHECK-NOT:     relayout
// CHECK:         return
// CANON-LABEL: func.func @chain(
// CANON-SAME:      %[[A:.*]]: tensor<20x300xf32>,
// CANON:         %[[P:.*]] = tensor.collapse_shape
// CANON:         return %[[P]], %[[A]]
func.func @chain(%a: tensor<20x300xf32>, %b: tensor<3x3x8x128xf32>,
                 %c: tensor<3x3x4x128x2xf32>, %d: tensor<20x300xf32>)
    -> (tensor<3x3x4x128x2xf32>, tensor<20x300xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0, 1]
    inner_tiles = [8, 128] into %b : tensor<20x300xf32> -> tensor<3x3x8x128xf32>
  %q = linalg.pack %p inner_dims_pos = [2] inner_tiles = [2] into %c
    : tensor<3x3x8x128xf32> -> tensor<3x3x4x128x2xf32>
  %r = linalg.unpack %q inner_dims_pos = [2] inner_tiles = [2] into %b
    : tensor<3x3x4x128x2xf32> -> tensor<3x3x8x128xf32>
  %u = linalg.unpack %r inner_dims_pos = [0, 1] inner_tiles = [8, 128] into %d
    : tensor<3x3x8x128xf32> -> tensor<20x300xf32>
  return %q, %u : tensor<3x3x4x128x2xf32>, tensor<20x300xf32>
}

// Two values of padding are two relayouts.
// CHECK-LABEL: func.func @two_paddings(
// CHECK:         tiled_layout.relayout {{.*}} padding = 0.000000e+00 : f32 -> tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>
// CHECK:         tiled_layout.relayout {{.*}} padding = 1.000000e+00 : f32 -> tensor<2x4xf32, #tiled_layout.layout<{1,0:T(3)}>>
func.func @two_paddings(%a: tensor<5xf32>, %b: tensor<2x4xf32>, %c: tensor<2x2x3xf32>) -> tensor<2x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0]
    inner_tiles = [4] into %b : tensor<5xf32> -> tensor<2x4xf32>
  %q = linalg.pack %p padding_value(%one : f32) inner_dims_pos = [1]
    inner_tiles = [3] into %c : tensor<2x4xf32> -> tensor<2x2x3xf32>
  return %q : tensor<2x2x3xf32>
}

// A permutation of what is not known keeps its own relayout.
// CHECK-LABEL: func.func @unknown_permutation(
// CHECK-COUNT-2: tiled_layout.relayout
func.func @unknown_permutation(%a: tensor<?x8xf32>, %b: tensor<?x8x4xf32>, %c: tensor<4x?x8xf32>) -> tensor<4x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0]
    inner_tiles = [4] into %b : tensor<?x8xf32> -> tensor<?x8x4xf32>
  %q = linalg.pack %p outer_dims_perm = [2, 0, 1] inner_dims_pos = []
    inner_tiles = [] into %c : tensor<?x8x4xf32> -> tensor<4x?x8xf32>
  return %q : tensor<4x?x8xf32>
}

// CHECK-LABEL: func.func @unpack(
// CHECK-SAME:      %[[A:.*]]: tensor<?x2x8x128xf32>, %[[D:.*]]: tensor<?x256xf32>)
// CHECK:         %[[N:.*]] = tensor.dim %[[D]]
// CHECK:         %[[T:.*]] = tiled_layout.from_physical %[[A]](%[[N]])
// CHECK:         tiled_layout.relayout ins(%[[T]] : {{.*}}) outs(%[[D]] : tensor<?x256xf32>)
func.func @unpack(%a: tensor<?x2x8x128xf32>, %d: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %u = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 128] into %d
    : tensor<?x2x8x128xf32> -> tensor<?x256xf32>
  return %u : tensor<?x256xf32>
}

// Tensors with layouts of ours are relaid to rows first, or from rows at last.
// CHECK-LABEL: func.func @tiled(
// CHECK:         %[[ROWS:.*]] = tensor.cast %{{.*}} : tensor<16x128xf32, #{{.*}}> to tensor<16x128xf32>
// CHECK:         tiled_layout.relayout ins(%[[ROWS]] :
// CHECK:         tiled_layout.from_physical
// CHECK:         %[[BACK:.*]] = tensor.cast %{{.*}} : tensor<16x128xf32> to tensor<16x128xf32, #{{.*}}>
// CHECK:         return %{{.*}}, %[[BACK]]
func.func @tiled(%a: tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %p: tensor<2x16x8x8xf32>)
    -> (tensor<2x16x8x8xf32>, tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  %e = tensor.empty() : tensor<2x16x8x8xf32>
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e
    : tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>> -> tensor<2x16x8x8xf32>
  %d = tensor.empty() : tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  %1 = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d
    : tensor<2x16x8x8xf32> -> tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %0, %1 : tensor<2x16x8x8xf32>, tensor<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
}

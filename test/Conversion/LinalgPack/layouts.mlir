// Which packs a layout is, and what becomes of those who pass it on.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-linalg-pack | FileCheck %s

#star = #tiled_layout.layout<{0,2,1:T(*,4)(3)}>
#rows = #tiled_layout.layout<{0,1:T(4,2)}>
#scalar = #tiled_layout.layout<{:T(128)}>
#exact = #tiled_layout.layout<{0:T(4)}, exact>

// CHECK-LABEL: func.func @star(
// CHECK-SAME:      -> (tensor<5x6x2x3xf32>, tensor<3x5x7xf32>)
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK:         linalg.pack %{{.*}} outer_dims_perm = [1, 2, 0] inner_dims_pos = [] inner_tiles = []
// CHECK:         tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<5x7x3xf32> into tensor<5x21xf32>
// CHECK:         linalg.pack %{{.*}} padding_value(%[[ZERO]] : f32) inner_dims_pos = [1] inner_tiles = [4]
// CHECK:         linalg.pack %{{.*}} padding_value(%[[ZERO]] : f32) inner_dims_pos = [2] inner_tiles = [3]
// CHECK:         linalg.unpack %{{.*}} inner_dims_pos = [2] inner_tiles = [3]
// CHECK:         linalg.unpack %{{.*}} inner_dims_pos = [1] inner_tiles = [4]
// CHECK:         tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [5, 7, 3]
// CHECK:         linalg.unpack %{{.*}} outer_dims_perm = [1, 2, 0] inner_dims_pos = [] inner_tiles = [] into %{{.*}} : tensor<5x7x3xf32> -> tensor<3x5x7xf32>
func.func @star(%a: tensor<3x5x7xf32>, %b: tensor<3x5x7xf32>) -> (tensor<3x5x7xf32, #star>, tensor<3x5x7xf32>) {
  %e = tiled_layout.empty() : tensor<3x5x7xf32, #star>
  %r = tiled_layout.relayout ins(%a : tensor<3x5x7xf32>)
    outs(%e : tensor<3x5x7xf32, #star>) padding = zero -> tensor<3x5x7xf32, #star>
  %q = tiled_layout.relayout ins(%r : tensor<3x5x7xf32, #star>)
    outs(%b : tensor<3x5x7xf32>) -> tensor<3x5x7xf32>
  return %r, %q : tensor<3x5x7xf32, #star>, tensor<3x5x7xf32>
}

// An extent that is not known travels beside the packed tensor.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:      -> (tensor<?xf32>, index)
// CHECK:         %[[POISON:.*]] = ub.poison : f32
// CHECK:         linalg.pack %{{.*}} padding_value(%[[POISON]] : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 2] into %{{.*}} : tensor<?x5xf32> -> tensor<2x?x4x2xf32>
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} -> (tensor<2x?x4x2xf32>, index)
// CHECK:           func.call @pass({{.*}}) : (tensor<2x?x4x2xf32>, index) -> (tensor<2x?x4x2xf32>, index)
// CHECK:         tensor.collapse_shape %[[R]]#0 {{\[}}[0, 1, 2, 3]]
// CHECK:         return %{{.*}}, %[[R]]#1
func.func @dynamic(%a: tensor<?x5xf32>, %n: index) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tiled_layout.empty(%n) : tensor<?x5xf32, #rows>
  %r = tiled_layout.relayout ins(%a : tensor<?x5xf32>)
    outs(%e : tensor<?x5xf32, #rows>) -> tensor<?x5xf32, #rows>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%t = %r) -> tensor<?x5xf32, #rows> {
    %c = func.call @pass(%t) : (tensor<?x5xf32, #rows>) -> tensor<?x5xf32, #rows>
    scf.yield %c : tensor<?x5xf32, #rows>
  }
  %f = tiled_layout.to_physical %l : tensor<?x5xf32, #rows> to tensor<?xf32>
  %dim = tensor.dim %l, %c0 : tensor<?x5xf32, #rows>
  return %f, %dim : tensor<?xf32>, index
}

// CHECK-LABEL: func.func private @pass(
// CHECK-SAME:      %[[A:.*]]: tensor<2x?x4x2xf32>, %[[N:.*]]: index)
// CHECK:         return %[[A]], %[[N]]
func.func private @pass(%a : tensor<?x5xf32, #rows>) -> tensor<?x5xf32, #rows> {
  return %a : tensor<?x5xf32, #rows>
}

// CHECK-LABEL: func.func @scalar(
// CHECK:         tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<i32> into tensor<1xi32>
// CHECK:         linalg.pack {{.*}} inner_dims_pos = [0] inner_tiles = [128]
// CHECK:         linalg.unpack {{.*}} inner_dims_pos = [0] inner_tiles = [128]
// CHECK:         tensor.collapse_shape %{{.*}} [] : tensor<1xi32> into tensor<i32>
func.func @scalar(%a : tensor<i32>, %b : tensor<i32>) -> (tensor<128xi32>, tensor<i32>) {
  %e = tiled_layout.empty() : tensor<i32, #scalar>
  %r = tiled_layout.relayout ins(%a : tensor<i32>)
    outs(%e : tensor<i32, #scalar>) padding = zero -> tensor<i32, #scalar>
  %f = tiled_layout.to_physical %r : tensor<i32, #scalar> to tensor<128xi32>
  %g = tiled_layout.from_physical %f : tensor<128xi32> to tensor<i32, #scalar>
  %q = tiled_layout.relayout ins(%g : tensor<i32, #scalar>)
    outs(%b : tensor<i32>) -> tensor<i32>
  return %f, %q : tensor<128xi32>, tensor<i32>
}

// A layout that is exact promises that tiles divide.
// CHECK-LABEL: func.func @exact(
// CHECK:         linalg.pack %{{.*}} inner_dims_pos = [0] inner_tiles = [4]
// CHECK-SAME:      tensor<?xf32> -> tensor<?x4xf32>
func.func @exact(%a: tensor<?xf32>, %n: index) -> tensor<?xf32, #exact> {
  %e = tiled_layout.empty(%n) : tensor<?xf32, #exact>
  %r = tiled_layout.relayout ins(%a : tensor<?xf32>)
    outs(%e : tensor<?xf32, #exact>) -> tensor<?xf32, #exact>
  return %r : tensor<?xf32, #exact>
}

// CHECK-LABEL: func.func @fill(
// CHECK-SAME:      %[[A:.*]]: tensor<2x4xf32>, %[[V:.*]]: f32)
// CHECK:         %[[U:.*]] = linalg.unpack %[[A]]
// CHECK:         linalg.pack %[[U]] padding_value(%[[V]] : f32)
func.func @fill(%a: tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>, %v: f32) -> tensor<5xf32, #tiled_layout.layout<{0:T(4)}>> {
  %r = tiled_layout.fill_padding ins(%v : f32) outs(%a : tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>) -> tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>
  return %r : tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>
}

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:      -> (tensor<?x4xf32>, index)
// CHECK:         %[[N:.*]] = arith.constant 5 : index
// CHECK:         %[[C:.*]] = tensor.cast %{{.*}} : tensor<2x4xf32> to tensor<?x4xf32>
// CHECK:         return %[[C]], %[[N]]
func.func @cast(%a: tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>) -> tensor<?xf32, #tiled_layout.layout<{0:T(4)}>> {
  %r = tensor.cast %a : tensor<5xf32, #tiled_layout.layout<{0:T(4)}>> to tensor<?xf32, #tiled_layout.layout<{0:T(4)}>>
  return %r : tensor<?xf32, #tiled_layout.layout<{0:T(4)}>>
}

// A cast between layouts moves data, as a relayout does.
// CHECK-LABEL: func.func @cast_to_rows(
// CHECK-SAME:      %[[A:.*]]: tensor<2x4xf32>) -> tensor<?xf32>
// CHECK:         %[[U:.*]] = linalg.unpack %[[A]]
// CHECK:         %[[C:.*]] = tensor.cast %[[U]] : tensor<5xf32> to tensor<?xf32>
// CHECK:         return %[[C]]
func.func @cast_to_rows(%a: tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>) -> tensor<?xf32> {
  %r = tensor.cast %a : tensor<5xf32, #tiled_layout.layout<{0:T(4)}>> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @cast_between(
// CHECK-SAME:      %[[A:.*]]: tensor<?x4xf32>, %[[N:.*]]: index) -> tensor<3x2xf32>
// CHECK:         %[[U:.*]] = linalg.unpack %[[A]] {{.*}} inner_tiles = [4]
// CHECK:         %[[C:.*]] = tensor.cast %[[U]] : tensor<?xf32> to tensor<5xf32>
// CHECK:         %[[P:.*]] = linalg.pack %[[C]] {{.*}} inner_tiles = [2]
// CHECK:         return %[[P]]
func.func @cast_between(%a: tensor<?xf32, #tiled_layout.layout<{0:T(4)}>>) -> tensor<5xf32, #tiled_layout.layout<{0:T(2)}>> {
  %r = tensor.cast %a : tensor<?xf32, #tiled_layout.layout<{0:T(4)}>> to tensor<5xf32, #tiled_layout.layout<{0:T(2)}>>
  return %r : tensor<5xf32, #tiled_layout.layout<{0:T(2)}>>
}

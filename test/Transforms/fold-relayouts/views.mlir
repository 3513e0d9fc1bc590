// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s

// Chains that only rename elements and move no data become views.

#rows = #tiled_layout.layout<{1,0:T(8,128)}>
// The same positions where no dimension is ragged.
#same = #tiled_layout.layout<{1,0:T(8,128)(1,128)}>
#columns = #tiled_layout.layout<{0,1}>
#tail = #tiled_layout.layout<{1,0:T(8,128)L(4096)}>

// CHECK-LABEL: @interchangeable
// CHECK-SAME: (%[[A:.*]]: tensor<16x256xf32,
// CHECK-NEXT: %[[P:.*]] = tiled_layout.to_physical %[[A]] : tensor<16x256xf32, {{.*}}> to tensor<4096xf32>
// CHECK-NEXT: %[[R:.*]] = tiled_layout.from_physical %[[P]] : tensor<4096xf32> to tensor<16x256xf32,
// CHECK-NEXT: return %[[R]]
func.func @interchangeable(%a: tensor<16x256xf32, #rows>) -> tensor<16x256xf32, #same> {
  %e = tiled_layout.empty() : tensor<16x256xf32, #same>
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #rows>) outs(%e : tensor<16x256xf32, #same>) -> tensor<16x256xf32, #same>
  return %0 : tensor<16x256xf32, #same>
}

// The same positions in a longer buffer.
// CHECK-LABEL: @other_size
// CHECK: tiled_layout.relayout
func.func @other_size(%a: tensor<8x128xf32, #rows>) -> tensor<8x128xf32, #tail> {
  %e = tiled_layout.empty() : tensor<8x128xf32, #tail>
  %0 = tiled_layout.relayout ins(%a : tensor<8x128xf32, #rows>) outs(%e : tensor<8x128xf32, #tail>) -> tensor<8x128xf32, #tail>
  return %0 : tensor<8x128xf32, #tail>
}

// What padding must hold, a view cannot say.
// CHECK-LABEL: @padding
// CHECK: tiled_layout.relayout
func.func @padding(%a: tensor<15x256xf32, #rows>) -> tensor<15x256xf32, #same> {
  %e = tiled_layout.empty() : tensor<15x256xf32, #same>
  %0 = tiled_layout.relayout ins(%a : tensor<15x256xf32, #rows>) outs(%e : tensor<15x256xf32, #same>) padding = zero -> tensor<15x256xf32, #same>
  return %0 : tensor<15x256xf32, #same>
}

// Unstick, split the heads, transpose them to the front, stick: each tile of
// 64 columns was a head already.
#stick = #tiled_layout.layout<{1,0:T(128,64)(32,64)}>
#heads = #tiled_layout.layout<{2,1,0:T(32,64)}>
// CHECK-LABEL: @heads
// CHECK-SAME: (%[[A:.*]]: tensor<128x768xf16,
// CHECK-NEXT: %[[P:.*]] = tiled_layout.to_physical %[[A]] : {{.*}} to tensor<98304xf16>
// CHECK-NEXT: %[[R:.*]] = tiled_layout.from_physical %[[P]] : tensor<98304xf16> to tensor<12x128x64xf16,
// CHECK-NEXT: return %[[R]]
func.func @heads(%a: tensor<128x768xf16, #stick>) -> tensor<12x128x64xf16, #heads> {
  %e0 = tensor.empty() : tensor<128x768xf16>
  %0 = tiled_layout.relayout ins(%a : tensor<128x768xf16, #stick>) outs(%e0 : tensor<128x768xf16>) -> tensor<128x768xf16>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf16> into tensor<128x12x64xf16>
  %e1 = tensor.empty() : tensor<12x128x64xf16>
  %2 = linalg.transpose ins(%1 : tensor<128x12x64xf16>) outs(%e1 : tensor<12x128x64xf16>) permutation = [1, 0, 2]
  %e2 = tiled_layout.empty() : tensor<12x128x64xf16, #heads>
  %3 = tiled_layout.relayout ins(%2 : tensor<12x128x64xf16>) outs(%e2 : tensor<12x128x64xf16, #heads>) -> tensor<12x128x64xf16, #heads>
  return %3 : tensor<12x128x64xf16, #heads>
}

// A generic operation that transposes is a transposition.
// CHECK-LABEL: @generic_transpose
// CHECK-NOT: linalg.generic
// CHECK: from_physical
func.func @generic_transpose(%a: tensor<24x10xf32>) -> tensor<10x24xf32, #columns> {
  %e = tensor.empty() : tensor<10x24xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<24x10xf32>) outs(%e : tensor<10x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
  } -> tensor<10x24xf32>
  %d = tiled_layout.empty() : tensor<10x24xf32, #columns>
  %1 = tiled_layout.relayout ins(%0 : tensor<10x24xf32>) outs(%d : tensor<10x24xf32, #columns>) -> tensor<10x24xf32, #columns>
  return %1 : tensor<10x24xf32, #columns>
}

// There and back again by two transpositions.
// CHECK-LABEL: @twice
// CHECK-SAME: (%[[A:.*]]: tensor<24x10xf32>)
// CHECK-NEXT: return %[[A]]
func.func @twice(%a: tensor<24x10xf32>) -> tensor<24x10xf32> {
  %e = tensor.empty() : tensor<10x24xf32>
  %0 = linalg.transpose ins(%a : tensor<24x10xf32>) outs(%e : tensor<10x24xf32>) permutation = [1, 0]
  %d = tensor.empty() : tensor<24x10xf32>
  %1 = linalg.transpose ins(%0 : tensor<10x24xf32>) outs(%d : tensor<24x10xf32>) permutation = [1, 0]
  return %1 : tensor<24x10xf32>
}

// A broadcast adds elements, unless of extent 1.
// CHECK-LABEL: @broadcast
// CHECK-SAME: (%[[A:.*]]: tensor<10xf32>)
// CHECK-DAG: linalg.broadcast ins(%[[A]] : tensor<10xf32>) outs(%{{.*}} : tensor<4x10xf32, {{.*}}>)
// CHECK-DAG: tensor.expand_shape %[[A]]
func.func @broadcast(%a: tensor<10xf32>) -> (tensor<4x10xf32, #rows>, tensor<1x10xf32>) {
  %e = tensor.empty() : tensor<4x10xf32>
  %0 = linalg.broadcast ins(%a : tensor<10xf32>) outs(%e : tensor<4x10xf32>) dimensions = [0]
  %d = tiled_layout.empty() : tensor<4x10xf32, #rows>
  %1 = tiled_layout.relayout ins(%0 : tensor<4x10xf32>) outs(%d : tensor<4x10xf32, #rows>) -> tensor<4x10xf32, #rows>
  %f = tensor.empty() : tensor<1x10xf32>
  %2 = linalg.broadcast ins(%a : tensor<10xf32>) outs(%f : tensor<1x10xf32>) dimensions = [0]
  %3 = linalg.copy ins(%2 : tensor<1x10xf32>) outs(%f : tensor<1x10xf32>) -> tensor<1x10xf32>
  return %1, %3 : tensor<4x10xf32, #rows>, tensor<1x10xf32>
}

// A relayout and a transposition are one relayout.
// CHECK-LABEL: @relayout_transposed
// CHECK-NOT: linalg.transpose
// CHECK: %[[V:.*]] = tiled_layout.from_physical {{.*}} to tensor<10x24xf32, #tiled_layout.layout<{0,1}>>
// CHECK: tiled_layout.relayout ins(%[[V]] : {{.*}}) outs(%{{.*}} : tensor<10x24xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK-NOT: linalg.transpose
func.func @relayout_transposed(%a: tensor<24x10xf32>) -> tensor<10x24xf32, #rows> {
  %e = tensor.empty() : tensor<10x24xf32>
  %0 = linalg.transpose ins(%a : tensor<24x10xf32>) outs(%e : tensor<10x24xf32>) permutation = [1, 0]
  %d = tiled_layout.empty() : tensor<10x24xf32, #rows>
  %1 = tiled_layout.relayout ins(%0 : tensor<10x24xf32>) outs(%d : tensor<10x24xf32, #rows>) -> tensor<10x24xf32, #rows>
  return %1 : tensor<10x24xf32, #rows>
}

// CHECK-LABEL: @transpose_relaid
// CHECK-NOT: linalg.transpose
// CHECK: %[[V:.*]] = tiled_layout.from_physical {{.*}} to tensor<10x24xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
// CHECK: tiled_layout.relayout ins(%[[V]] : {{.*}}) outs(%{{.*}} : tensor<10x24xf32>)
func.func @transpose_relaid(%a: tensor<24x10xf32, #rows>) -> tensor<10x24xf32> {
  %e = tensor.empty() : tensor<24x10xf32>
  %0 = tiled_layout.relayout ins(%a : tensor<24x10xf32, #rows>) outs(%e : tensor<24x10xf32>) -> tensor<24x10xf32>
  %d = tensor.empty() : tensor<10x24xf32>
  %1 = linalg.transpose ins(%0 : tensor<24x10xf32>) outs(%d : tensor<10x24xf32>) permutation = [1, 0]
  return %1 : tensor<10x24xf32>
}

// So are a relayout, a reshape and a transposition, and whatever is between.
// CHECK-LABEL: @relayout_of_view
// CHECK-SAME: (%[[A:.*]]: tensor<64x256xf32
// CHECK: %[[P:.*]] = tiled_layout.to_physical %[[A]]
// CHECK: %[[V:.*]] = tiled_layout.from_physical %[[P]] : {{.*}} to tensor<2x64x128xf32, #tiled_layout.layout<{2,0,1:T(8,1,128)}>>
// CHECK: %[[R:.*]] = tiled_layout.relayout ins(%[[V]] : {{.*}}) outs(%{{.*}} : tensor<2x64x128xf32, #tiled_layout.layout<{1,2,0:T(8,128)}>>)
// CHECK-NEXT: return %[[R]]
#turned = #tiled_layout.layout<{1,2,0:T(8,128)}>
func.func @relayout_of_view(%a: tensor<64x256xf32, #rows>) -> tensor<2x64x128xf32, #turned> {
  %e0 = tensor.empty() : tensor<64x256xf32>
  %0 = tiled_layout.relayout ins(%a : tensor<64x256xf32, #rows>) outs(%e0 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [64, 2, 128] : tensor<64x256xf32> into tensor<64x2x128xf32>
  %e1 = tensor.empty() : tensor<2x64x128xf32>
  %2 = linalg.transpose ins(%1 : tensor<64x2x128xf32>) outs(%e1 : tensor<2x64x128xf32>) permutation = [1, 0, 2]
  %e2 = tiled_layout.empty() : tensor<2x64x128xf32, #turned>
  %3 = tiled_layout.relayout ins(%2 : tensor<2x64x128xf32>) outs(%e2 : tensor<2x64x128xf32, #turned>) -> tensor<2x64x128xf32, #turned>
  return %3 : tensor<2x64x128xf32, #turned>
}

// Another memory space is another place.
#there = #tiled_layout.layout<{1,0:T(8,128)S(1)}>
// CHECK-LABEL: @memory_space
// CHECK: tiled_layout.relayout
func.func @memory_space(%a: tensor<16x256xf32, #rows>) -> tensor<16x256xf32, #there> {
  %e = tiled_layout.empty() : tensor<16x256xf32, #there>
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #rows>) outs(%e : tensor<16x256xf32, #there>) -> tensor<16x256xf32, #there>
  return %0 : tensor<16x256xf32, #there>
}

// A transposition that changes nothing but the layout is a relayout. (It would
// fold to its input, whatever the layouts are.)
// CHECK-LABEL: @identity_transpose
// CHECK: tiled_layout.relayout
func.func @identity_transpose(%a: tensor<10x24xf32>) -> tensor<10x24xf32, #rows> {
  %e = tiled_layout.empty() : tensor<10x24xf32, #rows>
  %0 = linalg.transpose ins(%a : tensor<10x24xf32>) outs(%e : tensor<10x24xf32, #rows>) permutation = [0, 1]
  return %0 : tensor<10x24xf32, #rows>
}

// Without elements or dimensions.
#empty = #tiled_layout.layout<{0,1:T(4)}>
#scalar = #tiled_layout.layout<{:T(1)}>
// CHECK-LABEL: @corners
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @corners(%a: tensor<0x5xf32>, %b: tensor<f32>) -> (tensor<5x0xf32, #empty>, tensor<1x1xf32>, tensor<f32, #scalar>) {
  %e = tiled_layout.empty() : tensor<5x0xf32, #empty>
  %0 = linalg.transpose ins(%a : tensor<0x5xf32>) outs(%e : tensor<5x0xf32, #empty>) permutation = [1, 0]
  %f = tiled_layout.empty() : tensor<f32, #scalar>
  %1 = tiled_layout.relayout ins(%b : tensor<f32>) outs(%f : tensor<f32, #scalar>) -> tensor<f32, #scalar>
  %d = tensor.empty() : tensor<f32>
  %2 = tiled_layout.relayout ins(%1 : tensor<f32, #scalar>) outs(%d : tensor<f32>) -> tensor<f32>
  %3 = tensor.expand_shape %2 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %0, %3, %1 : tensor<5x0xf32, #empty>, tensor<1x1xf32>, tensor<f32, #scalar>
}

// A way back through a view that the program itself has.
// CHECK-LABEL: @through_a_view
// CHECK-SAME: (%[[A:[^:]*]]:
// CHECK-NEXT: return %[[A]]
func.func @through_a_view(%a: tensor<8x128xf32, #columns>, %b: tensor<8x128xf32>, %c: tensor<8x128xf32, #columns>) -> tensor<8x128xf32, #columns> {
  %0 = tiled_layout.relayout ins(%a : tensor<8x128xf32, #columns>) outs(%b : tensor<8x128xf32>) -> tensor<8x128xf32>
  %1 = tiled_layout.to_physical %0 : tensor<8x128xf32> to tensor<1024xf32>
  %2 = tiled_layout.from_physical %1 : tensor<1024xf32> to tensor<8x128xf32, #rows>
  %3 = tiled_layout.relayout ins(%2 : tensor<8x128xf32, #rows>) outs(%c : tensor<8x128xf32, #columns>) -> tensor<8x128xf32, #columns>
  return %3 : tensor<8x128xf32, #columns>
}

// Do arguments and results without a layout get the one that XLA's rules choose, and does what is stated already stay?
//
// RUN: tiled-layout-opt %s --tiled-layout-choose-layouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-choose-layouts=least-rank=1 | FileCheck %s --check-prefix=VECTORS
// RUN: tiled-layout-opt %s --tiled-layout-choose-layouts=least-rank=0 | FileCheck %s --check-prefix=ALL
// RUN: tiled-layout-opt %s --tiled-layout-choose-layouts --convert-xla-attributes-to-tiled-layout --tiled-layout-fold-relayouts | FileCheck %s --check-prefix=TYPES
// RUN: not tiled-layout-opt %s --tiled-layout-choose-layouts=least-rank=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: least-rank is -1, but must be at least 0

// The pass's own example.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: tensor<64x256xbf16> {mhlo.layout_mode = "{1,0:T(8,128)(2,1)}"}
// CHECK-SAME: %{{.*}}: tensor<256xf32>)
// CHECK-SAME: -> (tensor<?x256xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"})
// VECTORS-LABEL: func.func @f(
// VECTORS-SAME: tensor<256xf32> {mhlo.layout_mode = "{0:T(256)}"}
func.func @f(%x: tensor<64x256xbf16>, %b: tensor<256xf32>) -> tensor<?x256xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<64x256xbf16>
  %e = tensor.empty(%m) : tensor<?x256xf32>
  %w = tensor.cast %x : tensor<64x256xbf16> to tensor<?x256xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%w, %b : tensor<?x256xbf16>, tensor<256xf32>) outs(%e : tensor<?x256xf32>) {
  ^bb0(%a: bf16, %y: f32, %o: f32):
    %s = arith.extf %a : bf16 to f32
    %t = arith.addf %s, %y : f32
    linalg.yield %t : f32
  } -> tensor<?x256xf32>
  return %r : tensor<?x256xf32>
}

// What a person has stated stays, and so do types with layouts, what is no array of numbers, and functions from elsewhere.
// CHECK-LABEL: func.func @stated(
// CHECK-SAME: {mhlo.layout_mode = "default"}
// CHECK-SAME: tensor<8x8xi8> {mhlo.layout_mode = "{0,1}"}
// CHECK-SAME: tensor<3x300xi1> {mhlo.layout_mode = "{1,0:T(4,128)(4,1)}"}
// CHECK-SAME: tensor<4x4xf32, #{{[^{]*}}{1,0:T(2,2)}>>, %{{.*}}: tensor<*xf32>, %{{.*}}: memref<8x8xf32>)
func.func @stated(%a: tensor<8x8xi8> {mhlo.layout_mode = "default"}, %b: tensor<8x8xi8> {mhlo.layout_mode = "{0,1}"},
                  %c: tensor<3x300xi1> {mhlo.layout_mode = "auto"}, %d: tensor<4x4xf32, #tiled_layout.layout<{1,0:T(2,2)}>>,
                  %e: tensor<*xf32>, %m: memref<8x8xf32>) {
  return
}
// CHECK-LABEL: func.func private @elsewhere(tensor<8x8xf32>)
func.func private @elsewhere(%a: tensor<8x8xf32>)

// A product and what becomes of it have layouts, and nothing is relaid, where the function is called in rows.
// TYPES-LABEL: func.func @layer(
// TYPES-SAME: -> tensor<20x200xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// TYPES-NOT: tiled_layout.relayout
// TYPES: return
// TYPES-LABEL: func.func @main(
// TYPES-COUNT-2: relayout ins
// TYPES: call @layer
func.func @layer(%x: tensor<20x300xf32>, %w: tensor<300x200xf32>) -> tensor<20x200xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x200xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<20x200xf32>) -> tensor<20x200xf32>
  %p = linalg.matmul ins(%x, %w : tensor<20x300xf32>, tensor<300x200xf32>) outs(%f : tensor<20x200xf32>) -> tensor<20x200xf32>
  %r = math.tanh %p : tensor<20x200xf32>
  return %r : tensor<20x200xf32>
}
func.func @main(%x: tensor<20x300xf32> {mhlo.layout_mode = "default"}, %w: tensor<300x200xf32> {mhlo.layout_mode = "default"}) -> tensor<20x200xf32> {
  %r = func.call @layer(%x, %w) : (tensor<20x300xf32>, tensor<300x200xf32>) -> tensor<20x200xf32>
  return %r : tensor<20x200xf32>
}

// Of a function that something else refers to than a call, the type stays.
// CHECK-LABEL: func.func @referred(
// CHECK-SAME: tensor<20x20xf32>) -> tensor<20x20xf32>
func.func @referred(%x: tensor<20x20xf32>) -> tensor<20x20xf32> {
  return %x : tensor<20x20xf32>
}
func.func @refers() -> ((tensor<20x20xf32>) -> tensor<20x20xf32>) {
  %f = func.constant @referred : (tensor<20x20xf32>) -> tensor<20x20xf32>
  return %f : (tensor<20x20xf32>) -> tensor<20x20xf32>
}

// Arrays without dimensions, without elements, and of elements that are no whole bytes.
// ALL-LABEL: func.func @odd(
// ALL-SAME: tensor<f32> {mhlo.layout_mode = "{:T(128)}"}
// ALL-SAME: tensor<0x4xf32> {mhlo.layout_mode = "{1,0:T(2,128)}"}
// ALL-SAME: tensor<20x60xi4> {mhlo.layout_mode = "{1,0:T(8,128)(8,1)E(4)}"}
func.func @odd(%a: tensor<f32>, %b: tensor<0x4xf32>, %c: tensor<20x60xi4>) {
  return
}

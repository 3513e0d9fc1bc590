// Passes that lose layouts, between the two that keep them.
//
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,linalg-fuse-elementwise-ops,tiled-layout-restore-layouts)' | FileCheck %s --check-prefixes=CHECK,FUSE
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,func.func(convert-elementwise-to-linalg),tiled-layout-restore-layouts)' | FileCheck %s
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,canonicalize,tiled-layout-restore-layouts)' | FileCheck %s --check-prefixes=CHECK,CANON
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-set-aside-layouts,canonicalize,cse,linalg-generalize-named-ops,linalg-fuse-elementwise-ops,linalg-fold-unit-extent-dims,canonicalize,tiled-layout-restore-layouts,tiled-layout-fold-relayouts,tiled-layout-bufferize)' | FileCheck %s --check-prefix=ALL

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#s = #tiled_layout.layout<{1,0:T(2,4)}>
#id = affine_map<(d0, d1) -> (d0, d1)>

// An argument that is not read is replaced by an empty tensor.
// CHECK-LABEL: @unused(
// CHECK-NOT:     relayout
// FUSE:          tensor.empty() : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK:         } -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// ALL-LABEL:   @unused(
// ALL-NOT:       relayout
func.func @unused(%a: tensor<16x256xf32, #t>, %o: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<16x256xf32, #t>) outs(%o : tensor<16x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %z = math.exp %x : f32
    linalg.yield %z : f32
  } -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// A fill whose extent another operand knows.
// CHECK-LABEL: @fill(
// CANON:         linalg.fill {{.*}} -> tensor<6x8xf32, #tiled_layout.layout<{1,0:T(2,4)}>>
// CHECK:         return %{{.*}} : tensor<?x8xf32, #tiled_layout.layout<{1,0:T(2,4)}>>
// ALL-LABEL:   @fill(
func.func @fill(%a: tensor<6x8xf32>, %f: f32, %n: index) -> tensor<?x8xf32, #s> {
  %e = tensor.empty(%n) : tensor<?x8xf32, #s>
  %z = linalg.fill ins(%f : f32) outs(%e : tensor<?x8xf32, #s>) -> tensor<?x8xf32, #s>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<6x8xf32>) outs(%z : tensor<?x8xf32, #s>) {
  ^bb0(%x: f32, %y: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<?x8xf32, #s>
  return %s : tensor<?x8xf32, #s>
}

// Other elements than the operands'.
// CHECK-LABEL: @elementwise(
// CHECK-NOT:     relayout
// CHECK:         return %{{.*}} : tensor<6x8xf32, #tiled_layout.layout<{1,0:T(2,4)}>>
// ALL-LABEL:   @elementwise(
// ALL-NOT:       relayout
func.func @elementwise(%a: tensor<6x8xf32, #s>, %b: tensor<6x8xf32, #s>) -> tensor<6x8xf32, #s> {
  %r = arith.addf %a, %b : tensor<6x8xf32, #s>
  %i = arith.cmpf olt, %r, %b : tensor<6x8xf32, #s>
  %s = arith.select %i, %a, %b : tensor<6x8xi1, #s>, tensor<6x8xf32, #s>
  %u = math.exp %s : tensor<6x8xf32, #s>
  return %u : tensor<6x8xf32, #s>
}

// Canonicalised, a concatenation is one of tensors without layouts.
// CHECK-LABEL: @concat(
// CHECK-NOT:     cast
// CHECK:         tensor.concat dim(1) {{.*}} -> tensor<8x8xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NOT:     cast
// ALL-LABEL:   @concat(
// ALL-NOT:       relayout
func.func @concat(%a: tensor<8x4xf32, #t>, %b: tensor<8x4xf32, #t>) -> tensor<8x8xf32, #t> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32, #t>, tensor<8x4xf32, #t>) -> tensor<8x8xf32, #t>
  return %c : tensor<8x8xf32, #t>
}

// Two operations, one behind the other, are one.
// CHECK-LABEL: @producer(
// FUSE-COUNT-1:  linalg.generic
// FUSE-NOT:      linalg.generic
// CHECK:         return %{{.*}} : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @producer(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %z = math.exp %x : f32
    linalg.yield %z : f32
  } -> tensor<16x256xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.negf %x : f32
    linalg.yield %z : f32
  } -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// A cast between layouts is a relayout meanwhile, and no cast to nothing; two of
// them stay two.
// CHECK-LABEL: @casts(
// CHECK:         tiled_layout.relayout ins(%{{.*}} : tensor<16x256xf32>) outs(%{{.*}} : tensor<16x256xf32, #tiled_layout.layout<{0,1}>>)
// CHECK:         tiled_layout.relayout ins(%{{.*}} : tensor<16x256xf32, #tiled_layout.layout<{0,1}>>) outs(%{{.*}} : tensor<16x256xf32>)
func.func @casts(%a: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %t = tensor.cast %a : tensor<16x256xf32> to tensor<16x256xf32, #tiled_layout.layout<{0,1}>>
  %r = tensor.cast %t : tensor<16x256xf32, #tiled_layout.layout<{0,1}>> to tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}

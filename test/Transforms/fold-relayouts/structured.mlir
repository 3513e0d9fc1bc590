// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s

// Structured operations read and write any layout, so that relayouts for them
// alone go.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#there = #tiled_layout.layout<{1,0:T(8,128)S(1)}>
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: @generic
// CHECK-SAME: (%[[A:[^:]*]]: tensor<16x256xf32, {{.*}}) ->
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%{{.*}} : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @generic(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %p = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %e = tensor.empty() : tensor<16x256xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<16x256xf32>) outs(%e : tensor<16x256xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = math.exp %x : f32
    linalg.yield %z : f32
  } -> tensor<16x256xf32>
  %c = tensor.cast %r : tensor<16x256xf32> to tensor<16x256xf32, #t>
  return %c : tensor<16x256xf32, #t>
}

// Into rows, the adaptation goes; tiles that a product reads again and again
// were chosen. What is accumulated on is filled in the other layout.
// CHECK-LABEL: @matmul
// CHECK-SAME: (%[[A:[^:]*]]: tensor<16x256xf32, {{.*}}, %[[B:[^:]*]]: tensor<256x64xf32>)
// CHECK: %[[R:.*]] = tiled_layout.relayout ins(%[[B]] :
// CHECK: %[[F:.*]] = linalg.fill {{.*}} outs(%{{.*}} : tensor<16x64xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK: %[[M:.*]] = linalg.matmul ins(%[[A]], %[[R]] : {{.*}}) outs(%[[F]] :
// CHECK-NEXT: return %[[M]]
func.func @matmul(%a: tensor<16x256xf32, #t>, %b: tensor<256x64xf32>) -> tensor<16x64xf32, #t> {
  %z = arith.constant 0.0 : f32
  %p = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %q = tensor.cast %b : tensor<256x64xf32> to tensor<256x64xf32, #t>
  %e = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = linalg.matmul ins(%p, %q : tensor<16x256xf32>, tensor<256x64xf32, #t>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  %c = tensor.cast %r : tensor<16x64xf32> to tensor<16x64xf32, #t>
  return %c : tensor<16x64xf32, #t>
}

// The relayout's destination is the operation's, so that it may still be a
// slice of another array.
// CHECK-LABEL: @destination
// CHECK: %[[S:.*]] = tensor.extract_slice
// CHECK-NEXT: %[[R:.*]] = linalg.exp ins(%{{.*}} : tensor<16x256xf32>) outs(%[[S]] :
// CHECK-NEXT: tensor.insert_slice %[[R]] into
func.func @destination(%a: tensor<16x256xf32>, %d: tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t> {
  %e = tensor.empty() : tensor<16x256xf32>
  %r = linalg.exp ins(%a : tensor<16x256xf32>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %s = tensor.extract_slice %d[16, 0] [16, 256] [1, 1] : tensor<64x256xf32, #t> to tensor<16x256xf32, #t>
  %c = tiled_layout.relayout ins(%r : tensor<16x256xf32>) outs(%s : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %i = tensor.insert_slice %c into %d[16, 0] [16, 256] [1, 1] : tensor<16x256xf32, #t> into tensor<64x256xf32, #t>
  return %i : tensor<64x256xf32, #t>
}

// Several users, if all can read it; no other user, no padding that is
// promised, no other memory, no other block.
// CHECK-LABEL: @shared
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @shared(%a: tensor<16x256xf32, #t>, %d: tensor<16x256xf32>) -> (tensor<16x256xf32>, tensor<16x256xf32>) {
  %p = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %r = linalg.exp ins(%p : tensor<16x256xf32>) outs(%d : tensor<16x256xf32>) -> tensor<16x256xf32>
  %s = linalg.add ins(%p, %p : tensor<16x256xf32>, tensor<16x256xf32>) outs(%d : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %r, %s : tensor<16x256xf32>, tensor<16x256xf32>
}
// CHECK-LABEL: @needed
// CHECK: tiled_layout.relayout
func.func @needed(%a: tensor<16x256xf32, #t>, %d: tensor<16x256xf32>) -> (tensor<16x256xf32>, tensor<16x256xf32>) {
  %p = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %r = linalg.exp ins(%p : tensor<16x256xf32>) outs(%d : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %p, %r : tensor<16x256xf32>, tensor<16x256xf32>
}
// CHECK-LABEL: @accumulated
// CHECK: tiled_layout.relayout
// CHECK-NEXT: linalg.add
func.func @accumulated(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32> {
  %p = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %r = linalg.add ins(%p, %p : tensor<16x256xf32>, tensor<16x256xf32>) outs(%p : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}
// CHECK-LABEL: @space
// CHECK: tiled_layout.relayout
// CHECK: linalg.exp
// CHECK: tiled_layout.relayout
func.func @space(%a: tensor<16x256xf32, #there>) -> tensor<16x256xf32, #there> {
  %p = tensor.cast %a : tensor<16x256xf32, #there> to tensor<16x256xf32>
  %e = tensor.empty() : tensor<16x256xf32>
  %r = linalg.exp ins(%p : tensor<16x256xf32>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %c = tensor.cast %r : tensor<16x256xf32> to tensor<16x256xf32, #there>
  return %c : tensor<16x256xf32, #there>
}
// CHECK-LABEL: @outside
// CHECK: tiled_layout.relayout
// CHECK: scf.for
func.func @outside(%a: tensor<16x256xf32, #t>, %d: tensor<16x256xf32>, %n: index) -> tensor<16x256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %d) -> tensor<16x256xf32> {
    %x = linalg.add ins(%s, %p : tensor<16x256xf32>, tensor<16x256xf32>) outs(%s : tensor<16x256xf32>) -> tensor<16x256xf32>
    scf.yield %x : tensor<16x256xf32>
  }
  return %r : tensor<16x256xf32>
}
// CHECK-LABEL: @padding
// CHECK: linalg.exp
// CHECK-NEXT: tiled_layout.relayout
func.func @padding(%a: tensor<15x256xf32>, %d: tensor<15x256xf32, #t>) -> tensor<15x256xf32, #t> {
  %e = tensor.empty() : tensor<15x256xf32>
  %r = linalg.exp ins(%a : tensor<15x256xf32>) outs(%e : tensor<15x256xf32>) -> tensor<15x256xf32>
  %c = tiled_layout.relayout ins(%r : tensor<15x256xf32>) outs(%d : tensor<15x256xf32, #t>) padding = zero -> tensor<15x256xf32, #t>
  return %c : tensor<15x256xf32, #t>
}

// Extents need not be known, and one of two results may go.
// CHECK-LABEL: @two_results
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<?x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, tensor<?x256xf32>)
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @two_results(%a: tensor<?x256xf32, #t>, %d: tensor<?x256xf32>, %f: tensor<?x256xf32, #t>) -> (tensor<?x256xf32, #t>, tensor<?x256xf32>) {
  %p = tensor.cast %a : tensor<?x256xf32, #t> to tensor<?x256xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<?x256xf32>) outs(%d, %d : tensor<?x256xf32>, tensor<?x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %z = math.exp %x : f32
    linalg.yield %z, %x : f32, f32
  } -> (tensor<?x256xf32>, tensor<?x256xf32>)
  %c = tiled_layout.relayout ins(%r#0 : tensor<?x256xf32>) outs(%f : tensor<?x256xf32, #t>) -> tensor<?x256xf32, #t>
  return %c, %r#1 : tensor<?x256xf32, #t>, tensor<?x256xf32>
}

// How much memory is allocated and copied, and does the rest move at all?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-bufferize | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Each product is written in its layout: one buffer for each, which the
// elementwise operations reuse, and no copy.
// CHECK-LABEL: func.func @layers(
// CHECK-NOT: memref.copy
// CHECK-NOT: relayout
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: relayout
// CHECK: return
func.func @layers(%x: tensor<32x256xbf16, #t>, %w: tensor<256x512xbf16, #t>,
                  %v: tensor<512x128xbf16, #t>, %b: tensor<32x512xbf16, #t>)
    -> tensor<32x128xbf16, #t> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<32x512xbf16, #t>
  %i = linalg.fill ins(%zero : bf16) outs(%e : tensor<32x512xbf16, #t>) -> tensor<32x512xbf16, #t>
  %m = linalg.matmul ins(%x, %w : tensor<32x256xbf16, #t>, tensor<256x512xbf16, #t>) outs(%i : tensor<32x512xbf16, #t>) -> tensor<32x512xbf16, #t>
  %s = arith.addf %m, %b : tensor<32x512xbf16, #t>
  %g = math.erf %s : tensor<32x512xbf16, #t>
  %f = tensor.empty() : tensor<32x128xbf16, #t>
  %j = linalg.fill ins(%zero : bf16) outs(%f : tensor<32x128xbf16, #t>) -> tensor<32x128xbf16, #t>
  %r = linalg.matmul ins(%g, %v : tensor<32x512xbf16, #t>, tensor<512x128xbf16, #t>) outs(%j : tensor<32x128xbf16, #t>) -> tensor<32x128xbf16, #t>
  return %r : tensor<32x128xbf16, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The result is written to the memory that the caller names.
// CHECK-LABEL: func.func @destination(
// CHECK-SAME: %[[A:[a-z0-9]+]]: {{.*}}, %[[OUT:[a-z0-9]+]]:
// CHECK-NEXT: linalg.exp ins(%[[A]] : {{.*}}) outs(%[[OUT]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @destination(%a: tensor<20x300xf32, #t>, %out: memref<20x300xf32, #t>) {
  %e = tensor.empty() : tensor<20x300xf32, #t>
  %r = linalg.exp ins(%a : tensor<20x300xf32, #t>) outs(%e : tensor<20x300xf32, #t>) -> tensor<20x300xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<20x300xf32, #t>, memref<20x300xf32, #t>) -> ()
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// An argument that is read after it was written to is copied once, buffer to
// buffer.
// CHECK-LABEL: func.func @still_read(
// CHECK: %[[COPY:.*]] = memref.alloc()
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK-NOT: memref.copy
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK-NOT: memref.copy
// CHECK: return
func.func @still_read(%a: tensor<20x300xf32, #t>, %f: f32, %i: index) -> (tensor<20x300xf32, #t>, f32) {
  %r = tensor.insert %f into %a[%i, %i] : tensor<20x300xf32, #t>
  %x = tensor.extract %a[%i, %i] : tensor<20x300xf32, #t>
  return %r, %x : tensor<20x300xf32, #t>, f32
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{0,1:T(8,128)}>

// One relayout is one pass over the array.
// CHECK-LABEL: func.func @relayout(
// CHECK-COUNT-1: memref.alloc
// CHECK-COUNT-1: tiled_layout.relayout
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @relayout(%a: tensor<20x300xf32, #t>) -> tensor<20x300xf32, #u> {
  %r = tensor.cast %a : tensor<20x300xf32, #t> to tensor<20x300xf32, #u>
  return %r : tensor<20x300xf32, #u>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// What an elementwise operation reads as one scalar is no array: neither a
// constant nor a splat.
// CHECK-LABEL: module
// CHECK-NOT: memref.global
// CHECK-LABEL: func.func @splats(
// CHECK-NOT: linalg.fill
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @splats(%a: tensor<20x300xf32, #t>, %f: f32) -> (tensor<20x300xf32, #t>, tensor<20x300xf32, #t>) {
  %two = arith.constant dense<2.0> : tensor<20x300xf32, #t>
  %s = tensor.splat %f : tensor<20x300xf32, #t>
  %x = math.fma %a, %two, %s : tensor<20x300xf32, #t>
  return %x, %a : tensor<20x300xf32, #t>, tensor<20x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{2,1,0:T(4,128)}>

// A view of the buffer moves nothing.
// CHECK-LABEL: func.func @physical(
// CHECK-NOT: memref.alloc
// CHECK: %[[FLAT:.*]] = tiled_layout.to_physical %{{.*}} : {{.*}} to memref<9216xf32>
// CHECK: %[[VIEW:.*]] = tiled_layout.from_physical %[[FLAT]] : memref<9216xf32> to memref<6x4x384xf32, #tiled_layout.layout<{2,1,0:T(4,128)}>>
// CHECK: return %[[VIEW]]
func.func @physical(%a: tensor<20x300xf32, #t>) -> tensor<6x4x384xf32, #u> {
  %f = tiled_layout.to_physical %a : tensor<20x300xf32, #t> to tensor<9216xf32>
  %r = tiled_layout.from_physical %f : tensor<9216xf32> to tensor<6x4x384xf32, #u>
  return %r : tensor<6x4x384xf32, #u>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Views of one array that loops read and write are one view: what is computed
// on whole tiles stays in place, through a loop, too.
// CHECK-LABEL: func.func @tiles(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: linalg.add
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @tiles(%a: tensor<16x256xf32, #t>, %n: index) -> tensor<16x256xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> tensor<16x256xf32, #t> {
    %x = tiled_layout.to_physical %s : tensor<16x256xf32, #t> to tensor<2x2x8x128xf32>
    %y = tiled_layout.to_physical %s : tensor<16x256xf32, #t> to tensor<2x2x8x128xf32>
    %z = linalg.add ins(%x, %x : tensor<2x2x8x128xf32>, tensor<2x2x8x128xf32>) outs(%y : tensor<2x2x8x128xf32>) -> tensor<2x2x8x128xf32>
    %t = tiled_layout.from_physical %z : tensor<2x2x8x128xf32> to tensor<16x256xf32, #t>
    scf.yield %t : tensor<16x256xf32, #t>
  }
  return %r : tensor<16x256xf32, #t>
}

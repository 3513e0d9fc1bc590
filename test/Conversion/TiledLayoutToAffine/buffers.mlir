// Operations on buffers as a whole: views by numbers, transfers, clones.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,EXPANDED
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,LINEAR

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!t = memref<20x300xf32, #t>
!fast = memref<20x300xf32, #t, 1>
!dynamic = memref<?x300xf32, #t>
!tag = memref<4xi32, #tiled_layout.layout<{0:T(2)}>>

// Offset, sizes and strides speak of the buffer.
// CHECK-LABEL: func @reinterpret_cast(
// CHECK-SAME: %[[M:[^:]+]]: memref<
func.func @reinterpret_cast(%m: !t, %n: index) -> memref<?xf32, strided<[2], offset: ?>> {
  // CHECK: memref.reinterpret_cast %[[M]] to offset: [%{{.*}}], sizes: [%{{.*}}], strides: [2]
  // EXPANDED-SAME: memref<3x3x8x128xf32> to
  // LINEAR-SAME: memref<9216xf32> to
  %v = memref.reinterpret_cast %m to offset: [%n], sizes: [%n], strides: [2] : !t to memref<?xf32, strided<[2], offset: ?>>
  return %v : memref<?xf32, strided<[2], offset: ?>>
}

// A transfer begins at an element and goes on in memory.
// CHECK-LABEL: func @dma(
func.func @dma(%m: !t, %f: !fast, %tag: !tag, %i: index, %j: index, %n: index) {
  // EXPANDED: memref.dma_start %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}], %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} : memref<3x3x8x128xf32>, memref<3x3x8x128xf32, 1>, memref<2x2xi32>
  // LINEAR: memref.dma_start {{.*}} : memref<9216xf32>, memref<9216xf32, 1>, memref<4xi32>
  // EXPANDED: memref.dma_wait %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : memref<2x2xi32>
  // LINEAR: memref.dma_wait %{{.*}}[%{{.*}}], %{{.*}} : memref<4xi32>
  memref.dma_start %m[%i, %j], %f[%j, %i], %n, %tag[%i], %n, %n : !t, !fast, !tag
  memref.dma_wait %tag[%i], %n : !tag
  return
}

// Tags and buffers that are not tiled stay as they are.
// CHECK-LABEL: func @affine_dma(
func.func @affine_dma(%m: !t, %f: memref<9216xf32, 1>, %n: index) {
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 2 {
    // EXPANDED: affine.dma_start %{{.*}}[%[[I:.+]], 1, 0, 0], %{{.*}}[%[[I]] * 1024], %{{.*}}[0], %{{.*}} : memref<3x3x8x128xf32>, memref<9216xf32, 1>, memref<1xi32>
    // LINEAR: affine.dma_start %{{.*}}[%[[I:.+]] * 3072 + 1024], %{{.*}}[%[[I]] * 1024]
    affine.dma_start %m[%i * 8, 128], %f[%i * 1024], %tag[0], %n : !t, memref<9216xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[0], %n : memref<1xi32>
  }
  affine.for %i = 0 to 2 {
    %tags = memref.alloc() : !tag
    // EXPANDED: affine.dma_wait %{{.*}}[%{{.*}} floordiv 2, %{{.*}} mod 2]
    // LINEAR: affine.dma_wait
    affine.dma_wait %tags[%i], %n : !tag
  }
  return
}

// With a stride that is known at run time, a position is computed before.
// CHECK-LABEL: func @dynamic_dma(
func.func @dynamic_dma(%m: memref<?x?xf32, #t>, %f: memref<?x?xf32, #t, 1>, %tag: memref<1xi32>, %n: index) {
  // EXPANDED: affine.dma_start %{{.*}}[%{{.*}} floordiv 8, 0, %{{.*}} mod 8, 0], %{{.*}}[0, 0, 0, 0], %{{.*}}[0], %{{.*}} : memref<?x?x8x128xf32>,
  // LINEAR: affine.linearize_index disjoint
  // LINEAR: affine.dma_start {{.*}} : memref<?xf32>, memref<?xf32, 1>, memref<1xi32>
  affine.for %i = 0 to 20 {
    affine.dma_start %m[%i, 0], %f[0, 0], %tag[0], %n : memref<?x?xf32, #t>, memref<?x?xf32, #t, 1>, memref<1xi32>
  }
  return
}

// CHECK-LABEL: func @clone(
// CHECK-SAME: %[[M:[^:]+]]: memref<{{[^,]*}}, %[[N:[^:]+]]: index)
func.func @clone(%m: !dynamic) -> !dynamic {
  // CHECK: %[[C:.+]] = memref.alloc(
  // CHECK: memref.copy %[[M]], %[[C]]
  // CHECK: return %[[C]], %[[N]]
  %c = bufferization.clone %m : !dynamic to !dynamic
  return %c : !dynamic
}

// CHECK-LABEL: func @conditional_dealloc(
// CHECK-SAME: %[[M:[^:]+]]: memref<{{[^,]*}}, %{{[^:]+}}: index, %[[F:[^:]+]]: memref<
func.func @conditional_dealloc(%m: !dynamic, %f: !t, %c: i1) -> i1 {
  // CHECK: bufferization.dealloc (%[[M]] : memref<{{.*}}>) if (%{{.*}}) retain (%[[F]] : memref<
  %r = bufferization.dealloc (%m : !dynamic) if (%c) retain (%f : !t)
  return %r : i1
}

// A tensor that becomes a buffer again is that buffer.
// CHECK-LABEL: func @there_and_back(
// CHECK-SAME: %[[M:[^:]+]]: memref<
func.func @there_and_back(%m: !t) -> !t {
  // CHECK-NEXT: return %[[M]]
  %a = bufferization.to_tensor %m : !t to tensor<20x300xf32>
  %b = bufferization.to_buffer %a : tensor<20x300xf32> to !t
  return %b : !t
}

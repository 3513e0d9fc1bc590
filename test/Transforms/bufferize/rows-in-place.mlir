// Where is one row of an array, as a tensor without the dimension of the rows, read and written?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s --check-prefix=WORDS
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s --check-prefix=MASKS

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#j = affine_map<(j) -> (j)>

// As a view in the layout that is left, each.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<64x512xf32, {{[^%]*}}%[[Y:[a-z0-9]+]]: memref<64x512xf32
// CHECK-NOT: memref.alloc
// CHECK-DAG: %[[FROM:.*]] = tiled_layout.subview %[[X]][%{{.*}}, 0] [1, 512] [1, 1] : {{.*}} to memref<512xf32, #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>>
// CHECK-DAG: %[[TO:.*]] = tiled_layout.subview %[[Y]][%{{.*}}, 0] [1, 512] [1, 1] : {{.*}} to memref<512xf32, #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>>
// CHECK: linalg.exp ins(%[[FROM]] : {{.*}}) outs(%[[TO]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @row(%x: memref<64x512xf32, #t>, %y: memref<64x512xf32, #t>, %i: index) {
  %a = bufferization.to_tensor %x restrict : memref<64x512xf32, #t> to tensor<64x512xf32, #t>
  %b = bufferization.to_tensor %y restrict writable : memref<64x512xf32, #t> to tensor<64x512xf32, #t>
  %s = tensor.extract_slice %a[%i, 0] [1, 512] [1, 1] : tensor<64x512xf32, #t> to tensor<512xf32>
  %e = tensor.empty() : tensor<512xf32>
  %z = linalg.exp ins(%s : tensor<512xf32>) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  %r = tensor.insert_slice %z into %b[%i, 0] [1, 512] [1, 1] : tensor<512xf32> into tensor<64x512xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %y : (tensor<64x512xf32, #t>, memref<64x512xf32, #t>) -> ()
  return
}

// A row that is read after the array is written is a copy, but not all of the array.
// CHECK-LABEL: func.func @exchange(
// CHECK-NOT: memref.alloc() {{.*}} : memref<64x512xf32
// CHECK: return
func.func @exchange(%x: memref<64x512xf32, #t>, %i: index, %k: index) {
  %a = bufferization.to_tensor %x restrict writable : memref<64x512xf32, #t> to tensor<64x512xf32, #t>
  %s = tensor.extract_slice %a[%i, 0] [1, 512] [1, 1] : tensor<64x512xf32, #t> to tensor<512xf32>
  %u = tensor.extract_slice %a[%k, 0] [1, 512] [1, 1] : tensor<64x512xf32, #t> to tensor<512xf32>
  %d = tensor.empty() : tensor<512xf32>
  %v = linalg.exp ins(%s : tensor<512xf32>) outs(%d : tensor<512xf32>) -> tensor<512xf32>
  %q = tensor.insert_slice %v into %a[%k, 0] [1, 512] [1, 1] : tensor<512xf32> into tensor<64x512xf32, #t>
  %e = tensor.empty() : tensor<512xf32>
  %w = linalg.exp ins(%u : tensor<512xf32>) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  %r = tensor.insert_slice %w into %q[%i, 0] [1, 512] [1, 1] : tensor<512xf32> into tensor<64x512xf32, #t>
  bufferization.materialize_in_destination %r in restrict writable %x : (tensor<64x512xf32, #t>, memref<64x512xf32, #t>) -> ()
  return
}

// A product that reads each element more often has a copy.
// CHECK-LABEL: func.func @product(
// CHECK: linalg.vecmat ins(%{{.*}} : memref<512xf32>, memref<512x32xf32>)
func.func @product(%x: tensor<64x512xf32, #t>, %w: tensor<512x32xf32>, %i: index) -> tensor<32xf32> {
  %zero = arith.constant 0.0 : f32
  %s = tensor.extract_slice %x[%i, 0] [1, 512] [1, 1] : tensor<64x512xf32, #t> to tensor<512xf32>
  %e = tensor.empty() : tensor<32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %r = linalg.vecmat ins(%s, %w : tensor<512xf32>, tensor<512x32xf32>) outs(%f : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// -----

#s = #tiled_layout.layout<{2,1,0:T(8,128)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>

// One step in time of several sequences.
// CHECK-LABEL: func.func @step(
// CHECK-NOT: memref.alloc
// CHECK-COUNT-2: tiled_layout.subview %{{.*}}[0, %{{.*}}, 0] [4, 1, 256] [1, 1, 1] : {{.*}} to memref<4x256xf32, #tiled_layout.layout<{1,0:T(128)}, strides = [16384, 1024, 1]>>
// CHECK-NOT: memref.copy
// CHECK: return
func.func @step(%x: memref<4x64x256xf32, #s>, %y: memref<4x64x256xf32, #s>, %i: index) {
  %a = bufferization.to_tensor %x restrict : memref<4x64x256xf32, #s> to tensor<4x64x256xf32, #s>
  %b = bufferization.to_tensor %y restrict writable : memref<4x64x256xf32, #s> to tensor<4x64x256xf32, #s>
  %p = tensor.extract_slice %a[0, %i, 0] [4, 1, 256] [1, 1, 1] : tensor<4x64x256xf32, #s> to tensor<4x256xf32, #t>
  %e = tensor.empty() : tensor<4x256xf32, #t>
  %z = linalg.exp ins(%p : tensor<4x256xf32, #t>) outs(%e : tensor<4x256xf32, #t>) -> tensor<4x256xf32, #t>
  %r = tensor.insert_slice %z into %b[0, %i, 0] [4, 1, 256] [1, 1, 1] : tensor<4x256xf32, #t> into tensor<4x64x256xf32, #s>
  bufferization.materialize_in_destination %r in restrict writable %y : (tensor<4x64x256xf32, #s>, memref<4x64x256xf32, #s>) -> ()
  return
}

// -----

#h = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// One of two rows that share words: without masks, both are read and written.
// WORDS-LABEL: func.func @word(
// WORDS: %[[WORDS:.*]] = tiled_layout.subview %{{.*}}[%{{.*}}, 0] [2, 512] [1, 1]
// WORDS: linalg.generic {{.*}} outs(%[[WORDS]] :
// WORDS: %[[ROW:.*]] = linalg.index 0
// WORDS: arith.select
// WORDS: return
//
// MASKS-LABEL: func.func @word(
// MASKS-NOT: memref.alloc
// MASKS: tiled_layout.subview %{{.*}}[%{{.*}}, 0] [1, 512] [1, 1] : {{.*}} to memref<512xbf16, #tiled_layout.layout<{0:T(128)(1)}, strides = [1024, 2, 1]>>
// MASKS-NOT: memref.copy
// MASKS: return
func.func @word(%x: tensor<512xf32>, %y: memref<64x512xbf16, #h>, %i: index) {
  %b = bufferization.to_tensor %y restrict writable : memref<64x512xbf16, #h> to tensor<64x512xbf16, #h>
  %e = tensor.empty() : tensor<512xbf16>
  %z = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> (j)>], iterator_types = ["parallel"]}
    ins(%x : tensor<512xf32>) outs(%e : tensor<512xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<512xbf16>
  %r = tensor.insert_slice %z into %b[%i, 0] [1, 512] [1, 1] : tensor<512xbf16> into tensor<64x512xbf16, #h>
  bufferization.materialize_in_destination %r in restrict writable %y : (tensor<64x512xbf16, #h>, memref<64x512xbf16, #h>) -> ()
  return
}

// The last word of an odd number of rows has one row alone.
// WORDS-LABEL: func.func @odd(
// WORDS-NOT: [2, 512]
// WORDS: return
func.func @odd(%x: tensor<512xbf16>, %y: tensor<63x512xbf16, #h>, %i: index) -> tensor<63x512xbf16, #h> {
  %r = tensor.insert_slice %x into %y[%i, 0] [1, 512] [1, 1] : tensor<512xbf16> into tensor<63x512xbf16, #h>
  return %r : tensor<63x512xbf16, #h>
}

// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s

// The example in the description of the pass. The product reads the array where it
// is, and the other operand is a scalar.

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[A:.*]]: memref<20x300xf32>, %[[F:.*]]: f32) -> memref<20x300xf32, [[T:#tiled_layout.layout<\{1,0:T\(8,128\)\}>]]> {
// CHECK-NEXT: %[[TILED:.*]] = memref.alloc() {alignment = 64 : i64} : memref<20x300xf32, [[T]]>
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[A]] : memref<20x300xf32>) outs(%[[TILED]] : memref<20x300xf32, [[T]]>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[F]] : f32
// CHECK-NEXT: linalg.yield %[[PRODUCT]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[TILED]] : memref<20x300xf32, [[T]]>
func.func @scale(%a: tensor<20x300xf32>, %f: f32) -> tensor<20x300xf32, #t> {
  %tiled = tensor.cast %a : tensor<20x300xf32> to tensor<20x300xf32, #t>
  %factor = tensor.splat %f : tensor<20x300xf32, #t>
  %r = arith.mulf %tiled, %factor : tensor<20x300xf32, #t>
  return %r : tensor<20x300xf32, #t>
}

// Twice in one operation, as what it reads and as where it writes; with a sum
// behind it that reads each element once.
//
// CHECK-LABEL: func.func @twice(
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.generic {{.*}} ins(%[[X:.*]], %[[X]] : memref<20x300xf32>, memref<20x300xf32>) outs({{.*}} : memref<20x300xf32, #
// CHECK: linalg.generic {{.*}}, "reduction"]
func.func @twice(%a: tensor<20x300xf32>, %s: tensor<20xf32>) -> tensor<20xf32> {
  %tiled = tensor.cast %a : tensor<20x300xf32> to tensor<20x300xf32, #t>
  %square = arith.mulf %tiled, %tiled : tensor<20x300xf32, #t>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<20x300xf32, #t>) outs(%s : tensor<20xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %next = arith.addf %sum, %x : f32
    linalg.yield %next : f32
  } -> tensor<20xf32>
  return %r : tensor<20xf32>
}

// The result of an operation in another layout.
//
// CHECK-LABEL: func.func @back(
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.exp ins({{.*}} : memref<20x300xf32, #{{.*}}>) outs({{.*}} : memref<20x300xf32>)
func.func @back(%a: tensor<20x300xf32, #t>) -> tensor<20x300xf32> {
  %e = tensor.empty() : tensor<20x300xf32, #t>
  %x = linalg.exp ins(%a : tensor<20x300xf32, #t>) outs(%e : tensor<20x300xf32, #t>) -> tensor<20x300xf32, #t>
  %r = tensor.cast %x : tensor<20x300xf32, #t> to tensor<20x300xf32>
  return %r : tensor<20x300xf32>
}

// A relayout before a loop, and an operation before one, are not repeated in it.
//
// CHECK-LABEL: func.func @loop(
// CHECK: tiled_layout.relayout
// CHECK: linalg.exp
// CHECK: scf.for
// CHECK: linalg.add
// CHECK: tiled_layout.relayout
// CHECK-NOT: linalg
func.func @loop(%a: tensor<64x64xf32>, %c: tensor<64x64xf32, #t>, %n: index) -> (tensor<64x64xf32, #t>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64x64xf32, #t>
  %b = tensor.cast %a : tensor<64x64xf32> to tensor<64x64xf32, #t>
  %x = linalg.exp ins(%c : tensor<64x64xf32, #t>) outs(%e : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %c, %z = %a) -> (tensor<64x64xf32, #t>, tensor<64x64xf32>) {
    %sum = linalg.add ins(%y, %b : tensor<64x64xf32, #t>, tensor<64x64xf32, #t>) outs(%y : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
    %rows = tensor.cast %x : tensor<64x64xf32, #t> to tensor<64x64xf32>
    scf.yield %sum, %rows : tensor<64x64xf32, #t>, tensor<64x64xf32>
  }
  return %r#0, %r#1 : tensor<64x64xf32, #t>, tensor<64x64xf32>
}

// Relayouts that stay: what another operation reads, too; what a product reads
// again and again; rows that are columns in the other layout; short runs.
//
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-4: tiled_layout.relayout
// CHECK-NOT: tiled_layout.relayout
#columns = #tiled_layout.layout<{0,1:T(8,128)}>
#short = #tiled_layout.layout<{1,0:T(2,4)}>
func.func @stay(%a: tensor<64x64xf32>, %c: tensor<64x64xf32, #t>)
    -> (tensor<64x64xf32, #t>, tensor<64x64xf32, #t>, tensor<64x64xf32, #t>, tensor<64x64xf32, #columns>, tensor<64x64xf32, #short>) {
  %e = tensor.empty() : tensor<64x64xf32, #t>
  %f = tensor.empty() : tensor<64x64xf32, #columns>
  %g = tensor.empty() : tensor<64x64xf32, #short>
  %b = tensor.cast %a : tensor<64x64xf32> to tensor<64x64xf32, #t>
  %w = linalg.exp ins(%b : tensor<64x64xf32, #t>) outs(%e : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  %p = tensor.cast %a : tensor<64x64xf32> to tensor<64x64xf32, #t>
  %x = linalg.matmul ins(%p, %w : tensor<64x64xf32, #t>, tensor<64x64xf32, #t>) outs(%c : tensor<64x64xf32, #t>) -> tensor<64x64xf32, #t>
  %q = tensor.cast %a : tensor<64x64xf32> to tensor<64x64xf32, #columns>
  %y = linalg.exp ins(%q : tensor<64x64xf32, #columns>) outs(%f : tensor<64x64xf32, #columns>) -> tensor<64x64xf32, #columns>
  %r = tensor.cast %a : tensor<64x64xf32> to tensor<64x64xf32, #short>
  %z = linalg.exp ins(%r : tensor<64x64xf32, #short>) outs(%g : tensor<64x64xf32, #short>) -> tensor<64x64xf32, #short>
  return %b, %w, %x, %y, %z : tensor<64x64xf32, #t>, tensor<64x64xf32, #t>, tensor<64x64xf32, #t>, tensor<64x64xf32, #columns>, tensor<64x64xf32, #short>
}

// Rows that share words are rows; columns of eight rows of f32 are none.
//
// CHECK-LABEL: func.func @words(
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.exp
// CHECK: tiled_layout.relayout
// CHECK: linalg.exp
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#eight = #tiled_layout.layout<{1,0:T(8,128)(8,1)}>
func.func @words(%a: tensor<64x256xbf16>, %b: tensor<64x256xf32>) -> (tensor<64x256xbf16, #two>, tensor<64x256xf32, #eight>) {
  %e = tensor.empty() : tensor<64x256xbf16, #two>
  %f = tensor.empty() : tensor<64x256xf32, #eight>
  %x = tensor.cast %a : tensor<64x256xbf16> to tensor<64x256xbf16, #two>
  %y = linalg.exp ins(%x : tensor<64x256xbf16, #two>) outs(%e : tensor<64x256xbf16, #two>) -> tensor<64x256xbf16, #two>
  %z = tensor.cast %b : tensor<64x256xf32> to tensor<64x256xf32, #eight>
  %w = linalg.exp ins(%z : tensor<64x256xf32, #eight>) outs(%f : tensor<64x256xf32, #eight>) -> tensor<64x256xf32, #eight>
  return %y, %w : tensor<64x256xbf16, #two>, tensor<64x256xf32, #eight>
}

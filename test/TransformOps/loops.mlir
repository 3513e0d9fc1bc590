// A script lowers matched relayouts and structured operations by plans of its own,
// and cuts matched loops.
//
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --transform-interpreter --split-input-file | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// The given plan has blocks of 32 columns of two rows; the own one would have 64 or more.
// CHECK-LABEL: func.func @pack(
// CHECK: vector.shuffle {{.*}} : vector<32xi16>, vector<32xi16>
// CHECK: scripted}
// CHECK-NOT: tiled_layout.relayout ins
// CHECK: return
func.func @pack(%a: memref<16x256xbf16>, %b: memref<16x256xbf16, #t>) {
  tiled_layout.relayout ins(%a : memref<16x256xbf16>) outs(%b : memref<16x256xbf16, #t>)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %relayout = transform.structured.match ops{["tiled_layout.relayout"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %loops = transform.tiled_layout.lower %relayout
      by (#tiled_layout.plan<vector-bits = 512,
            loops = [2 of d0/8, 2 of d1/128, 4 of d0/2, 4 of d1 by 32],
            block = [32 of d1, 2 of d0]>)
      : (!transform.any_op) -> !transform.any_op
    transform.annotate %loops "scripted" : !transform.any_op
    transform.yield
  }
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Four rows of two vectors of results are kept in registers.
// CHECK-LABEL: func.func @product(
// CHECK-COUNT-8: vector.load {{.*}} vector<16xf32>
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK: } {{{.*}}scripted}
func.func @product(%a: memref<16x256xf32, #t>, %b: memref<256x128xf32, #t>, %c: memref<16x128xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<16x256xf32, #t>, memref<256x128xf32, #t>)
                outs(%c : memref<16x128xf32, #t>)
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %loops = transform.tiled_layout.lower %op
      by (#tiled_layout.structured_plan<loops = [d2 by 128, d0 by 4, d1 by 32, d2 by 1], vector = d1 x 16, masked, fused>)
      : (!transform.any_op) -> !transform.any_op
    transform.annotate %loops "scripted" : !transform.any_op
    transform.yield
  }
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The matched nest is cut: whole tiles, and the last 44 columns and 4 rows. The other
// loop stays.
// CHECK-LABEL: func.func @scale(
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: affine.for %{{.*}} = 0 to 128 {
// CHECK: } {scripted,
// CHECK: affine.for %{{.*}} = 0 to 44 {
// CHECK: affine.for %{{.*}} = 0 to 20 {
// CHECK-NOT: scripted
// CHECK: return
func.func @scale(%a: memref<20x300xf32, #t>, %s: f32) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %x = affine.load %a[%i, %j] : memref<20x300xf32, #t>
      %y = arith.mulf %x, %s : f32
      affine.store %y, %a[%i, %j] : memref<20x300xf32, #t>
    }
  } {matched}
  affine.for %i = 0 to 20 {
      %x = affine.load %a[%i, 0] : memref<20x300xf32, #t>
      affine.store %x, %a[%i, 1] : memref<20x300xf32, #t>
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["affine.for"]} attributes{matched} in %root
      : (!transform.any_op) -> !transform.any_op
    %loops = transform.tiled_layout.tile_loops %op : (!transform.any_op) -> !transform.any_op
    transform.annotate %loops "scripted" : !transform.any_op
    transform.yield
  }
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Without a plan in the script: the operation's own, and the one that the target gives.
// CHECK-LABEL: func.func @own(
// CHECK: vector.shuffle {{.*}} : vector<8xi16>, vector<8xi16>
// CHECK-LABEL: func.func @planned(
// CHECK: vector.shuffle {{.*}} : vector<16xi16>, vector<16xi16>
module attributes {transform.with_named_sequence, tiled_layout.target = #tiled_layout.target<x86-64-v3>} {
func.func @own(%a: memref<16x256xbf16>, %b: memref<16x256xbf16, #t>) {
  tiled_layout.relayout ins(%a : memref<16x256xbf16>) outs(%b : memref<16x256xbf16, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 128,
       loops = [2 of d0/8, 2 of d1/128, 4 of d0/2, 16 of d1 by 8],
       block = [8 of d1, 2 of d0]>}
  return
}
func.func @planned(%a: memref<16x256xbf16>, %b: memref<16x256xbf16, #t>) {
  memref.copy %a, %b : memref<16x256xbf16> to memref<16x256xbf16, #t>
  return
}

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["tiled_layout.relayout", "memref.copy"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %loops = transform.tiled_layout.lower %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// What is not registered becomes a call; arrays in other layouts are relaid.
// CHECK-LABEL: func.func @call(
// CHECK-SAME: %[[A:.+]]: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: %[[ROWS:.+]] = tiled_layout.relayout ins(%[[A]] : {{.*}} -> tensor<16x256xf32>
// CHECK: %[[R:.+]] = call @twice(%[[ROWS]]) {called} : (tensor<16x256xf32>) -> tensor<16x256xf32>
// CHECK: %[[BACK:.+]] = tiled_layout.relayout ins(%[[R]] : tensor<16x256xf32>) {{.*}} -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NOT: other.twice
// CHECK: return %[[BACK]]
func.func @call(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %r = "other.twice"(%a) : (tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}
func.func private @twice(tensor<16x256xf32>) -> tensor<16x256xf32>

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["other.twice"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %calls = transform.tiled_layout.replace_by_call %op with @twice
      : (!transform.any_op) -> !transform.any_op
    transform.annotate %calls "called" : !transform.any_op
    transform.yield
  }
}

// Do relayouts of whole arrays go, where slices, concatenations and paddings are the same in any layout, where what is
// computed may be written in any, and where elements are all that is read? Those that stay leave loops.
//
// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// A row is appended to an array in tiles.
// CHECK-LABEL: func.func @append(
// CHECK-NEXT: %[[R:.*]] = tensor.insert_slice %arg0 into %arg1[%arg2, 0] [1, 64] [1, 1] : tensor<1x64xf32, #{{.*}}> into tensor<512x64xf32, #{{.*}}>
// CHECK-NEXT: return %[[R]]
func.func @append(%row: tensor<1x64xf32, #t>, %cache: tensor<512x64xf32, #t>, %at: index) -> tensor<512x64xf32, #t> {
  %r = tensor.cast %row : tensor<1x64xf32, #t> to tensor<1x64xf32>
  %c = tensor.cast %cache : tensor<512x64xf32, #t> to tensor<512x64xf32>
  %a = tensor.insert_slice %r into %c[%at, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<512x64xf32>
  %s = tensor.cast %a : tensor<512x64xf32> to tensor<512x64xf32, #t>
  return %s : tensor<512x64xf32, #t>
}

// CHECK-LABEL: func.func @concat(
// CHECK-NOT: relayout
// CHECK: tensor.concat dim(0) %arg0, %arg1 : (tensor<?x64xf32, #{{.*}}>, tensor<?x64xf32, #{{.*}}>) -> tensor<?x64xf32, #{{.*}}>
// CHECK-NOT: relayout
// CHECK: return
func.func @concat(%x: tensor<?x64xf32, #t>, %y: tensor<?x64xf32, #t>) -> tensor<?x64xf32, #t> {
  %a = tensor.cast %x : tensor<?x64xf32, #t> to tensor<?x64xf32>
  %b = tensor.cast %y : tensor<?x64xf32, #t> to tensor<?x64xf32>
  %c = tensor.concat dim(0) %a, %b : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %s = tensor.cast %c : tensor<?x64xf32> to tensor<?x64xf32, #t>
  return %s : tensor<?x64xf32, #t>
}

// CHECK-LABEL: func.func @pad(
// CHECK-NOT: relayout
// CHECK: tensor.pad %arg0
// CHECK: } : tensor<20x60xf32, #{{.*}}> to tensor<20x64xf32, #{{.*}}>
// CHECK-NEXT: return
func.func @pad(%x: tensor<20x60xf32, #t>) -> tensor<20x64xf32, #t> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.cast %x : tensor<20x60xf32, #t> to tensor<20x60xf32>
  %p = tensor.pad %a low[0, 2] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<20x60xf32> to tensor<20x64xf32>
  %s = tensor.cast %p : tensor<20x64xf32> to tensor<20x64xf32, #t>
  return %s : tensor<20x64xf32, #t>
}

// A row of a table is relaid, not the table.
// CHECK-LABEL: func.func @row(
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[%arg1, 0] [1, 64] [1, 1] : tensor<512x64xf32, #{{.*}}> to tensor<1x64xf32, #{{.*}}>
// CHECK: tiled_layout.relayout ins(%[[S]] :
// CHECK-NOT: relayout
// CHECK: return
func.func @row(%x: tensor<512x64xf32, #t>, %i: index) -> tensor<1x64xf32> {
  %a = tensor.cast %x : tensor<512x64xf32, #t> to tensor<512x64xf32>
  %s = tensor.extract_slice %a[%i, 0] [1, 64] [1, 1] : tensor<512x64xf32> to tensor<1x64xf32>
  return %s : tensor<1x64xf32>
}

// CHECK-LABEL: func.func @lookup(
// CHECK-NOT: relayout
// CHECK: tensor.extract %arg0[
func.func @lookup(%x: tensor<512x64xf32, #t>, %at: tensor<20xi32>) -> tensor<20x64xf32, #t> {
  %a = tensor.cast %x : tensor<512x64xf32, #t> to tensor<512x64xf32>
  %e = tensor.empty() : tensor<20x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%at : tensor<20xi32>) outs(%e : tensor<20x64xf32>) {
  ^bb0(%row: i32, %o: f32):
    %i = arith.index_cast %row : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %a[%i, %j] : tensor<512x64xf32>
    linalg.yield %v : f32
  } -> tensor<20x64xf32>
  %s = tensor.cast %r : tensor<20x64xf32> to tensor<20x64xf32, #t>
  return %s : tensor<20x64xf32, #t>
}

// What is computed element by element of a product is written as the product can be, of run-time extents too.
// CHECK-LABEL: func.func @product(
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.matmul {{.*}} -> tensor<?x64xf32, #{{.*}}>
// CHECK-NEXT: math.tanh
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @product(%x: tensor<?x64xf32, #t>, %w: tensor<64x64xf32, #t>) -> tensor<?x64xf32, #t> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x64xf32, #t>
  %e = tensor.empty(%m) : tensor<?x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x64xf32, #t>, tensor<64x64xf32, #t>) outs(%f : tensor<?x64xf32>) -> tensor<?x64xf32>
  %q = math.tanh %p : tensor<?x64xf32>
  %a = tensor.cast %x : tensor<?x64xf32, #t> to tensor<?x64xf32>
  %r = arith.addf %q, %a : tensor<?x64xf32>
  %s = tensor.cast %r : tensor<?x64xf32> to tensor<?x64xf32, #t>
  return %s : tensor<?x64xf32, #t>
}

// Two that are written anew take turns in an array: no relayout moves back and forth.
// CHECK-LABEL: func.func @turns(
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @turns(%x: tensor<5x150xf32, #t>, %y: tensor<5x150xf32, #t>) -> tensor<5x300xf32, #t> {
  %e = tensor.empty() : tensor<5x150xf32>
  %s = linalg.sub ins(%x, %y : tensor<5x150xf32, #t>, tensor<5x150xf32, #t>) outs(%e : tensor<5x150xf32>) -> tensor<5x150xf32>
  %t = linalg.add ins(%x, %y : tensor<5x150xf32, #t>, tensor<5x150xf32, #t>) outs(%e : tensor<5x150xf32>) -> tensor<5x150xf32>
  %all = tensor.empty() : tensor<5x300xf32>
  %even = tensor.insert_slice %s into %all[0, 0] [5, 150] [1, 2] : tensor<5x150xf32> into tensor<5x300xf32>
  %both = tensor.insert_slice %t into %even[0, 1] [5, 150] [1, 2] : tensor<5x150xf32> into tensor<5x300xf32>
  %r = tensor.cast %both : tensor<5x300xf32> to tensor<5x300xf32, #t>
  return %r : tensor<5x300xf32, #t>
}

// CHECK-LABEL: func.func @loop(
// CHECK: tiled_layout.relayout ins(%arg0 :
// CHECK: scf.for
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @loop(%x: tensor<20x64xf32, #t>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %a = tensor.cast %x : tensor<20x64xf32, #t> to tensor<20x64xf32>
    %t = func.call @sum(%a) : (tensor<20x64xf32>) -> f32
    %q = arith.addf %s, %t : f32
    scf.yield %q : f32
  }
  return %r : f32
}
func.func private @sum(tensor<20x64xf32>) -> f32

// One value twice is relaid once, and its relayout does not move back.
// CHECK-LABEL: func.func @twice(
// CHECK-COUNT-1: tiled_layout.relayout
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @twice(%x: tensor<33x32xf32>) -> tensor<66x32xf32, #t> {
  %c = tensor.concat dim(0) %x, %x : (tensor<33x32xf32>, tensor<33x32xf32>) -> tensor<66x32xf32>
  %s = tensor.cast %c : tensor<66x32xf32> to tensor<66x32xf32, #t>
  return %s : tensor<66x32xf32, #t>
}

// What leaves a loop is folded there: a fill is written as it is wanted.
// CHECK-LABEL: func.func @filled(
// CHECK-NOT: tiled_layout.relayout
// CHECK: linalg.fill
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @filled(%n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x64xf32, #t>
  %x = linalg.fill ins(%zero : f32) outs(%e : tensor<20x64xf32, #t>) -> tensor<20x64xf32, #t>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %a = tensor.cast %x : tensor<20x64xf32, #t> to tensor<20x64xf32>
    %t = func.call @sum(%a) : (tensor<20x64xf32>) -> f32
    %q = arith.addf %s, %t : f32
    scf.yield %q : f32
  }
  return %r : f32
}

// A copy to another memory stays where it is.
// CHECK-LABEL: func.func @staged(
// CHECK: scf.for
// CHECK: tiled_layout.relayout
func.func @staged(%x: tensor<20x64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %a = tensor.cast %x : tensor<20x64xf32> to tensor<20x64xf32, #tiled_layout.layout<{1,0:S(1)}>>
    %t = tensor.extract %a[%i, %c0] : tensor<20x64xf32, #tiled_layout.layout<{1,0:S(1)}>>
    %q = arith.addf %s, %t : f32
    scf.yield %q : f32
  }
  return %r : f32
}

// Elements of half a byte are padded as they are stored.
#nibbles = #tiled_layout.layout<{1,0:T(8,128)E(4)}>
// CHECK-LABEL: func.func @nibbles(
// CHECK-NOT: tiled_layout.relayout
// CHECK: tensor.pad %arg0
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @nibbles(%x: tensor<20x60xi4, #nibbles>) -> tensor<20x64xi4, #nibbles> {
  %c = arith.constant 3 : i4
  %a = tensor.cast %x : tensor<20x60xi4, #nibbles> to tensor<20x60xi4>
  %p = tensor.pad %a low[0, 2] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : i4
  } : tensor<20x60xi4> to tensor<20x64xi4>
  %s = tensor.cast %p : tensor<20x64xi4> to tensor<20x64xi4, #nibbles>
  return %s : tensor<20x64xi4, #nibbles>
}

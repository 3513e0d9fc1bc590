// RUN: tiled-layout-opt %s --allow-unregistered-dialect --tiled-layout-fold-relayouts | FileCheck %s

// A loop that unpacks what it carries, and packs what it hands on, carries the
// packed array.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#stack = #tiled_layout.layout<{2,1,0:T(8,128)}>

// CHECK-LABEL: @carried
// CHECK-SAME: (%[[A:.*]]: tensor<16x256xf32, {{.*}}>, %[[N:.*]]: index)
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[C:.*]] = %[[A]]) -> (tensor<16x256xf32, #tiled_layout
// CHECK-NEXT: %[[E:.*]] = "test.matrix"(%[[C]]) : (tensor<16x256xf32, #tiled_layout
// CHECK-NEXT: scf.yield %[[E]]
// CHECK: %[[B:.*]] = tiled_layout.relayout ins(%[[R]] :
// CHECK: return %[[B]]
func.func @carried(%a: tensor<16x256xf32, #t>, %n: index) -> tensor<16x256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<16x256xf32>
  %d = tiled_layout.empty() : tensor<16x256xf32, #t>
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %0) -> (tensor<16x256xf32>) {
    %2 = tiled_layout.relayout ins(%c : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    %3 = "test.matrix"(%2) : (tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    %4 = tiled_layout.relayout ins(%3 : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
    scf.yield %4 : tensor<16x256xf32>
  }
  return %1 : tensor<16x256xf32>
}

// It must run for that to pay, unless the array was packed before.
// CHECK-LABEL: @unknown_count
// CHECK: scf.for
// CHECK-NEXT: tiled_layout.relayout
func.func @unknown_count(%a: tensor<16x256xf32>, %n: index) -> tensor<16x256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<16x256xf32>
  %d = tiled_layout.empty() : tensor<16x256xf32, #t>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> (tensor<16x256xf32>) {
    %2 = tiled_layout.relayout ins(%c : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    %3 = "test.matrix"(%2) : (tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    %4 = tiled_layout.relayout ins(%3 : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
    scf.yield %4 : tensor<16x256xf32>
  }
  return %1 : tensor<16x256xf32>
}

// CHECK-LABEL: @known_count
// CHECK: tiled_layout.relayout
// CHECK: scf.for
// CHECK-NEXT: "test.matrix"
// CHECK-NEXT: scf.yield
// CHECK: tiled_layout.relayout
func.func @known_count(%a: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %e = tensor.empty() : tensor<16x256xf32>
  %d = tiled_layout.empty() : tensor<16x256xf32, #t>
  %1 = scf.for %i = %c0 to %c9 step %c1 iter_args(%c = %a) -> (tensor<16x256xf32>) {
    %2 = tiled_layout.relayout ins(%c : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    %3 = "test.matrix"(%2) : (tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    %4 = tiled_layout.relayout ins(%3 : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
    scf.yield %4 : tensor<16x256xf32>
  }
  return %1 : tensor<16x256xf32>
}

// Behind a truncation in a loop, the relayout of half as many bytes would run
// with every iteration.
// CHECK-LABEL: @not_into_a_loop
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<16x256xf32, {{.*}}>)
// CHECK: scf.for
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @not_into_a_loop(%a: tensor<16x256xf32, #t>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<16x256xf32>
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = arith.truncf %0 : tensor<16x256xf32> to tensor<16x256xbf16>
    "test.use"(%1) : (tensor<16x256xbf16>) -> ()
  }
  return
}

// Nor does one leave a branch that may not be taken.
// CHECK-LABEL: @not_out_of_a_branch
// CHECK: arith.extf
// CHECK: scf.if
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<16x256xf32>)
func.func @not_out_of_a_branch(%a: tensor<16x256xbf16>, %c: i1, %d: tensor<16x256xf32, #t>) {
  %0 = arith.extf %a : tensor<16x256xbf16> to tensor<16x256xf32>
  scf.if %c {
    %1 = tiled_layout.relayout ins(%0 : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    "test.use"(%1) : (tensor<16x256xf32, #t>) -> ()
  }
  return
}

// An array that is made row by row is made in the layout that it is relaid to.
// CHECK-LABEL: func @made_by_rows
// CHECK: %[[E:.+]] = tiled_layout.empty() : tensor<128x512xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: %[[L:.+]] = scf.for {{.*}} iter_args(%[[A:.+]] = %[[E]])
// CHECK-NOT: tiled_layout.relayout
// CHECK: %[[R:.+]] = linalg.exp {{.*}} -> tensor<1x512xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: tensor.insert_slice %[[R]] into %[[A]]
// CHECK-NOT: tiled_layout.relayout
// CHECK: return %[[L]]
func.func @made_by_rows(%x: tensor<128x512xf32>, %n: index) -> tensor<128x512xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<128x512xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> (tensor<128x512xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 512] [1, 1] : tensor<128x512xf32> to tensor<1x512xf32>
    %d = tensor.empty() : tensor<1x512xf32>
    %y = linalg.exp ins(%row : tensor<1x512xf32>) outs(%d : tensor<1x512xf32>) -> tensor<1x512xf32>
    %b = tensor.insert_slice %y into %a[%i, 0] [1, 512] [1, 1] : tensor<1x512xf32> into tensor<128x512xf32>
    scf.yield %b : tensor<128x512xf32>
  }
  %t = tensor.cast %r : tensor<128x512xf32> to tensor<128x512xf32, #t>
  return %t : tensor<128x512xf32, #t>
}

// Rows that come from elsewhere would be relaid as often as the loop runs: how often is not known.
// CHECK-LABEL: func @rows_from_elsewhere
// CHECK: scf.for
// CHECK-NOT: tiled_layout.relayout
// CHECK: }
// CHECK: tiled_layout.relayout
func.func @rows_from_elsewhere(%x: tensor<4x512xf32>, %n: index) -> tensor<128x512xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<128x512xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> (tensor<128x512xf32>) {
    %b = tensor.insert_slice %x into %a[%i, 0] [4, 512] [1, 1] : tensor<4x512xf32> into tensor<128x512xf32>
    scf.yield %b : tensor<128x512xf32>
  }
  %t = tensor.cast %r : tensor<128x512xf32> to tensor<128x512xf32, #t>
  return %t : tensor<128x512xf32, #t>
}

// A slice without its dimension of one index stays as it is.
// CHECK-LABEL: func @made_by_matrices
// CHECK: scf.for {{.*}} -> (tensor<16x64x300xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>)
// CHECK: tensor.insert_slice %arg0 into {{.*}} : tensor<64x300xf32> into tensor<16x64x300xf32, #tiled_layout
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @made_by_matrices(%x: tensor<64x300xf32>) -> tensor<16x64x300xf32, #stack> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x64x300xf32>
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %e) -> (tensor<16x64x300xf32>) {
    %b = tensor.insert_slice %x into %a[%i, 0, 0] [1, 64, 300] [1, 1, 1] : tensor<64x300xf32> into tensor<16x64x300xf32>
    scf.yield %b : tensor<16x64x300xf32>
  }
  %t = tensor.cast %r : tensor<16x64x300xf32> to tensor<16x64x300xf32, #stack>
  return %t : tensor<16x64x300xf32, #stack>
}

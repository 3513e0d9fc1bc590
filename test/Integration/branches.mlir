// Tensors that branches carry between blocks, where an operation writes to a tensor
// that another branch carries on; and tensors that the cases of a switch yield, where
// an operation writes to what the switch yields. Upstream's analysis takes both wrong.
// Regions that yield tensors in several blocks, which upstream does not bufferize.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s --check-prefix=LIFTED

// LIFTED-NOT: cf.
// LIFTED: scf.while
// LIFTED-NOT: scf.index_switch
// LIFTED: scf.index_switch %{{.+}} -> f32

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// One edge carries the sum on, the other one what it was made of.
func.func private @blocks(%a: tensor<2x3xf32, #t>, %b: tensor<2x3xf32, #t>, %n: index) -> tensor<2x3xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %a : index, tensor<2x3xf32, #t>)
^head(%i: index, %x: tensor<2x3xf32, #t>):
  %d = arith.cmpi slt, %i, %n : index
  cf.cond_br %d, ^body, ^exit
^body:
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi eq, %i, %c1 : index
  %z = arith.addf %x, %b : tensor<2x3xf32, #t>
  cf.cond_br %c, ^head(%j, %z : index, tensor<2x3xf32, #t>), ^keep
^keep:
  cf.br ^head(%j, %x : index, tensor<2x3xf32, #t>)
^exit:
  return %x : tensor<2x3xf32, #t>
}

// The same by a selection.
func.func private @selected(%a: tensor<2x3xf32, #t>, %b: tensor<2x3xf32, #t>, %n: index) -> tensor<2x3xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %a : index, tensor<2x3xf32, #t>)
^head(%i: index, %x: tensor<2x3xf32, #t>):
  %d = arith.cmpi slt, %i, %n : index
  cf.cond_br %d, ^body, ^exit
^body:
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi eq, %i, %c1 : index
  %z = arith.addf %x, %b : tensor<2x3xf32, #t>
  %s = arith.select %c, %z, %x : tensor<2x3xf32, #t>
  cf.br ^head(%j, %s : index, tensor<2x3xf32, #t>)
^exit:
  return %x : tensor<2x3xf32, #t>
}

// What all cases yield is read after the result is written to.
func.func private @switch(%a: tensor<2x3xf32, #t>, %k: index) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %y = arith.addf %a, %a : tensor<2x3xf32, #t>
  %s = scf.index_switch %k -> tensor<2x3xf32, #t>
  case 0 { scf.yield %y : tensor<2x3xf32, #t> }
  case 4 { scf.yield %a : tensor<2x3xf32, #t> }
  default { scf.yield %y : tensor<2x3xf32, #t> }
  %w = tensor.insert %seven into %s[%c0, %c0] : tensor<2x3xf32, #t>
  return %w, %y : tensor<2x3xf32, #t>, tensor<2x3xf32, #t>
}

// x, y = x + y, x in each of two iterations.
func.func private @advance(%a: tensor<2x3xf32, #t>, %b: tensor<2x3xf32, #t>) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>) {
    %s:2 = scf.index_switch %i -> tensor<2x3xf32, #t>, tensor<2x3xf32, #t>
    default { scf.yield %x, %y : tensor<2x3xf32, #t>, tensor<2x3xf32, #t> }
    %w = arith.addf %s#0, %s#1 : tensor<2x3xf32, #t>
    scf.yield %w, %s#0 : tensor<2x3xf32, #t>, tensor<2x3xf32, #t>
  }
  return %r#0, %r#1 : tensor<2x3xf32, #t>, tensor<2x3xf32, #t>
}

// A region that two blocks end, one of which writes.
func.func private @region(%a: tensor<2x3xf32, #t>, %c: i1) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %y = arith.addf %a, %a : tensor<2x3xf32, #t>
  %s = scf.execute_region -> tensor<2x3xf32, #t> {
    cf.cond_br %c, ^same, ^other
  ^same:
    scf.yield %y : tensor<2x3xf32, #t>
  ^other:
    %w = tensor.insert %seven into %y[%c0, %c0] : tensor<2x3xf32, #t>
    scf.yield %w : tensor<2x3xf32, #t>
  }
  return %s, %y : tensor<2x3xf32, #t>, tensor<2x3xf32, #t>
}

// Switches of numbers stay.
func.func @numbers(%k: index, %a: f32, %b: f32) -> f32 {
  %s = scf.index_switch %k -> f32
  case 0 { scf.yield %a : f32 }
  default { scf.yield %b : f32 }
  return %s : f32
}

func.func private @show(%a: tensor<2x3xf32, #t>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0, %c0], %zero : tensor<2x3xf32, #t>, vector<2x3xf32>
  vector.print %v : vector<2x3xf32>
  return
}

// b is added once.
// CHECK: ( ( 11, 12, 13 ), ( 14, 15, 16 ) )
// CHECK: ( ( 11, 12, 13 ), ( 14, 15, 16 ) )
// CHECK: ( ( 7, 4, 6 ), ( 8, 10, 12 ) )
// CHECK: ( ( 2, 4, 6 ), ( 8, 10, 12 ) )
// CHECK: ( ( 7, 2, 3 ), ( 4, 5, 6 ) )
// CHECK: ( ( 12, 14, 16 ), ( 18, 20, 22 ) )
// CHECK: ( ( 11, 12, 13 ), ( 14, 15, 16 ) )
// CHECK: ( ( 7, 4, 6 ), ( 8, 10, 12 ) )
// CHECK: ( ( 2, 4, 6 ), ( 8, 10, 12 ) )
// CHECK: ( ( 2, 4, 6 ), ( 8, 10, 12 ) )
// Nor does what the caller has change.
// CHECK: ( ( 1, 2, 3 ), ( 4, 5, 6 ) )
func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32, #t>
  %b = arith.constant dense<10.0> : tensor<2x3xf32, #t>
  %n = arith.constant 3 : index
  %0 = call @blocks(%a, %b, %n) : (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>, index) -> tensor<2x3xf32, #t>
  call @show(%0) : (tensor<2x3xf32, #t>) -> ()
  %1 = call @selected(%a, %b, %n) : (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>, index) -> tensor<2x3xf32, #t>
  call @show(%1) : (tensor<2x3xf32, #t>) -> ()
  %2:2 = call @switch(%a, %n) : (tensor<2x3xf32, #t>, index) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>)
  call @show(%2#0) : (tensor<2x3xf32, #t>) -> ()
  call @show(%2#1) : (tensor<2x3xf32, #t>) -> ()
  %four = arith.constant 4 : index
  %3:2 = call @switch(%a, %four) : (tensor<2x3xf32, #t>, index) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>)
  call @show(%3#0) : (tensor<2x3xf32, #t>) -> ()
  %4:2 = call @advance(%a, %b) : (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>)
  call @show(%4#0) : (tensor<2x3xf32, #t>) -> ()
  call @show(%4#1) : (tensor<2x3xf32, #t>) -> ()
  %true = arith.constant true
  %false = arith.constant false
  %5:2 = call @region(%a, %false) : (tensor<2x3xf32, #t>, i1) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>)
  call @show(%5#0) : (tensor<2x3xf32, #t>) -> ()
  call @show(%5#1) : (tensor<2x3xf32, #t>) -> ()
  %6:2 = call @region(%a, %true) : (tensor<2x3xf32, #t>, i1) -> (tensor<2x3xf32, #t>, tensor<2x3xf32, #t>)
  call @show(%6#0) : (tensor<2x3xf32, #t>) -> ()
  call @show(%a) : (tensor<2x3xf32, #t>) -> ()
  return
}

// Does a global tensor keep its layout and its state, and does what was loaded stay
// what it was when the global is stored to?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s --check-prefix=GLOBAL

// GLOBAL: memref.global "private" @state : memref<2x2xi32, #tiled_layout.layout<{1,0:T(8,128)}>> = dense<1>
// GLOBAL: memref.global "private" constant @weights : memref<2x2xi32, #tiled_layout.layout<{0,1}>> = dense_resource<w>
// Nothing is stored before the last use of what was loaded: one copy, the store.
// GLOBAL-LABEL: func.func private @add(
// GLOBAL: memref.get_global @state
// GLOBAL-NOT: memref.copy
// GLOBAL: linalg.generic
// GLOBAL: memref.copy
// GLOBAL-NOT: memref.copy
// GLOBAL-LABEL: func.func private @swap(

// What was before: ones; and the state: ones and the weights.
// CHECK: ( ( 1, 1 ), ( 1, 1 ) )
// CHECK-NEXT: ( ( 2, 3 ), ( 4, 5 ) )
// CHECK-NEXT: ( ( 7, 7 ), ( 7, 7 ) )
// CHECK-NEXT: ( ( 7, 7 ), ( 7, 7 ) )

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{0,1}>
ml_program.global private mutable @state(dense<1> : tensor<2x2xi32, #t>) : tensor<2x2xi32, #t>
ml_program.global private @weights(dense_resource<w> : tensor<2x2xi32, #u>) : tensor<2x2xi32, #u>
func.func private @add() attributes {no_inline} {
  %s = ml_program.global_load @state : tensor<2x2xi32, #t>
  %w = ml_program.global_load_const @weights : tensor<2x2xi32, #u>
  %v = tensor.cast %w : tensor<2x2xi32, #u> to tensor<2x2xi32, #t>
  %r = arith.addi %s, %v : tensor<2x2xi32, #t>
  ml_program.global_store @state = %r : tensor<2x2xi32, #t>
  return
}
func.func private @swap(%a: tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t> attributes {no_inline} {
  %s = ml_program.global_load @state : tensor<2x2xi32, #t>
  ml_program.global_store @state = %a : tensor<2x2xi32, #t>
  return %s : tensor<2x2xi32, #t>
}
func.func private @show(%a: tensor<2x2xi32, #t>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %a[%c0, %c0], %z : tensor<2x2xi32, #t>, vector<2x2xi32>
  vector.print %v : vector<2x2xi32>
  return
}
func.func private @replace(%a: tensor<2x2xi32, #t>) attributes {no_inline} {
  %nine = arith.constant dense<9> : tensor<2x2xi32, #t>
  ml_program.global_store @state = %nine : tensor<2x2xi32, #t>
  call @show(%a) : (tensor<2x2xi32, #t>) -> ()
  return
}
func.func @main() {
  %before = ml_program.global_load @state : tensor<2x2xi32, #t>
  call @add() : () -> ()
  call @show(%before) : (tensor<2x2xi32, #t>) -> ()
  %seven = arith.constant dense<7> : tensor<2x2xi32, #t>
  %s = call @swap(%seven) : (tensor<2x2xi32, #t>) -> tensor<2x2xi32, #t>
  call @show(%s) : (tensor<2x2xi32, #t>) -> ()
  %after = ml_program.global_load @state : tensor<2x2xi32, #t>
  call @show(%after) : (tensor<2x2xi32, #t>) -> ()
  %argument = ml_program.global_load @state : tensor<2x2xi32, #t>
  call @replace(%argument) : (tensor<2x2xi32, #t>) -> ()
  return
}

{-#
  dialect_resources: {
    builtin: {
      w: "0x0400000001000000020000000300000004000000"
    }
  }
#-}

// What programs attach to calls, loops and branches on packed tensors stays.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-linalg-pack | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!T = tensor<16x256xf32, #t>

// CHECK: func private @g(tensor<2x2x8x128xf32> {my.arg}) -> tensor<2x2x8x128xf32>
func.func private @g(!T {my.arg}) -> !T

// CHECK-LABEL: func.func @f(
func.func @f(%a: !T, %n: index, %c: i1) -> !T {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: call @g(%{{.*}}) {arg_attrs = [{my.arg}], my.attr, no_inline, res_attrs = [{my.res}]}
  %r = func.call @g(%a) {my.attr, no_inline, arg_attrs = [{my.arg}], res_attrs = [{my.res}]} : (!T) -> !T
  // CHECK: } {my.attr}
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %r) -> !T {
    scf.yield %x : !T
  } {my.attr}
  return %s : !T
}

// What programs attach to operations, arguments and results stays.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!A = memref<16x256xf32, #t>
!D = memref<?x256xf32, #t>
// CHECK: memref.global "private" constant @g : memref<2x2x8x128xf32> = {{.+}} {alignment = 64 : i64, my.attr}
memref.global "private" constant @g : !A = dense<1.0> {alignment = 64, my.attr}
// CHECK: func private @ext(memref<?x2x8x128xf32> {my.arg}, index) -> (memref<?x2x8x128xf32> {my.res}, index) attributes {my.fn}
func.func private @ext(%a: !D {my.arg}) -> (!D {my.res}) attributes {my.fn}
func.func @f(%a: !D {my.arg, llvm.noalias}, %i: index {my.i}, %c: i1, %b: !D) -> (!D {my.res}, index {my.r2}) attributes {my.fn} {
  %g = memref.get_global @g : !A
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // Of an argument that becomes several, the first has what was said of it.
  // CHECK: call @ext({{.+}}) {arg_attrs = [{my.arg}, {}], my.attr, no_inline, res_attrs = [{my.res}, {}]}
  %r = func.call @ext(%a) {no_inline, my.attr, arg_attrs = [{my.arg}], res_attrs = [{my.res}]} : (!D) -> !D
  %q = scf.if %c -> (!D) { scf.yield %a : !D } else { scf.yield %b : !D } {my.attr}
  %w = scf.for %k = %c0 to %i step %c1 iter_args(%x = %q) -> (!D) { 
     %s = func.call @ext(%x) : (!D) -> !D
     scf.yield %s : !D } {my.attr, loop_annotation = #llvm.loop_annotation<mustProgress = true>}
  // CHECK: scf.while
  // CHECK: attributes {my.attr}
  %z:2 = scf.while (%x = %w, %n = %c0) : (!D, index) -> (!D, index) {
     %l = arith.cmpi slt, %n, %i : index
     scf.condition(%l) %x, %n : !D, index
  } do { ^bb0(%x: !D, %n: index):
     %n1 = arith.addi %n, %c1 : index
     scf.yield %x, %n1 : !D, index
  } attributes {my.attr}
  // CHECK: arith.select {{.+}} {my.attr}
  %sel = arith.select %c, %z#0, %a {my.attr} : !D
  %u = affine.for %k = 0 to 4 iter_args(%x = %sel) -> (!D) { 
     %s = func.call @ext(%x) : (!D) -> !D
     affine.yield %s : !D } {my.attr}
  // CHECK: cf.cond_br %{{.+}} weights([90, 10])
  cf.cond_br %c weights([90, 10]), ^a(%u : !D), ^bb(%b : !D)
^a(%m: !D):
  return %m, %i : !D, index
^bb(%p: !D):
  // CHECK: cf.br {{.+}} {my.attr}
  cf.br ^a(%p : !D) {my.attr}
}

// CHECK-LABEL: func @deallocated(
!M = memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @deallocated(%i: index, %v: f32) -> f32 {
  // CHECK: memref.alloc() {bufferization.manual_deallocation}
  %m = memref.alloc() {bufferization.manual_deallocation} : !M
  memref.store %v, %m[%i,%i] : !M
  %x = memref.load %m[%i,%i] : !M
  // CHECK: memref.dealloc {{.+}} {bufferization.manual_deallocation}
  memref.dealloc %m {bufferization.manual_deallocation} : !M
  return %x : f32
}

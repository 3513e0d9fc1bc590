// What programs say of loops stays, and a pass that ran leaves what it made alone.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: tiled-layout-opt %t --tiled-layout-schedule-loops=steps=tile-loops | diff %t -
// RUN: tiled-layout-opt %t --convert-tiled-layout-to-affine | FileCheck %s --check-prefix=CONVERTED
// RUN: tiled-layout-opt %t --convert-tiled-layout-to-affine --tiled-layout-annotate-loops --mlir-print-local-scope | FileCheck %s --check-prefix=LLVM

#novec = #llvm.loop_vectorize<disable = true>
#ann = #llvm.loop_annotation<vectorize = #novec, mustProgress = true>
!A = memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
!B = memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>

// CHECK-DAG: #[[$NO_VECTORS:.+]] = #llvm.loop_vectorize<disable = true>
// CHECK-DAG: #[[$PROGRAM:.+]] = #llvm.loop_annotation<vectorize = #[[$NO_VECTORS]], mustProgress = true>

// LLVM-NOT: tiled_layout.loop

// CHECK-LABEL: func @affine(
// CHECK: my.inner = 1 : i32
// CHECK: my.outer = 2 : i32
func.func @affine(%a: !A, %v: f32) {
  affine.for %i = 0 to 16 { affine.for %j = 0 to 256 {
      affine.store %v, %a[%i,%j] : !A
  } {my.inner = 1 : i32} } {my.outer = 2 : i32}
  return
}
// CHECK-LABEL: func @scf(
// CHECK: my.inner = 1 : i32
// CHECK: my.outer = 2 : i32
func.func @scf(%a: !A, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  scf.for %i = %c0 to %c16 step %c1 { scf.for %j = %c0 to %c256 step %c1 {
      memref.store %v, %a[%i,%j] : !A
  } {my.inner = 1 : i32} } {my.outer = 2 : i32}
  return
}
// CHECK-LABEL: func @parallel(
// A loop that is mapped to processors is not cut.
// CHECK: scf.parallel (%{{.+}}, %{{.+}}) = (%{{.+}}, %{{.+}}) to (%{{.+}}, %{{.+}}) step
// CHECK: mapping = [#gpu.loop_dim_map
// CHECK: affine.parallel
// CHECK: my.par
func.func @parallel(%a: !A, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  scf.parallel (%i,%j) = (%c0,%c0) to (%c16,%c256) step (%c1,%c1) { 
      memref.store %v, %a[%i,%j] : !A
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  affine.parallel (%i,%j) = (0,0) to (16,256) { 
      affine.store %v, %a[%i,%j] : !A
  } {my.par}
  return
}

// A loop of which the program says something to LLVM stays as it is.
// CHECK-LABEL: func @annotated(
// CHECK: affine.for %{{.+}} = 0 to 256 {
// CHECK-NEXT: affine.store
// CHECK-NEXT: } {loop_annotation = #[[$PROGRAM]]}
// CHECK-NEXT: } {my.attr, tiled_layout.loop = #tiled_layout.loop<rows>}
// CONVERTED-LABEL: func @annotated(
// CONVERTED: {loop_annotation = #{{[a-z_0-9]+}}}
// LLVM-LABEL: func @annotated(
// LLVM: loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>, mustProgress = true>}
func.func @annotated(%a: !A, %v: f32) {
  affine.for %i = 0 to 16 { affine.for %j = 0 to 256 {
      affine.store %v, %a[%i,%j] : !A
  } {loop_annotation = #ann} } {my.attr}
  return
}
// A loop of which the program says what it goes over is not cut.
// CHECK-LABEL: func @planned(
// CHECK-NEXT: affine.for %{{.+}} = 0 to 16 {
// CHECK-NEXT: affine.for %{{.+}} = 0 to 256 {
// CHECK-NEXT: affine.store
// CHECK-NEXT: tiled_layout.loop = #tiled_layout.loop<rows>
// CHECK-NEXT: tiled_layout.loop = #tiled_layout.loop<tiles>
func.func @planned(%a: !A, %v: f32) {
  affine.for %i = 0 to 16 { affine.for %j = 0 to 256 {
      affine.store %v, %a[%i,%j] : !A
  } {tiled_layout.loop = #tiled_layout.loop<rows>} } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  return
}
// Nor is one around which another loop is jammed where it can be.
// CHECK-LABEL: func @stencil(
// CHECK: affine.for %{{.+}} = 1 to 255 {
// CHECK: } {loop_annotation = #[[$PROGRAM]]}
// CHECK-NEXT: } {my.attr
func.func @stencil(%a: !B {llvm.noalias}, %b: !B {llvm.noalias}, %v: bf16) {
  affine.for %i = 0 to 16 { affine.for %j = 1 to 255 {
      %x = affine.load %a[%i, %j - 1] : !B
      %y = affine.load %a[%i, %j + 1] : !B
      %z = arith.addf %x, %y : bf16
      affine.store %z, %b[%i,%j] : !B
  } {loop_annotation = #ann} }  {my.attr}
  return
}

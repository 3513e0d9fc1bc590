// What programs say of loops stays, and a pass that ran leaves what it made alone.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: tiled-layout-opt %t --tiled-layout-schedule-loops=steps=tile-loops | diff %t -
// RUN: tiled-layout-opt %t --convert-tiled-layout-to-affine | FileCheck %s --check-prefix=CONVERTED
// RUN: tiled-layout-opt %t --convert-tiled-layout-to-affine --tiled-layout-annotate-loops --mlir-print-local-scope | FileCheck %s --check-prefix=LLVM

#unroll = #llvm.loop_unroll<count = 4 : i32>
#few = #llvm.loop_annotation<unroll = #unroll>
#novec = #llvm.loop_vectorize<disable = true>
#ann = #llvm.loop_annotation<vectorize = #novec, mustProgress = true>
!A = memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
!B = memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>

// CHECK-DAG: #[[$NO_VECTORS:.+]] = #llvm.loop_vectorize<disable = true>
// CHECK-DAG: #[[$COUNT:.+]] = #llvm.loop_annotation<unroll =
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

// CHECK-LABEL: func @annotated(
// CHECK: loop_annotation = #[[$PROGRAM]], tiled_layout.loop = #tiled_layout.loop<run>
// CONVERTED-LABEL: func @annotated(
// CONVERTED: loop_annotation = #{{.+}}, tiled_layout.loop = #tiled_layout.loop<run>
// LLVM-LABEL: func @annotated(
// LLVM: loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>, unroll = <disable = true>, mustProgress = true>}
func.func @annotated(%a: !A, %v: f32) {
  affine.for %i = 0 to 16 { affine.for %j = 0 to 256 {
      affine.store %v, %a[%i,%j] : !A
  } {loop_annotation = #ann} } 
  return
}
// A loop that the program wants unrolled is no run.
// CHECK-LABEL: func @unrolled(
// CHECK: loop_annotation = #[[$COUNT]]
// CHECK-SAME: tiled_layout.loop = #tiled_layout.loop<rows>
// LLVM-LABEL: func @unrolled(
// LLVM: loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32>>}
func.func @unrolled(%a: !A, %v: f32) {
  affine.for %i = 0 to 16 { affine.for %j = 0 to 256 {
      affine.store %v, %a[%i,%j] : !A
  } {loop_annotation = #few} }
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
// CHECK-LABEL: func @stencil(
// CHECK: loop_annotation = #[[$PROGRAM]], tiled_layout.loop
// CHECK: my.attr, tiled_layout.loop
func.func @stencil(%a: !B {llvm.noalias}, %b: !B {llvm.noalias}, %v: bf16) {
  affine.for %i = 0 to 16 { affine.for %j = 1 to 255 {
      %x = affine.load %a[%i, %j - 1] : !B
      %y = affine.load %a[%i, %j + 1] : !B
      %z = arith.addf %x, %y : bf16
      affine.store %z, %b[%i,%j] : !B
  } {loop_annotation = #ann} }  {my.attr}
  return
}

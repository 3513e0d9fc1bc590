// What `tiled_layout.loop` may say, of which operations.
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @roles(
// CHECK: {tiled_layout.loop = #tiled_layout.loop<run, peeled = before>}
// CHECK: {tiled_layout.loop = #tiled_layout.loop<run, peeled = after>}
// CHECK: {tiled_layout.loop = #tiled_layout.loop<run, peeled = both>}
// CHECK: {tiled_layout.loop = #tiled_layout.loop<run>}
// CHECK: {tiled_layout.loop = #tiled_layout.loop<rows>}
// CHECK: {tiled_layout.loop = #tiled_layout.loop<tiles>}
// CHECK: {tiled_layout.loop = #tiled_layout.loop<threads, strides = [1024, 8192]>}
// GENERIC: "scf.forall"
// GENERIC: tiled_layout.loop = #tiled_layout.loop<tiles>
func.func @roles(%m: memref<2x8x64xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
  } {tiled_layout.loop = #tiled_layout.loop<run, peeled = before>}
  affine.for %i = 0 to 64 {
  } {tiled_layout.loop = #tiled_layout.loop<run, peeled = after>}
  affine.for %i = 0 to 64 {
  } {tiled_layout.loop = #tiled_layout.loop<run, peeled = both>}
  scf.forall (%t) in (2) {
    affine.parallel (%r) = (0) to (8) {
      affine.for %i = 0 to 64 {
        memref.store %v, %m[%t, %r, %i] : memref<2x8x64xf32>
      } {tiled_layout.loop = #tiled_layout.loop<run>}
    } {tiled_layout.loop = #tiled_layout.loop<rows>}
  } {tiled_layout.loop = #tiled_layout.loop<tiles>}
  scf.forall (%t) in (2) {
  } {tiled_layout.loop = #tiled_layout.loop<threads, strides = [1024, 8192]>}
  return
}

// -----

func.func @word() {
  affine.for %i = 0 to 64 {
  // expected-error @+1 {{expected 'tiles', 'rows', 'threads' or 'run', but found 'runs'}}
  } {tiled_layout.loop = #tiled_layout.loop<runs>}
  return
}

// -----

func.func @unclosed() {
  affine.for %i = 0 to 64 {
  // expected-error @+1 {{expected '<'}}
  } {tiled_layout.loop = #tiled_layout.loop}
  return
}

// -----

func.func @end() {
  affine.for %i = 0 to 64 {
  // expected-error @+1 {{expected 'before', 'after' or 'both', but found 'none'}}
  } {tiled_layout.loop = #tiled_layout.loop<run, peeled = none>}
  return
}

// -----

func.func @peeled_rows() {
  affine.for %i = 0 to 64 {
  // expected-error @+1 {{only a run has peeled iterations}}
  } {tiled_layout.loop = #tiled_layout.loop<rows, peeled = both>}
  return
}

// -----

func.func @kind() {
  // expected-error @+1 {{'tiled_layout.loop' is "run", but must be #tiled_layout.loop<...>}}
  affine.for %i = 0 to 64 {
  } {tiled_layout.loop = "run"}
  return
}

// -----

func.func @statement(%c: i1) {
  // expected-error @+1 {{is no loop, so it cannot have 'tiled_layout.loop'}}
  scf.if %c {
  } {tiled_layout.loop = #tiled_layout.loop<run>}
  return
}

// -----

func.func @plane() {
  // expected-error @+1 {{is no run: a run has one induction variable}}
  affine.parallel (%i, %j) = (0, 0) to (8, 64) {
  } {tiled_layout.loop = #tiled_layout.loop<run>}
  return
}

// -----

func.func @endless(%c: i1) {
  // expected-error @+1 {{is no run: a run has one induction variable}}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  } attributes {tiled_layout.loop = #tiled_layout.loop<run>}
  return
}

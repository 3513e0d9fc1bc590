// Do tiled arrays, and the extents beside them, pass through control flow?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

!t = memref<?x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>

// CHECK-LABEL: func @for
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<?x3x8x128xf32>, %[[MN:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: memref<?x3x8x128xf32>, %[[NN:[a-z0-9]+]]: index
func.func @for(%m: !t, %n: !t, %k: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[R:.+]]:4 = scf.for {{.*}} iter_args(%[[A:.+]] = %[[M]], %[[AN:.+]] = %[[MN]], %[[B:.+]] = %[[N]], %[[BN:.+]] = %[[NN]])
  %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%a = %m, %b = %n) -> (!t, !t) {
    // CHECK: scf.yield %[[B]], %[[BN]], %[[A]], %[[AN]]
    scf.yield %b, %a : !t, !t
  }
  %d = memref.dim %r#1, %c0 : !t
  // CHECK: return %[[R]]#3
  return %d : index
}

// CHECK-LABEL: func @if
func.func @if(%m: !t, %n: !t, %c: i1) -> !t {
  // CHECK: scf.if %{{.*}} -> (memref<?x3x8x128xf32>, index)
  %r = scf.if %c -> !t {
    scf.yield %m : !t
  } else {
    scf.yield %n : !t
  }
  return %r : !t
}

// CHECK-LABEL: func @while
func.func @while(%m: !t, %c: i1) -> !t {
  // CHECK: scf.while ({{.*}}) : (memref<?x3x8x128xf32>, index) -> (memref<?x3x8x128xf32>, index)
  %r = scf.while (%a = %m) : (!t) -> !t {
    // CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}} : memref<?x3x8x128xf32>, index
    scf.condition(%c) %a : !t
  } do {
  ^body(%b: !t):
    scf.yield %b : !t
  }
  return %r : !t
}

// CHECK-LABEL: func @branches
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<?x3x8x128xf32>, %[[N:[a-z0-9]+]]: index
func.func @branches(%m: !t, %c: i1) -> !t {
  // CHECK: cf.cond_br %{{.*}}, ^[[JOIN:.+]](%[[M]], %[[N]] : memref<?x3x8x128xf32>, index), ^[[OTHER:.+]]
  cf.cond_br %c, ^join(%m : !t), ^other
// CHECK: ^[[OTHER]]:
^other:
  // CHECK: cf.br ^[[JOIN]](%[[M]], %[[N]] : memref<?x3x8x128xf32>, index)
  cf.br ^join(%m : !t)
// CHECK: ^[[JOIN]](%[[P:.+]]: memref<?x3x8x128xf32>, %[[PN:.+]]: index)
^join(%p: !t):
  // CHECK: return %[[P]], %[[PN]]
  return %p : !t
}

// A block that nothing leads to is dropped, with the tiled types in it.
// CHECK-LABEL: func @unreachable
func.func @unreachable() {
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  return
^never(%m: !t):
  cf.br ^never(%m : !t)
}

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

// CHECK-LABEL: func @switch
func.func @switch(%m: !t, %n: !t, %f: i32) -> !t {
  // CHECK: cf.switch
  // CHECK-NEXT: default: ^[[A:.+]](%{{.*}}, %{{.*}} : memref<?x3x8x128xf32>, index)
  // CHECK-NEXT: 1: ^[[B:.+]](%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<?x3x8x128xf32>, index, memref<?x3x8x128xf32>, index)
  cf.switch %f : i32, [
    default: ^a(%m : !t),
    1: ^b(%n, %m : !t, !t)
  ]
^a(%p: !t):
  return %p : !t
^b(%q: !t, %r: !t):
  cf.br ^a(%r : !t)
}

// CHECK-LABEL: func @execute_region
func.func @execute_region(%m: !t, %n: !t, %c: i1) -> !t {
  // CHECK: scf.execute_region -> (memref<?x3x8x128xf32>, index)
  %r = scf.execute_region -> !t {
    cf.cond_br %c, ^join(%m : !t), ^other
  ^other:
    cf.br ^join(%n : !t)
  ^join(%p: !t):
    // CHECK: scf.yield %{{.*}}, %{{.*}} : memref<?x3x8x128xf32>, index
    scf.yield %p : !t
  }
  return %r : !t
}

// CHECK-LABEL: func @index_switch
func.func @index_switch(%m: !t, %n: !t, %i: index) -> !t {
  // CHECK: scf.index_switch %{{.*}} -> memref<?x3x8x128xf32>, index
  %r = scf.index_switch %i -> !t
  case 0 {
    scf.yield %m : !t
  }
  default {
    scf.yield %n : !t
  }
  return %r : !t
}

// CHECK-LABEL: func @alloca_scope
func.func @alloca_scope(%m: !t) -> !t {
  // CHECK: memref.alloca_scope{{ +}}-> (memref<?x3x8x128xf32>, index)
  %r = memref.alloca_scope -> !t {
    // CHECK: memref.alloca() : memref<3x1x8x128xf32>
    %a = memref.alloca() : memref<20x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    memref.alloca_scope.return %m : !t
  }
  return %r : !t
}

// Attributes of the loop stay.
// CHECK-LABEL: func @affine_for
func.func @affine_for(%m: !t, %n: !t, %k: index) -> !t {
  // CHECK: %[[R:.+]]:4 = affine.for %{{.*}} = 1 to %{{.*}} step 2 iter_args(%[[A:.+]] = %{{.*}}, %[[AN:.+]] = %{{.*}}, %[[B:.+]] = %{{.*}}, %[[BN:.+]] = %{{.*}}) ->
  %r:2 = affine.for %i = 1 to %k step 2 iter_args(%a = %m, %b = %n) -> (!t, !t) {
    // CHECK-NEXT: affine.yield %[[B]], %[[BN]], %[[A]], %[[AN]]
    affine.yield %b, %a : !t, !t
  // CHECK-NEXT: } {hint}
  } {hint}
  // CHECK: return %[[R]]#2, %[[R]]#3
  return %r#1 : !t
}

// CHECK-LABEL: func @affine_if
func.func @affine_if(%m: !t, %n: !t, %i: index) -> !t {
  // CHECK: affine.if #{{.*}}(%{{.*}}) -> (memref<?x3x8x128xf32>, index)
  %r = affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) -> !t {
    affine.yield %m : !t
  } else {
    affine.yield %n : !t
  }
  return %r : !t
}

// Parallel loops carry no array, but are around accesses.
// CHECK-LABEL: func @parallel
func.func @parallel(%m: !t) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : !t
  // CHECK: scf.parallel
  scf.parallel (%i) = (%c0) to (%rows) step (%c1) {
    // CHECK: memref.load %{{.*}} : memref<?x3x8x128xf32>
    %v = memref.load %m[%i, %i] : !t
    memref.store %v, %m[%i, %c0] : !t
    scf.reduce
  }
  // CHECK: scf.forall
  scf.forall (%i, %j) in (%rows, 300) {
    // CHECK: memref.load %{{.*}} : memref<?x3x8x128xf32>
    %v = memref.load %m[%i, %j] : !t
    memref.store %v, %m[%i, %j] : !t
  }
  // CHECK: affine.parallel
  %s = affine.parallel (%i) = (0) to (20) reduce ("addf") -> f32 {
    // CHECK: affine.load %{{.*}} : memref<?x3x8x128xf32>
    %v = affine.load %m[%i, %i] : !t
    affine.yield %v : f32
  }
  return
}

// The example of the pass; the result is upstream's, branch by branch and block by block.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-scf | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-scf -o %t.ours
// RUN: tiled-layout-opt %s --convert-scf-to-cf -o %t.upstream
// RUN: diff %t.upstream %t.ours

func.func private @use(index)

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[N:.*]]: index, %[[ONE:.*]]: index
// CHECK-NEXT: cf.br ^[[HEADER:.*]](%[[N]] : index)
// CHECK-NEXT: ^[[HEADER]](%[[I:.*]]: index):
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi slt, %[[I]], %[[N]] : index
// CHECK-NEXT: cf.cond_br %[[MORE]], ^[[BODY:.*]], ^[[EXIT:.*]]
// CHECK-NEXT: ^[[BODY]]:
// CHECK-NEXT: call @use(%[[I]]) : (index) -> ()
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %[[ONE]] : index
// CHECK-NEXT: cf.br ^[[HEADER]](%[[NEXT]] : index)
// CHECK-NEXT: ^[[EXIT]]:
// CHECK-NEXT: return
func.func @f(%n: index, %one: index) {
  scf.for %i = %n to %n step %one {
    func.call @use(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @all(
// CHECK-NOT: scf.
func.func @all(%n: index, %one: index, %zero: index, %c: i1, %x: f32) -> (f32, index, f32) {
  %sum = scf.for %i = %zero to %n step %one iter_args(%s = %x) -> f32 {
    %part = scf.for %j = %i to %n step %one iter_args(%t = %s) -> f32 {
      %u = scf.if %c -> f32 {
        %v = arith.addf %t, %x : f32
        scf.yield %v : f32
      } else {
        scf.yield %t : f32
      }
      scf.yield %u : f32
    }
    scf.if %c {
      func.call @use(%i) : (index) -> ()
    }
    scf.yield %part : f32
  }
  scf.parallel (%i, %j) = (%zero, %zero) to (%n, %n) step (%one, %one) {
    scf.for %k = %zero to %n step %one {
      func.call @use(%k) : (index) -> ()
    }
  }
  %reduced = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%x) -> f32 {
    scf.reduce(%sum : f32) {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %b : f32
      scf.reduce.return %p : f32
    }
  }
  %last = scf.while (%k = %n) : (index) -> index {
    %more = arith.cmpi sgt, %k, %zero : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    %less = arith.subi %k, %one : index
    scf.yield %less : index
  }
  %chosen = scf.index_switch %n -> index
  case 2 {
    scf.yield %one : index
  }
  default {
    %r = scf.execute_region -> index {
      cf.cond_br %c, ^a, ^b
    ^a:
      scf.yield %zero : index
    ^b:
      scf.yield %last : index
    }
    scf.yield %r : index
  }
  scf.forall (%i, %j) in (%n, 4) {
    func.call @use(%j) : (index) -> ()
  }
  return %sum, %chosen, %reduced : f32, index, f32
}

// What a reduction returns may be what it is given.
// CHECK-LABEL: func.func @last(
// CHECK-NOT: scf.
func.func @last(%m: f32, %n: index, %zero: index, %one: index) -> f32 {
  %r = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%m) -> f32 {
    scf.reduce(%m : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %b : f32
    }
  }
  return %r : f32
}

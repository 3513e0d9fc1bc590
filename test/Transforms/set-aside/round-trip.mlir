// Set aside and put back with nothing between: the program as it was, but for
// the spelling of empty tensors.
//
// RUN: tiled-layout-opt %s -o %t.before
// RUN: tiled-layout-opt %s --tiled-layout-set-aside-layouts --tiled-layout-restore-layouts -o %t.after
// RUN: diff %t.before %t.after
// RUN: tiled-layout-opt %s --tiled-layout-set-aside-layouts | FileCheck %s

// Set aside, no tensor has a layout but those of operations that need them.
// CHECK-LABEL: @casts
// CHECK:         builtin.unrealized_conversion_cast %{{.*}} : tensor<16x256xf32> to tensor<16x256xf32, #tiled_layout
// CHECK-NEXT:    tiled_layout.to_physical
// CHECK:         tiled_layout.from_physical
// CHECK-NEXT:    builtin.unrealized_conversion_cast %{{.*}} to tensor<16x256xf32>
// CHECK-LABEL: @global
// CHECK:         ml_program.global_load @state : tensor<16x256xf32, #tiled_layout
// CHECK:         arith.addf {{.*}} : tensor<16x256xf32>
// CHECK-LABEL: @others
// CHECK-NOT:   tensor<{{[^>]*}}#tiled_layout
// CHECK:       tiled_layout.relayout {{.*}} {tiled_layout.set_aside = #tiled_layout.layout<{0,1}>}

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{0,1}>
#id = affine_map<(d0, d1) -> (d0, d1)>

func.func @casts(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %p = tiled_layout.to_physical %a : tensor<16x256xf32, #t> to tensor<4096xf32>
  %q = math.exp %p : tensor<4096xf32>
  %r = tiled_layout.from_physical %q : tensor<4096xf32> to tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

ml_program.global private mutable @state(dense<0.0> : tensor<16x256xf32, #t>) : tensor<16x256xf32, #t>
func.func @global(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %s = ml_program.global_load @state : tensor<16x256xf32, #t>
  %n = arith.addf %a, %s : tensor<16x256xf32, #t>
  ml_program.global_store @state = %n : tensor<16x256xf32, #t>
  return %n : tensor<16x256xf32, #t>
}

func.func private @external(tensor<4xf32, #tiled_layout.layout<{0:T(8)}>>) -> tensor<4xf32, #tiled_layout.layout<{0:T(8)}>>

func.func @others(%a: tensor<16x256xf32, #t>, %n: index, %c: i1, %v: tensor<4xf32, #tiled_layout.layout<{0:T(8)}>>) -> (tensor<16x256xf32, #u>, tensor<4xf32, #tiled_layout.layout<{0:T(8)}>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<1.0> : tensor<16x256xf32, #t>
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %k : tensor<16x256xf32, #t>, tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<16x256xf32, #t>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %g) -> tensor<16x256xf32, #t> {
    %z = math.exp %s : tensor<16x256xf32, #t>
    scf.yield %z : tensor<16x256xf32, #t>
  }
  %w = scf.while (%s = %l) : (tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
    scf.condition(%c) %s : tensor<16x256xf32, #t>
  } do {
  ^bb0(%s: tensor<16x256xf32, #t>):
    scf.yield %s : tensor<16x256xf32, #t>
  }
  %f = scf.if %c -> tensor<16x256xf32, #t> {
    scf.yield %w : tensor<16x256xf32, #t>
  } else {
    scf.yield %a : tensor<16x256xf32, #t>
  }
  %d = tensor.empty() : tensor<16x256xf32, #u>
  %r = tiled_layout.relayout ins(%f : tensor<16x256xf32, #t>) outs(%d : tensor<16x256xf32, #u>) -> tensor<16x256xf32, #u>
  %x = tensor.extract_slice %r[0, 0] [8, 256] [1, 1] : tensor<16x256xf32, #u> to tensor<8x256xf32, #u>
  %j = tensor.insert_slice %x into %r[8, 0] [8, 256] [1, 1] : tensor<8x256xf32, #u> into tensor<16x256xf32, #u>
  %o = call @external(%v) : (tensor<4xf32, #tiled_layout.layout<{0:T(8)}>>) -> tensor<4xf32, #tiled_layout.layout<{0:T(8)}>>
  cf.br ^bb1(%j : tensor<16x256xf32, #u>)
^bb1(%m: tensor<16x256xf32, #u>):
  return %m, %o : tensor<16x256xf32, #u>, tensor<4xf32, #tiled_layout.layout<{0:T(8)}>>
}

// CHECK-LABEL: @sparse
// CHECK:       arith.constant sparse<{{.*}}> : tensor<16x256xi32>
func.func @sparse() -> tensor<16x256xi32, #t> {
  %s = arith.constant sparse<[[0, 1], [9, 200]], [5, 6]> : tensor<16x256xi32, #t>
  return %s : tensor<16x256xi32, #t>
}

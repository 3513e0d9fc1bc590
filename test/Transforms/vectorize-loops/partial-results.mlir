// Do reductions over several tiles have partial results, where they may?
//
// RUN: tiled-layout-opt %s --canonicalize --tiled-layout-schedule-loops=steps=tile-loops --convert-tiled-layout-to-affine --canonicalize --tiled-layout-vectorize-loops=steps=vectorize-runs --canonicalize --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --canonicalize --tiled-layout-schedule-loops=steps=tile-loops --convert-tiled-layout-to-affine --canonicalize --tiled-layout-vectorize-loops=steps=vectorize-runs --canonicalize --mlir-print-local-scope | FileCheck %s --check-prefix=V3

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// A value that the loop carries: one vector through all tiles.
// CHECK-LABEL: func @carried
// V3-LABEL: func.func @carried
func.func @carried(%a: memref<16x1024xf32, #t>, %i: index) -> f32 {
  // CHECK-DAG: %[[INIT:.+]] = arith.constant 2.000000e+00 : f32
  // CHECK-DAG: %[[NEUTRAL:.+]] = arith.constant dense<-0.000000e+00> : vector<32xf32>
  // CHECK: %[[ALL:.+]] = affine.for %[[J:.+]] = 0 to 8 iter_args(%[[A:.+]] = %[[NEUTRAL]]) -> (vector<32xf32>)
  // CHECK:   %[[TILE:.+]] = affine.for %[[C:.+]] = 0 to 128 step 32 iter_args(%[[B:.+]] = %[[A]]) -> (vector<32xf32>)
  // CHECK:     %[[X:.+]] = affine.vector_load %{{.+}}[symbol(%{{.+}}) floordiv 8, %[[J]], symbol(%{{.+}}) mod 8, %[[C]]]
  // CHECK:     %[[Y:.+]] = arith.mulf %[[X]], %[[X]] : vector<32xf32>
  // CHECK:     %[[SUM:.+]] = arith.addf %[[B]], %[[Y]] fastmath<reassoc> : vector<32xf32>
  // CHECK:     affine.yield %[[SUM]]
  // CHECK:   affine.yield %[[TILE]]
  // CHECK: %[[R:.+]] = vector.reduction <add>, %[[ALL]], %[[INIT]] fastmath<reassoc>
  // CHECK: return %[[R]]
  // V3: affine.for %{{.*}} = 0 to 128 step 16 iter_args({{.*}}) -> (vector<16xf32>)
  %two = arith.constant 2.0 : f32
  %r = affine.for %j = 0 to 1024 iter_args(%s = %two) -> f32 {
    %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
    %y = arith.mulf %x, %x : f32
    %n = arith.addf %s, %y fastmath<reassoc> : f32
    affine.yield %n : f32
  }
  return %r : f32
}

// The largest so far stands for itself; sums of integers may overflow in
// another order.
// CHECK-LABEL: func @two
// CHECK-SAME: %[[INIT:[a-z0-9]+]]: i32
func.func @two(%a: memref<16x1024xi32, #t>, %i: index, %init: i32) -> (i32, i32) {
  // CHECK: %[[FIRST:.+]] = vector.broadcast %[[INIT]] : i32 to vector<32xi32>
  // CHECK: %[[ALL:.+]]:2 = affine.for {{.*}} -> (vector<32xi32>, vector<32xi32>)
  // CHECK:   affine.for
  // CHECK:     arith.addi %{{[^ ]+}}, %{{[^ ]+}} : vector<32xi32>
  // CHECK:     arith.maxsi %{{.+}}, %{{.+}} : vector<32xi32>
  // CHECK: vector.reduction <add>, %[[ALL]]#0
  // CHECK: vector.reduction <maxsi>, %[[ALL]]#1
  %zero = arith.constant 0 : i32
  %r:2 = affine.for %j = 0 to 1024 iter_args(%s = %zero, %m = %init) -> (i32, i32) {
    %x = affine.load %a[%i, %j] : memref<16x1024xi32, #t>
    %n = arith.addi %s, %x overflow<nsw> : i32
    %k = arith.maxsi %m, %x : i32
    affine.yield %n, %k : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// In memory: the rows of a tile have partial results of their own.
// CHECK-LABEL: func @memory
// CHECK-SAME: %{{.+}}: memref<2x8x8x128xf32>{{.*}}, %[[S:[a-z0-9]+]]: memref<16xf32>
func.func @memory(%a: memref<16x1024xf32, #t> {llvm.noalias}, %s: memref<16xf32> {llvm.noalias}) {
  // CHECK: %[[P:.+]] = memref.alloca() : memref<8x32xf32>
  // CHECK: affine.for %[[I:.+]] = 0 to 2
  // CHECK:   affine.for %[[R:.+]] = 0 to 8
  // CHECK:     affine.vector_store %{{.+}}, %[[P]][%[[R]], 0]
  // CHECK:   affine.for %[[J:.+]] = 0 to 8
  // CHECK:     affine.for %[[R:.+]] = 0 to 8
  // CHECK:       %[[V:.+]] = affine.vector_load %[[P]][%[[R]], 0]
  // CHECK:       %[[N:.+]] = affine.for %[[C:.+]] = 0 to 128 step 32 iter_args(%{{.+}} = %[[V]])
  // CHECK:       affine.vector_store %[[N]], %[[P]][%[[R]], 0]
  // CHECK:   affine.for %[[R:.+]] = 0 to 8
  // CHECK:     %[[F:.+]] = affine.load %[[S]][%[[I]] * 8 + %[[R]]]
  // CHECK:     %[[V:.+]] = affine.vector_load %[[P]][%[[R]], 0]
  // CHECK:     %[[T:.+]] = vector.reduction <add>, %[[V]], %[[F]]
  // CHECK:     affine.store %[[T]], %[[S]][%[[I]] * 8 + %[[R]]]
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 1024 {
      %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
      %o = affine.load %s[%i] : memref<16xf32>
      %n = arith.addf %o, %x fastmath<reassoc> : f32
      affine.store %n, %s[%i] : memref<16xf32>
    }
  }
  return
}

// Not without permission.
// CHECK-LABEL: func @exact
func.func @exact(%a: memref<16x1024xf32, #t>, %i: index) -> f32 {
  // CHECK-NOT: vector
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %r = affine.for %j = 0 to 1024 iter_args(%s = %zero) -> f32 {
    %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
    %n = arith.addf %s, %x : f32
    affine.yield %n : f32
  }
  return %r : f32
}

// The sum is read in the loop.
// CHECK-LABEL: func @scan
func.func @scan(%a: memref<16x1024xf32, #t>, %i: index) -> f32 {
  // CHECK-NOT: vector
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %r = affine.for %j = 0 to 1024 iter_args(%s = %zero) -> f32 {
    %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
    %y = arith.mulf %s, %x : f32
    %n = arith.addf %s, %y fastmath<reassoc> : f32
    affine.yield %n : f32
  }
  return %r : f32
}

// Iterations that run at the same time have no memory that they could share.
// CHECK-LABEL: func @parallel
func.func @parallel(%a: memref<16x1024xf32, #t> {llvm.noalias}, %s: memref<4x16xf32> {llvm.noalias}) {
  // CHECK-NOT: memref.alloca
  // CHECK: return
  affine.parallel (%k) = (0) to (4) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 1024 {
        %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
        %o = affine.load %s[%k, %i] : memref<4x16xf32>
        %n = arith.addf %o, %x fastmath<reassoc> : f32
        affine.store %n, %s[%k, %i] : memref<4x16xf32>
      }
    }
  }
  return
}

// Sums that each tile begins anew, that go from one element to another, that the
// array may hold which is added, or that rows other than the first have.
// CHECK-LABEL: func @anew
// CHECK-NOT: vector
func.func @anew(%a: memref<16x1024xf32, #t>, %i: index, %zero: f32) -> f32 {
  %r = affine.for %j = 0 to 8 iter_args(%s = %zero) -> f32 {
    %q = affine.for %c = 0 to 128 iter_args(%t = %zero) -> f32 {
      %x = affine.load %a[%i, %j * 128 + %c] : memref<16x1024xf32, #t>
      %n = arith.addf %t, %x fastmath<reassoc> : f32
      affine.yield %n : f32
    } {tiled_layout.loop = #tiled_layout.loop<run>}
    affine.yield %q : f32
  }
  return %r : f32
}
// CHECK-LABEL: func @from_another
// CHECK-NOT: vector
func.func @from_another(%a: memref<16x1024xf32, #t> {llvm.noalias}, %s: memref<4xf32> {llvm.noalias}, %i: index) {
  affine.for %j = 0 to 1024 {
    %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
    %o = affine.load %s[2] : memref<4xf32>
    %n = arith.addf %o, %x fastmath<reassoc> : f32
    affine.store %n, %s[3] : memref<4xf32>
  }
  return
}
// CHECK-LABEL: func @may_overlap
// CHECK-NOT: vector
func.func @may_overlap(%a: memref<16x1024xf32, #t>, %s: memref<4xf32>, %i: index) {
  affine.for %j = 0 to 1024 {
    %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
    %o = affine.load %s[2] : memref<4xf32>
    %n = arith.addf %o, %x fastmath<reassoc> : f32
    affine.store %n, %s[2] : memref<4xf32>
  }
  return
}
// CHECK-LABEL: func @later_rows
// CHECK-NOT: memref.alloca
func.func @later_rows(%a: memref<16x1024xf32, #t> {llvm.noalias}, %s: memref<16xf32> {llvm.noalias}) {
  affine.for %j = 0 to 8 {
    affine.for %r = 4 to 8 {
      affine.for %c = 0 to 128 {
        %x = affine.load %a[%r, %j * 128 + %c] : memref<16x1024xf32, #t>
        %o = affine.load %s[%r] : memref<16xf32>
        %n = arith.addf %o, %x fastmath<reassoc> : f32
        affine.store %n, %s[%r] : memref<16xf32>
      } {tiled_layout.loop = #tiled_layout.loop<run>}
    }
  }
  return
}

// Elements that are no neighbours, or are in memory as other numbers.
#wide = #tiled_layout.layout<{1,0:T(8,128)E(16)}>
// CHECK-LABEL: func @apart
// CHECK-NOT: vector
func.func @apart(%a: memref<16x1024xf32, #t>, %b: memref<1024x1024xf32, #t>, %i: index, %zero: f32) -> (f32, f32) {
  %r = affine.for %j = 0 to 512 iter_args(%s = %zero) -> f32 {
    %x = affine.load %a[%i, 2 * %j] : memref<16x1024xf32, #t>
    %n = arith.addf %s, %x fastmath<reassoc> : f32
    affine.yield %n : f32
  }
  %q = affine.for %j = 0 to 1024 iter_args(%s = %zero) -> f32 {
    %x = affine.load %a[%i, %j] : memref<16x1024xf32, #t>
    %y = affine.load %b[%j, %j] : memref<1024x1024xf32, #t>
    %z = arith.mulf %x, %y : f32
    %n = arith.addf %s, %z fastmath<reassoc> : f32
    affine.yield %n : f32
  }
  return %r, %q : f32, f32
}
#columns = #tiled_layout.layout<{0,1:T(8,128)}>
// CHECK-LABEL: func @columns
// CHECK-NOT: vector
func.func @columns(%a: memref<16x1024xf32, #columns>, %i: index, %zero: f32) -> f32 {
  %r = affine.for %j = 0 to 1024 iter_args(%s = %zero) -> f32 {
    %x = affine.load %a[%i, %j] : memref<16x1024xf32, #columns>
    %n = arith.addf %s, %x fastmath<reassoc> : f32
    affine.yield %n : f32
  }
  return %r : f32
}
// CHECK-LABEL: func @wide
// CHECK-NOT: vector
func.func @wide(%a: memref<16x1024xi8, #wide>, %i: index, %zero: i8) -> i8 {
  %r = affine.for %j = 0 to 1024 iter_args(%s = %zero) -> i8 {
    %x = affine.load %a[%i, %j] : memref<16x1024xi8, #wide>
    %n = arith.addi %s, %x : i8
    affine.yield %n : i8
  }
  return %r : i8
}

// Do loops that must stay in order stay so, around tiles that are shared?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=tile-loops --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{2,1,0:T(4,32)}>

// The loops over %i and %j depend on earlier iterations: of those over tiles, only
// the one over %k changes its place, and each nest has a part of %k of its own.
// CHECK-LABEL: func @two_ordered
// CHECK:      affine.for %{{.+}} = 1 to 4 {
// CHECK-NEXT:   affine.for %{{.+}} = 0 to 3 {
// CHECK-NEXT:     affine.for %{{.+}} = 1 to 5 {
// CHECK-NEXT:       affine.for %{{.+}} = 0 to 32 {
// CHECK:      affine.for %{{.+}} = 1 to 4 {
// CHECK-NEXT:   affine.for %{{.+}} = 1 to 5 {
// CHECK-NEXT:     affine.for %{{.+}} = 0 to 4 {
func.func @two_ordered(%a: memref<5x16x100xf32, #t>) {
  affine.for %i = 1 to 16 {
    affine.for %j = 1 to 5 {
      affine.for %k = 0 to 100 {
        %x = affine.load %a[%j - 1, %i - 1, %k] : memref<5x16x100xf32, #t>
        affine.store %x, %a[%j, %i, %k] : memref<5x16x100xf32, #t>
      }
    }
  }
  return
}

// Where the parts of %k would come one after the other although %j goes on from
// them, the nest is not cut as a whole.
// CHECK-LABEL: func @two_cut
// CHECK:     affine.for %{{.+}} = 0 to 5 {
// CHECK-NOT: affine.for %{{.+}} = 0 to 5 {
func.func @two_cut(%a: memref<5x16x100xf32, #t>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 1 to 16 {
      affine.for %k = 0 to 99 {
        %x = affine.load %a[%i, %j - 1, %k + 1] : memref<5x16x100xf32, #t>
        affine.store %x, %a[%i, %j, %k] : memref<5x16x100xf32, #t>
      }
    }
  }
  return
}

// Iterations cannot be counted from the largest of two bounds.
// CHECK-LABEL: func @step
// CHECK: affine.for %{{.+}} = max {{.*}} to 5 step 2 {
// CHECK: affine.parallel ({{.*}}) = (max({{.*}}), 0, 0) to (5, 16, 100) step (2, 1, 1)
func.func @step(%a: memref<5x16x100xf32, #t>, %v: f32, %n: index) {
  affine.for %i = max affine_map<()[s0] -> (0, s0)>()[%n] to 5 step 2 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 100 {
        affine.store %v, %a[%i, %j, %k] : memref<5x16x100xf32, #t>
      }
    }
  }
  affine.parallel (%i, %j, %k) = (max(0, symbol(%n)), 0, 0) to (5, 16, 100) step (2, 1, 1) {
    affine.store %v, %a[%i, %j, %k] : memref<5x16x100xf32, #t>
  }
  return
}

#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Columns and rows of a word are one loop only if it begins with the first.
// CHECK-LABEL: func @not_merged
// CHECK:      affine.for %{{.+}} = 4 to 128 {
// CHECK-NEXT:   affine.for %{{.+}} = 0 to 2 {
// CHECK:      affine.for %{{.+}} = 0 to 248 {
// CHECK-NEXT:   affine.apply affine_map<(d0) -> (d0 floordiv 2)>
func.func @not_merged(%a: memref<16x256xbf16, #w> {llvm.noalias}, %b: memref<16x256xbf16, #w> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 4 to 252 {
      %x = affine.load %a[%i, %j] : memref<16x256xbf16, #w>
      affine.store %x, %b[%i, %j] : memref<16x256xbf16, #w>
    }
  }
  return
}

// A value that goes from iteration to iteration keeps their order: rows of a word
// stay around columns.
// CHECK-LABEL: func @carried
// CHECK:      affine.for %{{.+}} = 0 to 2 iter_args
// CHECK-NEXT:   affine.for %{{.+}} = 0 to 4 iter_args
// CHECK-NEXT:     affine.for %{{.+}} = 0 to 2 iter_args
// CHECK:            affine.for %{{.+}} = 0 to 2 iter_args
// CHECK-NEXT:         affine.for %{{.+}} = 0 to 128 iter_args
func.func @carried(%a: memref<16x256xbf16, #w>, %z: bf16) -> bf16 {
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> bf16 {
    %q = affine.for %j = 0 to 256 iter_args(%t = %s) -> bf16 {
      %x = affine.load %a[%i, %j] : memref<16x256xbf16, #w>
      %u = arith.subf %x, %t : bf16
      affine.yield %u : bf16
    }
    affine.yield %q : bf16
  }
  return %r : bf16
}

// A tile of more dimensions than the array has one that no index counts.
// CHECK-LABEL: func.func @longer_tile(
// CHECK: affine.for %{{.+}} = 0 to 37
// CHECK-NEXT: affine.for %{{.+}} = 0 to 8
#row = #tiled_layout.layout<{0:T(4,8)}>
func.func @longer_tile(%a: memref<300xf32, #row>, %b: memref<300xf32, #row>) {
  affine.for %i = 0 to 300 {
    %x = affine.load %a[%i] : memref<300xf32, #row>
    affine.store %x, %b[%i] : memref<300xf32, #row>
  }
  return
}

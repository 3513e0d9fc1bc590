// Which loops are split, and with what bounds?
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=split-gathers --canonicalize --mlir-print-local-scope --split-input-file | FileCheck %s

// The last batch is a part, and a sum is carried through all of them.
// CHECK-LABEL: func @sum
// CHECK: %[[SUM:.+]] = affine.for %[[FIRST:.+]] = %{{.+}} to %[[N:.+]] step 64 iter_args(%[[OUTER:.+]] = %{{.+}}) -> (f32) {
// CHECK:   affine.for %{{.+}} = affine_map<(d0) -> (d0)>(%[[FIRST]]) to min affine_map<(d0)[s0] -> (d0 + 64, s0)>(%[[FIRST]])[%[[N]]] {
// CHECK:   %[[PART:.+]] = affine.for %{{.+}} to min affine_map<(d0)[s0] -> (d0 + 64, s0)>(%[[FIRST]])[%[[N]]] iter_args(%[[INNER:.+]] = %[[OUTER]]) -> (f32) {
// CHECK:     arith.addf %[[INNER]]
// CHECK:   affine.yield %[[PART]]
// CHECK: return %[[SUM]]
func.func @sum(%a: memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<?xindex>, %m: index, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %k = %m to %n iter_args(%s = %zero) -> f32 {
    %i = affine.load %r[%k] : memref<?xindex>
    %x = memref.load %a[%i, %i] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  return %sum : f32
}

// -----

// Both loads of one iteration, in one loop over batches.
// CHECK-LABEL: func @two
// CHECK-COUNT-2: memref.alloca() : memref<64xi32>
// CHECK-COUNT-4: affine.for
// CHECK-NOT: affine.for
func.func @two(%a: memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 399 {
    %i = affine.load %r[%k] : memref<400xindex>
    %j = affine.load %r[%k + 1] : memref<400xindex>
    %x = memref.load %a[%i, %j] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    %y = memref.load %a[%j, %i] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    %z = arith.addf %x, %y : f32
    affine.store %z, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// The second index comes from the first gather.
// CHECK-LABEL: func @chain
// CHECK: affine.for
// CHECK:   affine.for
// CHECK:     affine.store %{{.+}}, %[[FIRST:.+]][
// CHECK:   affine.for
// CHECK:     memref.load
// CHECK:     affine.store %{{.+}}, %[[SECOND:.+]][
// CHECK:   affine.for
// CHECK:     affine.load %[[SECOND]]
// CHECK:     memref.load
func.func @chain(%a: memref<32x384xindex, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %s: memref<400xindex> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %i] : memref<32x384xindex, #tiled_layout.layout<{1,0:T(8,128)}>>
    %y = memref.load %a[%x, %i] : memref<32x384xindex, #tiled_layout.layout<{1,0:T(8,128)}>>
    affine.store %y, %s[%k] : memref<400xindex>
  }
  return
}

// -----

// What is stored may be the next index.
// CHECK-LABEL: func @stored_index
// CHECK-NOT: memref.alloca
func.func @stored_index(%a: memref<32x384xindex, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>) {
  affine.for %k = 0 to 399 {
    %i = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %i] : memref<32x384xindex, #tiled_layout.layout<{1,0:T(8,128)}>>
    affine.store %x, %r[%k + 1] : memref<400xindex>
  }
  return
}

// -----

// Each index comes from the element before.
// CHECK-LABEL: func @carried_index
// CHECK-NOT: memref.alloca
func.func @carried_index(%a: memref<32x384xindex, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %first: index) -> index {
  %last = affine.for %k = 0 to 400 iter_args(%i = %first) -> index {
    %j = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %j] : memref<32x384xindex, #tiled_layout.layout<{1,0:T(8,128)}>>
    affine.yield %x : index
  }
  return %last : index
}

// -----

// A call may store anything.
// CHECK-LABEL: func @call
// CHECK-NOT: memref.alloca
func.func private @f()
func.func @call(%a: memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    func.call @f() : () -> ()
    %i = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %i] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// A row-major array: there is nothing to compute.
// CHECK-LABEL: func @row_major
// CHECK-NOT: memref.alloca
func.func @row_major(%a: memref<32x384xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 399 {
    %i = affine.load %r[%k] : memref<400xindex>
    %j = affine.load %r[%k + 1] : memref<400xindex>
    %x = memref.load %a[%i, %j] : memref<32x384xf32>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// Iterations at the same time would share the buffer.
// CHECK-LABEL: func @parallel
// CHECK-NOT: memref.alloca
func.func @parallel(%a: memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %s: memref<8x400xf32> {llvm.noalias}) {
  affine.parallel (%n) = (0) to (8) {
    affine.for %k = 0 to 400 {
      %i = affine.load %r[%k] : memref<400xindex>
      %x = memref.load %a[%i, %i] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
      affine.store %x, %s[%n, %k] : memref<8x400xf32>
    }
  }
  return
}

// -----

// Threads have no vectors.
// CHECK-LABEL: gpu.func @kernel
// CHECK-NOT: memref.alloca
gpu.module @kernels {
  gpu.func @kernel(%a: memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) kernel {
    affine.for %k = 0 to 400 {
      %i = affine.load %r[%k] : memref<400xindex>
      %x = memref.load %a[%i, %i] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
      affine.store %x, %s[%k] : memref<400xf32>
    }
    gpu.return
  }
}

// -----

// The size of the array is known at run time: positions have all bits.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[A:.+]]: memref<?x384xf32,
// CHECK: memref.alloca() : memref<64xindex>
// CHECK: tiled_layout.to_physical %[[A]] : {{.+}} to memref<?xf32>
// CHECK: tiled_layout.linearize %[[A]]
func.func @dynamic(%a: memref<?x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %i] : memref<?x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// One index that is divided is less than batches cost.
// CHECK-LABEL: func @one_digit
// CHECK-NOT: memref.alloca
func.func @one_digit(%a: memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 384 {
    %i = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %k] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// Too few iterations for batches.
// CHECK-LABEL: func @short
// CHECK-NOT: memref.alloca
func.func @short(%a: memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %r: memref<100xindex>, %s: memref<100xf32> {llvm.noalias}) {
  affine.for %k = 0 to 100 {
    %i = affine.load %r[%k] : memref<100xindex>
    %x = memref.load %a[%i, %i] : memref<32x384xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    affine.store %x, %s[%k] : memref<100xf32>
  }
  return
}

// -----

// What a program itself divides is no division of a layout.
// CHECK-LABEL: func @hash
// CHECK-NOT: memref.alloca
func.func @hash(%a: memref<8x128xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = arith.shrui %i, %c3 : index
    %1 = arith.xori %0, %i : index
    %2 = arith.shrui %1, %c7 : index
    %3 = arith.andi %2, %c7 : index
    %4 = arith.andi %1, %c7 : index
    %x = memref.load %a[%3, %4] : memref<8x128xf32>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// The elements of a view are found by its strides.
// CHECK-LABEL: func @view
// CHECK-NOT: memref.alloca
func.func @view(%a: memref<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [3072, 1024, 128, 1]>>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %i] : memref<16x128xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [3072, 1024, 128, 1]>>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// Bits have no address of their own.
// CHECK-LABEL: func @bits
// CHECK-NOT: memref.alloca
func.func @bits(%a: memref<32x384xi1, #tiled_layout.layout<{1,0:T(8,128)E(1)}>>, %r: memref<400xindex>, %s: memref<400xi1> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %x = memref.load %a[%i, %i] : memref<32x384xi1, #tiled_layout.layout<{1,0:T(8,128)E(1)}>>
    affine.store %x, %s[%k] : memref<400xi1>
  }
  return
}

// Which loops are split, and with what bounds?
//
// RUN: tiled-layout-opt %s --tiled-layout-split-gathers --canonicalize --mlir-print-local-scope --split-input-file | FileCheck %s

// The last batch is a part, and a sum is carried through all of them.
// CHECK-LABEL: func @sum
// CHECK: %[[SUM:.+]] = affine.for %[[FIRST:.+]] = %{{.+}} to %[[N:.+]] step 64 iter_args(%[[OUTER:.+]] = %{{.+}}) -> (f32) {
// CHECK:   affine.for %{{.+}} = affine_map<(d0) -> (d0)>(%[[FIRST]]) to min affine_map<(d0)[s0] -> (d0 + 64, s0)>(%[[FIRST]])[%[[N]]] {
// CHECK:   %[[PART:.+]] = affine.for %{{.+}} to min affine_map<(d0)[s0] -> (d0 + 64, s0)>(%[[FIRST]])[%[[N]]] iter_args(%[[INNER:.+]] = %[[OUTER]]) -> (f32) {
// CHECK:     arith.addf %[[INNER]]
// CHECK:   affine.yield %[[PART]]
// CHECK: return %[[SUM]]
func.func @sum(%a: memref<4x3x8x128xf32>, %r: memref<?xindex>, %m: index, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %k = %m to %n iter_args(%s = %zero) -> f32 {
    %i = affine.load %r[%k] : memref<?xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 128)>(%i)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 128)>(%i)
    %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xf32>
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
func.func @two(%a: memref<4x3x8x128xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
    %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xf32>
    %y = memref.load %a[%2, %0, %1, %3] : memref<4x3x8x128xf32>
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
// CHECK:     memref.load %{{.+}}[%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}]
// CHECK:     affine.store %{{.+}}, %[[SECOND:.+]][
// CHECK:   affine.for
// CHECK:     affine.load %[[SECOND]]
// CHECK:     memref.load
func.func @chain(%a: memref<4x3x8x128xindex>, %r: memref<400xindex>, %s: memref<400xindex> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
    %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xindex>
    %4 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%x)
    %5 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%x)
    %y = memref.load %a[%4, %2, %5, %3] : memref<4x3x8x128xindex>
    affine.store %y, %s[%k] : memref<400xindex>
  }
  return
}

// -----

// What is stored may be the next index.
// CHECK-LABEL: func @stored_index
// CHECK-NOT: memref.alloca
func.func @stored_index(%a: memref<4x3x8x128xindex>, %r: memref<400xindex>) {
  affine.for %k = 0 to 399 {
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
    %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xindex>
    affine.store %x, %r[%k + 1] : memref<400xindex>
  }
  return
}

// -----

// Each index comes from the element before.
// CHECK-LABEL: func @carried_index
// CHECK-NOT: memref.alloca
func.func @carried_index(%a: memref<4x3x8x128xindex>, %r: memref<400xindex>, %first: index) -> index {
  %last = affine.for %k = 0 to 400 iter_args(%i = %first) -> index {
    %j = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%j)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%j)
    %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xindex>
    affine.yield %x : index
  }
  return %last : index
}

// -----

// A call may store anything.
// CHECK-LABEL: func @call
// CHECK-NOT: memref.alloca
func.func private @f()
func.func @call(%a: memref<4x3x8x128xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    func.call @f() : () -> ()
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
    %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xf32>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// A row-major array: there is nothing to compute.
// CHECK-LABEL: func @row_major
// CHECK-NOT: memref.alloca
func.func @row_major(%a: memref<32x384xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 128)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 128)>(%i)
    %x = memref.load %a[%0, %1] : memref<32x384xf32>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// Iterations at the same time would share the buffer.
// CHECK-LABEL: func @parallel
// CHECK-NOT: memref.alloca
func.func @parallel(%a: memref<4x3x8x128xf32>, %r: memref<400xindex>, %s: memref<8x400xf32> {llvm.noalias}) {
  affine.parallel (%n) = (0) to (8) {
    affine.for %k = 0 to 400 {
      %i = affine.load %r[%k] : memref<400xindex>
      %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
      %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
      %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
      %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
      %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xf32>
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
  gpu.func @kernel(%a: memref<4x3x8x128xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) kernel {
    affine.for %k = 0 to 400 {
      %i = affine.load %r[%k] : memref<400xindex>
      %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
      %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
      %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
      %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
      %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xf32>
      affine.store %x, %s[%k] : memref<400xf32>
    }
    gpu.return
  }
}

// -----

// The size of the array is known at run time: positions have all bits.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[A:.+]]: memref<?x3x8x128xf32>
// CHECK: memref.alloca() : memref<64xindex>
// CHECK: memref.collapse_shape %[[A]] {{.+}} into memref<?xf32>
// CHECK: affine.linearize_index disjoint [{{.+}}] by ({{.*}}3, 8, 128)
func.func @dynamic(%a: memref<?x3x8x128xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
    %x = memref.load %a[%0, %2, %1, %3] : memref<?x3x8x128xf32>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// In the linear form, the index is the position.
// CHECK-LABEL: func @linear
// CHECK-SAME: %[[A:.+]]: memref<12288xf32>
// CHECK: memref.alloca() : memref<64xi32>
// CHECK: %[[AT:.+]] = affine.apply
// CHECK: %[[SHORT:.+]] = arith.index_castui %[[AT]] : index to i32
// CHECK: affine.store %[[SHORT]]
// CHECK: memref.load %[[A]]
func.func @linear(%a: memref<12288xf32>, %r: memref<400x2xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k, 0] : memref<400x2xindex>
    %j = affine.load %r[%k, 1] : memref<400x2xindex>
    %0 = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1 + (d0 floordiv 8) * 2048 + (d1 floordiv 128) * 896)>(%i, %j)
    %x = memref.load %a[%0] : memref<12288xf32>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// One value that is divided is less than batches cost.
// CHECK-LABEL: func @one_digit
// CHECK-NOT: memref.alloca
func.func @one_digit(%a: memref<4x128xf32>, %r: memref<400xindex>, %s: memref<400xf32> {llvm.noalias}) {
  affine.for %k = 0 to 400 {
    %i = affine.load %r[%k] : memref<400xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 128)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 128)>(%i)
    %x = memref.load %a[%0, %1] : memref<4x128xf32>
    affine.store %x, %s[%k] : memref<400xf32>
  }
  return
}

// -----

// Too few iterations for batches.
// CHECK-LABEL: func @short
// CHECK-NOT: memref.alloca
func.func @short(%a: memref<4x3x8x128xf32>, %r: memref<100xindex>, %s: memref<100xf32> {llvm.noalias}) {
  affine.for %k = 0 to 100 {
    %i = affine.load %r[%k] : memref<100xindex>
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%0)
    %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%0)
    %x = memref.load %a[%0, %2, %1, %3] : memref<4x3x8x128xf32>
    affine.store %x, %s[%k] : memref<100xf32>
  }
  return
}

// -----

// What a program computes with loaded values is no index of a tiled array.
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

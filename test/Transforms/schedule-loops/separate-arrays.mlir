// Rows that share words are jammed where the arrays do not overlap, which the program asks if nothing says so.
//
// RUN: tiled-layout-opt %s --tiled-layout-schedule-loops=steps=separate-arrays,jam-rows | FileCheck %s

#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>

// 20 rows of 300 columns are 3 by 3 tiles of 2048 bytes.
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<20x300xbf16, {{.*}}>, %[[B:[a-z0-9]+]]: memref
// CHECK-DAG: %[[BEGIN_A:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-DAG: arith.constant 18432 : index
// CHECK: %[[FIRST:.*]] = arith.cmpi ule
// CHECK: %[[SECOND:.*]] = arith.cmpi ule
// CHECK: %[[APART:.*]] = arith.ori %[[FIRST]], %[[SECOND]]
// CHECK: scf.if %[[APART]] {
// CHECK: %[[D:.*]]:2 = memref.distinct_objects %[[B]], %[[A]]
// CHECK: affine.for {{.*}} step 2
// CHECK: affine.load %[[D]]#1
// CHECK: } else {
// CHECK-NOT: step 2
// CHECK: affine.load %[[A]]
// CHECK: return
func.func @copy(%a: memref<20x300xbf16, #w>, %b: memref<20x300xbf16, #w>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %v = affine.load %a[%i, %j] : memref<20x300xbf16, #w>
      %s = arith.addf %v, %v : bf16
      affine.store %s, %b[%i, %j] : memref<20x300xbf16, #w>
    }
  }
  return
}

// A truth value without a layout has a byte of its own: 64 rows of 256.
// CHECK-LABEL: func.func @truths(
// CHECK: arith.constant 16384 : index
// CHECK: scf.if
func.func @truths(%a: memref<64x256xi8, #b>, %m: memref<64x256xi1>, %c: memref<64x256xi8, #b>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[%i, %j] : memref<64x256xi8, #b>
      %w = affine.load %m[%i, %j] : memref<64x256xi1>
      %z = arith.constant 0 : i8
      %s = arith.select %w, %v, %z : i8
      affine.store %s, %c[%i, %j] : memref<64x256xi8, #b>
    }
  }
  return
}

// Nothing to ask: one array; arrays that are known to be separate; rows without words; sizes that are not known.
// CHECK-LABEL: func.func @no_question(
// CHECK-NOT: scf.if
// CHECK: return
func.func @no_question(%a: memref<20x300xbf16, #w> {llvm.noalias}, %b: memref<20x300xbf16, #w>,
                       %c: memref<20x300xf32, #t>, %d: memref<20x300xf32, #t>,
                       %e: memref<?x300xbf16, #w>, %f: memref<?x300xbf16, #w>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %v = affine.load %b[%i, %j] : memref<20x300xbf16, #w>
      affine.store %v, %b[%i, %j] : memref<20x300xbf16, #w>
    }
  }
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %v = affine.load %a[%i, %j] : memref<20x300xbf16, #w>
      affine.store %v, %b[%i, %j] : memref<20x300xbf16, #w>
    }
  }
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %v = affine.load %c[%i, %j] : memref<20x300xf32, #t>
      affine.store %v, %d[%i, %j] : memref<20x300xf32, #t>
    }
  }
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      %v = affine.load %e[%i, %j] : memref<?x300xbf16, #w>
      affine.store %v, %f[%i, %j] : memref<?x300xbf16, #w>
    }
  }
  return
}

// Where is a slice a view of its tensor, and where is it copied?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Rows of tiles, read and written in place: no memory is allocated, and nothing
// is copied, although the slice goes through a loop of its own.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: scf.for %[[I:[a-z0-9]+]]
// CHECK-NEXT: %[[BLOCK:.*]] = tiled_layout.subview %[[A]][%[[I]], 0] [8, 300] [1, 1] : {{.*}} to memref<8x300xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [3072, 1024, 128, 1]>>
// CHECK-NEXT: scf.for
// CHECK-NEXT: linalg.add ins(%[[BLOCK]], %[[BLOCK]] : {{.*}}) outs(%[[BLOCK]] :
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return %[[A]]
func.func @blocks(%a: tensor<20x300xf32, #t>, %n: index) -> tensor<20x300xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c8 iter_args(%o = %a) -> tensor<20x300xf32, #t> {
    %s = tensor.extract_slice %o[%i, 0] [8, 300] [1, 1] : tensor<20x300xf32, #t> to tensor<8x300xf32, #t>
    %d = scf.for %k = %c0 to %n step %c1 iter_args(%x = %s) -> tensor<8x300xf32, #t> {
      %y = linalg.add ins(%x, %x : tensor<8x300xf32, #t>, tensor<8x300xf32, #t>) outs(%x : tensor<8x300xf32, #t>) -> tensor<8x300xf32, #t>
      scf.yield %y : tensor<8x300xf32, #t>
    }
    %p = tensor.insert_slice %d into %o[%i, 0] [8, 300] [1, 1] : tensor<8x300xf32, #t> into tensor<20x300xf32, #t>
    scf.yield %p : tensor<20x300xf32, #t>
  }
  return %r : tensor<20x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Threads write to views.
// CHECK-LABEL: func.func @parallel(
// CHECK-NOT: memref.alloc
// CHECK: scf.forall (%[[I:[a-z0-9]+]])
// CHECK-NEXT: %[[BLOCK:.*]] = tiled_layout.subview %{{.*}}[%[[I]], 0] [8, 300]
// CHECK-NEXT: linalg.fill ins(%{{.*}} : f32) outs(%[[BLOCK]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @parallel(%a: tensor<24x300xf32, #t>, %f: f32) -> tensor<24x300xf32, #t> {
  %r = scf.forall (%i) = (0) to (24) step (8) shared_outs(%o = %a) -> tensor<24x300xf32, #t> {
    %s = tensor.extract_slice %o[%i, 0] [8, 300] [1, 1] : tensor<24x300xf32, #t> to tensor<8x300xf32, #t>
    %x = linalg.fill ins(%f : f32) outs(%s : tensor<8x300xf32, #t>) -> tensor<8x300xf32, #t>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i, 0] [8, 300] [1, 1] : tensor<8x300xf32, #t> into tensor<24x300xf32, #t>
    }
  }
  return %r : tensor<24x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// An offset that tiles do not divide: the slice is read element by element.
// CHECK-LABEL: func.func @unaligned(
// CHECK: %[[SLICE:.*]] = memref.alloc() {{.*}} : memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[SLICE]] :
// CHECK: memref.load
// CHECK: return %[[SLICE]]
func.func @unaligned(%a: tensor<20x300xf32, #t>, %i: index) -> tensor<8x128xf32, #t> {
  %s = tensor.extract_slice %a[%i, 0] [8, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<8x128xf32, #t>
  return %s : tensor<8x128xf32, #t>
}

// What is asserted is believed. A function returns arrays, not views, so that
// the slice is copied once.
// CHECK-LABEL: func.func @asserted(
// CHECK: %[[SLICE:.*]] = tiled_layout.subview
// CHECK: %[[COPY:.*]] = memref.alloc() {{.*}} : memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NEXT: memref.copy %[[SLICE]], %[[COPY]]
// CHECK-NEXT: return %[[COPY]]
func.func @asserted(%a: tensor<20x300xf32, #t>, %i: index) -> tensor<8x128xf32, #t> {
  %j = tiled_layout.assume_multiple %i, 8
  %s = tensor.extract_slice %a[%j, 0] [8, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<8x128xf32, #t>
  return %s : tensor<8x128xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{1,0:T(4,128)}>

// A slice in another layout is one relayout, out of the view.
// CHECK-LABEL: func.func @relayout(
// CHECK: %[[SLICE:.*]] = tiled_layout.subview
// CHECK-COUNT-1: memref.alloc
// CHECK: tiled_layout.relayout ins(%[[SLICE]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @relayout(%a: tensor<20x300xf32, #t>) -> tensor<8x128xf32, #u> {
  %s = tensor.extract_slice %a[8, 128] [8, 128] [1, 1] : tensor<20x300xf32, #t> to tensor<8x128xf32, #u>
  return %s : tensor<8x128xf32, #u>
}

// What is put together is computed where it stays.
// CHECK-LABEL: func.func @concat(
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: %[[FIRST:.*]] = tiled_layout.subview %{{.*}}[0, 0] [8, 300]
// CHECK: memref.copy %{{.*}}, %[[FIRST]]
// CHECK: %[[SECOND:.*]] = tiled_layout.subview %{{.*}}[8, 0] [4, 300]
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[SECOND]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @concat(%a: tensor<8x300xf32, #t>, %b: tensor<4x300xf32, #u>) -> tensor<12x300xf32, #t> {
  %e = tensor.empty() : tensor<4x300xf32, #t>
  %x = linalg.exp ins(%b : tensor<4x300xf32, #u>) outs(%e : tensor<4x300xf32, #t>) -> tensor<4x300xf32, #t>
  %r = tensor.concat dim(0) %a, %x : (tensor<8x300xf32, #t>, tensor<4x300xf32, #t>) -> tensor<12x300xf32, #t>
  return %r : tensor<12x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Padding of a view is others' memory: the padding of a copy is filled.
// CHECK-LABEL: func.func @padding(
// CHECK: %[[SLICE:.*]] = tiled_layout.subview
// CHECK: memref.copy %[[SLICE]], %[[COPY:[a-z0-9_]+]]
// CHECK: tiled_layout.fill_padding ins(%{{.*}}) outs(%[[COPY]] :
func.func @padding(%a: tensor<20x300xf32, #t>, %f: f32) -> tensor<5x300xf32, #t> {
  %s = tensor.extract_slice %a[8, 0] [5, 300] [1, 1] : tensor<20x300xf32, #t> to tensor<5x300xf32, #t>
  %r = tiled_layout.fill_padding ins(%f : f32) outs(%s : tensor<5x300xf32, #t>) -> tensor<5x300xf32, #t>
  return %r : tensor<5x300xf32, #t>
}

// Where branches meet, one array may stand for the other: the slice is copied.
// CHECK-LABEL: func.func @branches(
// CHECK: scf.if %{{.*}} -> (memref<8x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
func.func @branches(%a: tensor<24x300xf32, #t>, %b: tensor<8x300xf32, #t>, %c: i1) -> tensor<8x300xf32, #t> {
  %s = tensor.extract_slice %a[8, 0] [8, 300] [1, 1] : tensor<24x300xf32, #t> to tensor<8x300xf32, #t>
  %r = scf.if %c -> tensor<8x300xf32, #t> {
    scf.yield %s : tensor<8x300xf32, #t>
  } else {
    scf.yield %b : tensor<8x300xf32, #t>
  }
  return %r : tensor<8x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#e = #tiled_layout.layout<{2,1,0:T(8,1,128)}>
#o = #tiled_layout.layout<{2,1,0:T(8,128)}>

// A reshape that moves no element is a view of the buffer.
// CHECK-LABEL: func.func @expand(
// CHECK-NOT: memref.alloc
// CHECK: tiled_layout.from_physical %{{.*}} to memref<16x2x128xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
// CHECK-NOT: relayout
// CHECK: return
func.func @expand(%a: tensor<16x256xf32, #t>) -> tensor<16x2x128xf32, #e> {
  %r = tensor.expand_shape %a [[0], [1, 2]] output_shape [16, 2, 128] : tensor<16x256xf32, #t> into tensor<16x2x128xf32, #e>
  return %r : tensor<16x2x128xf32, #e>
}

// To another layout it is one relayout.
// CHECK-LABEL: func.func @expand_and_relayout(
// CHECK-COUNT-1: memref.alloc
// CHECK-COUNT-1: tiled_layout.relayout
// CHECK-NOT: relayout
// CHECK: return
func.func @expand_and_relayout(%a: tensor<16x256xf32, #t>) -> tensor<16x2x128xf32, #o> {
  %r = tensor.expand_shape %a [[0], [1, 2]] output_shape [16, 2, 128] : tensor<16x256xf32, #t> into tensor<16x2x128xf32, #o>
  return %r : tensor<16x2x128xf32, #o>
}

// CHECK-LABEL: func.func @collapse(
// CHECK-NOT: memref.alloc
// CHECK: tiled_layout.from_physical %{{.*}} to memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NOT: relayout
// CHECK: return
func.func @collapse(%a: tensor<16x2x128xf32, #e>) -> tensor<16x256xf32, #t> {
  %r = tensor.collapse_shape %a [[0], [1, 2]] : tensor<16x2x128xf32, #e> into tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// One row of the array without its dimension, at its start: the view of a
// vector at offset 0 has the strides of a whole one.
// CHECK-LABEL: func.func @first_row(
// CHECK: %[[ROW:.*]] = tiled_layout.subview %{{.*}}[0, 0] [1, 4] [1, 1] : {{.*}} to memref<4xf32, #tiled_layout.layout<{0:T(2)}, strides = [2, 1]>>
// CHECK: memref.copy %{{.*}}, %[[ROW]]
#row = #tiled_layout.layout<{1,0:T(*,2)}>
#four = #tiled_layout.layout<{0:T(4)}>
func.func @first_row(%x: tensor<4x6xf32, #row>, %y: tensor<4xf32, #four>) -> tensor<4x6xf32, #row> {
  %r = tensor.insert_slice %y into %x[0, 0] [1, 4] [1, 1] : tensor<4xf32, #four> into tensor<4x6xf32, #row>
  return %r : tensor<4x6xf32, #row>
}

// -----

// A structured operation on a slice reads the slice where it is.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @operand(
// CHECK-SAME: %[[A:.*]]: memref<32x256xf32,
// CHECK: %[[S:.*]] = tiled_layout.subview %[[A]][8, 0] [8, 256] [1, 1]
// CHECK: %[[R:.*]] = memref.alloc() {{.*}} : memref<8x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK-NOT: {{memref.alloc|memref.copy|relayout}}
// CHECK: linalg.generic {{.*}} ins(%[[S]] : {{.*}} outs(%[[R]] :
// CHECK-NOT: {{memref.alloc|memref.copy|relayout}}
// CHECK: return %[[R]]
func.func @operand(%a: tensor<32x256xf32, #t>) -> tensor<8x256xf32, #t> {
  %s = tensor.extract_slice %a[8, 0] [8, 256] [1, 1] : tensor<32x256xf32, #t> to tensor<8x256xf32, #t>
  %e = tensor.empty() : tensor<8x256xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x256xf32, #t>) outs(%e : tensor<8x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %z = math.exp %x : f32
    linalg.yield %z : f32
  } -> tensor<8x256xf32, #t>
  return %r : tensor<8x256xf32, #t>
}

// -----

// The first elements of an array of one dimension are computed in place; what a
// function returns is an array of its own.
#t = #tiled_layout.layout<{0:T(4)}>
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @first(
// CHECK-SAME: %[[A:.*]]: memref<16xf32,
// CHECK-NEXT: %[[S:.*]] = tiled_layout.subview %[[A]][0] [8] [1]
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[S]] : {{.*}} outs(%[[S]] :
// CHECK: %[[R:.*]] = memref.alloc() {{.*}} : memref<8xf32, #tiled_layout.layout<{0:T(4)}>>
// CHECK-NEXT: memref.copy %[[S]], %[[R]]
// CHECK-NEXT: return %[[R]]
func.func @first(%a: tensor<16xf32, #t>) -> tensor<8xf32, #t> {
  %s = tensor.extract_slice %a[0] [8] [1] : tensor<16xf32, #t> to tensor<8xf32, #t>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<8xf32, #t>) outs(%s : tensor<8xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %z = math.exp %x : f32
    linalg.yield %z : f32
  } -> tensor<8xf32, #t>
  return %r : tensor<8xf32, #t>
}

// -----

// One matrix of a stack is read where it is: a dimension that no tile cuts is
// dropped from the view.
#stack = #tiled_layout.layout<{2,1,0:T(8,128)}>
#t = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK-LABEL: func.func @of_stack(
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<12x16x256xf32, {{.*}} %[[L:[a-z0-9]+]]: index
// CHECK: %[[S:.*]] = tiled_layout.subview %[[W]][%[[L]], 0, 0] [1, 16, 256] [1, 1, 1] : {{.*}} to memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [2048, 1024, 128, 1]>>
// CHECK-NOT: {{memref.copy|linalg.generic}}
// CHECK: linalg.exp ins(%[[S]] :
func.func @of_stack(%w: tensor<12x16x256xf32, #stack>, %l: index) -> tensor<16x256xf32, #t> {
  %s = tensor.extract_slice %w[%l, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<12x16x256xf32, #stack> to tensor<16x256xf32, #t>
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %r = linalg.exp ins(%s : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// The same as other compilers write it: a slice of all dimensions, reshaped. What
// becomes of it is computed in its place.
// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME: %[[V:[a-z0-9]+]]: memref<12x16x256xf32, {{.*}} %[[W:[a-z0-9]+]]: memref<12x16x256xf32, {{.*}} %[[L:[a-z0-9]+]]: index
// CHECK-NOT: {{memref.alloc|memref.copy|physical}}
// CHECK: %[[S:.*]] = tiled_layout.subview %[[V]][%[[L]], 0, 0] [1, 16, 256] [1, 1, 1] : {{.*}} to memref<16x256xf32,
// CHECK: %[[R:.*]] = tiled_layout.subview %[[W]][%[[L]], 0, 0] [1, 16, 256] [1, 1, 1] : {{.*}} to memref<16x256xf32,
// CHECK: linalg.exp ins(%[[S]] : {{.*}} outs(%[[R]] :
// CHECK-NOT: {{memref.alloc|memref.copy|physical}}
// CHECK: return %[[W]]
func.func @reshaped(%v: tensor<12x16x256xf32, #stack>, %w: tensor<12x16x256xf32, #stack>, %l: index) -> tensor<12x16x256xf32, #stack> {
  %s = tensor.extract_slice %v[%l, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<12x16x256xf32, #stack> to tensor<1x16x256xf32, #stack>
  %m = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x16x256xf32, #stack> into tensor<16x256xf32, #t>
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %x = linalg.exp ins(%m : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %y = tensor.expand_shape %x [[0, 1], [2]] output_shape [1, 16, 256] : tensor<16x256xf32, #t> into tensor<1x16x256xf32, #stack>
  %r = tensor.insert_slice %y into %w[%l, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<1x16x256xf32, #stack> into tensor<12x16x256xf32, #stack>
  return %r : tensor<12x16x256xf32, #stack>
}

// A copy of such a slice is a whole array in the layout of its type.
// CHECK-LABEL: func.func @copied(
// CHECK: %[[S:.*]] = tiled_layout.subview
// CHECK: %[[R:.*]] = memref.alloc() {{.*}} : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: memref.copy %[[S]], %[[R]]
// CHECK: return %[[R]]
func.func @copied(%w: tensor<12x16x256xf32, #stack>, %l: index) -> tensor<16x256xf32, #t> {
  %s = tensor.extract_slice %w[%l, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<12x16x256xf32, #stack> to tensor<16x256xf32, #t>
  return %s : tensor<16x256xf32, #t>
}

// In another layout than what is left of the array's, the slice is copied.
// CHECK-LABEL: func.func @turned(
// CHECK: %[[S:.*]] = tiled_layout.subview {{.*}} to memref<1x16x256xf32,
// CHECK: linalg.generic {{.*}} ins(%[[S]] :
#turned = #tiled_layout.layout<{0,1:T(8,128)}>
func.func @turned(%w: tensor<12x16x256xf32, #stack>, %l: index) -> tensor<16x256xf32, #turned> {
  %s = tensor.extract_slice %w[%l, 0, 0] [1, 16, 256] [1, 1, 1] : tensor<12x16x256xf32, #stack> to tensor<16x256xf32, #turned>
  return %s : tensor<16x256xf32, #turned>
}

// A size that is a constant in the program is one of the view's type.
// CHECK-LABEL: func.func @constant_size(
// CHECK: tiled_layout.subview %{{.*}}[0, 0, 0] [1, 1, 2] [1, 1, 1] : {{.*}} to memref<1x1x2xf32,
#row = #tiled_layout.layout<{0:T(256)}>
func.func @constant_size(%t: tensor<2x2x3xf32, #stack>) -> tensor<?xf32, #row> {
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %t[0, 0, 0] [1, 1, %c2] [1, 1, 1] : tensor<2x2x3xf32, #stack> to tensor<?xf32, #row>
  return %s : tensor<?xf32, #row>
}

// A tensor without rank is no copy, but what it is cast from may be.
// CHECK-LABEL: func.func @without_rank(
// CHECK: %[[C:.*]] = memref.alloc() {{.*}} : memref<4x5xf32>
// CHECK: memref.copy %{{.*}}, %[[C]]
// CHECK: %[[U:.*]] = memref.cast %[[C]] : memref<4x5xf32> to memref<*xf32>
// CHECK: call @print(%[[U]])
func.func private @print(tensor<*xf32>)
func.func @without_rank(%t: tensor<20x30xf32>) {
  %s = tensor.extract_slice %t[2, 3] [4, 5] [1, 1] : tensor<20x30xf32> to tensor<4x5xf32>
  %u = tensor.cast %s : tensor<4x5xf32> to tensor<*xf32>
  call @print(%u) : (tensor<*xf32>) -> ()
  return
}

// A copy that an insertion needs of a matrix of a stack has the matrix's layout.
// CHECK-LABEL: func.func @written_matrix(
// CHECK: %[[VIEW:.*]] = tiled_layout.subview
// CHECK: %[[COPY:.*]] = memref.alloc() {{.*}} : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: memref.copy %[[VIEW]], %[[COPY]]
// CHECK: memref.store %{{.*}}, %[[COPY]]
func.func @written_matrix(
    %a: tensor<4x16x256xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>, %x: f32, %i: index)
    -> (f32, tensor<4x16x256xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>) {
  %s = tensor.extract_slice %a[%i, 0, 0] [1, 16, 256] [1, 1, 1]
    : tensor<4x16x256xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>
    to tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  %w = tensor.insert %x into %s[%i, %i] : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  %v = tensor.extract %w[%i, %i] : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %v, %a : f32, tensor<4x16x256xf32, #tiled_layout.layout<{2,1,0:T(8,128)}>>
}

// Rows that are inserted within a tile, of a tensor whose rows lie side by side in tiles that no vector divides: no map reads them from the next tile on.
// CHECK-LABEL: func.func @side_by_side
// CHECK: scf.for
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @side_by_side(%x: tensor<200x300xf32, #tiled_layout.layout<{0,1:T(8,24)}>>, %y: tensor<240x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<240x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>> {
  %0 = tensor.insert_slice %x into %y[3, 0] [200, 300] [1, 1] : tensor<200x300xf32, #tiled_layout.layout<{0,1:T(8,24)}>> into tensor<240x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %0 : tensor<240x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
}

// A run-time number of rows within the last tile.
// CHECK-LABEL: func.func @last_tile
// CHECK-NOT: linalg.generic
// CHECK: scf.for
func.func @last_tile(%x: tensor<?x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %y: tensor<7x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %n: index) -> tensor<7x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>> {
  %0 = tensor.insert_slice %x into %y[5, 0] [%n, 128] [1, 1] : tensor<?x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>> into tensor<7x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %0 : tensor<7x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
}

// -----

#t = #tiled_layout.layout<{2,1,0:T(8,128)}>
#u = #tiled_layout.layout<{1,0:T(8,128)}>

// The view knows extents that the tensors of a named operation do not.
// CHECK-LABEL: func.func @constant_sizes(
// CHECK: %[[VIEW:.*]] = tiled_layout.subview {{.*}} to memref<64x64xf32,
// CHECK: linalg.generic {{.*}} ins(%[[VIEW]] : {{.*}}) outs(%{{.*}} : memref<?x?xf32,
func.func @constant_sizes(%x: tensor<3x?x?xf32, #t>) -> tensor<?x?xf32, #u> {
  %c = arith.constant 64 : index
  %s = tensor.extract_slice %x[1, 0, 0] [1, %c, %c] [1, 1, 1] : tensor<3x?x?xf32, #t> to tensor<?x?xf32, #u>
  %e = tensor.empty(%c, %c) : tensor<?x?xf32, #u>
  %r = linalg.transpose ins(%s : tensor<?x?xf32, #u>) outs(%e : tensor<?x?xf32, #u>) permutation = [1, 0]
  return %r : tensor<?x?xf32, #u>
}

// -----

#t = #tiled_layout.layout<{0,1}>

// No layout goes backwards: elements are copied one by one.
// CHECK-LABEL: func.func @backwards(
// CHECK-NOT: subview
// CHECK: linalg.generic
func.func @backwards(%t: tensor<16x32xf32, #t>) -> tensor<16x32xf32, #t> {
  %c = arith.constant -1 : index
  %s = tensor.extract_slice %t[15, 31] [16, 32] [-1, %c] : tensor<16x32xf32, #t> to tensor<16x32xf32, #t>
  return %s : tensor<16x32xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#s3 = #tiled_layout.layout<{2,1,0:T(8,128)}>

// Columns of a number that is known at run time begin within a vector: they are inserted where they go, in what the
// loop carries.
// CHECK-LABEL: func.func @columns_in_loop(
// CHECK-NOT: memref.alloc
// CHECK-COUNT-3: vector.transfer_write
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @columns_in_loop(%a: tensor<?x?xf32, #t> {bufferization.writable = false}, %b: tensor<?x?xf32, #t> {bufferization.writable = false},
                           %all: tensor<?x?x?xf32, #s3>, %n: index, %m: index) -> tensor<?x?x?xf32, #s3> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %a, %c0 : tensor<?x?xf32, #t>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %all) -> tensor<?x?x?xf32, #s3> {
    %c = tensor.concat dim(1) %a, %b : (tensor<?x?xf32, #t>, tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t>
    %y = tensor.insert_slice %c into %x[%i, 0, 0] [1, %rows, %m] [1, 1, 1] : tensor<?x?xf32, #t> into tensor<?x?x?xf32, #s3>
    scf.yield %y : tensor<?x?x?xf32, #s3>
  }
  return %r : tensor<?x?x?xf32, #s3>
}

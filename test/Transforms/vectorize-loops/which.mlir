// Which loops become vectors, and of what length?
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-vectorize-loops=steps=vectorize-runs --cse --canonicalize --mlir-print-local-scope | FileCheck %s

#run = #tiled_layout.loop<run>

// What is left behind whole vectors is the end of one more.
// CHECK-LABEL: func @rest
func.func @rest(%a: memref<8x128xf32> {llvm.noalias}, %b: memref<8x128xf32> {llvm.noalias}, %i: index) {
  // CHECK: affine.for %[[C:.+]] = 1 to 97 step 32
  // CHECK-DAG: affine.vector_load %{{.+}}[symbol(%{{.+}}), %[[C]] - 1] : memref<8x128xf32>, vector<32xf32>
  // CHECK-DAG: affine.vector_load %{{.+}}[symbol(%{{.+}}), %[[C]] + 1] : memref<8x128xf32>, vector<32xf32>
  // CHECK: affine.vector_store %{{.+}}[symbol(%{{.+}}), %[[C]]]
  // CHECK: }
  // CHECK: affine.vector_store %{{.+}}[symbol(%{{.+}}), 95] : memref<8x128xf32>, vector<32xf32>
  affine.for %c = 1 to 127 {
    %x = affine.load %a[%i, %c - 1] : memref<8x128xf32>
    %y = affine.load %a[%i, %c + 1] : memref<8x128xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %b[%i, %c] : memref<8x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// What a loop stores it must not load again: the vectors leave nothing.
// CHECK-LABEL: func @in_place
func.func @in_place(%b: memref<8x128xf32>, %i: index) {
  // CHECK: affine.for %{{.+}} = 0 to 120 step 8
  // CHECK:   vector<8xf32>
  // CHECK-NOT: vector_store {{.*}}95
  affine.for %c = 0 to 120 {
    %x = affine.load %b[%i, %c] : memref<8x128xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %b[%i, %c] : memref<8x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// 126 is no multiple of any.
// CHECK-LABEL: func @in_place_rest
// CHECK-NOT: vector
func.func @in_place_rest(%b: memref<8x128xf32>, %i: index) {
  affine.for %c = 1 to 127 {
    %x = affine.load %b[%i, %c] : memref<8x128xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %b[%i, %c] : memref<8x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// Iterations that read what others have written stay in order.
// CHECK-LABEL: func @neighbour
// CHECK-NOT: vector
func.func @neighbour(%b: memref<8x128xf32>, %i: index) {
  affine.for %c = 0 to 64 {
    %x = affine.load %b[%i, %c] : memref<8x128xf32>
    affine.store %x, %b[%i, %c + 1] : memref<8x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// So do loops over arrays that may overlap.
// CHECK-LABEL: func @may_overlap
// CHECK-NOT: vector
func.func @may_overlap(%a: memref<8x128xf32>, %b: memref<8x128xf32>, %i: index) {
  affine.for %c = 0 to 128 {
    %x = affine.load %a[%i, %c] : memref<8x128xf32>
    affine.store %x, %b[%i, %c] : memref<8x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// A load behind the store of its element stays behind it.
// CHECK-LABEL: func @behind
// CHECK-NOT: vector
func.func @behind(%a: memref<8x128xf32>, %b: memref<8x128xf32> {llvm.noalias}, %i: index, %v: f32) {
  affine.for %c = 0 to 128 {
    affine.store %v, %b[%i, %c] : memref<8x128xf32>
    %x = affine.load %b[%i, %c] : memref<8x128xf32>
    affine.store %x, %a[%i, %c] : memref<8x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// The row above the first of a word is in another word.
// CHECK-LABEL: func @above
func.func @above(%a: memref<2x128x4xi8> {llvm.noalias}, %b: memref<2x128x4xi8> {llvm.noalias}) {
  // CHECK: affine.for %[[C:.+]] = 0 to 128 step 32
  // CHECK:   %[[ABOVE:.+]] = affine.vector_load %{{.+}}[0, %[[C]] * 4] : memref<2x512xi8>, vector<128xi8>
  // CHECK:   %[[OWN:.+]] = affine.vector_load %{{.+}}[1, %[[C]] * 4] : memref<2x512xi8>, vector<128xi8>
  // CHECK:   vector.shuffle %{{.+}}, %[[OWN]] [{{[0-9]+}}, 128, 129, 130, {{[0-9]+}}, 132, 133, 134,
  affine.for %c = 0 to 128 {
    %0 = affine.load %a[0, %c, 3] : memref<2x128x4xi8>
    affine.store %0, %b[1, %c, 0] : memref<2x128x4xi8>
    %1 = affine.load %a[1, %c, 0] : memref<2x128x4xi8>
    affine.store %1, %b[1, %c, 1] : memref<2x128x4xi8>
    %2 = affine.load %a[1, %c, 1] : memref<2x128x4xi8>
    affine.store %2, %b[1, %c, 2] : memref<2x128x4xi8>
    %3 = affine.load %a[1, %c, 2] : memref<2x128x4xi8>
    affine.store %3, %b[1, %c, 3] : memref<2x128x4xi8>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// Sums of both rows of a word; they may overflow in another order.
// CHECK-LABEL: func @sums
func.func @sums(%a: memref<128x2xi16> {llvm.noalias}, %s: memref<2xi32> {llvm.noalias}) {
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0> : vector<32xi32>
  // CHECK: %[[SUMS:.+]] = affine.for %[[C:.+]] = 0 to 128 step 16 iter_args(%[[SUM:.+]] = %[[ZERO]]) -> (vector<32xi32>)
  // CHECK:   %[[X:.+]] = affine.vector_load %{{.+}}[%[[C]] * 2] : memref<256xi16>, vector<32xi16>
  // CHECK:   %[[Y:.+]] = arith.extsi %[[X]]
  // CHECK:   arith.addi %[[SUM]], %[[Y]] : vector<32xi32>
  // CHECK: vector.extract_strided_slice %[[SUMS]] {offsets = [16]
  // CHECK: %[[TWO:.+]] = arith.addi %{{.+}}, %{{.+}} : vector<2xi32>
  // CHECK: %[[BEFORE:.+]] = affine.load %{{.+}}[0] : memref<2xi32>
  // CHECK: %[[FIRST:.+]] = vector.extract %[[TWO]][0]
  // CHECK: %[[ALL:.+]] = arith.addi %[[BEFORE]], %[[FIRST]] : i32
  // CHECK: affine.store %[[ALL]], %{{.+}}[0]
  affine.for %c = 0 to 128 {
    %0 = affine.load %s[0] : memref<2xi32>
    %1 = affine.load %a[%c, 0] : memref<128x2xi16>
    %2 = arith.extsi %1 : i16 to i32
    %3 = arith.addi %0, %2 overflow<nsw> : i32
    affine.store %3, %s[0] : memref<2xi32>
    %4 = affine.load %s[1] : memref<2xi32>
    %5 = affine.load %a[%c, 1] : memref<128x2xi16>
    %6 = arith.extsi %5 : i16 to i32
    %7 = arith.addi %4, %6 overflow<nsw> : i32
    affine.store %7, %s[1] : memref<2xi32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// Floats are not added in another order unless they may be.
// CHECK-LABEL: func @floats
// CHECK-NOT: vector
func.func @floats(%a: memref<8x128xf32> {llvm.noalias}, %s: memref<8xf32> {llvm.noalias}, %i: index) {
  affine.for %c = 0 to 128 {
    %0 = affine.load %s[%i] : memref<8xf32>
    %1 = affine.load %a[%i, %c] : memref<8x128xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %s[%i] : memref<8xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

// Loops that are not along the run of a tile are LLVM's.
// CHECK-LABEL: func @unmarked
// CHECK-NOT: vector
func.func @unmarked(%a: memref<8x128xf32> {llvm.noalias}, %b: memref<8x128xf32> {llvm.noalias}, %i: index) {
  affine.for %c = 0 to 128 {
    %x = affine.load %a[%i, %c] : memref<8x128xf32>
    affine.store %x, %b[%i, %c] : memref<8x128xf32>
  }
  return
}

// -----

#run = #tiled_layout.loop<run>

// Words of 127 elements would end behind them.
// CHECK-LABEL: func @beyond_the_end
// CHECK-NOT: vector
func.func @beyond_the_end(%a: memref<127xf32> {llvm.noalias}, %b: memref<64x2xf32> {llvm.noalias}) {
  affine.for %c = 0 to 64 {
    %x = affine.load %a[2 * %c] : memref<127xf32>
    %y = affine.load %a[2 * %c] : memref<127xf32>
    affine.store %x, %b[%c, 0] : memref<64x2xf32>
    affine.store %y, %b[%c, 1] : memref<64x2xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// Halves of vectors are combined, so that their lengths are powers of two
// whatever the body computes with.
// CHECK-LABEL: func @odd_width
func.func @odd_width(%a: memref<64x2xi8> {llvm.noalias}, %s: memref<2xi32> {llvm.noalias}) {
  // CHECK: affine.for %{{.+}} = 0 to 64 step 8 iter_args({{.*}}) -> (vector<16xi32>)
  affine.for %c = 0 to 64 {
    %x0 = affine.load %a[%c, 0] : memref<64x2xi8>
    %x1 = affine.load %a[%c, 1] : memref<64x2xi8>
    %y0 = arith.extsi %x0 : i8 to i48
    %y1 = arith.extsi %x1 : i8 to i48
    %z0 = arith.trunci %y0 : i48 to i32
    %z1 = arith.trunci %y1 : i48 to i32
    %s0 = affine.load %s[0] : memref<2xi32>
    %s1 = affine.load %s[1] : memref<2xi32>
    %t0 = arith.addi %s0, %z0 : i32
    %t1 = arith.addi %s1, %z1 : i32
    affine.store %t0, %s[0] : memref<2xi32>
    affine.store %t1, %s[1] : memref<2xi32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// What branches hand to a block may be any array.
// CHECK-LABEL: func @block_argument
// CHECK-NOT: vector
func.func @block_argument(%which: i1) {
  %a = memref.alloc() : memref<128xf32>
  %b = memref.alloc() : memref<128xf32>
  cf.cond_br %which, ^bb1(%a : memref<128xf32>), ^bb1(%b : memref<128xf32>)
^bb1(%c: memref<128xf32>):
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<128xf32>
    affine.store %x, %c[%i + 1] : memref<128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// What may be assumed of one row need not hold of the other.
// CHECK-LABEL: func @flags
// CHECK-NOT: vector
func.func @flags(%a: memref<64x2xf32> {llvm.noalias}, %s: memref<2xf32> {llvm.noalias}) {
  affine.for %c = 0 to 64 {
    %x0 = affine.load %a[%c, 0] : memref<64x2xf32>
    %x1 = affine.load %a[%c, 1] : memref<64x2xf32>
    %s0 = affine.load %s[0] : memref<2xf32>
    %s1 = affine.load %s[1] : memref<2xf32>
    %t0 = arith.addf %s0, %x0 fastmath<reassoc,nnan> : f32
    %t1 = arith.addf %s1, %x1 fastmath<reassoc> : f32
    affine.store %t0, %s[0] : memref<2xf32>
    affine.store %t1, %s[1] : memref<2xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#own = #llvm.loop_annotation<vectorize = <disable = true>>

// What a program says of its own loop to LLVM stays, and does not make it a run.
// CHECK-LABEL: func @own_annotation
// CHECK-NOT: vector_
// CHECK: loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>
func.func @own_annotation(%a: memref<128xf32> {llvm.noalias}, %b: memref<128xf32> {llvm.noalias}) {
  affine.for %c = 0 to 128 {
    %x = affine.load %a[%c] : memref<128xf32>
    affine.store %x, %b[%c] : memref<128xf32>
  } {loop_annotation = #own}
  return
}

// -----

// Nor does an annotation that keeps LLVM from unrolling it.
// CHECK-LABEL: func @no_run
// CHECK-NOT: vector_
// CHECK: loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>
func.func @no_run(%a: memref<128xf32> {llvm.noalias}, %b: memref<128xf32> {llvm.noalias}) {
  affine.for %c = 0 to 128 {
    %x = affine.load %a[%c] : memref<128xf32>
    affine.store %x, %b[%c] : memref<128xf32>
  } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  return
}

// -----

// A run whose program asks LLVM for no vectors gets none here either.
// CHECK-LABEL: func @no_vectors
// CHECK-NOT: vector_
// CHECK: loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>, tiled_layout.loop = #tiled_layout.loop<run>
func.func @no_vectors(%a: memref<128xf32> {llvm.noalias}, %b: memref<128xf32> {llvm.noalias}) {
  affine.for %c = 0 to 128 {
    %x = affine.load %a[%c] : memref<128xf32>
    affine.store %x, %b[%c] : memref<128xf32>
  } {loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>, tiled_layout.loop = #tiled_layout.loop<run>}
  return
}

// -----

#run = #tiled_layout.loop<run, peeled = both>

// The iterations beside a loop, whose neighbours are in other tiles, are its
// first and last lanes.
// CHECK-LABEL: func @edges
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4x128xf32> {llvm.noalias}, %[[B:[a-z0-9]+]]: memref<4x128xf32>
func.func @edges(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32>) {
  // CHECK:      %[[L:.+]] = affine.load %[[A]][0, 127]
  // CHECK-NOT:  affine.store
  // CHECK-DAG:  %[[S:.+]] = vector.broadcast %[[L]] : f32 to vector<1xf32>
  // CHECK-DAG:  %[[V:.+]] = affine.vector_load %[[A]][1, 0] : memref<4x128xf32>, vector<32xf32>
  // CHECK:      vector.shuffle %[[V]], %[[S]] [32, 0, 1, 2, {{.*}}, 29, 30]
  // CHECK:      affine.vector_store %{{.+}}, %[[B]][1, 0]
  // CHECK:      affine.for %{{.+}} = 32 to 96 step 32 {
  // CHECK:      } {tiled_layout.loop = #tiled_layout.loop<run>}
  // CHECK:      %[[R:.+]] = affine.load %[[A]][2, 0]
  // CHECK-NOT:  affine.store
  // CHECK:      vector.shuffle %{{.+}}, %{{.+}} [1, 2, {{.*}}, 31, 32]
  // CHECK:      affine.vector_store %{{.+}}, %[[B]][1, 96]
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %r0 = affine.load %a[1, 1] : memref<4x128xf32>
  %s0 = arith.addf %l0, %r0 : f32
  affine.store %s0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %r = affine.load %a[1, %c + 1] : memref<4x128xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  %l1 = affine.load %a[1, 126] : memref<4x128xf32>
  %r1 = affine.load %a[2, 0] : memref<4x128xf32>
  %s1 = arith.addf %l1, %r1 : f32
  affine.store %s1, %b[1, 127] : memref<4x128xf32>
  return
}

// Only where the loop says that an iteration is beside it.
// CHECK-LABEL: func @unsaid(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4x128xf32> {llvm.noalias}, %[[B:[a-z0-9]+]]: memref<4x128xf32>
// CHECK:      affine.vector_store %{{.+}}, %[[B]][1, 0]
// CHECK:      affine.for %{{.+}} = 32 to
// CHECK:      affine.store %{{.+}}, %[[B]][1, 127] : memref<4x128xf32>
func.func @unsaid(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32>) {
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  affine.store %l0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    affine.store %l, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #tiled_layout.loop<run, peeled = before>}
  %l1 = affine.load %a[2, 0] : memref<4x128xf32>
  affine.store %l1, %b[1, 127] : memref<4x128xf32>
  return
}

// -----

#run = #tiled_layout.loop<run, peeled = both>

// Not if it computes something else, if what it loads has changed since, or if
// the loop would read what it stores.
// CHECK-LABEL: func @no_edge
// CHECK-SAME: %[[B:[a-z0-9]+]]: memref<4x128xf32> {llvm.noalias}) {
// CHECK:      affine.store %{{.+}}, %[[B]][1, 0]
// CHECK-NEXT: affine.for %{{.+}} = 1 to 97 step 32
// CHECK:      affine.store %{{.+}}, %[[B]][2, 0]
// CHECK-NEXT: affine.for %{{.+}} = 1 to 97 step 32
// CHECK:      affine.store %{{.+}}, %[[B]][3, 0]
// CHECK-NEXT: affine.for %{{.+}} = 1 to 113 step 16
func.func @no_edge(%a: memref<4x128xf32> {llvm.noalias}, %b: memref<4x128xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %l0 = affine.load %a[0, 127] : memref<4x128xf32>
  %n0 = arith.negf %l0 : f32
  affine.store %n0, %b[1, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[1, %c - 1] : memref<4x128xf32>
    %s = arith.addf %l, %l : f32
    affine.store %s, %b[1, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  %l1 = affine.load %a[2, 0] : memref<4x128xf32>
  affine.store %zero, %a[2, 0] : memref<4x128xf32>
  %s1 = arith.addf %l1, %l1 : f32
  affine.store %s1, %b[2, 0] : memref<4x128xf32>
  affine.for %c = 1 to 127 {
    %l = affine.load %a[2, %c] : memref<4x128xf32>
    %s = arith.addf %l, %l : f32
    affine.store %s, %b[2, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  %l2 = affine.load %b[3, 0] : memref<4x128xf32>
  %s2 = arith.addf %l2, %l2 : f32
  affine.store %s2, %b[3, 0] : memref<4x128xf32>
  affine.for %c = 1 to 113 {
    %l = affine.load %b[3, %c] : memref<4x128xf32>
    %s = arith.addf %l, %l : f32
    affine.store %s, %b[3, %c] : memref<4x128xf32>
  } {tiled_layout.loop = #run}
  return
}

// -----

#run = #tiled_layout.loop<run>

// Rows of 16 bits whose neighbours are in other words are kept apart: shifted out of the words that are loaded, and put together again.
// CHECK-LABEL: func @rows_of_other_words
// CHECK: affine.for %[[C:.+]] = 0 to 128 step 32
// CHECK-DAG: %[[ABOVE:.+]] = affine.vector_load %{{.+}}[1, %[[C]] * 2] : memref<4x256xbf16>, vector<64xbf16>
// CHECK-DAG: %[[OWN:.+]] = affine.vector_load %{{.+}}[2, %[[C]] * 2] : memref<4x256xbf16>, vector<64xbf16>
// CHECK:   vector.bitcast %{{.+}} : vector<64xbf16> to vector<32xi32>
// CHECK:   arith.shrui %{{.+}} : vector<32xi32>
// CHECK-NOT: vector.shuffle
// CHECK:   %[[HIGH:.+]] = arith.shli %{{.+}} : vector<32xi32>
// CHECK:   %[[WORDS:.+]] = arith.ori %{{.+}}, %[[HIGH]] : vector<32xi32>
// CHECK:   %[[HALVES:.+]] = vector.bitcast %[[WORDS]] : vector<32xi32> to vector<64xbf16>
// CHECK:   affine.vector_store %[[HALVES]], %{{.+}}[2, %[[C]] * 2] : memref<4x256xbf16>, vector<64xbf16>
func.func @rows_of_other_words(%a: memref<4x128x2xbf16> {llvm.noalias}, %b: memref<4x128x2xbf16>) {
  affine.for %c = 0 to 128 {
    %u0 = affine.load %a[1, %c, 1] : memref<4x128x2xbf16>
    %v0 = affine.load %a[2, %c, 0] : memref<4x128x2xbf16>
    %w0 = arith.addf %u0, %v0 : bf16
    affine.store %w0, %b[2, %c, 0] : memref<4x128x2xbf16>
    %u1 = affine.load %a[2, %c, 0] : memref<4x128x2xbf16>
    %v1 = affine.load %a[2, %c, 1] : memref<4x128x2xbf16>
    %w1 = arith.addf %u1, %v1 : bf16
    affine.store %w1, %b[2, %c, 1] : memref<4x128x2xbf16>
  } {tiled_layout.loop = #run}
  return
}

// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=permuted-bits=8 --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s --check-prefix=NONE

// Rows that begin anywhere in a line are written as whole lines: permutes that
// separate the two rows of a block rotate them by their places in a line, and a
// line is some lanes of the vector before and some of the next one.

#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: @separate
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[PLACE:.*]] = vector.broadcast %{{.*}} : i16 to vector<32xi16>
// CHECK: %[[ROTATION:.*]] = arith.subi %[[NUMBERS:.*]], %[[PLACE]]
// CHECK: %[[BEFORE:.*]] = arith.cmpi ult, %[[NUMBERS]], %[[PLACE]]
// CHECK: %[[LANES:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.hi.512"(%[[WANTED:.*]], %[[ROTATION]], %[[WANTED]])

// The first vector of a row completes no line.
// CHECK: %[[FIRST:.*]] = llvm.call_intrinsic {{.*}}(%{{.*}}, %[[LANES]], %{{.*}})
// CHECK: %[[HEAD:.*]] = arith.xori %[[BEFORE]]
// CHECK: vector.maskedstore {{.*}}, %[[HEAD]], %[[FIRST]]
// CHECK: %[[SECOND:.*]] = llvm.call_intrinsic {{.*}}(%{{.*}}, %[[LANES]], %{{.*}})
// CHECK: %[[LINE:.*]] = arith.select %[[BEFORE]], %[[FIRST]], %[[SECOND]]
// CHECK: %[[STORED:.*]] = vector.bitcast %[[LINE]] : vector<32xi16> to vector<32xbf16>
// CHECK: vector.store %[[STORED]]

// What a row carries is in registers all along it, and its end is stored last.
// CHECK: scf.for {{.*}} iter_args(
// CHECK-COUNT-8: arith.select
// CHECK: scf.yield %{{.*}}, %{{.*}} : vector<32xi16>, vector<32xi16>
// CHECK: vector.maskedstore {{.*}}, %[[BEFORE]], %{{.*}} : memref<{{.*}}>, vector<32xi1>, vector<32xi16>

// NONE-LABEL: @separate
// NONE-NOT: iter_args
func.func @separate(%a: memref<16x511xbf16, #pairs>, %b: memref<16x511xbf16>) {
  tiled_layout.relayout ins(%a : memref<16x511xbf16, #pairs>)
    outs(%b : memref<16x511xbf16>)
  return
}

// Blocks that transpose have eight rows, the most whose lines registers carry.
// Eight halves of lines are read twice; the last shuffle of each row rotates it.
// The block that the last rows cut moves back: rows have no other code.
// CHECK-LABEL: @transpose
// CHECK: scf.for {{.*}} iter_args(
// CHECK-COUNT-16: vector.load {{.*}} vector<8xf32>
// CHECK-NOT: vector.load
// CHECK: %[[ROW:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"
// CHECK-COUNT-7: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"
// CHECK-NOT: llvm.call_intrinsic
// CHECK: arith.select {{.*}}, %{{.*}}, %[[ROW]]
// CHECK-COUNT-7: arith.select
// CHECK: scf.yield
// CHECK-COUNT-8: vector.maskedstore
// NONE-LABEL: @transpose
// NONE-COUNT-16: vector.load {{.*}} vector<16xf32>
// NONE-NOT: iter_args
func.func @transpose(%a: memref<253x255xf32>,
                     %b: memref<253x255xf32, #tiled_layout.layout<{0,1}>>) {
  tiled_layout.relayout ins(%a : memref<253x255xf32>)
    outs(%b : memref<253x255xf32, #tiled_layout.layout<{0,1}>>)
  return
}

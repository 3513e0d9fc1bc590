// Large relayouts store whole lines without reading them before.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024,prefetch-bytes=2048 --tiled-layout-lower-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=QUIET
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=PLAIN --implicit-check-not=nontemporal --implicit-check-not=llvm.fence --implicit-check-not=memref.prefetch
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024,vector-bits=256,masked-bits=32 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=BYTES-MASKED
// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=streaming-bytes=1024,permuted-bits=8 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=PERMUTED

#tiled = #tiled_layout.layout<{1,0:T(8,128)}>
#columns = #tiled_layout.layout<{0,1}>

// Where the destination begins is known at run time only. What is fetched ahead
// lies in the array: 4096 elements, less a block of 128.
// CHECK-LABEL: @tile
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[OFFSET:.*]] = arith.andi %[[ADDRESS]]
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[OFFSET]]
// CHECK: %[[LAST:.*]] = arith.constant 3983 : index
// CHECK: arith.minui %{{.*}}, %[[LAST]]
// CHECK-COUNT-8: memref.prefetch {{.*}} read, locality<0>
// CHECK: scf.if %[[ALIGNED]]
// CHECK-COUNT-8: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK: else
// CHECK-NOT: nontemporal
// CHECK: llvm.fence seq_cst
// QUIET-LABEL: @tile
// QUIET-NOT: memref.prefetch
// QUIET: nontemporal = true
// PLAIN-LABEL: @tile
// PLAIN: vector.store
func.func @tile(%a: memref<16x256xf32>, %b: memref<16x256xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<16x256xf32>)
                        outs(%b : memref<16x256xf32, #tiled>)
  return
}

// Columns: each row is fetched two lines ahead, on every processor, and kept
// until the other rows have been read; of bytes, a line is read four times.
// CHECK-LABEL: @transpose
// CHECK: arith.constant 32 : index
// CHECK-COUNT-16: memref.prefetch {{.*}} read, locality<3>
// CHECK-COUNT-16: vector.load {{.*}} vector<16xf32>
// CHECK-COUNT-16: vector.store {{.*}} nontemporal = true
// QUIET-LABEL: @transpose
// QUIET: arith.constant 32 : index
// QUIET-COUNT-16: memref.prefetch {{.*}} read, locality<3>
// QUIET: nontemporal = true
// PLAIN-LABEL: @transpose
func.func @transpose(%a: memref<64x64xf32>,
                     %b: memref<64x64xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<64x64xf32>)
                        outs(%b : memref<64x64xf32, #columns>)
  return
}

// CHECK-LABEL: @transpose_bytes
// CHECK-COUNT-64: memref.prefetch {{.*}} read, locality<3>
// CHECK-COUNT-64: vector.load {{.*}} vector<16xi8>
// QUIET-LABEL: @transpose_bytes
// PLAIN-LABEL: @transpose_bytes
func.func @transpose_bytes(%a: memref<128x192xi8>,
                           %b: memref<128x192xi8, #columns>) {
  tiled_layout.relayout ins(%a : memref<128x192xi8>)
                        outs(%b : memref<128x192xi8, #columns>)
  return
}

// Into a buffer of rows, too.
// CHECK-LABEL: @transpose_ragged
// CHECK: %[[BUFFER:.*]] = memref.alloca
// CHECK-COUNT-16: memref.prefetch {{.*}} read, locality<3>
// CHECK: vector.store {{.*}}, %[[BUFFER]]
// QUIET-LABEL: @transpose_ragged
// QUIET-NOT: memref.prefetch {{.*}} read
// QUIET: nontemporal = true
// PLAIN-LABEL: @transpose_ragged
func.func @transpose_ragged(%a: memref<301x70xf32>,
                            %b: memref<301x70xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<301x70xf32>)
                        outs(%b : memref<301x70xf32, #columns>)
  return
}

// In rows of 4 KB, lines would push each other out of the cache: 256 bytes of
// each of 64 rows are copied to a buffer, with a line between, from which blocks
// read. Each of 16 blocks fetches four rows of what comes next.
// CHECK-LABEL: @transpose_crowded
// CHECK: scf.for
// CHECK: %[[STACK:.*]] = llvm.intr.stacksave
// CHECK: %[[STAGE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<20480xi8>
// CHECK: %[[ROWS:.*]] = arith.constant 64 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[ROWS]]
// CHECK-COUNT-4: vector.store {{.*}}, %[[STAGE]]{{.*}} vector<64xi8>
// CHECK: arith.select
// CHECK: scf.for
// CHECK-COUNT-16: memref.prefetch %{{.*}} read, locality<2>
// CHECK-NOT: memref.prefetch
// CHECK-COUNT-64: vector.load %[[STAGE]]{{.*}} vector<16xi8>
// CHECK-COUNT-16: vector.store {{.*}} nontemporal = true
// CHECK: llvm.intr.stackrestore %[[STACK]]
// QUIET-LABEL: @transpose_crowded
// PLAIN-LABEL: @transpose_crowded
func.func @transpose_crowded(%a: memref<64x4096xi8>,
                             %b: memref<64x4096xi8, #columns>) {
  tiled_layout.relayout ins(%a : memref<64x4096xi8>)
                        outs(%b : memref<64x4096xi8, #columns>)
  return
}

// Rows of a ragged transpose take turns in a buffer of sixteen, with room in
// front for blocks that move back; what each carries on is kept in between.
// CHECK-LABEL: @transpose_bytes_ragged
// CHECK: %[[BUFFER:.*]] = memref.alloca() {{.*}} : memref<9984xi8>
// CHECK: %[[KEPT:.*]] = memref.alloca() {{.*}} : memref<
// CHECK-COUNT-64: vector.load
// CHECK-COUNT-16: vector.store {{.*}}, %[[BUFFER]]
// CHECK: scf.if
// CHECK: else
// CHECK: %[[LINE:.*]] = vector.load %[[KEPT]]
// CHECK: vector.store %[[LINE]], %[[BUFFER]]
// CHECK-COUNT-4: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK: %[[NEXT:.*]] = vector.load %[[BUFFER]]
// CHECK: vector.store %[[NEXT]], %[[KEPT]]
// CHECK: llvm.fence seq_cst
func.func @transpose_bytes_ragged(%a: memref<1027x69xi8>,
                                  %b: memref<1027x69xi8, #columns>) {
  tiled_layout.relayout ins(%a : memref<1027x69xi8>)
                        outs(%b : memref<1027x69xi8, #columns>)
  return
}

// Rows of the destination begin anywhere in a line: chunks of eight lines are
// put together in a buffer, eight rows of 9 lines and one. Where a row begins
// and ends, the elements of a part of a line are masked; between, all lines are
// whole. The last line of a chunk becomes the one in front of the next. The
// buffer takes the padding of a tile, too.
// QUIET-LABEL: @untile_ragged
// CHECK-LABEL: @untile_ragged
// CHECK: llvm.intr.stacksave
// CHECK: %[[BUFFER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1168xf32>
// CHECK: memref.prefetch {{.*}} write
// CHECK: %[[CHUNKS:.*]] = arith.constant 3 : index
// CHECK: scf.for %[[CHUNK:.*]] = %{{.*}} to %[[CHUNKS]]
// CHECK-NOT: vector.maskedload
// CHECK-COUNT-8: vector.store {{.*}}, %[[BUFFER]]
// CHECK-NOT: vector.
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[CHUNK]]
// CHECK: %[[LAST:.*]] = arith.cmpi sle
// CHECK: %[[ENDS:.*]] = arith.ori %[[FIRST]], %[[LAST]]
// CHECK: scf.if %[[ENDS]]
// CHECK: vector.maskedstore
// CHECK: vector.load %[[BUFFER]]
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK: vector.maskedstore
// CHECK: else
// CHECK-COUNT-8: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK-NOT: nontemporal
// CHECK: %[[LINE:.*]] = vector.load %[[BUFFER]]
// CHECK: vector.store %[[LINE]], %[[BUFFER]]
// CHECK: llvm.intr.stackrestore
// CHECK: llvm.fence seq_cst

// With permutes of registers, a chunk in which no row begins or ends does not
// go through the buffer but for what is carried on to the next: each line is
// what is left of the register before, and the beginning of the next one.
// PERMUTED-LABEL: @untile_ragged
// PERMUTED: %[[SOURCE:.*]] = tiled_layout.to_physical
// PERMUTED: %[[MEMORY:.*]] = memref.collapse_shape
// PERMUTED: %[[BUFFER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1168xf32>
// PERMUTED: %[[FIRST:.*]] = arith.cmpi eq
// PERMUTED: %[[LAST:.*]] = arith.cmpi sle
// PERMUTED: arith.ori %[[FIRST]], %[[LAST]]
// PERMUTED: scf.if
// PERMUTED: vector.maskedstore
// PERMUTED: } else {
// PERMUTED: %[[LANES:.*]] = arith.subi %{{.*}}, %{{.*}} : vector<16xi32>
// PERMUTED: %[[FROM:.*]] = vector.load %[[SOURCE]]{{.*}} vector<16xf32>
// PERMUTED: %[[NEXT:.*]] = vector.bitcast %[[FROM]]
// PERMUTED: %[[LINE:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%{{.*}}, %[[LANES]], %[[NEXT]])
// PERMUTED: %[[FLOATS:.*]] = vector.bitcast %[[LINE]]
// PERMUTED: vector.store %[[FLOATS]], %[[MEMORY]]{{.*}} {alignment = 64 : i64, nontemporal = true}
// PERMUTED-COUNT-6: llvm.call_intrinsic
// PERMUTED: %[[REST:.*]] = vector.load %[[SOURCE]]
// PERMUTED: llvm.call_intrinsic
// PERMUTED: vector.store %[[REST]], %[[BUFFER]]
// PERMUTED: llvm.fence seq_cst
func.func @untile_ragged(%a: memref<17x301xf32, #tiled>,
                         %b: memref<17x301xf32>) {
  tiled_layout.relayout ins(%a : memref<17x301xf32, #tiled>)
                        outs(%b : memref<17x301xf32>)
  return
}

#packed = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Without masks for bytes, parts of lines are stores of 32, 16, 8, 4, 2 bytes
// and one.
// BYTES-MASKED-LABEL: @untile_bytes
// BYTES-MASKED: llvm.intr.stacksave
// BYTES-MASKED-NOT: vector.maskedstore
// BYTES-MASKED: scf.if
// BYTES-MASKED: vector.store {{.*}} vector<32xi8>
// BYTES-MASKED: vector.store {{.*}} vector<16xi8>
// BYTES-MASKED: vector.store {{.*}} vector<8xi8>
// BYTES-MASKED: vector.store {{.*}} vector<4xi8>
// BYTES-MASKED: vector.store {{.*}} vector<2xi8>
// BYTES-MASKED: vector.store {{.*}} vector<1xi8>

// A block is shuffled by eight permutes. Where lines are carried, each of two
// blocks has four rows, and so four more.
// PERMUTED-LABEL: @untile_bytes
// PERMUTED-COUNT-32: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.qi.512"
// PERMUTED-NOT: llvm.call_intrinsic
// PERMUTED: llvm.fence seq_cst
func.func @untile_bytes(%a: memref<17x1301xi8, #packed>,
                        %b: memref<17x1301xi8>) {
  tiled_layout.relayout ins(%a : memref<17x1301xi8, #packed>)
                        outs(%b : memref<17x1301xi8>)
  return
}

// Rows that tiles join are fetched, and full tiles are straight code where the
// destination begins at a line: two lines of each of 16 blocks. Others are loops.
#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: @join_rows
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.andi
// CHECK: %[[FULL:.*]] = arith.andi
// CHECK: scf.if %[[FULL]]
// CHECK-NOT: scf
// CHECK-COUNT-2: memref.prefetch {{.*}} read, locality<0>
// CHECK-NOT: scf
// CHECK-COUNT-32: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK-NOT: vector.store
// CHECK: } else {
// CHECK: scf.for
// QUIET-LABEL: @join_rows
// QUIET-NOT: memref.prefetch
// QUIET-COUNT-2: nontemporal = true
// QUIET-NOT: nontemporal
// PLAIN-LABEL: @join_rows
func.func @join_rows(%a: memref<17x2172xbf16>, %b: memref<17x2172xbf16, #pairs>) {
  tiled_layout.relayout ins(%a : memref<17x2172xbf16>)
                        outs(%b : memref<17x2172xbf16, #pairs>)
  return
}

// Where an edge cuts every block, what is left of each is fetched: 65 of 128
// elements are five lines.
#halves = #tiled_layout.layout<{1,0:T(2,128)}>

// QUIET-LABEL: @half_tiles
// CHECK-LABEL: @half_tiles
// CHECK-COUNT-5: memref.prefetch {{.*}} read, locality<0>
// CHECK-NOT: memref.prefetch
// CHECK: nontemporal = true
func.func @half_tiles(%a: memref<64x65xf32, #tiled>, %b: memref<64x65xf32, #halves>) {
  tiled_layout.relayout ins(%a : memref<64x65xf32, #tiled>)
                        outs(%b : memref<64x65xf32, #halves>) padding = zero
  return
}

// Behind the last block of a row of tiles comes a full one: both fetch eight
// lines. In rows that follow one another, full blocks fetch nearly all.
// CHECK-LABEL: @tile_ends
// CHECK-COUNT-16: memref.prefetch {{.*}} read, locality<0>
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: @row_ends
// CHECK-COUNT-8: memref.prefetch {{.*}} read, locality<0>
// CHECK-NOT: memref.prefetch
// QUIET-LABEL: @tile_ends
func.func @tile_ends(%a: memref<64x300xf32, #halves>, %b: memref<64x300xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<64x300xf32, #halves>)
                        outs(%b : memref<64x300xf32, #tiled>)
  return
}
func.func @row_ends(%a: memref<64x300xf32>, %b: memref<64x300xf32, #tiled>) {
  tiled_layout.relayout ins(%a : memref<64x300xf32>)
                        outs(%b : memref<64x300xf32, #tiled>)
  return
}

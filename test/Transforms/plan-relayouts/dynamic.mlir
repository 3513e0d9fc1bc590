// Plans of arrays of which all is known at run time only: they say `?`, stay plans when
// canonicalization learns more of the types, may be changed, and are refused
// where they do not fit.
//
// RUN: split-file %s %t
// RUN: tiled-layout-opt %t/plain.mlir --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-relayouts -o %t/planned.mlir
// RUN: FileCheck %t/plain.mlir < %t/planned.mlir
// RUN: tiled-layout-opt %t/planned.mlir --canonicalize -o %t/canonical.mlir
// RUN: FileCheck %t/plain.mlir --check-prefix=FOLDED < %t/canonical.mlir
// RUN: tiled-layout-opt %t/canonical.mlir --tiled-layout-lower-relayouts | FileCheck %t/plain.mlir --check-prefix=LOWERED
//
// The lowering makes the same decisions where it finds none.
// RUN: tiled-layout-opt %t/planned.mlir --tiled-layout-lower-relayouts -o %t/planned-loops.mlir
// RUN: tiled-layout-opt %t/plain.mlir --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-lower-relayouts -o %t/loops.mlir
// RUN: diff %t/planned-loops.mlir %t/loops.mlir
//
// RUN: tiled-layout-opt %t/changed.mlir --tiled-layout-lower-relayouts | FileCheck %t/changed.mlir
// RUN: tiled-layout-opt %t/refused.mlir --split-input-file --verify-diagnostics

//--- plain.mlir

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#columns = #tiled_layout.layout<{0,1}>

// CHECK-LABEL: func @rows
// CHECK: plan<vector-bits = 512, loops = [? of d0/8, 2 of d1/128, 4 of d0/2, 4 of d1 by 32], block = [32 of d1, 2 of d0]>
// FOLDED-LABEL: func @rows
// LOWERED-LABEL: func @rows
func.func @rows(%a: memref<?x256xbf16>, %b: memref<?x256xbf16, #packed>) {
  tiled_layout.relayout ins(%a : memref<?x256xbf16>) outs(%b : memref<?x256xbf16, #packed>)
  return
}

// CHECK-LABEL: func @strided
// CHECK: plan<vector-bits = 512, loops = [? of d0/8, ? of d1/128, 8 of d0], block = [128 of d1], source-strides = [?, 1], by = lanes>
// CHECK-SAME: strided<[?, 1], offset: ?>
// FOLDED-LABEL: func @strided
// FOLDED: loops = [? of d0/8, ? of d1/128, 8 of d0], block = [128 of d1], source-strides = [?, 1], by = lanes>} : memref<20x300xf32> to memref<?x?xf32,
// LOWERED-LABEL: func @strided
// LOWERED: vector.{{(load|transfer_read)}}{{.*}}xi32
// LOWERED-NOT: memref.copy
func.func @strided(%a: memref<20x300xf32>, %b: memref<20x300xf32, #t>) {
  %from = memref.cast %a : memref<20x300xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %to = memref.cast %b : memref<20x300xf32, #t> to memref<?x?xf32, #t>
  memref.copy %from, %to : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, #t>
  return
}

// Squares of rows that lie at a distance known at run time only are moved by vectors.
// CHECK-LABEL: func @squares
// CHECK: plan<vector-bits = 512, loops = [? of d0 by 32, ? of d1 by 16, 2 of d0 by 16], block = [16 of d1, 16 of d0]>
func.func @squares(%a: memref<?x?xf32>, %b: memref<?x?xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32, #columns>)
  return
}

// Narrow elements of views go by blocks, with masks at the edges.
// CHECK-LABEL: func @view
// CHECK: block = [128 of d1], destination-strides = [?, 1024, 128, 1]>
func.func @view(%a: memref<?x512xbf16>, %b: memref<?x512xbf16, #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>>) {
  tiled_layout.relayout ins(%a : memref<?x512xbf16>)
    outs(%b : memref<?x512xbf16, #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>>)
  return
}

//--- changed.mlir

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Columns of tiles outermost, shared by threads, in vectors of 256 bits.
// CHECK: scf.forall
// CHECK: vector<8xi32>
// CHECK-NOT: vector<16xi32>
func.func @changed(%a: memref<?x?xf32>, %b: memref<?x?xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 256,
       loops = [? of d1/128, ? of d0/8, 8 of d0], block = [128 of d1],
       by = lanes, thread-loop = 0, threads = 2>}
  return
}

// No extent is too small for a plan that does not know it.
// CHECK-LABEL: func @empty
// CHECK-NOT: tiled_layout.relayout
// CHECK: return
func.func @empty(%a: memref<0x1xf32>, %b: memref<0x1xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<0x1xf32>) outs(%b : memref<0x1xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8, 8 of d0, ? of d1/128], block = [128 of d1], by = lanes>}
  return
}

//--- refused.mlir

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @known(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{has a plan that it cannot be done by: the part of d0/8 by 1 has 4 values, but must have ?}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [4 of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], by = lanes>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @inner(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{the part of d0 by 1 has ? values, but must have 8}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8, 2 of d1/128, ? of d0], block = [128 of d1], by = lanes>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @steps(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{the part of d0/8 by 1 has ? values, but the next one goes by 2}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8 by 2, ? of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], by = lanes>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @strides(%a: memref<16x256xf32, strided<[512, 1]>>, %b: memref<16x256xf32, #t>) {
  // expected-error @below {{source-strides is 256 along dimension 0, but the stride of the array is 512}}
  memref.copy %a, %b {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], source-strides = [256, 1], by = lanes>}
    : memref<16x256xf32, strided<[512, 1]>> to memref<16x256xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @rank(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{destination-strides has 1 strides, but the array has 0}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], destination-strides = [1], by = lanes>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @streaming(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{streaming stores need whole arrays of known extents}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], stores = streaming>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @filled(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{only padding of whole arrays of known extents is filled with the stores of elements}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>) padding = zero
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], padding = filled>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @straight(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{straight code has no loops whose extent is known at run time only}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [2 of d1/128, 8 of d0, ? of d0/8], block = [128 of d1], straight-loops = 1>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @lanes(%a: memref<16x256xf32>, %b: memref<16x256xf32, #t>) {
  // expected-error @below {{lanes fill no padding, and have neither streaming stores nor straight loops}}
  tiled_layout.relayout ins(%a : memref<16x256xf32>) outs(%b : memref<16x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [2 of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], by = lanes, straight-loops = 1>}
  return
}

// -----

#columns = #tiled_layout.layout<{0,1}>
func.func @block(%a: memref<?x256xf32>, %b: memref<?x256xf32, #columns>) {
  // expected-error @below {{vectors cannot move a block whose extents are known at run time only}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #columns>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [16 of d1 by 16], block = [16 of d1, ? of d0]>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @carries(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{only vectors between whole arrays of known extents carry lines or read from a stage}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [? of d0/8, 2 of d1/128, 8 of d0], block = [128 of d1], carry-loop = 1>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @word(%a: memref<?x256xf32>, %b: memref<?x256xf32, #t>) {
  // expected-error @below {{by is 'lane', but must be 'lanes' or 'vectors'}}
  tiled_layout.relayout ins(%a : memref<?x256xf32>) outs(%b : memref<?x256xf32, #t>) {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [], block = [], by = lane>}
  return
}

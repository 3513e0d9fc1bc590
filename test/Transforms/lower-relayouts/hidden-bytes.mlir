// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=permuted-bits=16 --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s --check-prefix=SHUFFLE

// Between the shuffles and the shifts of bits, LLVM does not see what registers
// hold: it would look for instructions that do the work of both.

#bits = #tiled_layout.layout<{1,0:T(32,128)(32,1)E(1)}>

// SHUFFLE-NOT: llvm.inline_asm
// SHUFFLE: func.func @pack(
// SHUFFLE-NOT: llvm.inline_asm

// CHECK-LABEL: @unpack
// CHECK: vector.deinterleave
// CHECK-COUNT-8: llvm.inline_asm "", "=v,0" %{{.*}} : (vector<64xi8>) -> vector<64xi8>
// CHECK-NOT: llvm.inline_asm
func.func @unpack(%a: memref<64x512xi1, #bits>, %b: memref<64x512xi1>) {
  tiled_layout.relayout ins(%a : memref<64x512xi1, #bits>)
    outs(%b : memref<64x512xi1>)
  return
}

// CHECK-LABEL: @pack
// CHECK-COUNT-4: llvm.inline_asm "", "=v,0" %{{.*}} : (vector<64xi8>) -> vector<64xi8>
// CHECK-NOT: llvm.inline_asm
// CHECK: vector.interleave
func.func @pack(%a: memref<64x512xi1>, %b: memref<64x512xi1, #bits>) {
  tiled_layout.relayout ins(%a : memref<64x512xi1>)
    outs(%b : memref<64x512xi1, #bits>)
  return
}

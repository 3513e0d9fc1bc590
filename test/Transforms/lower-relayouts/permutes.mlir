// RUN: tiled-layout-opt %s --tiled-layout-set-target=fields=permuted-bits=16 --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s --check-prefixes=CHECK,PERMUTE
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SHUFFLE
// RUN: tiled-layout-opt %s \
// RUN:   --tiled-layout-set-target=fields=permuted-bits=16,vector-bits=256 --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s --check-prefix=HALVES

// A shuffle that crosses 128 bits is one permute, whose lanes LLVM does not
// see. They are in registers before the loops.

#pairs = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#fours = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1}>

// CHECK-LABEL: @interleave
// PERMUTE-COUNT-2: llvm.inline_asm "", "=v,0" %{{.*}} : (vector<32xi16>) -> vector<32xi16>
// PERMUTE-NOT: llvm.inline_asm
// PERMUTE: scf.for
// PERMUTE: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.hi.512"
// PERMUTE-NOT: vector.shuffle
// SHUFFLE-NOT: call_intrinsic
// SHUFFLE: vector.shuffle
func.func @interleave(%a: memref<64x1024xbf16>, %b: memref<64x1024xbf16, #pairs>) {
  tiled_layout.relayout ins(%a : memref<64x1024xbf16>)
    outs(%b : memref<64x1024xbf16, #pairs>)
  return
}

// Pairs of bytes move together; single ones need another instruction.
// CHECK-LABEL: @bytes
// PERMUTE: llvm.inline_asm {{.*}}vector<32xi16>
// PERMUTE: vpermi2var.hi.512
// PERMUTE: vector.shuffle
func.func @bytes(%a: memref<64x1024xi8>, %b: memref<64x1024xi8, #fours>) {
  tiled_layout.relayout ins(%a : memref<64x1024xi8>)
    outs(%b : memref<64x1024xi8, #fours>)
  return
}

// Steps within 128 bits, or by 128 bits, are left to LLVM, but each alone: all
// but the results are hidden.
// CHECK-LABEL: @transpose
// CHECK-NOT: call_intrinsic
// PERMUTE: %[[FIRST:.*]] = vector.shuffle
// PERMUTE-NEXT: llvm.inline_asm "", "=v,0" %[[FIRST]] : (vector<16xi32>) -> vector<16xi32>
// PERMUTE-COUNT-47: llvm.inline_asm
// PERMUTE-COUNT-16: vector.shuffle
// PERMUTE-NOT: llvm.inline_asm
// SHUFFLE-NOT: llvm.inline_asm
// SHUFFLE-COUNT-64: vector.shuffle
// CHECK-NOT: call_intrinsic
// CHECK: return
func.func @transpose(%a: memref<16x16xf32>, %b: memref<16x16xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>)
    outs(%b : memref<16x16xf32, #columns>)
  return
}

// In registers of 256 bits, words are sorted within 128 bits. The results are
// hidden: LLVM would make one permute of narrow elements of them.
// HALVES-LABEL: @separate
// HALVES: vector.load {{.*}} vector<8xbf16>
// HALVES: %[[SORTED:.*]] = vector.shuffle {{.*}} [0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15]
// HALVES-NEXT: llvm.inline_asm "", "=v,0" %[[SORTED]] : (vector<16xi16>) -> vector<16xi16>
// HALVES: vector.shuffle {{.*}} [0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27]
// HALVES: vector.shuffle {{.*}} [4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31]
// HALVES-NOT: inline_asm
// HALVES: return
func.func @separate(%a: memref<2x32xbf16, #pairs>, %b: memref<2x32xbf16>) {
  tiled_layout.relayout ins(%a : memref<2x32xbf16, #pairs>)
    outs(%b : memref<2x32xbf16>)
  return
}

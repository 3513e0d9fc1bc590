// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts='permuted-bits=16' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,PERMUTE
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SHUFFLE

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

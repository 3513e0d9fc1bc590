// The example of the pass's description, and what it refuses.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=vector-bits=256' | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4' --tiled-layout-set-target='fields=vector-bits=256,line-bytes=128' | FileCheck %s --check-prefix=TWICE
// RUN: not tiled-layout-opt %s --tiled-layout-set-target='target-cpu=znver9' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tiled-layout-opt %s --tiled-layout-set-target='fields=vector-bit=1' 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not tiled-layout-opt %s --tiled-layout-set-target='fields=vector-bits=1' 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: not tiled-layout-opt %s --tiled-layout-set-target='fields=vector-bits' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 vector-bits=256' 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: not tiled-layout-opt %s --tiled-layout-set-target='fields=vector-bits=256,line-bytes=64,vector-bits=128' 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v3 fields=signed-maxima=1' 2>&1 | FileCheck %s --check-prefix=LACKING
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=x86-64-v4 permuted-bits=8' 2>&1 | FileCheck %s --check-prefix=PERMUTES
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v3 target-features=+avxvnni fields=vector-bits=0x200' | FileCheck %s --check-prefix=SHORTER

// CHECK: module attributes {tiled_layout.target = #tiled_layout.target<x86-64-v4, vector-bits = 256>}
// TWICE: #tiled_layout.target<x86-64-v4, vector-bits = 256, line-bytes = 128>
// NAME: example.mlir:[[#@LINE+12]]:1: error: in the options of the target: unknown processor 'znver9'; did you mean 'znver3'?
// NAME-NOT: see current operation
// FIELD: error: in the options of the target: a target has no field 'vector-bit'; did you mean 'vector-bits'?
// BOUND: error: in the options of the target: vector-bits is 1, not between 64 and 65536
// VALUE: error: in the options of the target: 'vector-bits' is not the name of a field, '=' and an integer
// SAY: error: 'vector-bits' is a field of the target: say fields=vector-bits=256
// AGAIN: error: in the options of the target: field 'vector-bits' is given twice
// LACKING: error: in the options of the target: signed-maxima is 1, but vectors of 256 bits need features '+avx512dq,+avx512vl' for that
// PERMUTES: permuted-bits is 8, but vectors of 512 bits need features '+avx512vbmi' for that
// Of what only shorter vectors have, nothing is left.
// SHORTER: #tiled_layout.target<x86-64-v3, features = "+avxvnni", vector-bits = 512, dot-u8s8 = 0, dot-s16 = 0>

module {
}

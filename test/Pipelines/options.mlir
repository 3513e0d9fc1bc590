// The pipelines take options for the target and for passes, and refuse others
// with the nearest name.
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=target-cpu=x86-64-v3 | FileCheck %s --check-prefixes=V3,EXPANDED
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline='vector-bits=128 form=linear' | FileCheck %s --check-prefixes=BITS,LINEAR
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=threads=2 | FileCheck %s --check-prefix=THREADS
// RUN: tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-to-llvm-pipeline{target-cpu=znver5 target-features=-avx512fp16,+sha form=linear threads=2})' | FileCheck %s --check-prefix=LLVM --implicit-check-not=tiled_layout
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=form=linear -o /dev/null
//
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=forms=linear 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tiled-layout-opt %s --pass-pipeline='builtin.module(tiled-layout-lowering-pipeline{target-cpus=znver5})' 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=znver 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=znver5 target-features=+avx512bv' 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=vector-bits=100 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=threads=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=host,reassoc=true' 2>&1 | FileCheck %s --check-prefix=SPACES
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=form=round 2>&1 | FileCheck %s --check-prefix=FORM --implicit-check-not=Cannot
// RUN: not tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=threads=x 2>&1 | FileCheck %s --check-prefix=INTEGER --implicit-check-not=invalid
// RUN: not tiled-layout-opt %s --tiled-layout-lowering-pipeline='threads=2 dot=maybe' 2>&1 | FileCheck %s --check-prefix=TRUTH --implicit-check-not=invalid

// V3: module attributes {tiled_layout.target = #tiled_layout.target<x86-64-v3>}
// EXPANDED: func @relay({{.*}} memref<8x1x8x128xf32>
// V3: vector.load {{.*}} vector<8xf32>
// BITS: module attributes {tiled_layout.target = #tiled_layout.target<wide, vector-bits = 128>}
// LINEAR: func @relay({{.*}} memref<8192xf32>
// BITS: vector.load {{.*}} vector<4xf32>
// THREADS: scf.forall
// LLVM: llvm.func @relay({{.*}}) attributes {target_cpu = "znver5", target_features = #llvm.target_features<["-avx512fp16", "+sha"]>}

// OPTION: there is no option 'forms'; did you mean 'form'?
// NESTED: there is no option 'target-cpus'; did you mean 'target-cpu'?
// CPU: unknown processor 'znver'; did you mean 'znver{{[0-9]}}'?
// FEATURE: unknown feature 'avx512bv'; did you mean 'avx512bw'?
// BOUND: vector-bits is 100, which is no power of two
// SPACES: unknown processor 'host,reassoc=true'; options are separated by spaces
// ZERO: threads is 0, but must be from 1 to 1024
// FORM: form is 'round', but must be expanded or linear
// INTEGER: threads is 'x', but must be an integer
// TRUTH: dot is 'maybe', but must be true or false

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @relay(%a: memref<64x100xf32>, %b: memref<64x100xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<64x100xf32>) outs(%b : memref<64x100xf32, #t>)
  return
}

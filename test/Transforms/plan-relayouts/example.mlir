// The example of the pass's description, plans that the lowering carries out,
// and plans that are refused.
//
// RUN: split-file %s %t
// RUN: tiled-layout-opt %t/plain.mlir --tiled-layout-plan-relayouts | FileCheck %s
// RUN: tiled-layout-opt %t/plain.mlir --tiled-layout-plan-relayouts=threads=2 --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=THREADS
// RUN: tiled-layout-opt %t/plain.mlir --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-plan-relayouts | FileCheck %s --check-prefix=V3
// RUN: tiled-layout-opt %t/changed.mlir --tiled-layout-plan-relayouts --tiled-layout-lower-relayouts | FileCheck %s --check-prefix=CHANGED
// RUN: tiled-layout-opt %t/refused.mlir --split-input-file --verify-diagnostics
// RUN: not tiled-layout-opt %t/plain.mlir --tiled-layout-plan-relayouts=threads=0 2>&1 | FileCheck %s --check-prefix=ZERO

// ZERO: threads is 0, but must be from 1 to 1024

//--- plain.mlir

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bits = #tiled_layout.layout<{1,0:T(8,128)E(1)}>

// CHECK-LABEL: func @relayout
// CHECK: tiled_layout.relayout
// CHECK-SAME: {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [16 of d0], block = [16 of d1], straight-loops = 1>}
// THREADS-LABEL: func @relayout
// THREADS: scf.forall (%{{.+}}) in (16)
// THREADS-NOT: tiled_layout.plan
// V3-LABEL: func @relayout
// V3: #tiled_layout.plan<vector-bits = 256,
func.func @relayout(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #t>)
  return
}

// CHECK-LABEL: func @padded
// CHECK: padding = filled
// V3-LABEL: func @padded
func.func @padded(%a: memref<13x100xf32>, %b: memref<13x100xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<13x100xf32>) outs(%b : memref<13x100xf32, #t>) padding = zero
  return
}

// CHECK-LABEL: func @copy
// CHECK: memref.copy %{{.+}}, %{{.+}} {tiled_layout.plan = #tiled_layout.plan<{{.+}}>}
func.func @copy(%a: memref<16x256xbf16>, %b: memref<16x256xbf16, #packed>) {
  memref.copy %a, %b : memref<16x256xbf16> to memref<16x256xbf16, #packed>
  return
}

// CHECK-LABEL: func @none
// CHECK-NOT: tiled_layout.plan
func.func @none(%a: memref<16x256xi1>, %b: memref<16x256xi1, #bits>, %c: memref<16x256xbf16>, %d: memref<16x256xbf16>) {
  tiled_layout.relayout ins(%a : memref<16x256xi1>) outs(%b : memref<16x256xi1, #bits>)
  memref.copy %c, %d : memref<16x256xbf16> to memref<16x256xbf16>
  return
}

//--- changed.mlir

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The plan that is there stays: two loops, and vectors of eight.
// CHANGED-LABEL: func @relayout
// CHANGED: scf.for %{{.+}} = %{{.+}} to %c2{{.*}} step
// CHANGED: scf.for %{{.+}} = %{{.+}} to %c128{{.*}} step
// CHANGED: vector.load {{.+}}vector<8xf32>
// CHANGED-NOT: vector.load
func.func @relayout(%a: memref<128x16xf32>, %b: memref<128x16xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<128x16xf32>) outs(%b : memref<128x16xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 256, loops = [2 of d1 by 8, 128 of d0], block = [8 of d1]>}
  return
}

//--- refused.mlir

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @text(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #t>)
    // expected-error @+1 {{in a plan: a plan has no field 'loop'; did you mean 'loops'?}}
    {tiled_layout.plan = #tiled_layout.plan<loop = []>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @no_vectors(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #t>)
    // expected-error @+1 {{in a plan: a plan must say its 'vector-bits'}}
    {tiled_layout.plan = #tiled_layout.plan<loops = [16 of d0], block = [16 of d1]>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
module attributes {tiled_layout.target = #tiled_layout.target<aarch64>} {
  func.func @longer_vectors(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
    // expected-error @+1 {{has a plan that it cannot be done by: vector-bits is 512, but here must be at most 128}}
    tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #t>)
      {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [16 of d0], block = [16 of d1]>}
    return
  }
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @axes(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
  // expected-error @+1 {{has a plan that it cannot be done by: neither loops nor block go along d1}}
  tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [], block = [16 of d0]>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @padding(%a: memref<13x100xf32>, %b: memref<13x100xf32, #t>) {
  // expected-error @+1 {{has a plan that fills padding, but no value for it}}
  tiled_layout.relayout ins(%a : memref<13x100xf32>) outs(%b : memref<13x100xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, padding = filled, loops = [13 of d0], block = [100 of d1]>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @tensors(%a: tensor<16x16xf32>, %b: tensor<16x16xf32, #t>) -> tensor<16x16xf32, #t> {
  // expected-error @+1 {{has a plan, but goes from}}
  %0 = tiled_layout.relayout ins(%a : tensor<16x16xf32>) outs(%b : tensor<16x16xf32, #t>)
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [16 of d0], block = [16 of d1]>} -> tensor<16x16xf32, #t>
  return %0 : tensor<16x16xf32, #t>
}

// -----

// expected-error @+1 {{is no relayout and has no plan}}
func.func @other() attributes {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512, loops = [], block = [2 of d0]>} {
  return
}

// -----

// expected-error @+1 {{'tiled_layout.plan' is 7 : i64, but must be #tiled_layout.plan<...>}}
func.func @integer() attributes {tiled_layout.plan = 7 : i64} {
  return
}

// Do functions become polynomials, of vectors and single elements alike?
//
// RUN: tiled-layout-opt %s --tiled-layout-approximate-math | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | FileCheck %s --check-prefix=PIPELINE
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline=approximate-math=false | FileCheck %s --check-prefix=EXACT

// CHECK-LABEL: func @vectors
// CHECK-NOT: math.tanh
// CHECK: arith.addf {{.*}} fastmath<contract> : vector<16xf32>
func.func @vectors(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.tanh %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: func @element
// CHECK-NOT: math.exp
// CHECK: arith.addf {{.*}} fastmath<contract> : f32
func.func @element(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// LLVM fuses multiply-adds where the processor can, so that it calls no function of the C library for each element where
// it cannot. The program's own stay as they are.
// CHECK-LABEL: func @fused
// CHECK: math.fma
// CHECK-NOT: math.fma
// CHECK: arith.mulf {{.*}} fastmath<contract>
// CHECK: return
func.func @fused(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.fma %x, %x, %x : vector<16xf32>
  %1 = math.log %0 : vector<16xf32>
  return %1 : vector<16xf32>
}

// Floats of 64 bits stay.
// CHECK-LABEL: func @wide
// CHECK: math.exp
func.func @wide(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}

// So do tensors, which become vectors later.
// CHECK-LABEL: func @tensor
// CHECK: math.exp
func.func @tensor(%x: tensor<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>> {
  %0 = math.exp %x : tensor<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %0 : tensor<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
}

// bf16 is computed in f32. What polynomials are not close to stays.
// CHECK-LABEL: func @narrow
// CHECK-NOT: math.log
// CHECK: math.sin
// CHECK: arith.truncf
func.func @narrow(%x: vector<16xbf16>, %y: vector<16xf32>) -> (vector<16xbf16>, vector<16xf32>) {
  %1 = math.sin %y : vector<16xf32>
  %0 = math.log %x : vector<16xbf16>
  return %0, %1 : vector<16xbf16>, vector<16xf32>
}

// The sign of zero stays.
// CHECK-LABEL: func @odd
// CHECK-NOT: math.erf
// CHECK: %[[R:.*]] = math.copysign %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: return %[[R]]
func.func @odd(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.erf %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// With approximate-math=false, what the program itself marks.
// EXACT-LABEL: func @marked
// EXACT-NOT: math.tanh
// EXACT: math.exp
func.func @marked(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.tanh %x fastmath<afn> : vector<16xf32>
  %1 = math.exp %0 fastmath<nnan> : vector<16xf32>
  return %1 : vector<16xf32>
}

// PIPELINE-LABEL: func @operation
// PIPELINE-NOT: math.exp
// PIPELINE: arith.addf {{.*}} fastmath<contract> : vector<16xf32>
// EXACT-LABEL: func @operation
// EXACT: math.exp {{.*}} : vector<16xf32>
func.func @operation(%a: memref<64x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %b: memref<64x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  linalg.exp ins(%a : memref<64x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) outs(%b : memref<64x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  return
}

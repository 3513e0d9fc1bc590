// Is arithmetic of bf16 that the target lacks computed in f32?
//
// RUN: tiled-layout-opt %s --tiled-layout-legalize-for-llvm | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=NATIVE
//
// No conversion is called for an element, be it of a function.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v4 | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64 -mcpu=x86-64-v4 | FileCheck %s --check-prefix=ASM
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=znver5 | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64 -mcpu=znver5 | FileCheck %s --check-prefix=ASM
// ASM-NOT: truncsfbf2

// CHECK-LABEL: func @f
// CHECK: %[[X:.+]] = arith.extf %arg0 : vector<16xbf16> to vector<16xf32>
// CHECK: %[[Y:.+]] = arith.extf %arg1 : vector<16xbf16> to vector<16xf32>
// CHECK: %[[S:.+]] = arith.addf %[[X]], %[[Y]] : vector<16xf32>
// CHECK: %[[R:.+]] = arith.truncf %[[S]] : vector<16xf32> to vector<16xbf16>
// CHECK: return %[[R]]
// NATIVE-LABEL: func @f
// NATIVE: arith.addf %arg0, %arg1 : vector<16xbf16>
func.func @f(%x: vector<16xbf16>, %y: vector<16xbf16>) -> vector<16xbf16> {
  %s = arith.addf %x, %y : vector<16xbf16>
  return %s : vector<16xbf16>
}

func.func @functions(%a: memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>) {
  linalg.exp ins(%a : memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>)
    outs(%a : memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>)
  return
}

// No processor computes functions in bf16. An integer stays one.
//
// CHECK-LABEL: func @powers
// NATIVE-LABEL: func @powers
// NATIVE: %[[X:.+]] = arith.extf %arg0 : bf16 to f32
// NATIVE: %[[P:.+]] = math.fpowi %[[X]], %arg1 : f32, i32
// NATIVE: %[[R:.+]] = arith.truncf %[[P]] : f32 to bf16
// NATIVE: arith.extf %[[R]] : bf16 to f32
// NATIVE: math.isnan {{.*}} : f32
func.func @powers(%x: bf16, %n: i32) -> i1 {
  %p = math.fpowi %x, %n : bf16, i32
  %q = math.isnan %p : bf16
  return %q : i1
}

// LLVM 22 cannot select the sign extension of a comparison of bf16.
//
// NATIVE-LABEL: func @compare
// NATIVE: %[[X:.+]] = arith.extf %arg0 : vector<16xbf16> to vector<16xf32>
// NATIVE: %[[Y:.+]] = arith.extf %arg1 : vector<16xbf16> to vector<16xf32>
// NATIVE: arith.cmpf uno, %[[X]], %[[Y]] : vector<16xf32>
// NATIVE: arith.maxsi {{.*}} : vector<16xi16>
// NATIVE: vector.reduction <minimumf>, {{.*}} : vector<16xf32> into f32
func.func @compare(%x: vector<16xbf16>, %y: vector<16xbf16>) -> (vector<16xi16>, vector<16xbf16>, bf16) {
  %c = arith.cmpf uno, %x, %y : vector<16xbf16>
  %e = arith.extsi %c : vector<16xi1> to vector<16xi16>
  %m = arith.maximumf %x, %y : vector<16xbf16>
  %r = vector.reduction <minimumf>, %x : vector<16xbf16> into bf16
  return %e, %m, %r : vector<16xi16>, vector<16xbf16>, bf16
}

// Maxima that a loop hands on from step to step, and where they are: selections between integers.
func.func @argmax(%x: memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>, %m: memref<16xbf16>, %p: memref<16xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
    ins(%x : memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>) outs(%m, %p : memref<16xbf16>, memref<16xi32>) {
  ^bb0(%a: bf16, %b: bf16, %c: i32):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i32
    %g = arith.cmpf ogt, %a, %b : bf16
    %y = arith.select %g, %a, %b : bf16
    %z = arith.select %g, %n, %c : i32
    linalg.yield %y, %z : bf16, i32
  }
  return
}

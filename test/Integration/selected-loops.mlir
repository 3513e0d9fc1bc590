// Is a loop compiled in time that carries vectors of a maximum, written as choices, and takes
// sixteen in each iteration? LLVM 22 would follow each of the paths through them
// (`tiled-layout-legalize-for-export`).
//
// RUN: tiled-layout-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-factor=16}),tiled-layout-to-llvm-pipeline{target-cpu=x86-64-v4})" \
// RUN:   | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: timeout 60 opt -O3 %t.ll -S | FileCheck %s

// CHECK-LABEL: define <16 x float> @largest(
func.func @largest(%x: memref<512x64xvector<16xf32>>) -> vector<16xf32> {
  %low = arith.constant dense<0.0> : vector<16xf32>
  %r = affine.for %i = 0 to 512 iter_args(%all = %low) -> vector<16xf32> {
    %s = affine.for %j = 0 to 16 iter_args(%most = %all) -> vector<16xf32> {
      %a = affine.load %x[%i, %j] : memref<512x64xvector<16xf32>>
      %greater = arith.cmpf ogt, %a, %most : vector<16xf32>
      %larger = arith.select %greater, %a, %most : vector<16xi1>, vector<16xf32>
      // Of two zeros, the positive one.
      %equal = arith.cmpf oeq, %a, %most : vector<16xf32>
      %p = arith.bitcast %a : vector<16xf32> to vector<16xi32>
      %q = arith.bitcast %most : vector<16xf32> to vector<16xi32>
      %both = arith.andi %p, %q : vector<16xi32>
      %zero = arith.bitcast %both : vector<16xi32> to vector<16xf32>
      %ordered = arith.select %equal, %zero, %larger : vector<16xi1>, vector<16xf32>
      %unordered = arith.cmpf uno, %a, %a : vector<16xf32>
      %max = arith.select %unordered, %a, %ordered : vector<16xi1>, vector<16xf32>
      affine.yield %max : vector<16xf32>
    }
    affine.yield %s : vector<16xf32>
  }
  return %r : vector<16xf32>
}

// Is what has no lowering to LLVM an error, where it stands?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline --split-input-file --verify-diagnostics

func.func @widen(%x: f8E4M3FNUZ) -> f32 {
  // expected-error @+1 {{'arith.extf' op has no lowering to LLVM for its types}}
  %0 = arith.extf %x : f8E4M3FNUZ to f32
  return %0 : f32
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @product(%a: memref<16x16xf8E4M3FNUZ, #t>, %b: memref<16x16xf8E4M3FNUZ, #t>, %c: memref<16x16xf32, #t>) {
  // expected-error @+1 {{'arith.extf' op has no lowering to LLVM for its types}}
  linalg.matmul ins(%a, %b : memref<16x16xf8E4M3FNUZ, #t>, memref<16x16xf8E4M3FNUZ, #t>) outs(%c : memref<16x16xf32, #t>)
  return
}

// -----

func.func @maxima(%a: memref<21x130xf8E5M2FNUZ>, %b: memref<21xf8E5M2FNUZ>) {
  // expected-error @+1 {{'vector.reduction' op has no lowering to LLVM for its types}}
  linalg.reduce { arith.minnumf } ins(%a : memref<21x130xf8E5M2FNUZ>) outs(%b : memref<21xf8E5M2FNUZ>) dimensions = [1]
  return
}

// -----

// Nothing in the function is of a type that LLVM lacks, but its argument.
// expected-error @+1 {{'func.func' op has no lowering to LLVM for its types}}
func.func @argument(%x: memref<8xtf32>) {
  return
}

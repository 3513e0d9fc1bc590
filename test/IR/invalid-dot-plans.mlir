// Which dot products are refused?
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics

func.func @steps(%a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // expected-error @+1 {{dot products of 8 along d2, where an instruction adds 2 or 4}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 1, d2 by 8], vector = d1 x 16, dot = d2 x 8>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}

// -----

func.func @block(%a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // expected-error @+1 {{dot products of 4 along d2 in a block of 1}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16, dot = d2 x 4>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}

// -----

func.func @parallel(%a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // expected-error @+1 {{dot products along d0, which is no reduction}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 1], vector = d1 x 16, dot = d0 x 4>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}

// -----

func.func @body(%a: memref<8x64xf32>, %b: memref<64x64xf32>, %c: memref<8x64xf32>) {
  // expected-error @+1 {{dot products, but the body adds no products of two inputs of bf16 to f32, or of 8 or 16 bits to i32}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 2], vector = d1 x 16, dot = d2 x 2>}
    ins(%a, %b : memref<8x64xf32>, memref<64x64xf32>) outs(%c : memref<8x64xf32>)
  return
}

// -----

func.func @lanes(%a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // expected-error @+1 {{dot products in vectors of 32 sums, where there are 4, 8 or 16}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 32, d0 by 1, d2 by 4], vector = d1 x 32, dot = d2 x 4>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}

// -----

func.func @apart(%a: memref<64x8xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // expected-error @+1 {{dot products of 4 along d2, but operand 0 does not have them as neighbours}}
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 1, d2 by 4], vector = d1 x 16, dot = d2 x 4>}
    ins(%a, %b : memref<64x8xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}

// -----

// expected-error @+1 {{dot products of -2 steps, which must be at least 0}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, dot = d0 x -2>

// -----

// Matrices of bytes have groups of four.
func.func @matrices_by_twos(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{dot products of 2 along d2, where an instruction adds 4}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 32],
      vector = d1 x 16, masked, dot = d2 x 2, matrix = d0 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

// Nothing is widened for products of four bytes.
func.func @wide_fours(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{'pack 1' wide, where the body does not just widen its elements}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 1 wide, d1 by 16, d0 by 1, d2 by 4], vector = d1 x 16, dot = d2 x 4>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

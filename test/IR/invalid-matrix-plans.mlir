// Which plans with matrices are refused?
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics

func.func @alone(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices, but no dot products that the body has}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 4], vector = d1 x 16, masked, matrix = d0 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @rows(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices of 8 rows of 16, where an instruction takes 16 of 16}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked, dot = d2 x 4, matrix = d0 x 8>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @columns(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices with rows along d2, which is not of one input alone}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked, dot = d2 x 4, matrix = d2 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @dimensions(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices with rows along d3 of 3 dimensions}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked, dot = d2 x 4, matrix = d3 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @reduction(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{dot products along d7 of 3 dimensions}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked, dot = d7 x 4>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @masks(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices without masks}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, dot = d2 x 4, matrix = d0 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @panels(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices, but operand 0 is in no panel of blocks}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 1, d1 by 32, d0 by 32, d2 by 64], vector = d1 x 16, masked, dot = d2 x 4, matrix = d0 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @steps(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices in a block of 32 of d2, where instructions take 64}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 32, d2 by 32], vector = d1 x 16, masked, dot = d2 x 4, matrix = d0 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

func.func @registers(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // expected-error @+1 {{matrices in 14 tile registers, where there are 8}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 0, pack 1, d1 by 32, d0 by 64, d2 by 64], vector = d1 x 16, masked, dot = d2 x 4, matrix = d0 x 16>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

// expected-error @+1 {{matrices of -1 rows, which must be at least 0}}
#plan = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, matrix = d0 x -1>

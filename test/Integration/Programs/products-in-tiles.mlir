// Products whose blocks of columns do not divide a tile, on processors with few registers: of
// known extents, where B stays where it is, and of others, where it goes to a panel.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{1,0:T(8,128)}>
func.func private @known(%a: memref<21x531xf32, #a>, %b: memref<531x300xf32, #a>, %c: memref<21x300xf32, #a>) attributes {no_inline} {
  linalg.matmul ins(%a, %b : memref<21x531xf32, #a>, memref<531x300xf32, #a>) outs(%c : memref<21x300xf32, #a>)
  return
}
func.func private @dynamic(%a: memref<?x?xf32, #a>, %b: memref<?x?xf32, #a>, %c: memref<?x?xf32, #a>) attributes {no_inline} {
  linalg.matmul ins(%a, %b : memref<?x?xf32, #a>, memref<?x?xf32, #a>) outs(%c : memref<?x?xf32, #a>)
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %m = arith.constant 21 : index
  %k = arith.constant 531 : index
  %n = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  %a0 = call @data2(%c1, %m, %k) : (index, index, index) -> tensor<?x?xf32>
  %b0 = call @data2(%c1, %k, %n) : (index, index, index) -> tensor<?x?xf32>
  %a1 = bufferization.to_buffer %a0 : tensor<?x?xf32> to memref<?x?xf32>
  %b1 = bufferization.to_buffer %b0 : tensor<?x?xf32> to memref<?x?xf32>
  %a2 = memref.cast %a1 : memref<?x?xf32> to memref<21x531xf32>
  %b2 = memref.cast %b1 : memref<?x?xf32> to memref<531x300xf32>
  %a3 = memref.alloc() : memref<21x531xf32, #a>
  %b3 = memref.alloc() : memref<531x300xf32, #a>
  %c3 = memref.alloc() : memref<21x300xf32, #a>
  tiled_layout.relayout ins(%a2 : memref<21x531xf32>) outs(%a3 : memref<21x531xf32, #a>)
  tiled_layout.relayout ins(%b2 : memref<531x300xf32>) outs(%b3 : memref<531x300xf32, #a>)
  linalg.fill ins(%zero : f32) outs(%c3 : memref<21x300xf32, #a>)
  call @known(%a3, %b3, %c3) : (memref<21x531xf32, #a>, memref<531x300xf32, #a>, memref<21x300xf32, #a>) -> ()
  %a4 = memref.cast %a3 : memref<21x531xf32, #a> to memref<?x?xf32, #a>
  %b4 = memref.cast %b3 : memref<531x300xf32, #a> to memref<?x?xf32, #a>
  %c4 = memref.cast %c3 : memref<21x300xf32, #a> to memref<?x?xf32, #a>
  call @dynamic(%a4, %b4, %c4) : (memref<?x?xf32, #a>, memref<?x?xf32, #a>, memref<?x?xf32, #a>) -> ()
  %q = memref.alloc() : memref<21x300xf32>
  tiled_layout.relayout ins(%c3 : memref<21x300xf32, #a>) outs(%q : memref<21x300xf32>)
  %u = memref.cast %q : memref<21x300xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

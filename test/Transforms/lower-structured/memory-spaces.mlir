// Panels are in the memory space of what they are packed from; of another one than 0, on the heap. So are
// those of elements that are widened, and of dot products; tile registers are loaded through a cast. What
// comes out is a program for LLVM.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --tiled-layout-lower-structured --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=sapphirerapids dot' | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#mk = affine_map<(i, j, k) -> (i, k)>
#nk = affine_map<(i, j, k) -> (j, k)>
#mn = affine_map<(i, j, k) -> (i, j)>

// CHECK-LABEL: func.func @product(
// CHECK-NOT: memref.alloca
// CHECK: %[[PANEL:.+]] = memref.alloc() {{.*}} : memref<{{.*}}, #tiled_layout.layout<{{.*}}>, 1>
// CHECK: tiled_layout.relayout ins(%{{.*}} : memref<{{.*}}, 1>) outs(%[[PANEL]]
// LLVM: define void @product
func.func @product(%x: memref<300x900xf32, 1>, %w: memref<1024x900xf32, 1>, %y: memref<300x1024xf32, 1>) {
  linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%x, %w : memref<300x900xf32, 1>, memref<1024x900xf32, 1>) outs(%y : memref<300x1024xf32, 1>)
  return
}

// LLVM: define void @widened
func.func @widened(%x: memref<70x130xbf16, #words, 1>, %w: memref<96x130xbf16, #words, 1>, %y: memref<70x96xf32, 1>) {
  linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%x, %w : memref<70x130xbf16, #words, 1>, memref<96x130xbf16, #words, 1>) outs(%y : memref<70x96xf32, 1>)
  return
}

// LLVM: define void @bytes
func.func @bytes(%x: memref<300x900xi8, 1>, %w: memref<900x100xi8, #bytes, 1>, %zero: i32, %y: memref<300x100xi32, 1>) {
  linalg.quantized_matmul ins(%x, %w, %zero, %zero : memref<300x900xi8, 1>, memref<900x100xi8, #bytes, 1>, i32, i32)
    outs(%y : memref<300x100xi32, 1>)
  return
}

// LLVM: define void @run_time_extents
func.func @run_time_extents(%x: memref<?x?xf32, 1>, %w: memref<?x?xf32, 1>, %y: memref<?x?xf32, 1>) {
  linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%x, %w : memref<?x?xf32, 1>, memref<?x?xf32, 1>) outs(%y : memref<?x?xf32, 1>)
  return
}

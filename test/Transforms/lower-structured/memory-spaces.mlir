// Panels are in the memory space of what they are packed from; of another one than 0, on the heap.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --tiled-layout-lower-structured --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @product(
// CHECK-NOT: memref.alloca
// CHECK: %[[PANEL:.+]] = memref.alloc() {{.*}} : memref<{{.*}}, #tiled_layout.layout<{{.*}}>, 1>
// CHECK: tiled_layout.relayout ins(%{{.*}} : memref<{{.*}}, 1>) outs(%[[PANEL]]
func.func @product(%x: memref<300x900xf32, 1>, %w: memref<1024x900xf32, 1>, %y: memref<300x1024xf32, 1>) {
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%x, %w : memref<300x900xf32, 1>, memref<1024x900xf32, 1>) outs(%y : memref<300x1024xf32, 1>)
  return
}

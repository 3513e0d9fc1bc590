// Is a loop compiled in time that carries a maximum, and takes several in each iteration?
// LLVM 22 would follow each of the paths through them (`tiled-layout-fence-selections`).
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v4 \
// RUN:   | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: timeout 60 opt -O3 %t.ll -S | FileCheck %s

#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)}>
#all = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: define float @difference(
func.func @difference(%x: memref<64x512xf32, #rows>, %y: memref<64x512xf32, #columns>) -> f32 {
  %low = arith.constant 0.0 : f32
  %m = memref.alloca() : memref<f32>
  memref.store %low, %m[] : memref<f32>
  linalg.generic {indexing_maps = [#all, #all, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
    ins(%x, %y : memref<64x512xf32, #rows>, memref<64x512xf32, #columns>) outs(%m : memref<f32>) {
  ^bb0(%a: f32, %b: f32, %most: f32):
    %d = arith.subf %a, %b : f32
    %abs = math.absf %d : f32
    %max = arith.maximumf %abs, %most : f32
    linalg.yield %max : f32
  }
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}

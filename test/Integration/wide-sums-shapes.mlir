// Sums of bf16 and f16 in f32 of rank 0, of run-time extents, in tiles with `*` and of
// three levels, over one step, and of no results.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=host wide-sums=true' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=x86-64-v3 form=linear wide-sums=true' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=aarch64 wide-sums=true' -o /dev/null
//
// The pass twice is the pass once.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=wide-sums=true > %t.once
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured=wide-sums=true --tiled-layout-plan-structured=wide-sums=true | diff %t.once -

// CHECK: 700
// CHECK: 90
#star = #tiled_layout.layout<{1,0:T(*,8)}, bounds = [5, 7]>
#cols = #tiled_layout.layout<{0,1:T(8,128)(2,1)}>
#three = #tiled_layout.layout<{1,0:T(4,8)(2,4)(2,1)}>
func.func @dot(%a: memref<?xbf16>, %b: memref<?xbf16>, %r: memref<bf16>) {
  linalg.dot ins(%a, %b : memref<?xbf16>, memref<?xbf16>) outs(%r : memref<bf16>)
  return
}
func.func @star(%a: memref<5x40xf16>, %b: memref<40x7xf16>, %c: memref<5x7xf16, #star>) {
  linalg.matmul ins(%a, %b : memref<5x40xf16>, memref<40x7xf16>) outs(%c : memref<5x7xf16, #star>)
  return
}
func.func @three(%a: memref<5x1xf16, #three>, %b: memref<1x0xf16, #cols>, %c: memref<5x0xf16, #three>) {
  linalg.matmul ins(%a, %b : memref<5x1xf16, #three>, memref<1x0xf16, #cols>) outs(%c : memref<5x0xf16, #three>)
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %n = arith.constant 700 : index
  %one = arith.constant 1.0 : bf16
  %h = arith.constant 1.5 : f16
  %z = arith.constant 0.0 : bf16
  %zh = arith.constant 0.0 : f16
  %a = memref.alloc(%n) : memref<?xbf16>
  %r = memref.alloc() : memref<bf16>
  linalg.fill ins(%one : bf16) outs(%a : memref<?xbf16>)
  memref.store %z, %r[] : memref<bf16>
  call @dot(%a, %a, %r) : (memref<?xbf16>, memref<?xbf16>, memref<bf16>) -> ()
  %x = memref.load %r[] : memref<bf16>
  %xw = arith.extf %x : bf16 to f32
  vector.print %xw : f32
  %m = memref.alloc() : memref<5x40xf16>
  %k = memref.alloc() : memref<40x7xf16>
  %c = memref.alloc() : memref<5x7xf16, #star>
  linalg.fill ins(%h : f16) outs(%m : memref<5x40xf16>)
  linalg.fill ins(%h : f16) outs(%k : memref<40x7xf16>)
  linalg.fill ins(%zh : f16) outs(%c : memref<5x7xf16, #star>)
  call @star(%m, %k, %c) : (memref<5x40xf16>, memref<40x7xf16>, memref<5x7xf16, #star>) -> ()
  %i = arith.constant 4 : index
  %j = arith.constant 6 : index
  %y = memref.load %c[%i, %j] : memref<5x7xf16, #star>
  %yw = arith.extf %y : f16 to f32
  vector.print %yw : f32
  %p = memref.alloc() : memref<5x1xf16, #three>
  %q = memref.alloc() : memref<1x0xf16, #cols>
  %s = memref.alloc() : memref<5x0xf16, #three>
  call @three(%p, %q, %s) : (memref<5x1xf16, #three>, memref<1x0xf16, #cols>, memref<5x0xf16, #three>) -> ()
  return
}

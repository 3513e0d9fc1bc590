// Arrays without tiles whose elements lie before the first one, or farther than memory goes, have no flat view.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --remark-format=emitRemark --remarks-filter=tiled-layout -o /dev/null 2>&1 | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline -o /dev/null

// CHECK: [Missed] plan-structured{{.*}}Function=backwards{{.*}}a stride of an operand is negative
func.func @backwards(%a: memref<16xf32, strided<[-1], offset: 15>>, %b: memref<16xf32>) {
  linalg.exp ins(%a : memref<16xf32, strided<[-1], offset: 15>>) outs(%b : memref<16xf32>)
  return
}
// CHECK: [Missed] plan-structured{{.*}}Function=far{{.*}}an operand has more places than memory
func.func @far(%a: memref<4x4xf32, strided<[4611686018427387904, 1]>>, %b: memref<4x4xf32>) {
  linalg.exp ins(%a : memref<4x4xf32, strided<[4611686018427387904, 1]>>) outs(%b : memref<4x4xf32>)
  return
}
// CHECK: [Missed] plan-structured{{.*}}Function=large{{.*}}an operand has more places than memory
func.func @large(%a: memref<4611686018427387904x2xf32>, %b: memref<4611686018427387904x2xf32>) {
  linalg.copy ins(%a : memref<4611686018427387904x2xf32>) outs(%b : memref<4611686018427387904x2xf32>)
  return
}

// A reduction whose input is the memref of its output adds to the output; one that reads its results
// otherwise has no plan, and runs in order.
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --remarks-filter-missed=tiled-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: @same_index
// CHECK:       linalg.generic {{.*}} ins(%{{.*}} : memref<32x48xf32>) outs({{.*}}tiled_layout.structured_plan
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT:    arith.addf %[[IN]], %[[OUT]]
func.func @same_index(%a: memref<32x48xf32>, %s: memref<32xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %s : memref<32x48xf32>, memref<32xf32>) outs(%s : memref<32xf32>) {
  ^bb0(%x: f32, %acc: f32, %out: f32):
    %1 = arith.addf %x, %acc : f32
    linalg.yield %1 : f32
  }
  return
}

// CHECK-LABEL: @view
// CHECK:       linalg.generic
// CHECK-NOT:   structured_plan
// REMARK: [[#@LINE+3]]:3: remark: [Missed] plan-structured | {{.*}} Function=view | Reason="an input is the array of its results"
func.func @view(%a: memref<32x48xf32>, %s: memref<32xf32>) {
  %v = memref.cast %s : memref<32xf32> to memref<?xf32>
  linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %v : memref<32x48xf32>, memref<?xf32>) outs(%s : memref<32xf32>) {
  ^bb0(%x: f32, %acc: f32, %out: f32):
    %1 = arith.addf %x, %acc : f32
    linalg.yield %1 : f32
  }
  return
}

// Two parts of an array share nothing.
//
// CHECK-LABEL: @parts
// CHECK:       linalg.generic {{.*}}tiled_layout.structured_plan
func.func @parts(%a: memref<64x48xf32>) {
  %x = memref.subview %a[0, 0] [32, 48] [1, 1] : memref<64x48xf32> to memref<32x48xf32, strided<[48, 1]>>
  %s = memref.subview %a[32, 0] [32, 1] [1, 1] : memref<64x48xf32> to memref<32xf32, strided<[48], offset: 1536>>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<32x48xf32, strided<[48, 1]>>) outs(%s : memref<32xf32, strided<[48], offset: 1536>>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.maximumf %in, %out : f32
    linalg.yield %1 : f32
  }
  return
}

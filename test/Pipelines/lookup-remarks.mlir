// A lookup of rows becomes several loops. Why they keep divisions is said once
// for its location.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline --remarks-filter-missed=tiled-layout -o /dev/null 2>&1 | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{2,1,0:T(8,128)}>

func.func @lookup(%table: tensor<1000x256xf32, #t>, %ids: tensor<4x64xi32>, %init: tensor<4x64x256xf32, #u>) -> tensor<4x64x256xf32, #u> {
  // CHECK-COUNT-1: lookup-remarks.mlir:[[#@LINE+2]]:8: remark: [Missed] tile-loops | {{.*}}the loop keeps divisions
  // CHECK-NOT: remark:
  %r = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<4x64xi32>) outs(%init : tensor<4x64x256xf32, #u>) {
  ^bb0(%id: i32, %o: f32):
    %k = arith.index_cast %id : i32 to index
    %j = linalg.index 2 : index
    %v = tensor.extract %table[%k, %j] : tensor<1000x256xf32, #t>
    linalg.yield %v : f32
  } -> tensor<4x64x256xf32, #u>
  return %r : tensor<4x64x256xf32, #u>
}

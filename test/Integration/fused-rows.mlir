// Do blocks of rows compute the bits of whole arrays? Attention with a mask by index, in tiles whose columns are ragged.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=l2-bytes=16777216 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | grep -v Unranked > %t.whole
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=l2-bytes=131072 --remark-format=emitRemark --remarks-filter=tiled-layout 2> %t.remarks | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | grep -v Unranked > %t.blocks
// RUN: diff %t.whole %t.blocks
// RUN: FileCheck %s --input-file=%t.blocks
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
//
// CHECK-COUNT-60: {{-?[0-9]}}
// CHECK-NOT: nan
// REMARK: [Passed] fuse-rows{{.*}}block=1x64

#heads = #tiled_layout.layout<{2,1,0:T(8,128)}>
#id = affine_map<(b, i, j) -> (b, i, j)>

func.func private @printMemrefF32(tensor<*xf32>)

func.func private @head(%seed: index) -> tensor<3x128x20xf32, #heads> {
  %t = tensor.generate {
  ^bb0(%b: index, %i: index, %j: index):
    %c5 = arith.constant 5 : index
    %c7 = arith.constant 7 : index
    %c13 = arith.constant 13 : index
    %0 = arith.muli %i, %c5 : index
    %1 = arith.muli %j, %c7 : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.addi %2, %b : index
    %4 = arith.muli %3, %seed : index
    %5 = arith.remui %4, %c13 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.sitofp %6 : i32 to f32
    %scale = arith.constant 0.1 : f32
    %8 = arith.mulf %7, %scale : f32
    tensor.yield %8 : f32
  } : tensor<3x128x20xf32, #heads>
  return %t : tensor<3x128x20xf32, #heads>
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e30 : f32
  %q = call @head(%c1) : (index) -> tensor<3x128x20xf32, #heads>
  %k = call @head(%c2) : (index) -> tensor<3x128x20xf32, #heads>
  %v = call @head(%c3) : (index) -> tensor<3x128x20xf32, #heads>
  %e0 = tensor.empty() : tensor<3x128x128xf32, #heads>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<3x128x128xf32, #heads>) -> tensor<3x128x128xf32, #heads>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
                                            affine_map<(b, i, j, k) -> (b, j, k)>,
                                            affine_map<(b, i, j, k) -> (b, i, j)>]
    ins(%q, %k : tensor<3x128x20xf32, #heads>, tensor<3x128x20xf32, #heads>)
    outs(%z0 : tensor<3x128x128xf32, #heads>) -> tensor<3x128x128xf32, #heads>
  // A position sees those before it.
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<3x128x128xf32, #heads>) outs(%e0 : tensor<3x128x128xf32, #heads>) {
  ^body(%a: f32, %old: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %sees = arith.cmpi ule, %j, %i : index
    %x = arith.select %sees, %a, %low : f32
    linalg.yield %x : f32
  } -> tensor<3x128x128xf32, #heads>
  %p = linalg.softmax dimension(2) ins(%m : tensor<3x128x128xf32, #heads>)
    outs(%e0 : tensor<3x128x128xf32, #heads>) -> tensor<3x128x128xf32, #heads>
  %e1 = tensor.empty() : tensor<3x128x20xf32, #heads>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3x128x20xf32, #heads>) -> tensor<3x128x20xf32, #heads>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x128x128xf32, #heads>, tensor<3x128x20xf32, #heads>)
    outs(%z1 : tensor<3x128x20xf32, #heads>) -> tensor<3x128x20xf32, #heads>
  %e2 = tensor.empty() : tensor<3x128x20xf32>
  %out = tiled_layout.relayout ins(%r : tensor<3x128x20xf32, #heads>) outs(%e2 : tensor<3x128x20xf32>) -> tensor<3x128x20xf32>
  %all = tensor.cast %out : tensor<3x128x20xf32> to tensor<*xf32>
  call @printMemrefF32(%all) : (tensor<*xf32>) -> ()
  return
}

// Products that are added to what their destination was, then reduced: the destination is no
// result of the reduction, which would carry it from step to step.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func private @sum(%x: tensor<130xi32>, %y: tensor<3xi32>, %z: tensor<130x3xi32, #t>) -> tensor<i32> attributes {no_inline} {
  %zero = arith.constant 0 : i32
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<130xi32>, tensor<3xi32>) outs(%z : tensor<130x3xi32, #t>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %m = arith.muli %a, %b : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<130x3xi32, #t>
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<130x3xi32, #t>) outs(%f : tensor<i32>) dimensions = [0, 1]
  return %r : tensor<i32>
}
func.func @main() {
  %x = arith.constant dense<5> : tensor<130xi32>
  %y = arith.constant dense<[1, 3, 2]> : tensor<3xi32>
  %z = arith.constant dense<100> : tensor<130x3xi32, #t>
  %r = call @sum(%x, %y, %z) : (tensor<130xi32>, tensor<3xi32>, tensor<130x3xi32, #t>) -> tensor<i32>
  %n = tensor.extract %r[] : tensor<i32>
  // 130 rows of 105 + 115 + 110.
  // CHECK: 42900
  vector.print %n : i32
  return
}

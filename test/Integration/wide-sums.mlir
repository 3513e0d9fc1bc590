// Sums of ones in bf16 end at 256, since 257 is no number of bf16, and those of
// f16 at 2048. With wide-sums=true they go on, in products, sums of rows and
// windows, with and without layouts.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s --check-prefix=NARROW
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=host wide-sums=true' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=host wide-sums=true dot=true' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

func.func @product(%k: index) -> tensor<9x33xbf16, #words> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %a0 = tensor.empty(%k) : tensor<9x?xbf16, #words>
  %b0 = tensor.empty(%k) : tensor<?x33xbf16, #words>
  %c0 = tensor.empty() : tensor<9x33xbf16, #words>
  %a = linalg.fill ins(%one : bf16) outs(%a0 : tensor<9x?xbf16, #words>) -> tensor<9x?xbf16, #words>
  %b = linalg.fill ins(%one : bf16) outs(%b0 : tensor<?x33xbf16, #words>) -> tensor<?x33xbf16, #words>
  %c = linalg.fill ins(%zero : bf16) outs(%c0 : tensor<9x33xbf16, #words>) -> tensor<9x33xbf16, #words>
  %d = linalg.matmul ins(%a, %b : tensor<9x?xbf16, #words>, tensor<?x33xbf16, #words>)
                     outs(%c : tensor<9x33xbf16, #words>) -> tensor<9x33xbf16, #words>
  return %d : tensor<9x33xbf16, #words>
}

func.func @rows(%k: index) -> tensor<5xf16> {
  %zero = arith.constant 0.0 : f16
  %one = arith.constant 1.0 : f16
  %a0 = tensor.empty(%k) : tensor<5x?xf16, #words>
  %s0 = tensor.empty() : tensor<5xf16>
  %a = linalg.fill ins(%one : f16) outs(%a0 : tensor<5x?xf16, #words>) -> tensor<5x?xf16, #words>
  %s = linalg.fill ins(%zero : f16) outs(%s0 : tensor<5xf16>) -> tensor<5xf16>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<5x?xf16, #words>) outs(%s : tensor<5xf16>) dimensions = [1]
  return %r : tensor<5xf16>
}

func.func @windows() -> tensor<1x2x2x3xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %a0 = tensor.empty() : tensor<1x21x21x3xbf16>
  %w = tensor.empty() : tensor<20x20xbf16>
  %s0 = tensor.empty() : tensor<1x2x2x3xbf16>
  %a = linalg.fill ins(%one : bf16) outs(%a0 : tensor<1x21x21x3xbf16>) -> tensor<1x21x21x3xbf16>
  %s = linalg.fill ins(%zero : bf16) outs(%s0 : tensor<1x2x2x3xbf16>) -> tensor<1x2x2x3xbf16>
  %r = linalg.pooling_nhwc_sum ins(%a, %w : tensor<1x21x21x3xbf16>, tensor<20x20xbf16>)
                               outs(%s : tensor<1x2x2x3xbf16>) -> tensor<1x2x2x3xbf16>
  return %r : tensor<1x2x2x3xbf16>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %k = arith.constant 400 : index
  %long = arith.constant 4000 : index
  %product = call @product(%k) : (index) -> tensor<9x33xbf16, #words>
  %rows = call @rows(%long) : (index) -> tensor<5xf16>
  %windows = call @windows() : () -> tensor<1x2x2x3xbf16>
  %x = tensor.extract %product[%c8, %c32] : tensor<9x33xbf16, #words>
  %y = tensor.extract %rows[%c1] : tensor<5xf16>
  %z = tensor.extract %windows[%c0, %c1, %c1, %c1] : tensor<1x2x2x3xbf16>
  %x32 = arith.extf %x : bf16 to f32
  %y32 = arith.extf %y : f16 to f32
  %z32 = arith.extf %z : bf16 to f32
  // NARROW: 256
  // CHECK: 400
  vector.print %x32 : f32
  // NARROW: 2048
  // CHECK: 4000
  vector.print %y32 : f32
  // NARROW: 256
  // CHECK: 400
  vector.print %z32 : f32
  return
}

// Is -0 less than +0 in maxima and minima, in either order, and does NaN win? Of arrays,
// reductions and other types, in vectors and by element.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,4)}>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @print(%x: tensor<2x4xf32, #t>) {
  %rows = tensor.cast %x : tensor<2x4xf32, #t> to tensor<2x4xf32>
  %buffer = bufferization.to_buffer %rows : tensor<2x4xf32> to memref<2x4xf32>
  %cast = memref.cast %buffer : memref<2x4xf32> to memref<*xf32>
  call @printMemrefF32(%cast) : (memref<*xf32>) -> ()
  return
}

func.func private @print_rows(%x: tensor<2xf32>) {
  %buffer = bufferization.to_buffer %x : tensor<2xf32> to memref<2xf32>
  %cast = memref.cast %buffer : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%cast) : (memref<*xf32>) -> ()
  return
}

func.func private @maxima(%x: tensor<2x4xf32, #t>, %y: tensor<2x4xf32, #t>) attributes {no_inline} {
  %empty = tensor.empty() : tensor<2x4xf32, #t>
  %max = linalg.max ins(%x, %y : tensor<2x4xf32, #t>, tensor<2x4xf32, #t>) outs(%empty : tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t>
  %min = linalg.min ins(%x, %y : tensor<2x4xf32, #t>, tensor<2x4xf32, #t>) outs(%empty : tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t>
  call @print(%max) : (tensor<2x4xf32, #t>) -> ()
  call @print(%min) : (tensor<2x4xf32, #t>) -> ()

  // Against constants.
  %zeros = arith.constant dense<0.0> : tensor<2x4xf32, #t>
  %relu = arith.maximumf %x, %zeros : tensor<2x4xf32, #t>
  %low = arith.minimumf %x, %zeros : tensor<2x4xf32, #t>
  call @print(%relu) : (tensor<2x4xf32, #t>) -> ()
  call @print(%low) : (tensor<2x4xf32, #t>) -> ()

  // In bf16.
  %x16 = arith.truncf %x : tensor<2x4xf32, #t> to tensor<2x4xbf16, #t>
  %y16 = arith.truncf %y : tensor<2x4xf32, #t> to tensor<2x4xbf16, #t>
  %max16 = arith.maximumf %x16, %y16 : tensor<2x4xbf16, #t>
  %max32 = arith.extf %max16 : tensor<2x4xbf16, #t> to tensor<2x4xf32, #t>
  call @print(%max32) : (tensor<2x4xf32, #t>) -> ()

  // The greatest and the least of each row.
  %top = arith.constant dense<-1.0> : tensor<2xf32>
  %row_max = linalg.reduce { arith.maximumf } ins(%x : tensor<2x4xf32, #t>) outs(%top : tensor<2xf32>) dimensions = [1]
  %bottom = arith.constant dense<1.0> : tensor<2xf32>
  %row_min = linalg.reduce { arith.minimumf } ins(%x : tensor<2x4xf32, #t>) outs(%bottom : tensor<2xf32>) dimensions = [1]
  call @print_rows(%row_max) : (tensor<2xf32>) -> ()
  call @print_rows(%row_min) : (tensor<2xf32>) -> ()
  return
}

func.func @main() {
  // Row 0 has zeros of all signs, row 1 NaN and another number.
  %x = arith.constant dense<[[0.0, -0.0, 0.0, -0.0], [0x7FC00000, 1.0, -0.0, -2.0]]> : tensor<2x4xf32, #t>
  %y = arith.constant dense<[[-0.0, 0.0, 0.0, -0.0], [1.0, 0x7FC00000, 1.0, -0.0]]> : tensor<2x4xf32, #t>
  // CHECK: [0, 0, 0, -0]
  // CHECK-NEXT: [{{-?nan}}, {{-?nan}}, 1, -0]
  // CHECK: [-0, -0, 0, -0]
  // CHECK-NEXT: [{{-?nan}}, {{-?nan}}, -0, -2]
  // CHECK: [0, 0, 0, 0]
  // CHECK-NEXT: [{{-?nan}}, 1, 0, 0]
  // CHECK: [0, -0, 0, -0]
  // CHECK-NEXT: [{{-?nan}}, 0, -0, -2]
  // CHECK: [0, 0, 0, -0]
  // CHECK-NEXT: [{{-?nan}}, {{-?nan}}, 1, -0]
  // CHECK: [0, {{-?nan}}]
  // CHECK: [-0, {{-?nan}}]
  call @maxima(%x, %y) : (tensor<2x4xf32, #t>, tensor<2x4xf32, #t>) -> ()
  return
}

// Loops over rows that share words, on arrays that are one, and on arrays that are not: each row is stored before the
// row below reads it.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#w = #tiled_layout.layout<{1,0:T(8,16)(2,1)}>
!A = memref<21x40xbf16, #w>
func.func private @below(%a: !A, %b: !A) attributes {no_inline} {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 40 {
      %v = affine.load %a[%i, %j] : !A
      %h = arith.constant 0.5 : bf16
      %s = arith.addf %v, %h : bf16
      affine.store %s, %b[%i + 1, %j] : !A
    }
  }
  return
}
func.func private @print(%a: !A) attributes {no_inline} {
  %p = memref.alloc() : memref<21x40xbf16>
  tiled_layout.relayout ins(%a : !A) outs(%p : memref<21x40xbf16>)
  %t = bufferization.to_tensor %p restrict : memref<21x40xbf16> to tensor<21x40xbf16>
  %f = arith.extf %t : tensor<21x40xbf16> to tensor<21x40xf32>
  %u = tensor.cast %f : tensor<21x40xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  %c40 = arith.constant 40 : index
  %x0 = call @data2(%c1, %c21, %c40) : (index, index, index) -> tensor<?x?xf32>
  %x1 = arith.truncf %x0 : tensor<?x?xf32> to tensor<?x?xbf16>
  %x2 = tensor.cast %x1 : tensor<?x?xbf16> to tensor<21x40xbf16>
  %x = bufferization.to_buffer %x2 : tensor<21x40xbf16> to memref<21x40xbf16>
  %a = memref.alloc() : !A
  %b = memref.alloc() : !A
  tiled_layout.relayout ins(%x : memref<21x40xbf16>) outs(%a : !A)
  tiled_layout.relayout ins(%x : memref<21x40xbf16>) outs(%b : !A)
  call @below(%a, %b) : (!A, !A) -> ()
  call @print(%b) : (!A) -> ()
  call @below(%a, %a) : (!A, !A) -> ()
  call @print(%a) : (!A) -> ()
  return
}

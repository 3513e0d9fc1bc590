// Reductions of arrays that are filled in front of them begin with that value in registers: also where there is no step, and where
// the array is a part of another one. What else reads the filled array finds it filled.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(4,16)}>
#w = #tiled_layout.layout<{1,0:T(4,16)(2,1)}>
!A = memref<9x?xf32, #t>
!B = memref<?x40xf32, #t>
!C = memref<9x40xf32, #t>

func.func private @product(%a: !A, %b: !B, %c: !C) attributes {no_inline} {
  %f = arith.constant 0.25 : f32
  linalg.fill ins(%f : f32) outs(%c : !C)
  linalg.matmul ins(%a, %b : !A, !B) outs(%c : !C)
  return
}
func.func private @product_of(%k: index) attributes {no_inline} {
  %c9 = arith.constant 9 : index
  %c40 = arith.constant 40 : index
  %x = call @data2(%c9, %c9, %k) : (index, index, index) -> tensor<?x?xf32>
  %y = call @data2(%c40, %k, %c40) : (index, index, index) -> tensor<?x?xf32>
  %x9 = tensor.cast %x : tensor<?x?xf32> to tensor<9x?xf32>
  %y40 = tensor.cast %y : tensor<?x?xf32> to tensor<?x40xf32>
  %xm = bufferization.to_buffer %x9 : tensor<9x?xf32> to memref<9x?xf32>
  %ym = bufferization.to_buffer %y40 : tensor<?x40xf32> to memref<?x40xf32>
  %a = memref.alloc(%k) : !A
  %b = memref.alloc(%k) : !B
  %c = memref.alloc() : !C
  tiled_layout.relayout ins(%xm : memref<9x?xf32>) outs(%a : !A)
  tiled_layout.relayout ins(%ym : memref<?x40xf32>) outs(%b : !B)
  call @product(%a, %b, %c) : (!A, !B, !C) -> ()
  call @print(%c) : (!C) -> ()
  %two = memref.alloc() : memref<2x40xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%two : memref<2x40xf32>)
  %s = memref.subview %two[1, 0] [1, 40] [1, 1] : memref<2x40xf32> to memref<40xf32, strided<[1], offset: 40>>
  call @sums(%b, %s) : (!B, memref<40xf32, strided<[1], offset: 40>>) -> ()
  %t = bufferization.to_tensor %two restrict : memref<2x40xf32> to tensor<2x40xf32>
  %u = tensor.cast %t : tensor<2x40xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
// Sums of columns begin with the value in registers, in a part of an array.
func.func private @sums(%b: !B, %s: memref<40xf32, strided<[1], offset: 40>>) attributes {no_inline} {
  %f = arith.constant 0.75 : f32
  linalg.fill ins(%f : f32) outs(%s : memref<40xf32, strided<[1], offset: 40>>)
  linalg.reduce { arith.addf } ins(%b : !B) outs(%s : memref<40xf32, strided<[1], offset: 40>>) dimensions = [0]
  return
}
// The result may be an input at the same index, which is then read as it is filled.
func.func private @same(%b: memref<9x40xf32, #t>, %d: memref<40xf32>, %s: memref<40xf32>) attributes {no_inline} {
  %f = arith.constant 1.0 : f32
  linalg.fill ins(%f : f32) outs(%s : memref<40xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
    ins(%b, %d : memref<9x40xf32, #t>, memref<40xf32>) outs(%s : memref<40xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.minimumf %x, %y : f32
    %r = arith.maximumf %o, %m : f32
    linalg.yield %r : f32
  }
  return
}
// Sums of columns read the filled array, and the second product begins with what the first one left.
func.func private @read_between(%a: !C, %c: memref<9x9xf32, #t>, %s: memref<9xf32>) attributes {no_inline} {
  %f = arith.constant 0.5 : f32
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%f : f32) outs(%c : memref<9x9xf32, #t>)
  linalg.fill ins(%z : f32) outs(%s : memref<9xf32>)
  linalg.reduce { arith.addf } ins(%c : memref<9x9xf32, #t>) outs(%s : memref<9xf32>) dimensions = [0]
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%a, %a : !C, !C) outs(%c : memref<9x9xf32, #t>)
  linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
    ins(%a, %a : !C, !C) outs(%c : memref<9x9xf32, #t>)
  return
}
// Maxima of bf16 are carried in f32.
func.func private @maxima(%a: memref<9x40xbf16, #w>, %m: memref<40xbf16>) attributes {no_inline} {
  %f = arith.constant 0.375 : bf16
  linalg.fill ins(%f : bf16) outs(%m : memref<40xbf16>)
  linalg.reduce { arith.maximumf } ins(%a : memref<9x40xbf16, #w>) outs(%m : memref<40xbf16>) dimensions = [0]
  return
}
func.func private @print(%c: !C) attributes {no_inline} {
  %p = memref.alloc() : memref<9x40xf32>
  tiled_layout.relayout ins(%c : !C) outs(%p : memref<9x40xf32>)
  %t = bufferization.to_tensor %p restrict : memref<9x40xf32> to tensor<9x40xf32>
  %u = tensor.cast %t : tensor<9x40xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c40 = arith.constant 40 : index
  call @product_of(%c0) : (index) -> ()
  call @product_of(%c1) : (index) -> ()
  call @product_of(%c40) : (index) -> ()
  %x = call @data2(%c1, %c9, %c40) : (index, index, index) -> tensor<?x?xf32>
  %y = tensor.cast %x : tensor<?x?xf32> to tensor<9x40xf32>
  %xm = bufferization.to_buffer %y : tensor<9x40xf32> to memref<9x40xf32>
  %a = memref.alloc() : !C
  tiled_layout.relayout ins(%xm : memref<9x40xf32>) outs(%a : !C)
  %c = memref.alloc() : memref<9x9xf32, #t>
  %s = memref.alloc() : memref<9xf32>
  call @read_between(%a, %c, %s) : (!C, memref<9x9xf32, #t>, memref<9xf32>) -> ()
  %p = memref.alloc() : memref<9x9xf32>
  tiled_layout.relayout ins(%c : memref<9x9xf32, #t>) outs(%p : memref<9x9xf32>)
  %pt = bufferization.to_tensor %p restrict : memref<9x9xf32> to tensor<9x9xf32>
  %pu = tensor.cast %pt : tensor<9x9xf32> to tensor<*xf32>
  call @show(%pu) : (tensor<*xf32>) -> ()
  %st = bufferization.to_tensor %s restrict : memref<9xf32> to tensor<9xf32>
  %su = tensor.cast %st : tensor<9xf32> to tensor<*xf32>
  call @show(%su) : (tensor<*xf32>) -> ()
  %h = arith.truncf %y : tensor<9x40xf32> to tensor<9x40xbf16>
  %hm = bufferization.to_buffer %h : tensor<9x40xbf16> to memref<9x40xbf16>
  %w = memref.alloc() : memref<9x40xbf16, #w>
  tiled_layout.relayout ins(%hm : memref<9x40xbf16>) outs(%w : memref<9x40xbf16, #w>)
  %e = memref.alloc() : memref<40xf32>
  call @same(%a, %e, %e) : (!C, memref<40xf32>, memref<40xf32>) -> ()
  %et = bufferization.to_tensor %e restrict : memref<40xf32> to tensor<40xf32>
  %eu = tensor.cast %et : tensor<40xf32> to tensor<*xf32>
  call @show(%eu) : (tensor<*xf32>) -> ()
  %m = memref.alloc() : memref<40xbf16>
  call @maxima(%w, %m) : (memref<9x40xbf16, #w>, memref<40xbf16>) -> ()
  %mt = bufferization.to_tensor %m restrict : memref<40xbf16> to tensor<40xbf16>
  %mf = arith.extf %mt : tensor<40xbf16> to tensor<40xf32>
  %mu = tensor.cast %mf : tensor<40xf32> to tensor<*xf32>
  call @show(%mu) : (tensor<*xf32>) -> ()
  return
}

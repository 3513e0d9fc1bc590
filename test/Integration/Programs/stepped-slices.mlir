// Every second column of a part of the rows, from the first row or from another one on, with sizes
// that are known or given at run time; one after the other, and added.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#h = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @part(%x: tensor<25x300xf32, #f>) -> tensor<9x150xf32, #f> {
  %s = tensor.extract_slice %x[0, 0] [9, 150] [1, 2] : tensor<25x300xf32, #f> to tensor<9x150xf32, #f>
  return %s : tensor<9x150xf32, #f>
}
func.func @part_of_any(%x: tensor<?x300xf32, #f>, %n: index) -> tensor<?x150xf32, #f> {
  %s = tensor.extract_slice %x[0, 1] [%n, 150] [1, 2] : tensor<?x300xf32, #f> to tensor<?x150xf32, #f>
  return %s : tensor<?x150xf32, #f>
}
func.func @known_part_of_any(%x: tensor<?x300xf32, #f>) -> tensor<7x75xf32, #f> {
  %s = tensor.extract_slice %x[0, 3] [7, 75] [1, 4] : tensor<?x300xf32, #f> to tensor<7x75xf32, #f>
  return %s : tensor<7x75xf32, #f>
}
func.func @all_of_any(%x: tensor<?x300xf32, #f>) -> tensor<?x150xf32, #f> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x300xf32, #f>
  %s = tensor.extract_slice %x[0, 1] [%n, 150] [1, 2] : tensor<?x300xf32, #f> to tensor<?x150xf32, #f>
  return %s : tensor<?x150xf32, #f>
}
func.func @added(%x: tensor<25x300xf32, #f>, %n: index) -> tensor<?x150xf32, #f> {
  %a = tensor.extract_slice %x[0, 0] [%n, 150] [1, 2] : tensor<25x300xf32, #f> to tensor<?x150xf32, #f>
  %b = tensor.extract_slice %x[3, 1] [%n, 150] [1, 2] : tensor<25x300xf32, #f> to tensor<?x150xf32, #f>
  %e = tensor.empty(%n) : tensor<?x150xf32, #f>
  %r = linalg.add ins(%a, %b : tensor<?x150xf32, #f>, tensor<?x150xf32, #f>) outs(%e : tensor<?x150xf32, #f>) -> tensor<?x150xf32, #f>
  return %r : tensor<?x150xf32, #f>
}
func.func @narrow(%x: tensor<25x300xbf16, #h>) -> tensor<11x150xbf16, #h> {
  %a = tensor.extract_slice %x[1, 0] [11, 150] [2, 2] : tensor<25x300xbf16, #h> to tensor<11x150xbf16, #h>
  return %a : tensor<11x150xbf16, #h>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n13 = arith.constant 13 : index
  %n25 = arith.constant 25 : index
  %n300 = arith.constant 300 : index
  %x0 = call @data2(%n1, %n25, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<25x300xf32, #f>
  %any = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x300xf32, #f>
  %a = call @part(%x) : (tensor<25x300xf32, #f>) -> tensor<9x150xf32, #f>
  %a0 = tensor.cast %a : tensor<9x150xf32, #f> to tensor<9x150xf32>
  %a1 = tensor.cast %a0 : tensor<9x150xf32> to tensor<*xf32>
  call @show(%a1) : (tensor<*xf32>) -> ()
  %b = call @part_of_any(%any, %n13) : (tensor<?x300xf32, #f>, index) -> tensor<?x150xf32, #f>
  %b0 = tensor.cast %b : tensor<?x150xf32, #f> to tensor<?x150xf32>
  %b1 = tensor.cast %b0 : tensor<?x150xf32> to tensor<*xf32>
  call @show(%b1) : (tensor<*xf32>) -> ()
  %c = call @known_part_of_any(%any) : (tensor<?x300xf32, #f>) -> tensor<7x75xf32, #f>
  %c0 = tensor.cast %c : tensor<7x75xf32, #f> to tensor<7x75xf32>
  %c1 = tensor.cast %c0 : tensor<7x75xf32> to tensor<*xf32>
  call @show(%c1) : (tensor<*xf32>) -> ()
  %d = call @all_of_any(%any) : (tensor<?x300xf32, #f>) -> tensor<?x150xf32, #f>
  %d0 = tensor.cast %d : tensor<?x150xf32, #f> to tensor<?x150xf32>
  %d1 = tensor.cast %d0 : tensor<?x150xf32> to tensor<*xf32>
  call @show(%d1) : (tensor<*xf32>) -> ()
  %e = call @added(%x, %n13) : (tensor<25x300xf32, #f>, index) -> tensor<?x150xf32, #f>
  %e0 = tensor.cast %e : tensor<?x150xf32, #f> to tensor<?x150xf32>
  %e1 = tensor.cast %e0 : tensor<?x150xf32> to tensor<*xf32>
  call @show(%e1) : (tensor<*xf32>) -> ()
  %xp = tensor.cast %x0 : tensor<?x?xf32> to tensor<25x300xf32>
  %xh0 = arith.truncf %xp : tensor<25x300xf32> to tensor<25x300xbf16>
  %xh = tensor.cast %xh0 : tensor<25x300xbf16> to tensor<25x300xbf16, #h>
  %g = call @narrow(%xh) : (tensor<25x300xbf16, #h>) -> tensor<11x150xbf16, #h>
  %g0 = tensor.cast %g : tensor<11x150xbf16, #h> to tensor<11x150xbf16>
  %g1 = arith.extf %g0 : tensor<11x150xbf16> to tensor<11x150xf32>
  %g2 = tensor.cast %g1 : tensor<11x150xf32> to tensor<*xf32>
  call @show(%g2) : (tensor<*xf32>) -> ()
  return
}

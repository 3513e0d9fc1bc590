// Casts between layouts move data as packs and unpacks, too.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-linalg-pack --convert-linalg-pack-to-tiled-layout --tiled-layout-to-llvm-pipeline | mlir-runner -e run --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner -e run --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(2,2)}>
#columns = #tiled_layout.layout<{0,1:T(2,3)(2,1)}>

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func private @move(%a: tensor<?x5xf32, #t>) -> tensor<3x?xf32, #columns> {
  %b = tensor.cast %a : tensor<?x5xf32, #t> to tensor<3x?xf32, #columns>
  return %b : tensor<3x?xf32, #columns>
}

// CHECK:      sizes = [3, 5]
// CHECK: {{\[\[}}0, 1, 2, 3, 4],
// CHECK-NEXT: {{ *}}[10, 11, 12, 13, 14],
// CHECK-NEXT: {{ *}}[20, 21, 22, 23, 24]]
func.func @run() {
  %a = arith.constant dense<[
    [0.0, 1.0, 2.0, 3.0, 4.0], [10.0, 11.0, 12.0, 13.0, 14.0],
    [20.0, 21.0, 22.0, 23.0, 24.0]]> : tensor<3x5xf32>
  %b = tensor.cast %a : tensor<3x5xf32> to tensor<?x5xf32, #t>
  %c = call @move(%b) : (tensor<?x5xf32, #t>) -> tensor<3x?xf32, #columns>
  %d = tensor.cast %c : tensor<3x?xf32, #columns> to tensor<3x5xf32>
  %e = tensor.cast %d : tensor<3x5xf32> to tensor<*xf32>
  call @printMemrefF32(%e) : (tensor<*xf32>) -> ()
  return
}

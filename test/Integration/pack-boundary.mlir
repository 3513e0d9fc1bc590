// A module with packs, from tensors to running code: one relayout for each
// pack, and no other copy.
//
// RUN: tiled-layout-opt %s --convert-linalg-pack-to-tiled-layout --canonicalize --tiled-layout-bufferize | FileCheck %s --check-prefix=MOVES
// RUN: tiled-layout-opt %s --convert-linalg-pack-to-tiled-layout --canonicalize --tiled-layout-bufferize --tiled-layout-to-llvm-pipeline | mlir-runner -e run --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

// MOVES-LABEL: func.func @double(
// MOVES:         tiled_layout.relayout ins({{.*}} : memref<3x5xf32>) outs({{.*}} : memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>) padding = 0.000000e+00 : f32
// MOVES:         to_physical {{.*}} to memref<2x3x2x2xf32>
// MOVES:         linalg.add
// MOVES:         from_physical
// MOVES:         tiled_layout.relayout ins({{.*}} : memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>) outs({{.*}} : memref<3x5xf32>)
// MOVES-NOT:     relayout
// MOVES-NOT:     memref.copy
// MOVES:         return
func.func @double(%a: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %b = tensor.empty() : tensor<2x3x2x2xf32>
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0, 1]
    inner_tiles = [2, 2] into %b : tensor<3x5xf32> -> tensor<2x3x2x2xf32>
  %e = tensor.empty() : tensor<2x3x2x2xf32>
  %s = linalg.add ins(%p, %p : tensor<2x3x2x2xf32>, tensor<2x3x2x2xf32>)
    outs(%e : tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  %d = tensor.empty() : tensor<3x5xf32>
  %u = linalg.unpack %s inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d
    : tensor<2x3x2x2xf32> -> tensor<3x5xf32>
  return %u : tensor<3x5xf32>
}

// CHECK:      sizes = [3, 5]
// CHECK: {{\[\[}}0, 2, 4, 6, 8],
// CHECK-NEXT: {{ *}}[20, 22, 24, 26, 28],
// CHECK-NEXT: {{ *}}[40, 42, 44, 46, 48]]
func.func @run() {
  %a = arith.constant dense<[
    [0.0, 1.0, 2.0, 3.0, 4.0], [10.0, 11.0, 12.0, 13.0, 14.0],
    [20.0, 21.0, 22.0, 23.0, 24.0]]> : tensor<3x5xf32>
  %r = call @double(%a) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %m = bufferization.to_buffer %r : tensor<3x5xf32> to memref<3x5xf32>
  %u = memref.cast %m : memref<3x5xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

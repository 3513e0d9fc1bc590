// One matrix of a stack is computed on where it is: of extents that are known at run time, under
// `*`, of elements below a byte. And a scalar, computed in place.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=x86-64 deallocate=true' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize=deallocate=true --tiled-layout-bufferize=deallocate=true --tiled-layout-to-llvm-pipeline -o /dev/null

// CHECK: [-10, -11, -12, -13, -14]
// CHECK-NEXT: [-15, -16, -17, -18, -19]
// CHECK: [20, 21, 22, 23, 24]
// CHECK-NEXT: [25, 26, 27, 28, 29]
// CHECK: [2, 2, 4, 6, -8]
// CHECK-NEXT: [0, -2, -4, -6, 2]
// CHECK: [-1]

#s = #tiled_layout.layout<{2,1,0:T(4,8)}>
#t = #tiled_layout.layout<{1,0:T(4,8)}>
#s4 = #tiled_layout.layout<{2,1,0:T(8,128)E(4)}>
#t4 = #tiled_layout.layout<{1,0:T(8,128)E(4)}>
#star = #tiled_layout.layout<{2,1,0:T(*,4,8)}>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @dyn(%w: tensor<?x?x?xf32, #s>, %l: index, %m: index, %n: index) -> tensor<?x?xf32> attributes {no_inline} {
  %s = tensor.extract_slice %w[%l, 0, 0] [1, %m, %n] [1, 1, 1] : tensor<?x?x?xf32, #s> to tensor<?x?xf32, #t>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32, #t>
  %r = linalg.negf ins(%s : tensor<?x?xf32, #t>) outs(%e : tensor<?x?xf32, #t>) -> tensor<?x?xf32, #t>
  %p = tensor.cast %r : tensor<?x?xf32, #t> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
func.func private @nibbles(%w: tensor<3x2x5xi4, #s4>, %l: index) -> tensor<2x5xi4, #t4> attributes {no_inline} {
  %s = tensor.extract_slice %w[%l, 0, 0] [1, 2, 5] [1, 1, 1] : tensor<3x2x5xi4, #s4> to tensor<2x5xi4, #t4>
  %e = tensor.empty() : tensor<2x5xi4, #t4>
  %r = linalg.add ins(%s, %s : tensor<2x5xi4, #t4>, tensor<2x5xi4, #t4>) outs(%e : tensor<2x5xi4, #t4>) -> tensor<2x5xi4, #t4>
  return %r : tensor<2x5xi4, #t4>
}
func.func private @star(%w: tensor<3x2x5xf32, #star>, %l: index) -> tensor<2x5xf32> attributes {no_inline} {
  %s = tensor.extract_slice %w[%l, 0, 0] [1, 2, 5] [1, 1, 1] : tensor<3x2x5xf32, #star> to tensor<2x5xf32, #t>
  %p = tensor.cast %s : tensor<2x5xf32, #t> to tensor<2x5xf32>
  return %p : tensor<2x5xf32>
}
func.func private @scalar(%a: tensor<f32>) -> tensor<f32> attributes {no_inline} {
  %e = tensor.empty() : tensor<f32>
  %x = linalg.exp ins(%a : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  %y = linalg.negf ins(%x : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c = arith.constant dense<[[[0.,1.,2.,3.,4.],[5.,6.,7.,8.,9.]],[[10.,11.,12.,13.,14.],[15.,16.,17.,18.,19.]],[[20.,21.,22.,23.,24.],[25.,26.,27.,28.,29.]]]> : tensor<3x2x5xf32>
  %w = tensor.cast %c : tensor<3x2x5xf32> to tensor<3x2x5xf32, #s>
  %wd = tensor.cast %w : tensor<3x2x5xf32, #s> to tensor<?x?x?xf32, #s>
  %r = call @dyn(%wd, %c1, %c2, %c5) : (tensor<?x?x?xf32, #s>, index, index, index) -> tensor<?x?xf32>
  %m = bufferization.to_buffer %r : tensor<?x?xf32> to memref<?x?xf32>
  %u = memref.cast %m : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %ws = tensor.cast %c : tensor<3x2x5xf32> to tensor<3x2x5xf32, #star>
  %r2 = call @star(%ws, %c2) : (tensor<3x2x5xf32, #star>, index) -> tensor<2x5xf32>
  %m2 = bufferization.to_buffer %r2 : tensor<2x5xf32> to memref<2x5xf32>
  %u2 = memref.cast %m2 : memref<2x5xf32> to memref<*xf32>
  call @printMemrefF32(%u2) : (memref<*xf32>) -> ()
  %k = arith.constant dense<[[[0,1,2,3,1],[0,1,2,3,1]],[[1,1,2,3,-4],[0,-1,-2,-3,1]],[[0,1,2,3,1],[0,1,2,3,1]]]> : tensor<3x2x5xi4>
  %k4 = tensor.cast %k : tensor<3x2x5xi4> to tensor<3x2x5xi4, #s4>
  %r3 = call @nibbles(%k4, %c1) : (tensor<3x2x5xi4, #s4>, index) -> tensor<2x5xi4, #t4>
  %i3p = tensor.cast %r3 : tensor<2x5xi4, #t4> to tensor<2x5xi4>
  %p3 = arith.extsi %i3p : tensor<2x5xi4> to tensor<2x5xi32>
  %m3 = bufferization.to_buffer %p3 : tensor<2x5xi32> to memref<2x5xi32>
  %u3 = memref.cast %m3 : memref<2x5xi32> to memref<*xi32>
  call @printMemrefI32(%u3) : (memref<*xi32>) -> ()
  %a = arith.constant dense<0.0> : tensor<f32>
  %r5 = call @scalar(%a) : (tensor<f32>) -> tensor<f32>
  %m5 = bufferization.to_buffer %r5 : tensor<f32> to memref<f32>
  %u5 = memref.cast %m5 : memref<f32> to memref<*xf32>
  call @printMemrefF32(%u5) : (memref<*xf32>) -> ()
  return
}

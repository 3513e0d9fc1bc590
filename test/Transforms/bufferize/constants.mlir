// The globals of constants have the names and the order that the program gives,
// in each run. Upstream takes functions by their addresses.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-bufferize | FileCheck %s --check-prefix=SPARSE

#v = #tiled_layout.layout<{0:T(128)}>

// CHECK: memref.global {{.*}} @__constant_2x2xf32
// CHECK: memref.global {{.*}} @__constant_16xf32_4 {{.*}}5.0
// CHECK: memref.global {{.*}} @__constant_16xf32_3 {{.*}}4.0
// CHECK: memref.global {{.*}} @__constant_16xf32_2 {{.*}}3.0
// CHECK: memref.global {{.*}} @__constant_16xf32_1 {{.*}}2.0
// CHECK: memref.global {{.*}} @__constant_16xf32_0 {{.*}}1.0
// CHECK: memref.global {{.*}} @__constant_16xf32 {{.*}}0.0
// CHECK-NOT: memref.global
// CHECK-LABEL: func @zero(
// CHECK: memref.get_global @__constant_16xf32 :
func.func @zero(%i: index) -> f32 {
  %c = arith.constant dense<0.0> : tensor<16xf32, #v>
  %r = tensor.extract %c[%i] : tensor<16xf32, #v>
  return %r : f32
}

func.func @one(%i: index) -> f32 {
  %c = arith.constant dense<1.0> : tensor<16xf32, #v>
  %r = tensor.extract %c[%i] : tensor<16xf32, #v>
  return %r : f32
}

func.func @two(%i: index) -> f32 {
  %c = arith.constant dense<2.0> : tensor<16xf32, #v>
  %r = tensor.extract %c[%i] : tensor<16xf32, #v>
  return %r : f32
}

func.func @three(%i: index) -> f32 {
  %c = arith.constant dense<3.0> : tensor<16xf32, #v>
  %r = tensor.extract %c[%i] : tensor<16xf32, #v>
  return %r : f32
}

func.func @four(%i: index) -> f32 {
  %c = arith.constant dense<4.0> : tensor<16xf32, #v>
  %r = tensor.extract %c[%i] : tensor<16xf32, #v>
  return %r : f32
}

func.func @five(%i: index) -> f32 {
  %c = arith.constant dense<5.0> : tensor<16xf32, #v>
  %r = tensor.extract %c[%i] : tensor<16xf32, #v>
  return %r : f32
}

// CHECK-LABEL: func @zero_again(
// CHECK: memref.get_global @__constant_16xf32 :
func.func @zero_again(%i: index) -> f32 {
  %c = arith.constant dense<0.0> : tensor<16xf32, #v>
  %r = tensor.extract %c[%i] : tensor<16xf32, #v>
  return %r : f32
}

// What is written as sparse is written out.
// SPARSE: memref.global {{.*}} : memref<2x2xf32, {{.*}}> = dense<{{\[}}[0.000000e+00, 1.000000e+00], [2.000000e+00, 0.000000e+00]]>
func.func @sparse(%i: index) -> f32 {
  %c = arith.constant sparse<[[0, 1], [1, 0]], [1.0, 2.0]> : tensor<2x2xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  %r = tensor.extract %c[%i, %i] : tensor<2x2xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %r : f32
}

// Values of a sparse global are written out.
// CHECK: memref.global "private" constant @few : memref<2x2xf32> = dense<{{\[\[}}0.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00]]>
ml_program.global private @few(sparse<[[0, 1]], [1.0]> : tensor<2x2xf32>) : tensor<2x2xf32>
func.func @load_few() -> tensor<2x2xf32> {
  %0 = ml_program.global_load_const @few : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

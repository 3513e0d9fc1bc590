// Operations that nothing upstream lowers to machine code in one step are
// bufferized all the same.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --mlir-print-local-scope | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// CHECK-LABEL: func.func @classes(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<20x300xi1, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK: math.isinf %{{.*}} : f32
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<20x300xi1, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK: math.isnormal %{{.*}} : f32
func.func @classes(%a: tensor<20x300xf32, #t>) -> (tensor<20x300xi1, #t>, tensor<20x300xi1, #t>) {
  %x = math.isinf %a : tensor<20x300xf32, #t>
  %y = math.isnormal %a : tensor<20x300xf32, #t>
  return %x, %y : tensor<20x300xi1, #t>, tensor<20x300xi1, #t>
}

// CHECK-LABEL: func.func @scaled(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK: arith.scaling_extf %{{.*}}, %{{.*}} : f4E2M1FN, f8E8M0FNU to f32
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<20x300xf4E2M1FN, #tiled_layout.layout<{1,0:T(8,128)}>>)
// CHECK: arith.scaling_truncf %{{.*}}, %{{.*}} : f32, f8E8M0FNU to f4E2M1FN
func.func @scaled(%a: tensor<20x300xf4E2M1FN, #t>, %s: tensor<20x300xf8E8M0FNU, #t>) -> tensor<20x300xf4E2M1FN, #t> {
  %x = arith.scaling_extf %a, %s : tensor<20x300xf4E2M1FN, #t>, tensor<20x300xf8E8M0FNU, #t> to tensor<20x300xf32, #t>
  %y = arith.scaling_truncf %x, %s : tensor<20x300xf32, #t>, tensor<20x300xf8E8M0FNU, #t> to tensor<20x300xf4E2M1FN, #t>
  return %y : tensor<20x300xf4E2M1FN, #t>
}

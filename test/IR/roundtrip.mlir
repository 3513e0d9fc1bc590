// What parses prints back: plainly, in the generic form and through bytecode.
// The driver always runs with --verify-roundtrip.
//
// RUN: tiled-layout-opt %s | FileCheck %s
// RUN: tiled-layout-opt %s --mlir-print-op-generic | tiled-layout-opt | FileCheck %s
// RUN: tiled-layout-opt %s --emit-bytecode | tiled-layout-opt | FileCheck %s

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func private @every_property(
// CHECK-SAME: tensor<8x256xi4, #tiled_layout.layout<{0,1:T(8,128)(2,1)L(64)E(4)S(1)SC(0:64,128)(1:4)M(16)}>>
func.func private @every_property(
  tensor<8x256xi4, #tiled_layout.layout<{0,1:T(8,128)(2,1)L(64)E(4)S(1)SC(0:64,128)(1:4)M(16)}>>)

// CHECK-LABEL: func private @memref(
// CHECK-SAME: memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
func.func private @memref(memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>)

// CHECK-LABEL: func private @tensor(
// CHECK-SAME: tensor<1280x16384xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)S(1)}>>
func.func private @tensor(tensor<1280x16384xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)S(1)}>>)

// CHECK-LABEL: func private @combined_dimensions(
// CHECK-SAME: memref<2x7x8x11x10xf32, #tiled_layout.layout<{4,3,2,1,0:T(*,*,2,*,3)}, bounds = [2, 7, 8, 11, 10]>>
// CHECK-SAME: tensor<2x7x8x11x10xf32, #tiled_layout.layout<{4,3,2,1,0:T(*,*,2,*,3)}>>
func.func private @combined_dimensions(
  memref<2x7x8x11x10xf32, #tiled_layout.layout<{4,3,2,1,0:T(*,*,2,*,3)}, bounds = [2, 7, 8, 11, 10]>>,
  tensor<2x7x8x11x10xf32, #tiled_layout.layout<{4,3,2,1,0:T(*,*,2,*,3)}>>)

// The major one of two combined dimensions may be dynamic.
// CHECK-LABEL: func private @combined_dynamic_dimension(
// CHECK-SAME: memref<?x7x8xf32, #tiled_layout.layout<{2,1,0:T(*,2,4)}, bounds = [?, 7, 8]>>
func.func private @combined_dynamic_dimension(
  memref<?x7x8xf32, #tiled_layout.layout<{2,1,0:T(*,2,4)}, bounds = [?, 7, 8]>>)

// CHECK-LABEL: func private @exact(
// CHECK-SAME: tensor<?x64xf32, #tiled_layout.layout<{0,1:T(min(4),1)}, exact>>
// CHECK-SAME: memref<?x64xf32, #tiled_layout.layout<{0,1:T(full,8)}, exact, bounds = [?, 64]>>
func.func private @exact(
  tensor<?x64xf32, #tiled_layout.layout<{0,1:T(min(4),1)}, exact>>,
  memref<?x64xf32, #tiled_layout.layout<{0,1:T(full,8)}, exact, bounds = [?, 64]>>)

// CHECK-LABEL: func private @scalar(
// CHECK-SAME: tensor<ui32, #tiled_layout.layout<{:T(128)}>>
// CHECK-SAME: memref<f32, #tiled_layout.layout<{}>>
func.func private @scalar(
  tensor<ui32, #tiled_layout.layout<{:T(128)}>>, memref<f32, #tiled_layout.layout<{}>>)

// White space goes, and so do properties at their default.
// CHECK-LABEL: func private @defaults(
// CHECK-SAME: tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
func.func private @defaults(
  tensor<3x5xf32, #tiled_layout.layout<{ 1, 0 : T( 2 , 2 )L(1)E(0)S(0)M(0)}>>)

// Morello's notation is stored as XLA's.
// CHECK-LABEL: func private @morello(
// CHECK-SAME: tensor<64x8xf32, #tiled_layout.layout<{0,1:T(min(4),1)}, exact>>
func.func private @morello(tensor<64x8xf32, #tiled_layout.layout<[1, 0, 1 p(4)]>>)

// An alias is as good as the text.
#alias = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK-LABEL: func private @alias(
// CHECK-SAME: memref<?x?xf32, #tiled_layout.layout<{1,0:T(8,128)}>, 1>
func.func private @alias(memref<?x?xf32, #alias, 1>)

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

#t = #tiled_layout.layout<{1,0:T(2,2)}>

// CHECK-LABEL: func @relayout_tensor(
func.func @relayout_tensor(%a: tensor<3x5xf32>, %b: tensor<3x5xf32, #t>)
    -> (tensor<3x5xf32, #t>, tensor<3x5xf32, #t>) {
  // CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<3x5xf32>) outs(%{{.*}} : tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>) -> tensor
  %0 = tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%b : tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t>
  // CHECK: tiled_layout.relayout {{.*}} padding = zero -> tensor
  %1 = tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%b : tensor<3x5xf32, #t>) padding = zero -> tensor<3x5xf32, #t>
  return %0, %1 : tensor<3x5xf32, #t>, tensor<3x5xf32, #t>
}

// CHECK-LABEL: func @relayout_memref(
func.func @relayout_memref(%a: memref<3x?xf32, strided<[?, 1], offset: ?>>, %b: memref<3x?xf32, #t>) {
  // CHECK: tiled_layout.relayout {{.*}} padding = 1.000000e+00 : f32{{$}}
  tiled_layout.relayout ins(%a : memref<3x?xf32, strided<[?, 1], offset: ?>>)
                        outs(%b : memref<3x?xf32, #t>) padding = 1.0 : f32
  return
}

// CHECK-LABEL: func @empty(
func.func @empty(%n: index) -> (tensor<?x5xf32, #t>, tensor<3x5xf32, #t>) {
  // CHECK: tiled_layout.empty(%{{.*}}) : tensor<?x5xf32,
  %0 = tiled_layout.empty(%n) : tensor<?x5xf32, #t>
  // CHECK: tiled_layout.empty() : tensor<3x5xf32,
  %1 = tiled_layout.empty() : tensor<3x5xf32, #t>
  return %0, %1 : tensor<?x5xf32, #t>, tensor<3x5xf32, #t>
}

// CHECK-LABEL: func @positions(
func.func @positions(%m: memref<3x5xf32, #t>, %i: index, %j: index) -> (index, index, i1) {
  // CHECK: %[[P:.+]] = tiled_layout.linearize %{{.*}}[%{{.*}}, %{{.*}}] : memref<3x5xf32,
  %p = tiled_layout.linearize %m[%i, %j] : memref<3x5xf32, #t>
  // CHECK: %{{.*}}:2, %{{.*}} = tiled_layout.delinearize %[[P]] in %{{.*}} : memref<3x5xf32,
  %k, %l, %ok = tiled_layout.delinearize %p in %m : memref<3x5xf32, #t>
  return %k, %l, %ok : index, index, i1
}

// CHECK-LABEL: func @positions_of_scalar(
func.func @positions_of_scalar(%m: memref<f32, #tiled_layout.layout<{:T(128)}>>) -> index {
  // CHECK: tiled_layout.linearize %{{.*}}[] : memref<f32,
  %p = tiled_layout.linearize %m[] : memref<f32, #tiled_layout.layout<{:T(128)}>>
  return %p : index
}

#tail = #tiled_layout.layout<{1,0:T(2,2)L(32)}>
#bits = #tiled_layout.layout<{0:E(1)}>

// CHECK-LABEL: func @physical(
func.func @physical(%m: memref<3x5xf32, #t>, %n: memref<3x5xf32, #tail>, %o: memref<20xi1, #bits>, %p: memref<20xi1, #tiled_layout.layout<{0}>>) {
  // CHECK: tiled_layout.to_physical %{{.*}} to memref<2x3x2x2xf32>
  %0 = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<2x3x2x2xf32>
  // CHECK: tiled_layout.to_physical %{{.*}} to memref<24xf32>
  %1 = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<24xf32>
  // CHECK: tiled_layout.to_physical %{{.*}} to memref<32xf32>
  %2 = tiled_layout.to_physical %n : memref<3x5xf32, #tail> to memref<32xf32>
  // CHECK: tiled_layout.to_physical %{{.*}} to memref<3xi8>
  %3 = tiled_layout.to_physical %o : memref<20xi1, #bits> to memref<3xi8>
  // CHECK: tiled_layout.to_physical %{{.*}} to memref<20xi8>
  %4 = tiled_layout.to_physical %p : memref<20xi1, #tiled_layout.layout<{0}>> to memref<20xi8>
  return
}

// CHECK-LABEL: func @physical_tensors(
func.func @physical_tensors(%m: tensor<3x5xf32, #t>, %o: tensor<20xi1, #bits>) {
  // CHECK: tiled_layout.to_physical %{{.*}} : tensor<3x5xf32, {{.*}}> to tensor<2x3x2x2xf32>
  %0 = tiled_layout.to_physical %m : tensor<3x5xf32, #t> to tensor<2x3x2x2xf32>
  // CHECK: tiled_layout.from_physical %{{.*}} : tensor<2x3x2x2xf32> to tensor<3x5xf32,
  %1 = tiled_layout.from_physical %0 : tensor<2x3x2x2xf32> to tensor<3x5xf32, #t>
  // CHECK: tiled_layout.to_physical %{{.*}} to tensor<3xi8>
  %2 = tiled_layout.to_physical %o : tensor<20xi1, #bits> to tensor<3xi8>
  return
}

// CHECK-LABEL: func @adopt(
func.func @adopt(%m: memref<?x3x2x2xf32>, %f: memref<?xf32>, %n: index) {
  // CHECK: tiled_layout.from_physical %{{.*}}(%{{.*}}) : memref<?x3x2x2xf32> to memref<?x5xf32,
  %0 = tiled_layout.from_physical %m(%n) : memref<?x3x2x2xf32> to memref<?x5xf32, #t>
  // CHECK: tiled_layout.from_physical %{{.*}}(%{{.*}}) : memref<?xf32> to memref<?x5xf32,
  %1 = tiled_layout.from_physical %f(%n) : memref<?xf32> to memref<?x5xf32, #t>
  return
}

// CHECK-LABEL: func @fill_padding(
func.func @fill_padding(%v: f32, %m: memref<3x5xf32, #t>, %t: tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t> {
  // CHECK: tiled_layout.fill_padding ins(%{{.*}} : f32) outs(%{{.*}} : memref<3x5xf32,
  tiled_layout.fill_padding ins(%v : f32) outs(%m : memref<3x5xf32, #t>)
  // CHECK: tiled_layout.fill_padding ins(%{{.*}} : f32) outs(%{{.*}} : tensor<3x5xf32, {{.*}}) -> tensor
  %r = tiled_layout.fill_padding ins(%v : f32) outs(%t : tensor<3x5xf32, #t>) -> tensor<3x5xf32, #t>
  return %r : tensor<3x5xf32, #t>
}

// CHECK-LABEL: func @assume_multiple(
func.func @assume_multiple(%i: index) -> index {
  // CHECK: tiled_layout.assume_multiple %{{.*}}, 8
  %j = tiled_layout.assume_multiple %i, 8
  return %j : index
}

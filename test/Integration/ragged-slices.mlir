// Do loops over slices that are smaller than a tile, the last one ragged, compute
// what the whole operation does? Such loops are what tile_using_for makes.
//
// RUN: tiled-layout-opt %s --transform-interpreter --symbol-dce --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --transform-interpreter --symbol-dce --tiled-layout-bufferize | FileCheck %s --check-prefix=VIEWS

// 7 * 3 + 2 * 3 ones in a row of a, rows numbered.
// CHECK: [0, {{.*}} 20]
// CHECK: [15,   15,   15,   15,   15],
// CHECK-NEXT: [30,   30,   30,   30,   30],
// CHECK-NEXT: [45,   45,   45,   45,   45],
// CHECK-NEXT: [60,   60,   60,   60,   60],
// CHECK-NEXT: [75,   75,   75,   75,   75],
// CHECK-NEXT: [90,   90,   90,   90,   90],
// CHECK-NEXT: [105,   105,   105,   105,   105]{{\]}}

// VIEWS-LABEL: func.func @vector(
// VIEWS: scf.for
// VIEWS: tiled_layout.subview %{{.*}}[%{{.*}}] [%{{.*}}] [1] : memref<21xf32, {{.*}}> to memref<?xf32, #tiled_layout.layout<{0:T(8)}, strides = [128, 1]>>
// VIEWS-NOT: memref.copy
// VIEWS-LABEL: func.func @matmul(
// VIEWS-NOT: memref.copy
// VIEWS-NOT: memref.alloc
// VIEWS: linalg.matmul
// VIEWS-NOT: memref.copy
// VIEWS-LABEL: func.func @main(

#v = #tiled_layout.layout<{0:T(128)}>
#t = #tiled_layout.layout<{1,0:T(4,8)}>
#u = #tiled_layout.layout<{0,1:T(16)}>
module attributes {transform.with_named_sequence} {
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @vector(%a: tensor<21xf32, #v>) -> tensor<21xf32, #v> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c21 = arith.constant 21 : index
  %r = scf.for %j = %c0 to %c21 step %c8 iter_args(%p = %a) -> tensor<21xf32, #v> {
    %n = affine.min affine_map<(d0) -> (8, -d0 + 21)>(%j)
    %v = tensor.extract_slice %p[%j] [%n] [1] : tensor<21xf32, #v> to tensor<?xf32, #v>
    %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%v : tensor<?xf32, #v>) {
    ^bb0(%x: f32):
      %i = linalg.index 0 : index
      %at = arith.addi %i, %j : index
      %k = arith.index_cast %at : index to i64
      %f = arith.sitofp %k : i64 to f32
      %s = arith.addf %f, %x : f32
      linalg.yield %s : f32
    } -> tensor<?xf32, #v>
    %u = tensor.insert_slice %w into %p[%j] [%n] [1] : tensor<?xf32, #v> into tensor<21xf32, #v>
    scf.yield %u : tensor<21xf32, #v>
  }
  return %r : tensor<21xf32, #v>
}
func.func @matmul(%a: tensor<7x15xf32, #t>, %b: tensor<15x5xf32, #u>, %c: tensor<7x5xf32, #t>) -> tensor<7x5xf32, #t> {
  %r = linalg.matmul ins(%a, %b : tensor<7x15xf32, #t>, tensor<15x5xf32, #u>) outs(%c : tensor<7x5xf32, #t>) -> tensor<7x5xf32, #t>
  return %r : tensor<7x5xf32, #t>
}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ve = tensor.empty() : tensor<21xf32, #v>
  %v = linalg.fill ins(%zero : f32) outs(%ve : tensor<21xf32, #v>) -> tensor<21xf32, #v>
  %w = call @vector(%v) : (tensor<21xf32, #v>) -> tensor<21xf32, #v>
  %wp = tensor.cast %w : tensor<21xf32, #v> to tensor<21xf32>
  %wm = bufferization.to_buffer %wp : tensor<21xf32> to memref<21xf32>
  %wu = memref.cast %wm : memref<21xf32> to memref<*xf32>
  call @printMemrefF32(%wu) : (memref<*xf32>) -> ()
  %ae = tensor.empty() : tensor<7x15xf32, #t>
  %a = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%ae : tensor<7x15xf32, #t>) {
  ^bb0(%x: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f32
    %s = arith.addf %f, %one : f32
    linalg.yield %s : f32
  } -> tensor<7x15xf32, #t>
  %be = tensor.empty() : tensor<15x5xf32, #u>
  %b = linalg.fill ins(%one : f32) outs(%be : tensor<15x5xf32, #u>) -> tensor<15x5xf32, #u>
  %ce = tensor.empty() : tensor<7x5xf32, #t>
  %c = linalg.fill ins(%zero : f32) outs(%ce : tensor<7x5xf32, #t>) -> tensor<7x5xf32, #t>
  %r = call @matmul(%a, %b, %c) : (tensor<7x15xf32, #t>, tensor<15x5xf32, #u>, tensor<7x5xf32, #t>) -> tensor<7x5xf32, #t>
  %p = tensor.cast %r : tensor<7x5xf32, #t> to tensor<7x5xf32>
  %m = bufferization.to_buffer %p : tensor<7x5xf32> to memref<7x5xf32>
  %mu = memref.cast %m : memref<7x5xf32> to memref<*xf32>
  call @printMemrefF32(%mu) : (memref<*xf32>) -> ()
  return
}
  transform.named_sequence private @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:3 = transform.structured.tile_using_for %op tile_sizes [2, 2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

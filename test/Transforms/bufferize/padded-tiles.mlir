// Which tiles of a padded tensor are filled? Those that have padding, if they are known and fewer than the others.
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-bufferize | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// The first and the last row of tiles, and of the others the last column of tiles.
// CHECK-LABEL: func.func @edges(
// CHECK-DAG: %[[FIRST:.*]] = tiled_layout.subview %[[R:.*]][0, 0] [8, 601]
// CHECK-DAG: linalg.fill {{.*}} outs(%[[FIRST]]
// CHECK-DAG: %[[LAST:.*]] = tiled_layout.subview %[[R]][88, 0] [6, 601]
// CHECK-DAG: linalg.fill {{.*}} outs(%[[LAST]]
// CHECK-DAG: %[[RIGHT:.*]] = tiled_layout.subview %[[R]][8, 512] [80, 89]
// CHECK-DAG: linalg.fill {{.*}} outs(%[[RIGHT]]
func.func @edges(%a: tensor<92x600xf32, #t>, %zero: f32) -> tensor<94x601xf32, #t> {
  %r = tensor.pad %a low[1, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<92x600xf32, #t> to tensor<94x601xf32, #t>
  return %r : tensor<94x601xf32, #t>
}

// Rows that are known at run time only have no padding.
// CHECK-LABEL: func.func @some_rows(
// CHECK: %[[RIGHT:.*]] = tiled_layout.subview %{{.*}}[0, 512]
// CHECK: linalg.fill {{.*}} outs(%[[RIGHT]]
// CHECK-NOT: linalg.fill
func.func @some_rows(%a: tensor<?x600xf32, #t>, %zero: f32) -> tensor<?x601xf32, #t> {
  %r = tensor.pad %a low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x600xf32, #t> to tensor<?x601xf32, #t>
  return %r : tensor<?x601xf32, #t>
}

// All tiles of rows have padding.
// CHECK-LABEL: func.func @all(
// CHECK: %[[R:.*]] = memref.alloc() {{.*}} : memref<16x600xf32,
// CHECK: linalg.fill {{.*}} outs(%[[R]]
// CHECK-NOT: linalg.fill
func.func @all(%a: tensor<14x600xf32, #t>, %zero: f32) -> tensor<16x600xf32, #t> {
  %r = tensor.pad %a low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<14x600xf32, #t> to tensor<16x600xf32, #t>
  return %r : tensor<16x600xf32, #t>
}

// Which parts of columns and rows that are inserted within a tile are views?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-bufferize | FileCheck %s --check-prefixes=CHECK,VIEWS
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-bufferize | FileCheck %s --check-prefixes=CHECK,MASKS

#t = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// Columns: those of the first tile, and of the next ones.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: scf.for
// CHECK: tiled_layout.subview %{{.*}}[0, 9] [32, 119] [1, 1]
// CHECK: linalg.generic
// CHECK: tiled_layout.subview %{{.*}}[0, 128] [32, 181] [1, 1]
// CHECK: linalg.generic
// CHECK-NOT: scf.for
// CHECK: return
func.func @columns(%x: tensor<32x300xi8, #t>, %y: tensor<32x400xi8, #t>) -> tensor<32x400xi8, #t> {
  %r = tensor.insert_slice %x into %y[0, 9] [32, 300] [1, 1] : tensor<32x300xi8, #t> into tensor<32x400xi8, #t>
  return %r : tensor<32x400xi8, #t>
}

// Rows: words of the first tile without masks, of which masks write a part as fast.
// CHECK-LABEL: func.func @rows(
// VIEWS-NOT: scf.for
// VIEWS: tiled_layout.subview %{{.*}}[4, 0] [4, 128] [1, 1]
// MASKS: scf.for
// CHECK: tiled_layout.subview %{{.*}}[8, 0] [21, 128] [1, 1]
// CHECK-NOT: scf.for
// CHECK: return
func.func @rows(%x: tensor<25x128xi8, #t>, %y: tensor<40x128xi8, #t>) -> tensor<40x128xi8, #t> {
  %r = tensor.insert_slice %x into %y[4, 0] [25, 128] [1, 1] : tensor<25x128xi8, #t> into tensor<40x128xi8, #t>
  return %r : tensor<40x128xi8, #t>
}

// A part of a word.
// CHECK-LABEL: func.func @within_word(
// CHECK: scf.for
// VIEWS: tiled_layout.subview %{{.*}}[4, 0] [4, 128] [1, 1]
// CHECK: tiled_layout.subview %{{.*}}[8, 0] [18, 128] [1, 1]
// CHECK: return
func.func @within_word(%x: tensor<25x128xi8, #t>, %y: tensor<40x128xi8, #t>) -> tensor<40x128xi8, #t> {
  %r = tensor.insert_slice %x into %y[1, 0] [25, 128] [1, 1] : tensor<25x128xi8, #t> into tensor<40x128xi8, #t>
  return %r : tensor<40x128xi8, #t>
}

// Rows and columns that both begin within a tile: the rows of a part of a word alone are no view. Masks write
// those of the first tile.
// CHECK-LABEL: func.func @both(
// CHECK: scf.for
// VIEWS: tiled_layout.subview %{{.*}}[4, 9] [4, 119] [1, 1]
// VIEWS: tiled_layout.subview %{{.*}}[4, 128] [4, 81] [1, 1]
// CHECK: tiled_layout.subview %{{.*}}[8, 9] [20, 119] [1, 1]
// CHECK: tiled_layout.subview %{{.*}}[8, 128] [20, 81] [1, 1]
// CHECK: return
func.func @both(%x: tensor<25x200xi8, #t>, %y: tensor<40x300xi8, #t>) -> tensor<40x300xi8, #t> {
  %r = tensor.insert_slice %x into %y[3, 9] [25, 200] [1, 1] : tensor<25x200xi8, #t> into tensor<40x300xi8, #t>
  return %r : tensor<40x300xi8, #t>
}

// Do plans follow the fields of the target that say of pages, turns and registers?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-relayouts | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=page-bytes=1024,turn-bytes=16384,vector-registers=64' \
// RUN:   --tiled-layout-plan-relayouts | FileCheck %s --check-prefix=MORE
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=turn-bytes=1024,vector-registers=16' \
// RUN:   --tiled-layout-plan-relayouts | FileCheck %s --check-prefix=LESS
// What a plan of the target carries is carried out for it.
// RUN: tiled-layout-opt %s --tiled-layout-set-target='target-cpu=x86-64-v4 fields=page-bytes=1024,turn-bytes=16384,vector-registers=64' \
// RUN:   --tiled-layout-plan-relayouts --tiled-layout-lower-relayouts -o /dev/null

#blocks = #tiled_layout.layout<{1,0:T(16,16)}>
#columns = #tiled_layout.layout<{0,1}>

// A page of each of 32 rows is read: 1024 columns, or 256 of them.
// CHECK-LABEL: func @page
// CHECK: loops = [4 of d1 by 1024, 128 of d0 by 32,
// MORE-LABEL: func @page
// MORE: loops = [16 of d1 by 256, 128 of d0 by 32,
func.func @page(%a: memref<4096x4096xf32>, %b: memref<4096x4096xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<4096x4096xf32>) outs(%b : memref<4096x4096xf32, #columns>)
  return
}

// Of 16 rows, 64 elements are read in a turn, or 128 (eight lines at most), or 32 (two at least).
// CHECK-LABEL: func @turn
// CHECK: 65 of d1/16 by 4, 4 of d1/16, 16 of d0]{{.*}} carry-loop = 1
// MORE-LABEL: func @turn
// MORE: 33 of d1/16 by 8, 8 of d1/16, 16 of d0]{{.*}} carry-loop = 1
// LESS-LABEL: func @turn
// LESS: 129 of d1/16 by 2, 2 of d1/16, 16 of d0]{{.*}} carry-loop = 1
func.func @turn(%a: memref<4099x4101xf32, #blocks>, %b: memref<4099x4101xf32>) {
  tiled_layout.relayout ins(%a : memref<4099x4101xf32, #blocks>) outs(%b : memref<4099x4101xf32>)
  return
}

// A quarter of the registers carries a line of a row each.
// CHECK-LABEL: func @registers
// CHECK: block = [8 of d1, 16 of d0], along-loops = 1
// MORE-LABEL: func @registers
// MORE: block = [16 of d1, 16 of d0], along-loops = 1
// LESS-LABEL: func @registers
// LESS: block = [4 of d1, 16 of d0], along-loops = 1
func.func @registers(%a: memref<253x255xf32>, %b: memref<253x255xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<253x255xf32>) outs(%b : memref<253x255xf32, #columns>)
  return
}

// Lines of rows a multiple of a way apart share a set of the first-level cache.
// CHECK-LABEL: func @crowded
// CHECK: block = [8 of d1, 16 of d0], along-loops = 1
// MORE-LABEL: func @crowded
// MORE: block = [16 of d1, 16 of d0], along-loops = 1
// LESS-LABEL: func @crowded
// LESS: block = [4 of d1, 16 of d0], along-loops = 1
func.func @crowded(%a: memref<1024x64xf32>, %b: memref<1024x64xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<1024x64xf32>) outs(%b : memref<1024x64xf32, #columns>)
  return
}

// Rows half as far apart use two.
// CHECK-LABEL: func @uncrowded
// CHECK: block = [16 of d1, 16 of d0]
// CHECK-NOT: along-loops
func.func @uncrowded(%a: memref<512x64xf32>, %b: memref<512x64xf32, #columns>) {
  tiled_layout.relayout ins(%a : memref<512x64xf32>) outs(%b : memref<512x64xf32, #columns>)
  return
}

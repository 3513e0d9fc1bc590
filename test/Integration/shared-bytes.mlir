// What do operations on elements that share bytes leave as it was, and in which order do they go? By blocks
// of a small cache, too.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="l1-bytes=1024 l2-bytes=1024" | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// Every second row of threes becomes ones, and one column.
// CHECK: {{\[\[}}1, 1, 1],
// CHECK-NEXT: [3, 3, 3],
// CHECK-NEXT: [1, 1, 1],
// CHECK-NEXT: [3, 3, 3{{\]\]}}
// CHECK: {{\[\[}}3, 3, 1],
// CHECK-NEXT: [3, 3, 1],
// CHECK-NEXT: [3, 3, 1],
// CHECK-NEXT: [3, 3, 1{{\]\]}}
// A body that loads what was stored before sees it.
// CHECK: [1, 2, 3, 4, 5, 6]
// Nine elements from the second on: the first and the last are kept.
// CHECK: [7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 7]
// Nothing is added to threes.
// CHECK: {{\[\[}}3, 3, 3],
// Rows of 703 begin within a byte: each element is one more than it was. None is wrong.
// CHECK: [0]
// 1e8 + 0 + ... - 1e8, and then 1: in this order 1.
// CHECK: [1]

#n = #tiled_layout.layout<{1,0:T(8,128)(8,1)E(4)}>
#rows = #tiled_layout.layout<{1,0:E(4)}>
#line = #tiled_layout.layout<{0:E(4)}>
#stack = #tiled_layout.layout<{2,1,0:T(8,128)(8,1)E(4)}>
#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func private @show(%m: memref<4x3xi4, #n>) attributes {no_inline} {
  %w = memref.alloc() : memref<4x3xi32>
  linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
    ins(%m : memref<4x3xi4, #n>) outs(%w : memref<4x3xi32>) {
  ^bb0(%a: i4, %o: i32):
    %x = arith.extsi %a : i4 to i32
    linalg.yield %x : i32
  }
  %u = memref.cast %w : memref<4x3xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %w : memref<4x3xi32>
  return
}
func.func private @show_line(%m: memref<?xi4, #line>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xi4, #line>
  %w = memref.alloc(%d) : memref<?xi32>
  linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
    ins(%m : memref<?xi4, #line>) outs(%w : memref<?xi32>) {
  ^bb0(%a: i4, %o: i32):
    %x = arith.extsi %a : i4 to i32
    linalg.yield %x : i32
  }
  %u = memref.cast %w : memref<?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %w : memref<?xi32>
  return
}
func.func private @second_rows(%x: memref<2x3xi4>, %m: memref<4x3xi4, #n>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (2 * i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<2x3xi4>) outs(%m : memref<4x3xi4, #n>) {
  ^bb0(%a: i4, %o: i4):
    linalg.yield %a : i4
  }
  return
}
func.func private @column(%x: memref<4xi4>, %m: memref<4x3xi4, #n>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#i, affine_map<(i) -> (i, 2)>], iterator_types = ["parallel"]}
    ins(%x : memref<4xi4>) outs(%m : memref<4x3xi4, #n>) {
  ^bb0(%a: i4, %o: i4):
    linalg.yield %a : i4
  }
  return
}
func.func private @scan(%x: memref<?xi4, #line>, %m: memref<?xi4, #line>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#i, #i], iterator_types = ["reduction"]}
    ins(%x : memref<?xi4, #line>) outs(%m : memref<?xi4, #line>) {
  ^bb0(%a: i4, %o: i4):
    %i = linalg.index 0 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %q = arith.subi %i, %c1 : index
    %j = arith.maxsi %q, %c0 : index
    %l = memref.load %m[%j] : memref<?xi4, #line>
    %s = arith.addi %a, %l : i4
    linalg.yield %s : i4
  }
  return
}
func.func private @part(%x: memref<9xi4>, %m: memref<?xi4, #line>, %at: index) attributes {no_inline} {
  %v = tiled_layout.subview %m[%at] [9] [1] : memref<?xi4, #line> to memref<9xi4, #tiled_layout.layout<{0:E(4)}, strides = [1]>>
  tiled_layout.relayout ins(%x : memref<9xi4>) outs(%v : memref<9xi4, #tiled_layout.layout<{0:E(4)}, strides = [1]>>)
  return
}
func.func private @nothing(%x: memref<4x?xi4>, %m: memref<4x3xi4, #n>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : memref<4x?xi4>) outs(%m : memref<4x3xi4, #n>) {
  ^bb0(%a: i4, %o: i4):
    linalg.yield %a : i4
  }
  return
}
func.func private @one_more(%x: memref<300x703xi4, #rows>) attributes {no_inline} {
  linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%x : memref<300x703xi4, #rows>) {
  ^bb0(%a: i4):
    %c = arith.constant 1 : i4
    %s = arith.addi %a, %c : i4
    linalg.yield %s : i4
  }
  return
}
func.func private @sum(%x: memref<8x600xf32>, %w: memref<600x8x70xi4, #stack>, %y: memref<70xf32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(j, k, l) -> (k, l)>, affine_map<(j, k, l) -> (l, k, j)>, affine_map<(j, k, l) -> (j)>],
                  iterator_types = ["parallel", "reduction", "reduction"]}
    ins(%x, %w : memref<8x600xf32>, memref<600x8x70xi4, #stack>) outs(%y : memref<70xf32>) {
  ^bb0(%a: f32, %b: i4, %o: f32):
    %f = arith.sitofp %b : i4 to f32
    %p = arith.mulf %a, %f : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c11 = arith.constant 11 : index
  %c300 = arith.constant 300 : index
  %c599 = arith.constant 599 : index
  %c703 = arith.constant 703 : index
  %one = arith.constant 1 : i4
  %three = arith.constant 3 : i4
  %seven = arith.constant 7 : i4
  %zero = arith.constant 0 : i4
  %ones2 = memref.alloc() : memref<2x3xi4>
  %ones1 = memref.alloc() : memref<4xi4>
  %ones9 = memref.alloc() : memref<9xi4>
  linalg.fill ins(%one : i4) outs(%ones2 : memref<2x3xi4>)
  linalg.fill ins(%one : i4) outs(%ones1 : memref<4xi4>)
  linalg.fill ins(%one : i4) outs(%ones9 : memref<9xi4>)
  %m = memref.alloc() : memref<4x3xi4, #n>
  linalg.fill ins(%three : i4) outs(%m : memref<4x3xi4, #n>)
  call @second_rows(%ones2, %m) : (memref<2x3xi4>, memref<4x3xi4, #n>) -> ()
  call @show(%m) : (memref<4x3xi4, #n>) -> ()
  linalg.fill ins(%three : i4) outs(%m : memref<4x3xi4, #n>)
  call @column(%ones1, %m) : (memref<4xi4>, memref<4x3xi4, #n>) -> ()
  call @show(%m) : (memref<4x3xi4, #n>) -> ()

  %x = memref.alloc(%c6) : memref<?xi4, #line>
  %s = memref.alloc(%c6) : memref<?xi4, #line>
  linalg.fill ins(%one : i4) outs(%x : memref<?xi4, #line>)
  linalg.fill ins(%zero : i4) outs(%s : memref<?xi4, #line>)
  call @scan(%x, %s) : (memref<?xi4, #line>, memref<?xi4, #line>) -> ()
  call @show_line(%s) : (memref<?xi4, #line>) -> ()

  %t = memref.alloc(%c11) : memref<?xi4, #line>
  linalg.fill ins(%seven : i4) outs(%t : memref<?xi4, #line>)
  call @part(%ones9, %t, %c1) : (memref<9xi4>, memref<?xi4, #line>, index) -> ()
  call @show_line(%t) : (memref<?xi4, #line>) -> ()

  linalg.fill ins(%three : i4) outs(%m : memref<4x3xi4, #n>)
  %empty = memref.alloc(%c0) : memref<4x?xi4>
  call @nothing(%empty, %m) : (memref<4x?xi4>, memref<4x3xi4, #n>) -> ()
  call @show(%m) : (memref<4x3xi4, #n>) -> ()
  memref.dealloc %empty : memref<4x?xi4>

  %r = memref.alloc() : memref<300x703xi4, #rows>
  scf.for %i = %c0 to %c300 step %c1 {
    scf.for %j = %c0 to %c703 step %c1 {
      %n = arith.addi %i, %j : index
      %v = arith.index_cast %n : index to i4
      memref.store %v, %r[%i, %j] : memref<300x703xi4, #rows>
    }
  }
  call @one_more(%r) : (memref<300x703xi4, #rows>) -> ()
  %wrong = memref.alloc() : memref<1xi32>
  %none = arith.constant 0 : i32
  memref.store %none, %wrong[%c0] : memref<1xi32>
  scf.for %i = %c0 to %c300 step %c1 {
    scf.for %j = %c0 to %c703 step %c1 {
      %n = arith.addi %i, %j : index
      %n1 = arith.addi %n, %c1 : index
      %v = arith.index_cast %n1 : index to i4
      %w = memref.load %r[%i, %j] : memref<300x703xi4, #rows>
      %differs = arith.cmpi ne, %v, %w : i4
      %d = arith.extui %differs : i1 to i32
      %before = memref.load %wrong[%c0] : memref<1xi32>
      %now = arith.addi %before, %d : i32
      memref.store %now, %wrong[%c0] : memref<1xi32>
    }
  }
  %uw = memref.cast %wrong : memref<1xi32> to memref<*xi32>
  call @printMemrefI32(%uw) : (memref<*xi32>) -> ()

  %z = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %big = arith.constant 1.0e8 : f32
  %negative = arith.constant -1.0e8 : f32
  %a = memref.alloc() : memref<8x600xf32>
  %y = memref.alloc() : memref<70xf32>
  %k = memref.alloc() : memref<600x8x70xi4, #stack>
  linalg.fill ins(%z : f32) outs(%a : memref<8x600xf32>)
  linalg.fill ins(%z : f32) outs(%y : memref<70xf32>)
  linalg.fill ins(%one : i4) outs(%k : memref<600x8x70xi4, #stack>)
  memref.store %big, %a[%c0, %c0] : memref<8x600xf32>
  memref.store %negative, %a[%c0, %c599] : memref<8x600xf32>
  memref.store %f1, %a[%c1, %c0] : memref<8x600xf32>
  call @sum(%a, %k, %y) : (memref<8x600xf32>, memref<600x8x70xi4, #stack>, memref<70xf32>) -> ()
  %first = memref.subview %y[0] [1] [1] : memref<70xf32> to memref<1xf32, strided<[1]>>
  %uy = memref.cast %first : memref<1xf32, strided<[1]>> to memref<*xf32>
  call @printMemrefF32(%uy) : (memref<*xf32>) -> ()
  memref.dealloc %ones2 : memref<2x3xi4>
  memref.dealloc %ones1 : memref<4xi4>
  memref.dealloc %ones9 : memref<9xi4>
  memref.dealloc %m : memref<4x3xi4, #n>
  memref.dealloc %x : memref<?xi4, #line>
  memref.dealloc %s : memref<?xi4, #line>
  memref.dealloc %t : memref<?xi4, #line>
  memref.dealloc %r : memref<300x703xi4, #rows>
  memref.dealloc %wrong : memref<1xi32>
  memref.dealloc %a : memref<8x600xf32>
  memref.dealloc %y : memref<70xf32>
  memref.dealloc %k : memref<600x8x70xi4, #stack>
  return
}

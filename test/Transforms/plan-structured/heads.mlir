// Is each word taken apart once, where its bytes are those of several heads, or of several steps?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s

#bytes = #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>
#words = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#q = affine_map<(b, h, q, k, d) -> (b, q, h, d)>
#k = affine_map<(b, h, q, k, d) -> (b, k, h, d)>
#s = affine_map<(b, h, q, k, d) -> (b, h, q, k)>

// A tile has eight heads, a word four: panels have those of a tile.
// CHECK-LABEL: func @scores
// CHECK: loops = [d1 by 8, pack 1, pack 0, d1 by 1, d3 by 32,
func.func @scores(%q: memref<1x128x12x64xi8, #bytes>, %k: memref<1x128x12x64xi8, #bytes>, %s: memref<1x12x128x128xi32, #words>) {
  linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%q, %k : memref<1x128x12x64xi8, #bytes>, memref<1x128x12x64xi8, #bytes>) outs(%s : memref<1x12x128x128xi32, #words>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %m = arith.muli %x, %y : i32
    %t = arith.addi %o, %m : i32
    linalg.yield %t : i32
  }
  return
}

// A matrix of one column has each of its numbers in a row of its own.
// CHECK-LABEL: func @column
// CHECK: loops = [pack 1 wide, {{.*}}], vector = d2 x 16
func.func @column(%a: memref<512x768xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>,
                  %b: memref<768x1xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>,
                  %c: memref<512x1xi32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  linalg.matmul ins(%a, %b : memref<512x768xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>, memref<768x1xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>)
                outs(%c : memref<512x1xi32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  return
}

// What is known at run time only is no small column. Words hold four results, in a buffer with neighbours side by side.
// CHECK-LABEL: func @any_column
// CHECK: structured_plan<loops = [d0 by 16, d1 by 1, d2 by 4], vector = d0 x 16, transposed = [0 along d2]
func.func @any_column(%a: memref<?x?xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>,
                      %b: memref<?x1xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>,
                      %c: memref<?x1xi32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  linalg.matmul ins(%a, %b : memref<?x?xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>, memref<?x1xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>)
                outs(%c : memref<?x1xi32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  return
}

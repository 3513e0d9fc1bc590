// How much code does a product with edges along all dimensions become? The pass reports it.

// RUN: tiled-layout-opt %s --tiled-layout-lower-structured --remarks-filter=tiled-layout --remark-format=emitRemark -o %t 2>&1 | FileCheck %s

// Two blocks of columns, whole or 8, by two of rows, whole or 3, with a reduction in each. The
// panel is filled by a copy for each of its sizes.
// CHECK: lower-structured | {{.*}} | Function=known | loops=10, operations={{[0-9][0-9][0-9]}}, relayouts=4
// Two blocks of columns, whole or one vector, by three of rows.
// CHECK: lower-structured | {{.*}} | Function=dynamic | loops=17, operations={{[0-9]+}}, relayouts=1

#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func @known(%a: memref<1003x1000xf32, #t>, %b: memref<1000x1000xf32, #t>, %c: memref<1003x1000xf32, #t>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 512, d2 by 128, pack 1, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16, masked, fused>}
    ins(%a, %b : memref<1003x1000xf32, #t>, memref<1000x1000xf32, #t>) outs(%c : memref<1003x1000xf32, #t>)
  return
}

func.func @dynamic(%a: memref<?x?xf32, #t>, %b: memref<?x?xf32, #t>, %c: memref<?x?xf32, #t>) {
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 512, d2 by 128, pack 1, d1 by 32, d0 by 8, d2 by 1], vector = d1 x 16, masked, fused>}
    ins(%a, %b : memref<?x?xf32, #t>, memref<?x?xf32, #t>) outs(%c : memref<?x?xf32, #t>)
  return
}

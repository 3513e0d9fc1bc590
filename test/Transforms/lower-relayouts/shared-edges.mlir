// Blocks that shuffle have one code with masks, whichever edges cut them: rows
// that the last tile lacks make the count of full blocks zero.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-relayouts | FileCheck %s

#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// CHECK-LABEL: @pack
// CHECK: %[[FULL:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[FULL]]
// CHECK-COUNT-2: vector.load
// CHECK: scf.for %{{.*}} = %[[FULL]] to
// CHECK-COUNT-2: vector.maskedload
// CHECK-NOT: vector.maskedload
// CHECK-NOT: vector.load
// CHECK: return
func.func @pack(%a: memref<253x511xbf16>, %b: memref<253x511xbf16, #packed>) {
  tiled_layout.relayout ins(%a : memref<253x511xbf16>) outs(%b : memref<253x511xbf16, #packed>) padding = zero
  return
}

// Operations of the dialect get the types that they were built for; a relayout reads any.
//
// RUN: tiled-layout-opt %s --convert-xla-attributes-to-tiled-layout | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,8)}>

// CHECK-LABEL: @from_physical
// CHECK-SAME:  %[[A:.*]]: tensor<6x4x8x8xf32, #[[T:.*]]>
// CHECK:       %[[R:.*]] = tiled_layout.relayout ins(%[[A]] : {{.*}}) outs({{.*}} -> tensor<6x4x8x8xf32>
// CHECK:       tiled_layout.from_physical %[[R]]
func.func @from_physical(%a: tensor<6x4x8x8xf32> {mhlo.layout_mode = "{3,2,1,0:T(8,128)}"}) -> tensor<48x32xf32, #t> {
  %r = tiled_layout.from_physical %a : tensor<6x4x8x8xf32> to tensor<48x32xf32, #t>
  return %r : tensor<48x32xf32, #t>
}

// CHECK-LABEL: @into_argument
// CHECK-SAME:  %[[A:.*]]: tensor<32x8xf32, {{.*}}>, %[[D:.*]]: tensor<32x8xf32, {{.*}}>
// CHECK:       %[[R:.*]] = tiled_layout.relayout ins(%[[D]] : {{.*}} -> tensor<32x8xf32>
// CHECK:       tiled_layout.relayout ins(%[[A]] : {{.*}}) outs(%[[R]] : tensor<32x8xf32>) -> tensor<32x8xf32>
func.func @into_argument(%a: tensor<32x8xf32, #t>, %d: tensor<32x8xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"}) -> tensor<32x8xf32> {
  %r = tiled_layout.relayout ins(%a : tensor<32x8xf32, #t>) outs(%d : tensor<32x8xf32>) -> tensor<32x8xf32>
  return %r : tensor<32x8xf32>
}
